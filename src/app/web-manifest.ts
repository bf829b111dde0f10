import type { ManifestOptions } from 'vite-plugin-pwa';
import { SHARE_PATH } from '#contract/own.ts';
import { openedFiles } from '#exchange/formats/registry.ts';
import { DEFAULT_THEME, themeColors } from '#theme/themes.ts';

/** Addresses are relative to the manifest's own. */
const icon = (src: string, sizes: string, purpose: 'any' | 'maskable' | 'monochrome' = 'any') => ({
  src: `icons/${src}`,
  sizes,
  type: 'image/png',
  purpose,
});

const shortcut = (name: string, providerId: string) => ({
  name,
  url: `exams/${providerId}`,
  icons: [icon('icon-192.png', '192x192')],
});

const screenshot = (formFactor: 'narrow' | 'wide', sizes: string, label: string) => ({
  src: `screenshots/${formFactor}.png`,
  sizes,
  type: 'image/png',
  form_factor: formFactor,
  label,
});

/** `base` is the path that the site is served under; each base is a separate app. */
export const webManifest = (base: string): Partial<ManifestOptions> => ({
  id: base,
  name: 'CertDeck',
  short_name: 'CertDeck',
  description:
    'Free practice exams and questions for AWS, Microsoft and Google certifications that work offline.',
  lang: 'en',
  start_url: base,
  scope: base,
  display: 'standalone',
  background_color: themeColors[DEFAULT_THEME],
  theme_color: themeColors[DEFAULT_THEME],
  categories: ['education', 'productivity'],
  icons: [
    icon('icon-192.png', '192x192'),
    icon('icon-512.png', '512x512'),
    icon('icon-maskable-512.png', '512x512', 'maskable'),
    icon('icon-monochrome-512.png', '512x512', 'monochrome'),
  ],
  screenshots: [
    screenshot('narrow', '780x1688', 'A checked answer on a phone'),
    screenshot('wide', '1280x800', 'A question with its picture beside the progress panel'),
  ],
  file_handlers: [{ action: base, accept: openedFiles() }],
  share_target: {
    action: base + SHARE_PATH,
    method: 'POST',
    enctype: 'multipart/form-data',
    params: {
      text: 'text',
      files: [{ name: 'files', accept: Object.entries(openedFiles()).flat(2) }],
    },
  },
  shortcuts: [
    shortcut('AWS exams', 'AWS'),
    shortcut('Microsoft Azure exams', 'Azure'),
    shortcut('Google Cloud exams', 'Google-Cloud'),
  ],
});
