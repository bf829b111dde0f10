import type { Written } from '../about.ts';

export const markdown: Written = {
  label: 'Markdown',
  endings: ['md', 'markdown'],
  type: 'text/markdown',
  ending: 'md',
  reads: 'checkboxes, `(X)`, `A.` with `Answer:`, the bank’s own files',
  writes: 'yes',
  lost: 'pictures in explanations',
};
