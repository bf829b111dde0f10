/** An image's scale in its viewer, and the offset of its center from the viewer's. */
export type Zoom = { scale: number; x: number; y: number };

const LEAST = 1;
const MOST = 8;

export const wholeImage: Zoom = { scale: LEAST, x: 0, y: 0 };

const clamp = (value: number, least: number, most: number) =>
  Math.min(most, Math.max(least, value));

/** The viewer's size and, within it, the whole image's, in pixels. */
export type Stage = {
  width: number;
  height: number;
  image: { width: number; height: number };
};

/** Keeps the image's edge within reach; a small image stays in the middle half of the viewer. */
const spare = (scale: number, image: number, stage: number) =>
  Math.max((scale * image - stage) / 2, Math.min(((scale - 1) * stage) / 2, stage / 4));

const keepInSight = ({ scale, x, y }: Zoom, { width, height, image }: Stage): Zoom => {
  const [spareX, spareY] = [spare(scale, image.width, width), spare(scale, image.height, height)];
  return { scale, x: clamp(x, -spareX, spareX), y: clamp(y, -spareY, spareY) };
};

/** Whether a point, given relative to the viewer's center, lies beside the image. */
export const isBeside = ({ scale, x, y }: Zoom, px: number, py: number, { image }: Stage) =>
  Math.abs(px - x) > (scale * image.width) / 2 || Math.abs(py - y) > (scale * image.height) / 2;

export const movedBy = (zoom: Zoom, dx: number, dy: number, stage: Stage) =>
  keepInSight({ ...zoom, x: zoom.x + dx, y: zoom.y + dy }, stage);

/** Zooms by a factor around a fixed point, given relative to the viewer's center. */
export const scaledBy = (zoom: Zoom, factor: number, px: number, py: number, stage: Stage) => {
  const scale = clamp(zoom.scale * factor, LEAST, MOST);
  const change = scale / zoom.scale;
  return keepInSight(
    { scale, x: px - (px - zoom.x) * change, y: py - (py - zoom.y) * change },
    stage,
  );
};
