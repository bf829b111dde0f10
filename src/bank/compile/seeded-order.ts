import { hashText } from '#primitives/shuffle.ts';

/** Orders by a hash of the id, so that adding items does not reorder the others. */
export const orderByHash = <T extends { id: string }>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, hash: hashText(item.id) }))
    .sort((left, right) => left.hash - right.hash || (left.item.id < right.item.id ? -1 : 1))
    .map(({ item }) => item);
