import type { Written } from '../about.ts';

export const csv: Written = {
  label: 'CSV',
  endings: ['csv', 'tsv'],
  type: 'text/csv',
  ending: 'csv',
  reads: 'usual names of columns; others are asked for, or told by `--column`',
  writes: 'yes',
  lost: 'columns that are not known',
};
