import type { Written } from '../about.ts';

export const json: Written = {
  label: 'JSON',
  endings: ['json'],
  type: 'application/json',
  ending: 'json',
  reads: 'usual names of keys',
  writes: 'yes',
  lost: 'keys that are not known',
};
