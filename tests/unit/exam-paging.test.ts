import { expect, it } from 'vitest';
import { pageCount, pageIndexes, pageOf } from '#exam/run/paging.ts';

it('questions fill pages of 20 in order, each on exactly one', () => {
  for (let total = 0; total <= 101; total += 1) {
    const pages = Array.from({ length: pageCount(total) }, (_, page) => pageIndexes(page, total));
    const indexes = Array.from({ length: total }, (_, index) => index);
    expect(pages.flat()).toEqual(indexes);
    expect(pages).toHaveLength(Math.max(1, Math.ceil(total / 20)));
    expect(indexes.map(pageOf)).toEqual(indexes.map((index) => Math.floor(index / 20)));
    expect(indexes.map((index) => pages[pageOf(index)]?.includes(index))).not.toContain(false);
    expect(pageIndexes(pages.length, total)).toEqual([]);
  }
});
