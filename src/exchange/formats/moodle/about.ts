import type { Written } from '../about.ts';

export const moodle: Written = {
  label: 'Moodle',
  endings: ['xml'],
  type: 'text/xml',
  ending: 'xml',
  reads: 'choice, true or false, matching, ordering, with pictures',
  writes: 'yes',
  lost: 'hints, tags, feedback on wrong answers as a whole, sound, GIFs',
};
