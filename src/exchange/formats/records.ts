import { failed, type Result, success } from '#contract/result.ts';
import type { Item, LooseReference, Place } from '../item.ts';
import { readImages } from './markup.ts';

/** The content of a column. Numbered columns hold one option's text or note. */
export type ColumnName =
  | 'question'
  | 'options'
  | 'answers'
  | 'explanation'
  | 'notes'
  | 'references'
  | 'domain'
  | 'task'
  | 'form'
  | 'reviewed'
  | 'shuffle'
  | 'id';
export type Column = { name: ColumnName } | { option: number } | { note: number };

const names: Record<ColumnName, string> = {
  question: 'question stem questiontext questions',
  options: 'options choices',
  answers: 'answers answer correct correctanswer correctanswers key',
  explanation: 'explanation overallexplanation rationale',
  notes: 'notes optionnotes whys',
  references: 'references reference sources source links link',
  domain: 'domain',
  task: 'task',
  form: 'form',
  reviewed: 'reviewed',
  shuffle: 'shuffle',
  id: 'id questionid',
};
const columns = new Map<string, Column>(
  Object.entries(names).flatMap(([name, aliases]) =>
    aliases.split(' ').map((alias): [string, Column] => [alias, { name: name as ColumnName }]),
  ),
);

const numbered = /^(option|answeroption|choice|note|why|explanation)(\d{1,2}|[a-z])$/;

/** Finds the column that a header or key names, ignoring case, spaces and underscores. */
export const findColumn = (header: string): Column | undefined => {
  const key = header
    .slice(0, 40)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  const known = columns.get(key);
  if (known) return known;
  const [, kind = '', place = ''] = numbered.exec(key) ?? [];
  if (kind === '') return undefined;
  const index = /\d/.test(place) ? Number(place) - 1 : place.charCodeAt(0) - 97;
  if (index < 0) return undefined;
  return kind.endsWith('option') || kind === 'choice' ? { option: index } : { note: index };
};

/** The canonical name of a column. */
export const columnKey = (column: Column): string =>
  'name' in column
    ? column.name
    : 'option' in column
      ? `option${column.option + 1}`
      : `note${column.note + 1}`;

const byPlace = /^(?:option[ \t]*)?(?:([A-Za-z])|(\d{1,3}))[.)]?$/i;
const lettered = /^([A-Za-z])[.)][ \t]+(.*)$/s;
const separators = ['\n', '|', ';', ','];

export const letterOf = (index: number) => String.fromCharCode(65 + index);
const letterIndex = (letter: string) => letter.toUpperCase().charCodeAt(0) - 65;

const findText = (options: readonly string[], text: string): number => {
  const exact = options.indexOf(text);
  if (exact !== -1) return exact;
  const lower = text.toLowerCase();
  const alike = options.flatMap((option, index) => (option.toLowerCase() === lower ? [index] : []));
  return alike.length === 1 ? (alike[0] ?? -1) : -1;
};

const findPlace = (options: readonly string[], text: string): number => {
  const match = byPlace.exec(text);
  const index = match?.[1] ? letterIndex(match[1]) : match?.[2] ? Number(match[2]) - 1 : -1;
  if (match) return index < options.length ? index : -1;
  // "B. The text of option B"
  const [, letter = '', rest = ''] = lettered.exec(text) ?? [];
  return letter !== '' && options[letterIndex(letter)] === rest.trim() ? letterIndex(letter) : -1;
};

type Found = number | 'ambiguous' | undefined;

const findOne = (options: readonly string[], name: string): Found => {
  const text = findText(options, name);
  const place = findPlace(options, name);
  if (text !== -1 && place !== -1 && text !== place) return 'ambiguous';
  return text !== -1 ? text : place !== -1 ? place : undefined;
};

const findSeveral = (options: readonly string[], name: string): Found[] => {
  const whole = findOne(options, name);
  if (whole !== undefined) return [whole];
  for (const separator of separators) {
    if (!name.includes(separator)) continue;
    const parts = name.split(separator).map((part) => part.trim());
    const found = parts.filter((part) => part !== '').map((part) => findOne(options, part));
    if (found.length > 0 && found.every((one) => one !== undefined)) return found;
  }
  // "BD", as in many banks.
  if (/^[A-Z]{2,26}$/.test(name)) {
    const found = [...name].map(letterIndex);
    if (found.every((index) => index < options.length)) return found;
  }
  return [undefined];
};

