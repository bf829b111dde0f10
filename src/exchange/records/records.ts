import { failed, type Result, success } from '#contract/result.ts';
import { isObject } from '#primitives/json.ts';
import type { Asked, ReadContext, ReadFailure } from '../formats/format.ts';
import { createNotes, type Entry, type Item, mostOptions, type Note, titleOf } from '../item.ts';
import { looksLikeHtml, readHtml } from '../markup/html-reader.ts';
import { type Outgoing, printMarkup } from '../outgoing.ts';
import { numbersIn, readAnswers, stripLabels } from './answers.ts';
import {
  findColumn,
  foldName,
  metadataNames,
  nameOf,
  type PartName,
  readMetadata,
} from './columns.ts';
import {
  keepWhole,
  noteUnknown,
  type Option,
  readNotes,
  readOptions,
  readReferences,
  readText,
  readTexts,
  splitOptions,
} from './record-values.ts';
import { type Piece, readStem, readWords } from './stem.ts';

/** A CSV row or a JSON object, or why it is neither. */
export type SourceRecord = {
  place: string;
  entries: readonly (readonly [name: string, value: unknown])[] | string;
  /** The text of one that is neither. */
  source?: string;
};

type Values = Partial<Record<PartName, unknown>>;

/** Parts of which a record may have several. */
const joined: readonly PartName[] = [
  'question',
  'context',
  'instruction',
  'code',
  'image',
  'explanation',
];
const vital: readonly PartName[] = ['options', 'answers', 'key', 'index'];

/** The number of a question, which some call "question". */
const isCount = (value: unknown) => /^(?:q\w* ?)?\d+$/i.test(String(value).trim());

/** The values of a record by part. Those of numbered columns become lists, and so do joined parts. */
type Collected = {
  values: Values;
  unknown: (readonly [header: string, value: unknown])[];
  first: 0 | 1;
};

const collectValues = (
  note: Note,
  entries: SourceRecord['entries'],
  told: Readonly<Record<string, string>>,
): Result<Collected, string> => {
  if (typeof entries === 'string') return failed(entries);
  const columns = entries
    .filter(([, value]) => (value ?? '') !== '')
    .map(([header, value]) => ({ header, value, column: findColumn(nameOf(header, told)) }));
  // The names that CertDeck uses win over other names for the same part, unless both are kept.
  const isOurs = ({ column }: (typeof columns)[number]) =>
    column !== undefined && (column.isExact || joined.includes(column.name));
  const ordered = columns.every(isOurs)
    ? columns
    : [...columns.filter(isOurs), ...columns.filter((one) => !isOurs(one))];
  const values: Values = {};
  const many = new Map<PartName, unknown[]>();
  const lists = new Map<PartName, Map<number, unknown>>();
  const unknown: [string, unknown][] = [];
  for (const { header, value, column } of ordered) {
    const { name, index: at } = column ?? {};
    // "a" may stand for all answers as well as for the first.
    const index = Array.isArray(value) ? undefined : at;
    if (name === undefined) unknown.push([header, value]);
    else if (name === 'none') noteUnknown(note, header);
    else if (joined.includes(name) && index === undefined) {
      const list = many.get(name) ?? [];
      if (foldName(header) === 'prompt') list.unshift(value);
      else list.push(value);
      many.set(name, list);
    } else {
      const list = lists.get(name) ?? new Map<number, unknown>();
      const isTwice = index === undefined ? list.size > 0 : list.has(index);
      if (values[name] !== undefined || isTwice) {
        if (vital.includes(name)) return failed(`has "${name === 'key' ? 'answers' : name}" twice`);
        noteUnknown(note, header);
      } else if (index === undefined) values[name] = value;
      else lists.set(name, list.set(index, value));
    }
  }
  // Columns count from 1 unless one is "option 0".
  const first = [...lists.values()].some((list) => list.has(0)) ? 0 : 1;
  for (const [name, list] of lists) {
    const places = Array.from({ length: Math.max(...list.keys()) - first + 1 });
    values[name] = places.map((_, at) => list.get(at + first));
  }
  for (const [name, list] of many) values[name] = list;
  const questions = many.get('question') ?? [];
  if (questions.length > 1) values.question = questions.filter((one) => !isCount(one));
  return success({ values, unknown, first });
};

