/** FNV-1a, then mixed so that similar ids get different hashes. Unsigned 32 bits. */
const hashText = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};

/** mulberry32: small, and random enough for the order of a few options. */
const seedRandom = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** The same items in an order that depends on the seed alone (Fisher-Yates). */
export const shuffle = <T>(items: readonly T[], seed: string): T[] => {
  const random = seedRandom(hashText(seed));
  const order = [...items];
  for (let index = order.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    const held = order[index] as T;
    order[index] = order[other] as T;
    order[other] = held;
  }
  return order;
};

/** Orders by a hash of the id, so that adding items does not reorder the others. */
export const orderByHash = <T extends { id: string }>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, hash: hashText(item.id) }))
    .sort((left, right) => left.hash - right.hash || (left.item.id < right.item.id ? -1 : 1))
    .map(({ item }) => item);
