import { LARGEST_OBJECT, MARK, STEP } from '#contract/sync.ts';

/** An object as a device would make it, as far as a server can see; `steps` of content. */
export const anyObject = (steps = 1, fill = 7) => {
  const object = new Uint8Array(MARK.length + 12 + steps * STEP + 16).fill(fill);
  object.set(MARK);
  return object;
};

/** The most steps that an object may have. */
export const MOST_STEPS = Math.floor((LARGEST_OBJECT - 32) / STEP);
