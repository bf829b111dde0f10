import { expect, it } from 'vitest';
import { PAGE_SIZE, pageCount, pageOf } from '#exam/run/paging.ts';

it('questions fill pages of 20 in order, and an empty list has one page', () => {
  expect(PAGE_SIZE).toBe(20);
  expect([0, 1, 20, 21, 40, 41, 100, 101].map(pageCount)).toEqual([1, 1, 1, 2, 2, 3, 5, 6]);
  expect([0, 19, 20, 39, 40, 100].map(pageOf)).toEqual([0, 0, 1, 1, 2, 5]);
});
