import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ManifestOptions, VitePWA, type VitePWAOptions } from 'vite-plugin-pwa';

type ManifestTransform = NonNullable<
  NonNullable<VitePWAOptions['injectManifest']>['manifestTransforms']
>[number];

/** Adds the hash of every precached file: a captive portal's page must not pass for one of them. */
export const addIntegrity =
  (site: string, base: string) => async (entries: Parameters<ManifestTransform>[0]) => ({
    manifest: await Promise.all(
      entries.map(async (entry) => {
        const content = await readFile(join(site, entry.url));
        const hash = createHash('sha384').update(content).digest('base64');
        return { ...entry, url: base + entry.url, integrity: `sha384-${hash}` };
      }),
    ),
  });

/** The file of what reads other formats: it is kept once it was used. */
export const READERS = 'readers';

/** Builds the worker and the list of files that it keeps. */
export const serviceWorker = (webManifest: (base: string) => Partial<ManifestOptions>) =>
  VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src/worker',
    filename: 'sw.ts',
    injectRegister: false,
    includeManifestIcons: false,
    injectManifest: {
      rollupFormat: 'iife',
      globPatterns: [
        'index.html',
        'assets/**/*.{js,css}',
        'icons/icon{.svg,-192.png}',
        'manifest.webmanifest',
      ],
      globIgnores: [`assets/${READERS}-*`],
      dontCacheBustURLsMatching: /^assets\//,
    },
    integration: {
      configureOptions: ({ base, build }, options) => {
        options.manifest = webManifest(base);
        options.injectManifest = {
          ...options.injectManifest,
          manifestTransforms: [addIntegrity(build.outDir, base)],
        };
      },
    },
  });
