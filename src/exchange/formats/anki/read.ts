import { failed, type Result, success } from '#contract/result.ts';
import type { Item, Note } from '../../item.ts';
import { toItem } from '../../quiz.ts';
import { letterOf } from '../../records/answers.ts';
import { openReason, readCsvRows } from '../csv/read.ts';
import type { Reader, ReadText } from '../format.ts';

const separators: Record<string, string> = {
  tab: '\t',
  comma: ',',
  semicolon: ';',
  pipe: '|',
  colon: ':',
  space: ' ',
};

/** The lines `#name:value` before the notes. Columns count from 1. */
const readHeader = (text: string) => {
  const [lines = ''] = /^(?:#[^\n]*\n)*/.exec(text) ?? [];
  const values = new Map(
    lines.split('\n').flatMap((line) => {
      const colon = line.indexOf(':');
      return colon === -1 ? [] : [[line.slice(1, colon).toLowerCase(), line.slice(colon + 1)]];
    }),
  );
  const named = values.get('separator')?.trim() ?? 'tab';
  const separator = separators[named.toLowerCase()] ?? named.slice(0, 1);
  const columnOf = (name: string) => Number(values.get(`${name} column`) ?? 0) - 1;
  return {
    lines,
    separator,
    isHtml: values.get('html')?.trim() !== 'false',
    columns:
      values
        .get('columns')
        ?.split(separator)
        .map((name) => name.trim().toLowerCase()) ?? [],
    guid: columnOf('guid'),
    tags: columnOf('tags'),
    others: ['notetype', 'deck'].map(columnOf),
  };
};

const itemsOf = (list: string) =>
  list
    .split(/<li\b[^<>]*>/)
    .slice(1)
    .map((item) => item.replace(/<\/li>\s*$/, ''));

/** What ends or begins a line. */
const breaks = { html: /<br ?\/?>|<\/?(?:div|p)\b[^<>]*>|\n/, plain: /\n/ };

/** The front of a card as stem and options: a list at its end, or lines that are lettered. */
const splitFront = (front: string, format: keyof typeof breaks) => {
  const start = front.lastIndexOf('<ol');
  if (start !== -1) return { stem: front.slice(0, start), options: itemsOf(front.slice(start)) };
  const lines = front.split(breaks[format]);
  const first = lines.findIndex((line) => /^\s*\(?A[.):]\s/i.test(line));
  if (first === -1) return { stem: front, options: [] };
  const options = lines.slice(first).filter((line) => line.trim() !== '');
  return {
    stem: lines.slice(0, first).join(format === 'html' ? '<br>' : '\n'),
    options: options.map((line) => line.replace(/^\s*\(?[A-Z][.):]\s+/i, '')),
  };
};

/** The letters at the start of the back, and what follows them. */
const splitBack = (back: string) => {
  const [key = '', letters = ''] =
    /^(?:\s|<(?:p|div|b)>)*([A-Z](?:, ?[A-Z])*)(?![\w'’])[.):]?/.exec(back) ?? [];
  const rest = back.slice(key.length).replace(/^\s*<\/(?:p|div|b)>/, '');
  const end = rest.indexOf('</ol>');
  const hasList = /^\s*<ol\b/.test(rest) && end !== -1;
  const notes = hasList
    ? itemsOf(rest.slice(0, end)).map((item) =>
        item.slice(item.indexOf('<br>')).replace(/^<br>|^[^<].*/s, ''),
      )
    : [];
  return {
    letters: letters.split(/, ?/),
    notes,
    rest: (hasList ? rest.slice(end + 5) : rest).trim(),
  };
};

/** The marks of the note type AllInOne: `0 1 0`. */
const readBits = (text = '') =>
  text
    .trim()
    .split(/\s+/)
    .map((bit) => bit === '1');

const wordsOf = (html: string) =>
  html
    .replace(/<[^<>]*>/g, '')
    .trim()
    .toLowerCase();

const readNote = (
  cells: readonly string[],
  header: ReturnType<typeof readHeader>,
  note: Note,
): Result<Item, string> => {
  const { columns, guid, tags, others, isHtml } = header;
  const format = isHtml ? 'html' : 'plain';
  const cellOf = (name: string) => cells[columns.indexOf(name)] ?? '';
  const [front = '', back = ''] = cells.filter(
    (_, index) => index !== guid && index !== tags && !others.includes(index),
  );
  const numbered = columns.filter((name) => /^q_\d+$/.test(name)).map(cellOf);
  const isAllInOne = numbered.some((text) => text.trim() !== '');
  const { stem, options } = isAllInOne
    ? { stem: cellOf('question'), options: numbered.filter((text) => text.trim() !== '') }
    : splitFront(front, format);
  const { letters, notes, rest } = splitBack(back);
  const bits = readBits(cellOf('answers'));
  /** The back has the text of an option in place of its letter. */
  const [said = ''] = back.split(/<br ?\/?>|<\/(?:p|div)>|\n/, 1);
  const named = options.findIndex((option) => wordsOf(option) === wordsOf(said));
  const right = options.map((_, position) =>
    isAllInOne
      ? bits[position] === true
      : named === -1
        ? letters.includes(letterOf(position))
        : position === named,
  );
  if (options.length === 0)
    return failed('has no options: only cards with lettered options are questions');
  const isWhole =
    isAllInOne ||
    named !== -1 ||
    letters.every((letter) => letter.charCodeAt(0) - 65 < options.length);
  if (!right.includes(true) || !isWhole) return failed('names no right answer');
  const html = (text: string) => ({ text, format });
  const explained = isAllInOne ? ['sources', 'extra 1'].map(cellOf) : [rest];
  return toItem(
    {
      id: cells[guid]?.split('/').at(-1) || undefined,
      category: cells[tags]?.trim() || undefined,
      tags: [],
      stem: html(stem),
      options: options.map((text, position) => ({
        text: html(text),
        weight: right[position] === true,
        rationale: html(notes[position] ?? ''),
      })),
      explanation: explained.filter((text) => text.trim() !== '').map(html),
    },
    note,
  );
};

/** Reads a card of two sides in plain text; a small letter on the back counts, too. */
export const readCard = (
  [front, back]: readonly [string, string],
  note: Note,
): Result<Item, string> => {
  const key = back.replace(/^\(?[a-z](?=[).:]|$)/i, (letter) => letter.toUpperCase());
  const hasOptions = splitFront(front, 'plain').options.length > 0;
  const truth = /^(true|false)\b/i.exec(back)?.[1]?.toLowerCase();
  const header = { ...readHeader(''), isHtml: false };
  if (hasOptions || !truth) return readNote([front, key.replace(/^\(/, '')], header, note);
  const sides = [`${front}\nA. True\nB. False`, truth === 'true' ? 'A' : 'B'];
  return readNote(sides, header, note);
};

const read: ReadText = (text, note) => {
  const header = readHeader(text);
  const rows = readCsvRows(text.slice(header.lines.length), header.separator);
  const before = header.lines.split('\n').length - 1;
  return success(
    rows.map(({ line, cells, isOpen }) => ({
      place: `:${before + line}`,
      title: cells[header.guid === 0 ? 1 : 0] ?? '',
      item: isOpen ? failed(openReason) : readNote(cells, header, note),
    })),
  );
};

export const ankiReader: Reader = {
  read,
  looksLike: (text) => /^#(?:separator|html|columns|notetype|deck|tags|guid)\b/.test(text),
  shape: 'cards with lettered options on the front and their letters on the back',
};
