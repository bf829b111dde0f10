import type { Question } from '#contract/wire.ts';
import { splitCode } from '#wording/code.ts';
import { textParts } from '#wording/question-text.ts';

export type Entry = {
  questionId: string;
  note: string;
  /** What a search looks at, in the order of worth. */
  texts: string[];
  lowered: string[];
};

/** A text without the marks of its code. */
export const withoutMarks = (text: string) =>
  splitCode(text)
    .map((piece) => piece.text)
    .join('');

/** The stem as words: in place of an image, its alternative text. */
export const plainText = (question: Question) =>
  textParts(question)
    .map(withoutMarks)
    .join(' ')
    .replace(/\[(img-\d+)\]/g, (_, word: string) => question.imageAlts?.[word] ?? '')
    .trim();

/** What can be found in a question; of one never answered, nothing that gives it away. */
export const entryOf = (
  questionId: string,
  question: Question,
  { note, isAnswered }: { note: string; isAnswered: boolean },
): Entry => {
  const { options, explanation = '', optionNotes = [], prompts = [], promptNotes = [] } = question;
  const open = [plainText(question), ...[...prompts, ...options].map(withoutMarks), note];
  const said = isAnswered ? [...open, explanation, ...promptNotes, ...optionNotes] : open;
  const texts = said.map((text) => text.normalize());
  return { questionId, note, texts, lowered: texts.map((text) => text.toLowerCase()) };
};

const wordsOf = (search: string) => search.normalize().toLowerCase().split(/\s+/).filter(Boolean);

/** The entries that have every word of `search` somewhere; all of them without a word. */
export const findEntries = <T extends Pick<Entry, 'lowered'>>(
  entries: T[],
  search: string,
): T[] => {
  const words = wordsOf(search);
  return entries.filter(({ lowered }) =>
    words.every((word) => lowered.some((text) => text.includes(word))),
  );
};

/** How much of a text stands before a word that is found further on, in characters. */
const BEFORE = 40;

/** The first text that has a word of `search`, unless that is the stem; '' if none has. */
export const elsewhereOf = (
  { texts, lowered }: Pick<Entry, 'texts' | 'lowered'>,
  search: string,
) => {
  const words = wordsOf(search);
  const index = lowered.findIndex((text) => words.some((word) => text.includes(word)));
  return index > 0 ? (texts[index] ?? '') : '';
};

/** A text, cut to begin near the first word found in it, in pieces: each second one is found. */
export const excerptOf = (text: string, search: string): string[] => {
  const low = text.toLowerCase();
  const words = wordsOf(search).filter((word) => low.includes(word));
  // Some letters have another length in lower case, so that places would not fit.
  if (words.length === 0 || low.length !== text.length) return [text];
  const first = Math.min(...words.map((word) => low.indexOf(word)));
  const from = first > 2 * BEFORE ? text.lastIndexOf(' ', first - BEFORE) + 1 : 0;
  const pieces = [from > 0 ? '… ' : ''];
  let at = from;
  while (at < text.length) {
    const next = words
      .map((word) => ({ start: low.indexOf(word, at), length: word.length }))
      .filter(({ start }) => start >= 0)
      .sort((a, b) => a.start - b.start || b.length - a.length)[0];
    if (!next) break;
    pieces[pieces.length - 1] += text.slice(at, next.start);
    pieces.push(text.slice(next.start, next.start + next.length), '');
    at = next.start + next.length;
  }
  pieces[pieces.length - 1] += text.slice(at);
  return pieces;
};

/** Case-insensitive substring of the name (spec: Screens). */
export const matchesSearch = (name: string, search: string) =>
  name.toLowerCase().includes(search.trim().toLowerCase());
