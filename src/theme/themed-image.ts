import type { Theme } from './themes.ts';

const SVG = 'image/svg+xml';
const schemeQuery = /\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/gi;
const always = '(min-width: 0)';
const never = '(max-width: 0)';

/**
 * The image for the theme. WebKit draws an SVG in an `img` for the device's color scheme instead of
 * the page's, so the media queries are resolved in its text. Each theme bears the name of the color
 * scheme that it is.
 */
export const drawForTheme = async (image: Blob, theme: Theme): Promise<Blob> => {
  if (!image.type.startsWith(SVG)) return image;
  const text = await image.text();
  const themed = text.replace(schemeQuery, (_, scheme: string) =>
    scheme.toLowerCase() === theme ? always : never,
  );
  return themed === text ? image : new Blob([themed], { type: SVG });
};
