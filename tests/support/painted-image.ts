import type { Locator } from '@playwright/test';

export type Sight = {
  /** The part of the painted picture that no ancestor and no edge of the window cuts off, 0 to 1. */
  share: number;
  /** Screen pixels for each of the picture's own; 1 is its own size. */
  scale: number;
  /** Whether its sides are as long to one another as in the file. */
  isTrue: boolean;
  /** What is drawn over it, once each. */
  above: string[];
  /** Where it is painted, in pixels of the window. */
  box: { left: number; top: number; right: number; bottom: number };
};

/** What a learner sees of a picture. Scrolls the page down, and boxes in it, as the learner would. */
export const seePicture = (picture: Locator): Promise<Sight> =>
  picture.evaluate(async (element) => {
    const image = element as HTMLImageElement;
    // A picture is drawn anew for another theme, which ends the decoding of the one before it.
    for (let source = ''; source !== image.src; ) {
      source = image.src;
      await image.decode().catch((error) => {
        if (source === image.src) throw error;
      });
    }
    type Box = { left: number; top: number; right: number; bottom: number };
    const meet = (a: Box, b: Box): Box => ({
      left: Math.max(a.left, b.left),
      top: Math.max(a.top, b.top),
      right: Math.min(a.right, b.right),
      bottom: Math.min(a.bottom, b.bottom),
    });
    const area = ({ left, top, right, bottom }: Box) =>
      Math.max(0, right - left) * Math.max(0, bottom - top);

    /** The pixels of the picture within the element's box, as `object-fit` lays them. */
    const paint = (): Box => {
      const { left, top, width, height } = image.getBoundingClientRect();
      const { objectFit, objectPosition } = getComputedStyle(image);
      const zoom = width / image.offsetWidth;
      const own = { width: image.naturalWidth * zoom, height: image.naturalHeight * zoom };
      const contained = Math.min(width / own.width, height / own.height);
      const factors: Record<string, number> = {
        contain: contained,
        'scale-down': Math.min(1, contained),
      };
      const factor = factors[objectFit];
      const drawn = factor
        ? { width: own.width * factor, height: own.height * factor }
        : { width, height };
      const [x = 50, y = 50] = objectPosition.split(' ').map(Number.parseFloat);
      const start = left + ((width - drawn.width) * x) / 100;
      const above = top + ((height - drawn.height) * y) / 100;
      return { left: start, top: above, right: start + drawn.width, bottom: above + drawn.height };
    };

    const dialog = image.closest('dialog');
    const toMiddle = (share: number) => {
      if (dialog) return;
      const place = () => {
        const { top, bottom } = paint();
        return top + (bottom - top) * share;
      };
      for (let at = image.parentElement; at && at !== document.body; at = at.parentElement) {
        if (!/auto|scroll/.test(getComputedStyle(at).overflowY)) continue;
        const { top, height } = at.getBoundingClientRect();
        at.scrollBy({ top: place() - top - height / 2, behavior: 'instant' });
      }
      scrollBy({ top: place() - innerHeight * 0.4, behavior: 'instant' });
    };
    const seen = (): Box => {
      let box = paint();
      // Without the strip that the page keeps free for its scroll bar.
      const { right } = document.documentElement.getBoundingClientRect();
      // The page and its boxes scroll down, never aside; a dialog on the whole window does neither.
      const edges = dialog
        ? { left: 0, top: 0, right, bottom: innerHeight }
        : { left: 0, top: -1e6, right, bottom: 1e6 };
      for (let at = image as HTMLElement; at.parentElement && at !== dialog; ) {
        at = at.parentElement;
        const { overflowX, overflowY } = getComputedStyle(at);
        const frame = at.getBoundingClientRect();
        const inside = {
          left: frame.left + at.clientLeft,
          top: frame.top + at.clientTop,
          right: frame.left + at.clientLeft + at.clientWidth,
          bottom: frame.top + at.clientTop + at.clientHeight,
        };
        const clips = /hidden|clip/;
        if (at === document.body || at === document.documentElement) continue;
        if (overflowX !== 'visible')
          box = meet(box, { ...box, left: inside.left, right: inside.right });
        if (clips.test(overflowY))
          box = meet(box, { ...box, top: inside.top, bottom: inside.bottom });
      }
      return meet(box, edges);
    };

    const hasPaint = (other: Element) => {
      const { backgroundColor, backgroundImage } = getComputedStyle(other);
      const isClear = /rgba?\(.*, 0\)|transparent|\/ 0\)/.test(backgroundColor);
      return !isClear || backgroundImage !== 'none' || other.closest('svg, img') !== null;
    };
    const above = new Set<string>();
    const SAMPLES = 5;
    for (let row = 0; row < SAMPLES; row += 1) {
      toMiddle((row + 0.5) / SAMPLES);
      const box = paint();
      for (let column = 0; column < SAMPLES; column += 1) {
        const x = box.left + ((box.right - box.left) * (column + 0.5)) / SAMPLES;
        const y = box.top + ((box.bottom - box.top) * (row + 0.5)) / SAMPLES;
        const stack = document.elementsFromPoint(x, y);
        const place = stack.indexOf(image);
        if (place === -1) above.add('nothing of it is here');
        for (const other of stack.slice(0, Math.max(0, place))) {
          if (hasPaint(other)) above.add(other.outerHTML.slice(0, 80));
        }
      }
    }
    toMiddle(0.5);
    const box = paint();
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    const ratio = image.naturalWidth / image.naturalHeight;
    return {
      share: Math.round((area(seen()) / area(box)) * 1000) / 1000,
      scale: width / image.naturalWidth,
      isTrue: Math.abs(width - height * ratio) < Math.max(1, width * 0.02),
      above: [...above],
      box,
    };
  });
