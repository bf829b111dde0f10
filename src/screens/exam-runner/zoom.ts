/** How a picture lies in its viewer: how large, and how far its middle is from the viewer's. */
export type Zoom = { scale: number; x: number; y: number };

const LEAST = 1;
const MOST = 8;

export const wholePicture: Zoom = { scale: LEAST, x: 0, y: 0 };

const clamp = (value: number, least: number, most: number) =>
  Math.min(most, Math.max(least, value));

/** Keeps some of the picture in sight. `width` and `height` are the viewer's, in pixels. */
const keepInSight = ({ scale, x, y }: Zoom, width: number, height: number): Zoom => {
  const spareX = ((scale - 1) * width) / 2;
  const spareY = ((scale - 1) * height) / 2;
  return { scale, x: clamp(x, -spareX, spareX), y: clamp(y, -spareY, spareY) };
};

export type Size = { width: number; height: number };

export const movedBy = (zoom: Zoom, dx: number, dy: number, { width, height }: Size) =>
  keepInSight({ ...zoom, x: zoom.x + dx, y: zoom.y + dy }, width, height);

/** Enlarges by a factor around a point, given from the viewer's middle, that stays where it is. */
export const scaledBy = (zoom: Zoom, factor: number, px: number, py: number, size: Size) => {
  const scale = clamp(zoom.scale * factor, LEAST, MOST);
  const change = scale / zoom.scale;
  const moved = { scale, x: px - (px - zoom.x) * change, y: py - (py - zoom.y) * change };
  return keepInSight(moved, size.width, size.height);
};
