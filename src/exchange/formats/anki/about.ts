import type { Written } from '../about.ts';

export const anki: Written = {
  label: 'Anki',
  endings: ['txt', 'anki'],
  type: 'text/plain',
  ending: 'txt',
  reads: 'cards with lettered options, the note type AllInOne',
  writes: 'yes',
  lost: 'ids and domains only as tags; other cards',
};
