import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isBeside,
  movedBy,
  type Stage,
  scaledBy,
  wholeImage,
  type Zoom,
} from '#screens/exam-runner/question/zoom.ts';

const stage: Stage = { width: 400, height: 300, image: { width: 400, height: 200 } };
const twice: Zoom = { scale: 2, x: 0, y: 0 };

/** Where a point of the image, given from its center, is on the viewer. */
const placeOf = ({ scale, x, y }: Zoom, px: number, py: number) => [x + scale * px, y + scale * py];

const side = fc.integer({ min: 1, max: 3000 });
const anyStage: fc.Arbitrary<Stage> = fc
  .tuple(side, side, side, side)
  .map(([width, height, w, h]) => ({
    ...{ width, height },
    image: { width: Math.min(w, width), height: Math.min(h, height) },
  }));
const anyStep = fc.oneof(
  fc.tuple(
    fc.constant('move'),
    fc.integer({ min: -999, max: 999 }),
    fc.integer({ min: -999, max: 999 }),
  ),
  fc.tuple(
    fc.constant('scale'),
    fc.double({ min: 0.1, max: 10, noNaN: true }),
    fc.integer({ min: -200, max: 200 }),
  ),
);

describe('an image in its viewer', () => {
  it('has a point beside it where the viewer shows none of it', () => {
    expect(isBeside(wholeImage, 0, 100, stage)).toBe(false);
    expect(isBeside(wholeImage, 0, 101, stage)).toBe(true);
    expect(isBeside(twice, 0, 101, stage), 'larger').toBe(false);
    expect(isBeside({ ...twice, x: 150 }, -260, 0, stage), 'moved').toBe(true);
  });

  it('is as large as it fits at first, and no smaller or larger than eight times that', () => {
    expect(wholeImage).toEqual({ scale: 1, x: 0, y: 0 });
    expect(scaledBy(wholeImage, 0.5, 0, 0, stage)).toEqual(wholeImage);
    expect(scaledBy(wholeImage, 100, 0, 0, stage).scale).toBe(8);
  });

  it('is enlarged around the point under the finger, which stays there', () => {
    const zoomed = scaledBy(wholeImage, 2, 100, 40, stage);
    expect(placeOf(zoomed, 100, 40)).toEqual([100, 40]);
    const more = scaledBy(zoomed, 1.5, -60, 20, stage);
    const [x, y] = [(-60 - zoomed.x) / zoomed.scale, (20 - zoomed.y) / zoomed.scale];
    expect(placeOf(more, x, y)).toEqual([expect.closeTo(-60, 6), expect.closeTo(20, 6)]);
  });

  it('is moved until its edge is reached, and not at all while it is whole', () => {
    expect(movedBy(wholeImage, 50, 50, stage)).toEqual({ scale: 1, x: 0, y: 0 });
    expect(movedBy(twice, 50, 0, stage)).toMatchObject({ x: 50 });
    // Half of what is larger than the viewer lies on each side.
    expect(movedBy(twice, 999, 999, stage)).toEqual({ scale: 2, x: 200, y: 75 });
    expect(movedBy(twice, -999, -999, stage)).toEqual({ scale: 2, x: -200, y: -75 });
  });

  it('is never out of sight, whatever the fingers do', () => {
    fc.assert(
      fc.property(anyStage, fc.array(anyStep, { maxLength: 12 }), (at, steps) => {
        let zoom = wholeImage;
        for (const [kind, a, b] of steps) {
          zoom = kind === 'move' ? movedBy(zoom, a, b, at) : scaledBy(zoom, a, b, b, at);
          const { width, height, image } = at;
          expect(Math.abs(zoom.x)).toBeLessThan((zoom.scale * image.width + width) / 2);
          expect(Math.abs(zoom.y)).toBeLessThan((zoom.scale * image.height + height) / 2);
          expect(zoom.scale).toBeGreaterThanOrEqual(1);
          expect(zoom.scale).toBeLessThanOrEqual(8);
        }
      }),
    );
  });
});
