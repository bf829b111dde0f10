import type { Written } from '../about.ts';

export const qti: Written = {
  label: 'QTI',
  endings: ['xml', 'dat'],
  type: 'text/xml',
  ending: 'zip',
  reads: '1.2 (Canvas, Blackboard) and items of 2.1, with pictures',
  writes: '1.2, with `--out x.zip` as a package',
  lost: 'items that are no single list of options, scores',
};