/** Takes the answers for options if nothing else lists any. */
const findOptionParts = (values: Values): Values => {
  const { options, answers, key, wrong } = values;
  if (options !== undefined || answers === undefined) return values;
  const isMarked = Array.isArray(answers) && answers.some(isObject);
  const isChoice =
    (Array.isArray(answers) || isObject(answers)) && key !== undefined && wrong === undefined;
  return isMarked || isChoice ? { ...values, options: answers, answers: undefined } : values;
};

/** Takes an explanation of each option for its reason. */
const moveReasons = (values: Values): Values => {
  const list = Array.isArray(values.explanation) ? values.explanation : [];
  // What is said after a right and a wrong answer is of no option.
  const isByOption =
    list.length === 1 && isObject(list[0]) && !('text' in list[0]) && !('correct' in list[0]);
  return isByOption && values.notes === undefined
    ? { ...values, notes: list[0], explanation: undefined }
    : values;
};

const textNames = ['id', ...metadataNames] as const;

/** A parsed record. What its keys mean depends on the whole file. */
type ParsedRecord = {
  item: Omit<Item, 'options' | 'stem' | 'explanation'>;
  stem: Piece[];
  explanation: string[];
  options: Option[];
  /** Names of the right options, by the part that holds them; those of an index count from 0. */
  named: { names: string[]; isIndex?: boolean }[];
  /** The number of the first option in the columns' names. */
  first: 0 | 1;
};

/** The options of a record, or those that its answers imply. */
const listOptions = (options: Option[], given: readonly string[], wrong: readonly string[]) => {
  if (options.length > 0) return options;
  if (wrong.length > 0) {
    return [...given, ...wrong].map((text, index) => ({
      ...{ text, rationale: '' },
      right: index < given.length,
    }));
  }
  const isTruth = given.length === 1 && /^(?:true|false)$/i.test(given[0] ?? '');
  return isTruth ? ['True', 'False'].map((text) => ({ text, rationale: '' })) : [];
};

const parseRecord = (
  { values: source, first }: Collected,
  note: Note,
): Result<ParsedRecord, string> => {
  const values = moveReasons(findOptionParts(source));
  const lists = {
    options: readOptions(values.options, note),
    answers: readTexts(values.answers, keepWhole),
    key: readTexts(values.key, keepWhole),
    index: readTexts(values.index, keepWhole),
    wrong: readTexts(values.wrong, splitOptions),
    // The n-th note belongs to the n-th option, so empty lines count.
    notes: isObject(values.notes) ? [] : readTexts(values.notes, (text) => text.split('\n')),
    references: readReferences(values.references),
    question: readStem(values),
    explanation: readWords(values.explanation),
  };
  const texts = Object.fromEntries(textNames.map((name) => [name, readText(values[name])]));
  const unfit = [lists, texts].flatMap((all) =>
    Object.keys(all).filter((name) => (all as Values)[name as PartName] === undefined),
  )[0];
  if (unfit) return failed(`has a value for “${unfit}” that can’t be read`);
  const { answers = [], key = [], index = [], wrong = [], notes = [], references } = lists;
  const isNamed = (name: string) => name !== '';
  const named = [answers, key].map((names) => names.filter(isNamed));
  const options = listOptions(lists.options ?? [], named.flat(), wrong);
  if (options.length === 0) return failed('has no options');
  if (options.length > mostOptions) return failed(`has over ${mostOptions} options`);
  const hasNotes = options.some((option) => option.rationale !== '');
  if (notes.length > (hasNotes ? 0 : options.length)) return failed('has too many notes');
  const byName = readNotes(values.notes, options);
  if (!byName) return failed('has a reason for what is no option');
  const shown = stripLabels(options.map((option) => option.text));
  /** An answer may include the option's label. */
  const unlabel = (name: string) => shown[options.findIndex(({ text }) => text === name)] ?? name;
  return success({
    item: { ...readMetadata(texts), id: texts.id || undefined, references },
    stem: lists.question ?? [],
    explanation: lists.explanation ?? [],
    options: options.map((option, at) => ({
      ...option,
      text: shown[at] ?? '',
      rationale: [option.rationale || notes[at], byName[at]].filter(Boolean).join('\n'),
    })),
    named: [
      ...named.map((names) => ({ names: names.map(unlabel) })),
      { names: index.filter(isNamed), isIndex: true },
    ],
    first,
  });
};

