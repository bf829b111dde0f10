import { failed, type Result, success } from '#contract/result.ts';
import {
  addItem,
  emptyReading,
  type Item,
  noteOnce,
  type Reading,
  type Reference,
  titleOf,
} from '../item.ts';
import { type Outgoing, printMarkup } from '../outgoing.ts';
import { numbersIn, readAnswers, stripLabels } from './answers.ts';
import { findColumn, foldName, type PartName } from './columns.ts';
import { looksLikeHtml, readHtml } from './html.ts';
import { readForm, readSitting } from './quiz.ts';

type Entries = readonly (readonly [name: string, value: unknown])[];

/** A CSV row or a JSON object, or why it is neither. */
export type SourceRecord = { place: string; entries: Entries | string };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The text of a value, or of `{ "text": … }`; undefined for another shape. */
export const readText = (value: unknown): string | undefined => {
  if (value === null || value === undefined) return '';
  if (isObject(value) && 'text' in value) return readText(value.text);
  return typeof value === 'object' ? undefined : String(value).trim();
};

const isWhole = <T>(list: readonly (T | undefined)[]): list is T[] => !list.includes(undefined);

/** The texts of a list, of one text that is split, or the names that `{ "b": true }` says are so. */
const readTexts = (value: unknown, split: (text: string) => string[]): string[] | undefined => {
  if (value === undefined) return [];
  if (isObject(value) && !('text' in value)) {
    const named = Object.entries(value).filter(([, isSo]) => readFlag(isSo) === true);
    return named.map(([name]) => name.replace(/_correct$/, ''));
  }
  const list: unknown[] = typeof value === 'string' ? split(value) : [value].flat();
  const texts = list.map(readText);
  return isWhole(texts) ? texts : undefined;
};

const readFlag = (value: unknown): boolean | undefined => {
  const text = String(value).trim().toLowerCase();
  if (/^(?:true|1|yes|y|x)$/.test(text)) return true;
  return /^(?:false|0|no|n||null)$/.test(text) ? false : undefined;
};

const splitLines = (text: string) => text.split('\n').filter((line) => line.trim() !== '');
const splitOptions = (text: string) => (text.includes('\n') ? splitLines(text) : text.split('|'));

/** Reads `title https://…`, or either part alone. */
const readReference = (text: string): Reference => {
  const start = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\t')) + 1;
  const url = text.slice(start);
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) return { title: text };
  return { title: text.slice(0, start).trim() || undefined, url };
};

export const readReferences = (value: unknown): Reference[] | undefined => {
  const list: unknown[] = typeof value === 'string' ? splitLines(value) : [value ?? []].flat();
  const references = list.map((one) => {
    if (typeof one === 'string') return readReference(one.trim());
    const { title, url } = isObject(one) ? one : {};
    const parts = { title: readText(title), url: readText(url) };
    return isObject(one) && isWhole(Object.values(parts))
      ? { title: parts.title || undefined, url: parts.url || undefined }
      : undefined;
  });
  return isWhole(references) ? references : undefined;
};

type Option = { text: string; note: string; right?: boolean; key?: string };

const optionTexts = 'text option answer choice content body label value'.split(' ');
const optionFlags = /^(?:is)?(?:correct|right|answer|correctanswer)$/;
const optionNotes = /^(?:note|why|rationale|explanation|feedback|reason|comment)$/;
const optionKeys = 'id key letter label value'.split(' ');

/** Reads an option in an object of its own; undefined for another shape. */
const readOption = (source: Record<string, unknown>, reading: Reading): Option | undefined => {
  const entries = Object.entries(source).map(([name, value]) => [foldName(name), value] as const);
  const values = new Map(entries);
  const isLetter = /^[a-z]$/i.test(readText(values.get('label')) ?? '') && values.size > 1;
  const textName = optionTexts.find(
    (name) =>
      typeof values.get(name) !== 'boolean' && values.has(name) && !(name === 'label' && isLetter),
  );
  const keyName = optionKeys.find((name) => values.has(name) && name !== textName);
  const option: Option = { text: readText(values.get(textName ?? '')) ?? '', note: '' };
  if (keyName) option.key = readText(values.get(keyName)) || undefined;
  for (const [name, value] of entries) {
    if (name === textName || name === keyName) continue;
    const isFlag = optionFlags.test(name);
    const flag = isFlag ? readFlag(value) : undefined;
    if (isFlag && flag === undefined) return undefined;
    if (isFlag) {
      if (option.right !== undefined && option.right !== flag) return undefined;
      option.right = flag;
    } else if (optionNotes.test(name)) option.note = readText(value) ?? '';
    else noteUnknown(reading, name);
  }
  return option;
};

