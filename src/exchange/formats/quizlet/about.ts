import type { About } from '../about.ts';

export const quizlet: About = {
  label: 'Quizlet',
  endings: ['txt', 'tsv'],
  type: 'text/plain',
  reads: 'pasted cards with lettered options, whose backs name the answer',
  lost: 'other cards',
};
