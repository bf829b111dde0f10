import type { Written } from '../about.ts';

export const text: Written = {
  label: 'Plain text',
  endings: [],
  type: 'text/plain',
  ending: 'txt',
  reads: '',
  writes: 'yes, for paper',
  lost: 'pictures, rationales',
};
