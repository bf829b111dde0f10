import type { About } from '../about.ts';

export const h5p: About = {
  label: 'H5P',
  endings: ['h5p'],
  type: 'application/zip',
  reads: 'multiple choice, single choice sets, true or false, question sets',
  lost: 'other contents, tips',
};
