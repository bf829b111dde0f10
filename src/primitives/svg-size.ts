/** In CSS pixels; 0 for an image that has no size of its own. */
export type ImageSize = { width: number; height: number };

const pixels = (length: string | undefined) =>
  length !== undefined && /^\d+(?:\.\d+)?(?:px)?$/.test(length) ? Number.parseFloat(length) : 0;

/**
 * The size of an SVG by the attributes of its root, as browsers take it: one side follows from the
 * other by the view box. Undefined for one that has no size of its own.
 */
export const sizeOfSvgRoot = (attribute: (name: string) => string | undefined) => {
  const box = (attribute('viewBox') ?? '').trim().split(/[\s,]+/);
  const [, , boxWidth = 0, boxHeight = 0] = box.map(Number);
  const [width, height] = [pixels(attribute('width')), pixels(attribute('height'))];
  const size: ImageSize = {
    width: width || (height ? (height * boxWidth) / boxHeight : boxWidth),
    height: height || (width ? (width * boxHeight) / boxWidth : boxHeight),
  };
  return size.width > 0 && size.height > 0 && Number.isFinite(size.width * size.height)
    ? size
    : undefined;
};