const textsOf = ({ options }: ParsedRecord) => options.map((option) => option.text);

const keysOf = ({ options }: ParsedRecord) => {
  const keys = options.map((option) => option.key);
  return keys.includes(undefined) ? undefined : keys;
};

const findRight = (record: ParsedRecord, base: number): Result<boolean[], string> => {
  const { options, named, first } = record;
  const isMarked = options.some((option) => option.right !== undefined);
  const ways = isMarked ? [options.map((option) => option.right === true)] : [];
  for (const { names, isIndex } of named) {
    if (names.length === 0) continue;
    const rules = isIndex ? { base: 0 } : { base, first, keys: keysOf(record) };
    const right = readAnswers(isIndex ? options.map(() => '\0') : textsOf(record), names, rules);
    if (!right.ok) return right;
    ways.push(right.value);
  }
  const [right = [], ...others] = ways;
  if (others.some((other) => String(other) !== String(right))) {
    return failed('contradicts itself: its keys name different options');
  }
  return right.includes(true) ? success(right) : failed('names no right answer');
};

const itemOfRecord = (
  record: ParsedRecord,
  base: number,
  isHtml: boolean,
): Result<Item, string> => {
  const right = findRight(record, base);
  if (!right.ok) return right;
  let failure: string | undefined;
  const read = (text: string, isLenient = false) => {
    const html = isHtml ? readHtml(text, { keepBreaks: true, isLenient }) : success(text);
    if (!html.ok) failure ??= html.failure;
    return html.ok ? html.value : '';
  };
  const item: Item = {
    ...record.item,
    stem: record.stem.map(({ text, isMarkup }) => (isMarkup ? text : read(text))).join('\n\n'),
    options: record.options.map(({ text, rationale, isCode }, index) => ({
      text: isCode ? text : read(text),
      rationale: read(rationale, true),
      right: right.value[index] ?? false,
    })),
    explanation: record.explanation.map((text) => read(text, true)).join('\n\n'),
  };
  return failure === undefined ? success(item) : failed(failure);
};

/** What all records of a file tell together of where their numbers start, or what must be asked. */
const findBase = (
  records: readonly ParsedRecord[],
  told?: 0 | 1,
): Result<0 | 1 | undefined, Asked> => {
  const numbered = records.flatMap((record) => {
    if (keysOf(record) !== undefined) return [];
    const names = record.named.flatMap(({ names, isIndex }) => (isIndex ? [] : names));
    const numbers = names.flatMap((name) => numbersIn(textsOf(record), name));
    return numbers.map((number) => ({ record, number }));
  });
  // A question that can be shown both ways.
  const one = numbered.find(({ record, number }) => number < record.options.length) ?? numbered[0];
  if (!one) return success(undefined);
  const isFromZero = numbered.some(({ number, record }) => number === 0 || record.first === 0);
  if (told === undefined && !isFromZero) {
    const stem = titleOf(one.record.stem.map(({ text }) => text).join(' '));
    return failed({ kind: 'count', stem, options: textsOf(one.record), number: one.number });
  }
  return success(told ?? 0);
};

