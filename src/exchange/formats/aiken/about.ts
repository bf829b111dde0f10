import type { Written } from '../about.ts';

export const aiken: Written = {
  label: 'Aiken',
  endings: ['aiken', 'txt'],
  type: 'text/plain',
  ending: 'txt',
  reads: 'yes, and plain text with lettered options',
  writes: 'yes',
  lost: 'out: explanations, rationales, references, domains, ids, code, pictures',
};
