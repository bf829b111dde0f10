const SVG = 'image/svg+xml';
const schemeQuery = /\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/gi;
const always = '(min-width: 0)';
const never = '(max-width: 0)';

/**
 * The image for the page's color scheme. WebKit draws an SVG in an `img` for the device's scheme
 * instead, so the media queries are resolved in its text.
 */
export const drawForScheme = async (image: Blob, shown: string): Promise<Blob> => {
  if (!image.type.startsWith(SVG)) return image;
  const text = await image.text();
  const themed = text.replace(schemeQuery, (_, scheme: string) =>
    scheme.toLowerCase() === shown ? always : never,
  );
  return themed === text ? image : new Blob([themed], { type: SVG });
};

/** The scheme of the theme on the page, which its stylesheet says. */
export const readScheme = () => getComputedStyle(document.documentElement).colorScheme;