/** Longer than a name. */
const longName = 40;

/** Texts of which nothing is known: how many are under a name, and the first of them. */
type UnknownTexts = Map<string, { count: number; sample: string }>;

const countUnknown = (found: UnknownTexts, unknown: Collected['unknown']) => {
  for (const [header, value] of unknown) {
    const one = found.get(header) ?? { count: 0, sample: '' };
    const text = readText(value) ?? '';
    if (text.length > longName) {
      one.count += 1;
      one.sample ||= text;
    }
    found.set(header, one);
  }
};

const messageOf = (asked: Asked): string => {
  if (asked.kind === 'text') {
    const header = JSON.stringify(asked.header);
    return `It is not known what ${header} is: say --column context=${header}, explanation or none.`;
  }
  return 'Its answers are numbers: say with --count-from 0 or 1 which number the first option has.';
};

const ask = (asked: Asked) => failed<ReadFailure>({ line: 1, message: messageOf(asked), asked });

/**
 * Reads the records of a file. All of them together show whether numbers count from 0, and whether
 * texts are HTML; those of our own exports never are.
 */
export const readRecords = <T>(
  list: readonly T[],
  toRecord: (one: T, index: number) => SourceRecord,
  isExport: boolean,
  note: Note,
  { columns = {}, countFrom }: ReadContext,
): Result<Entry[], ReadFailure> => {
  // What is said of whole columns comes before what is said of single values.
  const later = createNotes();
  const unknown: UnknownTexts = new Map();
  let count = 0;
  // What is collected goes at once: a large file would be in memory thrice.
  const parsed = list.map((raw, index) => {
    const { place, entries, source = '' } = toRecord(raw, index);
    const one = collectValues(later.note, entries, columns);
    if (!one.ok) return { place, title: source, record: one };
    count += 1;
    countUnknown(unknown, one.value.unknown);
    const record = parseRecord(one.value, later.note);
    const title = record.ok ? '' : readWords(one.value.values.question)?.join(' ');
    return { place, title: title || source, record };
  });
  const most = [...unknown].find(([, texts]) => texts.count * 2 > count);
  if (most && !isExport) {
    const [header, { sample }] = most;
    return ask({ kind: 'text', header, sample: titleOf(sample) });
  }
  for (const header of unknown.keys()) noteUnknown(note, header);
  for (const text of later.notes) note(text);
  const sound = parsed.flatMap(({ record }) => (record.ok ? [record.value] : []));
  const base = findBase(sound, countFrom);
  if (!base.ok) return ask(base.failure);
  if (base.value !== undefined) {
    const other = countFrom === undefined ? ', since one is 0' : '';
    note(`its answers' numbers are taken to count from ${base.value}${other}`);
  }
  const isHtml =
    !isExport &&
    sound.some(({ stem, explanation }) =>
      [...stem.map(({ text }) => text), ...explanation].some(looksLikeHtml),
    );
  if (isHtml) note('its texts are read as HTML');
  const entries = parsed.map(({ place, title, record }) => ({
    place,
    title: record.ok ? record.value.stem.map(({ text }) => text).join(' ') : title,
    item: record.ok ? itemOfRecord(record.value, base.value ?? 1, isHtml) : record,
  }));
  return success(entries);
};

/** The record that `readRecords` reads back. */
export const toRecord = ({ images, stem, options, ...question }: Outgoing) => ({
  id: question.id,
  domain: question.domain,
  task: question.task,
  form: question.form,
  sitting: question.sitting,
  question: printMarkup(stem.join('\n\n'), images),
  options: options.map(({ text, right, rationale }) => ({
    text: printMarkup(text, images),
    right,
    note: rationale || undefined,
  })),
  explanation: question.explanation || undefined,
  references: question.references,
  reviewed: question.reviewed,
  shuffle: question.shuffle,
});
