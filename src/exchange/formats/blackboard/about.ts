import type { About } from '../about.ts';

export const blackboard: About = {
  label: 'Blackboard tabs',
  endings: ['txt', 'tsv'],
  type: 'text/plain',
  reads: 'MC, MA and TF',
  lost: 'other kinds',
};
