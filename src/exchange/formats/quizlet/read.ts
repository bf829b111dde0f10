import { success } from '#contract/result.ts';
import type { Entry } from '../../item.ts';
import { readCard } from '../anki/read.ts';
import type { Reader, ReadText } from '../format.ts';

/** Puts options that follow each other on one line on lines of their own. */
const splitOptions = (front: string) =>
  front
    .split('\n')
    .slice(1)
    .some((line) => /^[ \t]*\(?[A-Z][.)]/i.test(line))
    ? front
    : front.replace(/[ ;,]\(?([A-Z][.)][ ]?)(?=\S)/gi, '\n$1 ');

/** Cards between line breaks, their sides parted by a tab; a front may have several lines. */
const read: ReadText = (text, note) => {
  const entries: Entry[] = [];
  let front: string[] = [];
  let start = 1;
  for (const [at, line] of `${text}\n`.split('\n').entries()) {
    const tab = line.indexOf('\t');
    if (front.length === 0) start = at + 1;
    front.push(tab === -1 ? line : line.slice(0, tab));
    if (tab === -1) continue;
    const sides = [splitOptions(front.join('\n').trim()), line.slice(tab + 1).trim()] as const;
    entries.push({ place: `:${start}`, title: sides[0], item: readCard(sides, note) });
    front = [];
  }
  return success(entries);
};

/** Whether lines hold one tab each, and options with letters stand in front of some. */
const looksLike = (text: string) => {
  const tabbed = text.split('\n').filter((line) => line.includes('\t'));
  const isPair = (line: string) => line.indexOf('\t') === line.lastIndexOf('\t');
  const named = tabbed.filter((line) =>
    /\t[ ]*\(?[A-H][).:]?(?:[ ]|$)|\t[ ]*(?:true|false)$/i.test(line),
  );
  return tabbed.length > 0 && tabbed.every(isPair) && named.length * 2 > tabbed.length;
};

export const quizletReader: Reader = {
  read,
  looksLike,
  shape: 'cards with lettered options, a tab and the letter of the right one',
};