const readOptions = (value: unknown, reading: Reading): Option[] | undefined => {
  if (isObject(value)) {
    // Such as { "A": "…", "B": "…" }; a list of ours has no empty places.
    const pairs = Object.entries(value).filter(([, text]) => text !== null);
    const texts = pairs.map(([, text]) => readText(text));
    if (!isWhole(texts)) return undefined;
    return pairs.map(([key], index) => ({ text: texts[index] ?? '', note: '', key }));
  }
  const list: unknown[] = typeof value === 'string' ? splitOptions(value) : [value ?? []].flat();
  const options = list.map((one) => {
    if (isObject(one)) return readOption(one, reading);
    const text = readText(one);
    return text === undefined ? undefined : { text, note: '' };
  });
  return isWhole(options) ? options : undefined;
};

/** Notes a column or key that is ignored, for each name once. */
export const noteUnknown = (reading: Reading, name: string) =>
  noteOnce(reading, `"${titleOf(name)}" is not known and left out`);

type Values = Partial<Record<PartName, unknown>>;

/** Collects values under our own names, those of numbered columns in lists. */
const collectValues = (reading: Reading, entries: Entries): Result<Values, string> => {
  const values: Values = {};
  const lists: Partial<Record<PartName, unknown[]>> = {};
  const named = entries
    .filter(([, value]) => (value ?? '') !== '')
    .map(([header, value]) => ({ header, value, column: findColumn(header) }));
  for (const isExact of [true, false]) {
    for (const { header, value, column } of named) {
      if (column === undefined) {
        if (!isExact) noteUnknown(reading, header);
        continue;
      }
      if (column.isExact !== isExact) continue;
      const { name, index } = column;
      const isTwice = index === undefined ? lists[name] : lists[name]?.[index] !== undefined;
      if (values[name] !== undefined || isTwice) {
        const isVital = ['question', 'options', 'answers', 'key'].includes(name);
        if (isVital) return failed(`has "${name === 'key' ? 'answers' : name}" twice`);
        noteUnknown(reading, header);
      } else if (index === undefined) values[name] = value;
      else lists[name] = Object.assign(lists[name] ?? [], { [index]: value });
    }
  }
  for (const [name, list] of Object.entries(lists)) values[name as PartName] = Array.from(list);
  return success(values);
};

/** Where nothing else holds the options, the answers do: those to choose from. */
const findOptionParts = (values: Values): Values => {
  const { options, answers, key, wrong } = values;
  if (options !== undefined || answers === undefined) return values;
  const isList = Array.isArray(answers) || isObject(answers);
  const isMarked = Array.isArray(answers) && answers.some((one) => isObject(one));
  if (!isList || !(isMarked || (key !== undefined && wrong === undefined))) return values;
  return { ...values, options: answers, answers: undefined };
};

const mostOptions = 99;

/** A record whose parts are read; what its keys mean depends on the whole file. */
type ParsedRecord = {
  item: Omit<Item, 'options'>;
  options: Option[];
  /** Names of the right options, by the part that holds them. */
  named: string[][];
};

const parseRecord = (source: Values, reading: Reading): Result<ParsedRecord, string> => {
  const values = findOptionParts(source);
  const whole = (text: string) => [text];
  const parts = {
    question: readText(values.question),
    options: readOptions(values.options, reading),
    answers: readTexts(values.answers, whole),
    key: readTexts(values.key, whole),
    wrong: readTexts(values.wrong, splitOptions),
    // The n-th note belongs to the n-th option, so empty lines count.
    notes: readTexts(values.notes, (text) => text.split('\n')),
    references: readReferences(values.references),
    explanation: readText(values.explanation),
    domain: readText(values.domain),
    task: readText(values.task),
    form: readText(values.form),
    sitting: readText(values.sitting),
    reviewed: readText(values.reviewed),
    shuffle: readText(values.shuffle),
    id: readText(values.id),
  };
  const unfit = Object.entries(parts).find(([, value]) => value === undefined)?.[0];
  if (unfit) return failed(`has "${unfit}" in another form than --help tells`);
  const { question, options = [], answers = [], key = [], wrong = [], notes = [], ...rest } = parts;
  const named = [answers, key].map((names) => names.filter((name) => name !== ''));
  const given = named.flat();
  if (options.length === 0 && wrong.length > 0) {
    for (const text of given) options.push({ text, note: '', right: true });
    for (const text of wrong) options.push({ text, note: '', right: false });
  } else if (
    options.length === 0 &&
    given.length === 1 &&
    /^(?:true|false)$/i.test(given[0] ?? '')
  ) {
    options.push({ text: 'True', note: '' }, { text: 'False', note: '' });
  }
  if (options.length === 0) return failed('has no options');
  if (options.length > mostOptions) return failed(`has over ${mostOptions} options`);
  const hasNotes = options.some((option) => option.note !== '');
  if (notes.length > (hasNotes ? 0 : options.length)) return failed('has too many notes');
  const texts = stripLabels(options.map((option) => option.text));
  return success({
    item: {
      ...rest,
      stem: question ?? '',
      explanation: rest.explanation ?? '',
      form: readForm(rest.form ?? ''),
      sitting: readSitting(rest.sitting ?? ''),
      shuffle: /^(?:false|no|0)$/i.test(rest.shuffle ?? '') ? false : undefined,
      id: rest.id || undefined,
    },
    options: options.map((option, index) => ({
      ...option,
      text: texts[index] ?? '',
      note: option.note || notes[index] || '',
    })),
    named: named.map((names) => names.map((name) => unlabel(name, options, texts))),
  });
};

