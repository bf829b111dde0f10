import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PAGE_SIZE, pageCount, pageIndexes, pageOf } from '#exam/paging.ts';

describe('the pages of the question grid', () => {
  it('hold 20 questions', () => {
    expect(PAGE_SIZE).toBe(20);
  });

  it.each([
    [0, 1],
    [1, 1],
    [20, 1],
    [21, 2],
    [40, 2],
    [45, 3],
  ])('of %i questions are %i', (total, pages) => {
    expect(pageCount(total)).toBe(pages);
  });

  it.each([
    [0, 0],
    [19, 0],
    [20, 1],
    [44, 2],
  ])('put index %i on page %i', (index, page) => {
    expect(pageOf(index)).toBe(page);
  });

  it('end with what is left', () => {
    expect(pageIndexes(2, 45)).toEqual([40, 41, 42, 43, 44]);
    expect(pageIndexes(0, 3)).toEqual([0, 1, 2]);
  });

  it.each([
    [1, 20],
    [0, 0],
    [5, 45],
  ])('have nothing on page %i of %i questions', (page, total) => {
    expect(pageIndexes(page, total)).toEqual([]);
  });

  it('hold every question exactly once, in order', () => {
    fc.assert(
      fc.property(fc.nat({ max: 500 }), (total) => {
        const pages = Array.from({ length: pageCount(total) }, (_, page) =>
          pageIndexes(page, total),
        );
        expect(pages.flat()).toEqual(Array.from({ length: total }, (_, index) => index));
        pages.forEach((indexes, page) => {
          for (const index of indexes) expect(pageOf(index)).toBe(page);
        });
      }),
    );
  });
});