const quote = (text: string) => `"${text.length > 40 ? `${text.slice(0, 39)}…` : text}"`;

/**
 * Finds the options that the answers name, by text, letter, number from 1 or "option 2". One answer
 * may name several. An answer that could mean two options is a failure.
 */
export const readAnswers = (
  options: readonly string[],
  given: readonly string[],
): Result<boolean[], string> => {
  const right = options.map(() => false);
  const names = given.map((name) => name.trim()).filter((name) => name !== '');
  if (names.length === 0) return failed('names no right answer');
  for (const name of names) {
    for (const found of findSeveral(options, name)) {
      if (found === undefined) return failed(`has the answer ${quote(name)}, which is no option`);
      if (found === 'ambiguous') {
        return failed(
          `has the answer ${quote(name)}, which is one option's text and another's place: write "option 2"`,
        );
      }
      right[found] = true;
    }
  }
  return success(right);
};

/** Names of the right options that `readAnswers` reads back; preferably their texts. */
export const nameAnswers = (
  options: readonly string[],
  right: readonly boolean[],
  join: (names: string[]) => string[],
): string[] | undefined => {
  const places = right.flatMap((isRight, index) => (isRight ? [index] : []));
  const ways: ((index: number) => string)[] = [
    (index) => options[index] ?? '',
    letterOf,
    (index) => String(index + 1),
    (index) => `option ${index + 1}`,
  ];
  return ways
    .map((name) => join(places.map(name)))
    .find((names) => {
      const read = readAnswers(options, names);
      return read.ok && read.value.every((isRight, index) => isRight === right[index]);
    });
};

/** A question from CSV or JSON: texts with Markdown images, answers in any form. */
export type ItemRecord = {
  place: Place;
  question: string;
  options: readonly string[];
  /** Answers by text, letter or number, or a flag for each option. */
  answers: readonly string[] | readonly boolean[];
  explanation: string;
  notes: readonly string[];
  references: LooseReference[];
  domain: string;
  task: string;
  form: string;
  reviewed: string;
  shuffle: string;
  id: string;
};

const isMarks = (answers: ItemRecord['answers']): answers is readonly boolean[] =>
  typeof answers[0] === 'boolean';

const orNothing = (text: string) => text.trim() || undefined;

const findTwins = (options: readonly string[]): string | undefined => {
  const seen = new Map<string, number>();
  for (const [index, option] of options.entries()) {
    const twin = seen.get(option);
    if (twin !== undefined) return `has the same text in options ${twin + 1} and ${index + 1}`;
    seen.set(option, index);
  }
  return undefined;
};

/** Ignores anything except the two forms. */
export const readForm = (text: string): 1 | 2 | undefined =>
  text.trim() === '1' ? 1 : text.trim() === '2' ? 2 : undefined;

const readShuffle = (text: string): boolean | undefined =>
  /^(?:false|no|0)$/i.test(text.trim()) ? false : undefined;

/** Turns a record into an item, or returns why it can't. */
export const toItem = (record: ItemRecord): Result<Item, string> => {
  const options = record.options.map((option) => option.trim());
  if (options.length === 0) return failed('has no options');
  if (record.notes.length > options.length) {
    return failed(`has ${record.notes.length} notes for ${options.length} options`);
  }
  const twins = findTwins(options);
  if (twins) return failed(twins);
  const marks = isMarks(record.answers)
    ? success([...record.answers])
    : readAnswers(options, record.answers);
  if (!marks.ok) return marks;
  return success({
    place: record.place,
    id: orNothing(record.id),
    stem: readImages(record.question.trim()),
    options: options.map((option, index) => ({
      text: readImages(option),
      right: marks.value[index] ?? false,
      rationale: readImages((record.notes[index] ?? '').trim()),
    })),
    explanation: readImages(record.explanation.trim()),
    references: record.references,
    domain: orNothing(record.domain),
    task: orNothing(record.task),
    form: readForm(record.form),
    reviewed: orNothing(record.reviewed),
    shuffle: readShuffle(record.shuffle),
  });
};