/** An answer may repeat an option with its label. */
const unlabel = (name: string, options: readonly Option[], texts: readonly string[]) => {
  const index = options.findIndex((option) => option.text === name);
  return texts[index] ?? name;
};

const keysOf = (options: readonly Option[]) => {
  const keys = options.map((option) => option.key);
  return keys.includes(undefined) ? undefined : keys;
};

const findRight = ({ options, named }: ParsedRecord, base: number): Result<boolean[], string> => {
  const texts = options.map((option) => option.text);
  const isMarked = options.some((option) => option.right !== undefined);
  const ways = isMarked ? [options.map((option) => option.right === true)] : [];
  const keys = keysOf(options);
  for (const names of named) {
    if (names.length === 0) continue;
    const right = readAnswers(texts, names, { base, keys });
    if (!right.ok) return right;
    ways.push(right.value);
  }
  const [right = [], ...others] = ways;
  if (others.some((other) => String(other) !== String(right))) {
    return failed('contradicts itself: its keys name different options');
  }
  return right.includes(true) ? success(right) : failed('names no right answer');
};

/**
 * Reads the records of a file. What its numbers count from, and whether its texts are HTML, is told
 * from all of them. In an export of ours, text is text.
 */
export const readRecords = (records: readonly SourceRecord[], isOwn: boolean): Reading => {
  const reading = emptyReading();
  const parsed = records.map(({ place, entries }) => {
    const values = typeof entries === 'string' ? failed(entries) : collectValues(reading, entries);
    const title = (values.ok && readText(values.value.question)) || '';
    return { place, title, record: values.ok ? parseRecord(values.value, reading) : values };
  });
  const sound = parsed.flatMap(({ record }) => (record.ok ? [record.value] : []));
  const numbers = sound.flatMap(({ options, named }) => {
    const texts = options.map((option) => option.text);
    return keysOf(options) ? [] : named.flat().flatMap((name) => numbersIn(texts, name));
  });
  const base = numbers.includes(0) ? 0 : 1;
  if (numbers.length > 0) {
    const other = base === 0 ? ', since one is 0' : '';
    noteOnce(reading, `its answers' numbers are taken to count from ${base}${other}`);
  }
  const isHtml =
    !isOwn && sound.some(({ item }) => looksLikeHtml(item.stem) || looksLikeHtml(item.explanation));
  if (isHtml) noteOnce(reading, 'its texts are read as HTML');
  for (const { place, title, record } of parsed) {
    addItem(reading, place, title, record.ok ? toItem(record.value, base, isHtml) : record);
  }
  return reading;
};

const toItem = (record: ParsedRecord, base: number, isHtml: boolean): Result<Item, string> => {
  const right = findRight(record, base);
  if (!right.ok) return right;
  let failure: string | undefined;
  const read = (text: string) => {
    const html = isHtml ? readHtml(text, { keepBreaks: true }) : success(text);
    if (!html.ok) failure ??= html.failure;
    return html.ok ? html.value : '';
  };
  const item = {
    ...record.item,
    stem: read(record.item.stem),
    explanation: read(record.item.explanation),
    options: record.options.map(({ text, note }, index) => ({
      text: read(text),
      right: right.value[index] ?? false,
      rationale: read(note),
    })),
  };
  return failure === undefined ? success(item) : failed(failure);
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
