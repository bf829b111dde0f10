import type { Written } from '../about.ts';

export const gift: Written = {
  label: 'GIFT',
  endings: ['gift', 'txt'],
  type: 'text/plain',
  ending: 'gift',
  reads: 'choice, true or false, matching',
  writes: 'yes',
  lost: 'other kinds',
};
