import type { Written } from '../about.ts';

export const qti: Written = {
  label: 'QTI',
  endings: ['xml', 'dat'],
  type: 'text/xml',
  ending: 'zip',
  reads: '1.2 (Canvas, Blackboard) and items of 2.1, also order and match, with pictures',
  writes: '1.2, with `--out x.zip` as a package',
  lost: 'other kinds of items, scores',
};
