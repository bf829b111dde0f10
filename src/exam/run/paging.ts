/** Questions per page of the grid (spec: Screens). Pages count from 0. */
export const PAGE_SIZE = 20;

export const pageCount = (total: number) => Math.max(1, Math.ceil(total / PAGE_SIZE));

export const pageOf = (index: number) => Math.floor(index / PAGE_SIZE);
