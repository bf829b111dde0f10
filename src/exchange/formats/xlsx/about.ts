import type { About } from '../about.ts';

export const xlsx: About = {
  label: 'Excel',
  endings: ['xlsx'],
  type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  reads: 'sheets with a row of names of columns, also Kahoot’s',
  lost: 'pictures, formulas are their last values',
};
