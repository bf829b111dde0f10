import type { Theme } from './themes.ts';

const SVG = 'image/svg+xml';
const schemeQuery = /\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/gi;
const always = '(min-width: 0)';
const never = '(max-width: 0)';

/**
 * The image for the theme, which is named like the color scheme of CSS that it is. WebKit draws an SVG in an `img` for the device's color scheme instead of
 * the page's, so the media queries are resolved in its text.
 */
export const drawForTheme = async (image: Blob, theme: Theme): Promise<Blob> => {
  if (!image.type.startsWith(SVG)) return image;
  const text = await image.text();
  const themed = text.replace(schemeQuery, (_, scheme: string) =>
    scheme.toLowerCase() === theme ? always : never,
  );
  return themed === text ? image : new Blob([themed], { type: SVG });
};
