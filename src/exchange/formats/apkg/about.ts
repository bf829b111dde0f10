import type { About } from '../about.ts';

export const apkg: About = {
  label: 'Anki packages',
  endings: ['apkg', 'colpkg'],
  type: 'application/vnd.anki',
  reads: 'cards with lettered options, the note type AllInOne, pictures',
  lost: 'cloze and other cards, sound, when a card is due',
};
