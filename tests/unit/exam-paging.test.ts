import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pageCount, pageIndexes, pageOf } from '#exam/paging.ts';

it.each([
  [0, 1, []],
  [3, 1, [0, 1, 2]],
  [20, 1, Array.from({ length: 20 }, (_, index) => index)],
  [21, 2, [20]],
  [45, 3, [40, 41, 42, 43, 44]],
])('%i questions fill %i pages, the last with %j', (total, pages, last) => {
  expect(pageCount(total)).toBe(pages);
  expect(pageIndexes(pages - 1, total)).toEqual(last);
  expect(pageIndexes(pages, total)).toEqual([]);
});

it('every question is on exactly one page, in order', () => {
  fc.assert(
    fc.property(fc.nat({ max: 500 }), (total) => {
      const pages = Array.from({ length: pageCount(total) }, (_, page) => pageIndexes(page, total));
      expect(pages.flat()).toEqual(Array.from({ length: total }, (_, index) => index));
      pages.forEach((indexes, page) => {
        for (const index of indexes) expect(pageOf(index)).toBe(page);
      });
    }),
  );
});
