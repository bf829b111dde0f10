import { failed, type Result, success } from '#contract/result.ts';
import { addItem, emptyReading, type Item, mapTexts, noteOnce, type Reading } from '../item.ts';
import { looksLikeHtml, readHtml } from '../markup/html-reader.ts';
import { type Outgoing, printMarkup } from '../outgoing.ts';
import { numbersIn, readAnswers, stripLabels } from './answers.ts';
import { findColumn, metadataNames, type PartName, readMetadata } from './columns.ts';
import {
  isObject,
  keepWhole,
  noteUnknown,
  type Option,
  readOptions,
  readReferences,
  readText,
  readTexts,
  splitOptions,
} from './record-values.ts';

/** A CSV row or a JSON object, or why it is neither. */
export type SourceRecord = {
  place: string;
  entries: readonly (readonly [name: string, value: unknown])[] | string;
};

type Values = Partial<Record<PartName, unknown>>;

const vital: readonly PartName[] = ['question', 'options', 'answers', 'key'];

/** Collects the values by part. Those of numbered columns become lists. */
const collectValues = (
  reading: Reading,
  entries: SourceRecord['entries'],
): Result<Values, string> => {
  if (typeof entries === 'string') return failed(entries);
  const columns = entries
    .filter(([, value]) => (value ?? '') !== '')
    .map(([header, value]) => ({ header, value, column: findColumn(header) }));
  // The names that CertDeck uses win over other names for the same part.
  const isOurs = ({ column }: (typeof columns)[number]) => column?.isExact ?? false;
  columns.sort((one, other) => Number(isOurs(other)) - Number(isOurs(one)));
  const values: Values = {};
  const lists = new Map<PartName, unknown[]>();
  for (const { header, value, column } of columns) {
    if (column === undefined) {
      noteUnknown(reading, header);
      continue;
    }
    const { name, index } = column;
    const list = lists.get(name);
    const isTwice = index === undefined ? list : list?.[index] !== undefined;
    if (values[name] !== undefined || isTwice) {
      if (vital.includes(name)) return failed(`has "${name === 'key' ? 'answers' : name}" twice`);
      noteUnknown(reading, header);
    } else if (index === undefined) values[name] = value;
    else lists.set(name, Object.assign(list ?? [], { [index]: value }));
  }
  for (const [name, list] of lists) values[name] = Array.from(list);
  return success(values);
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

const mostOptions = 99;

const textNames = ['question', 'explanation', 'id', ...metadataNames] as const;

/** A parsed record. What its keys mean depends on the whole file. */
type ParsedRecord = {
  item: Omit<Item, 'options'>;
  options: Option[];
  /** Names of the right options, by the part that holds them. */
  named: string[][];
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

const parseRecord = (source: Values, reading: Reading): Result<ParsedRecord, string> => {
  const values = findOptionParts(source);
  const lists = {
    options: readOptions(values.options, reading),
    answers: readTexts(values.answers, keepWhole),
    key: readTexts(values.key, keepWhole),
    wrong: readTexts(values.wrong, splitOptions),
    // The n-th note belongs to the n-th option, so empty lines count.
    notes: readTexts(values.notes, (text) => text.split('\n')),
    references: readReferences(values.references),
  };
  const texts = Object.fromEntries(textNames.map((name) => [name, readText(values[name])]));
  const unfit = Object.entries({ ...lists, ...texts }).find(([, one]) => one === undefined)?.[0];
  if (unfit) return failed(`has a value for “${unfit}” that can’t be read`);
  const { answers = [], key = [], wrong = [], notes = [], references } = lists;
  const named = [answers, key].map((names) => names.filter((name) => name !== ''));
  const options = listOptions(lists.options ?? [], named.flat(), wrong);
  if (options.length === 0) return failed('has no options');
  if (options.length > mostOptions) return failed(`has over ${mostOptions} options`);
  const hasNotes = options.some((option) => option.rationale !== '');
  if (notes.length > (hasNotes ? 0 : options.length)) return failed('has too many notes');
  const shown = stripLabels(options.map((option) => option.text));
  /** An answer may include the option's label. */
  const unlabel = (name: string) => shown[options.findIndex(({ text }) => text === name)] ?? name;
  return success({
    item: {
      ...readMetadata(texts),
      id: texts.id || undefined,
      references,
      stem: texts.question ?? '',
      explanation: texts.explanation ?? '',
    },
    options: options.map((option, index) => ({
      ...option,
      text: shown[index] ?? '',
      rationale: option.rationale || notes[index] || '',
    })),
    named: named.map((names) => names.map(unlabel)),
  });
};

const textsOf = ({ options }: ParsedRecord) => options.map((option) => option.text);

const keysOf = ({ options }: ParsedRecord) => {
  const keys = options.map((option) => option.key);
  return keys.includes(undefined) ? undefined : keys;
};

const findRight = (record: ParsedRecord, base: number): Result<boolean[], string> => {
  const { options, named } = record;
  const isMarked = options.some((option) => option.right !== undefined);
  const ways = isMarked ? [options.map((option) => option.right === true)] : [];
  for (const names of named) {
    if (names.length === 0) continue;
    const right = readAnswers(textsOf(record), names, { base, keys: keysOf(record) });
    if (!right.ok) return right;
    ways.push(right.value);
  }
  const [right = [], ...others] = ways;
  if (others.some((other) => String(other) !== String(right))) {
    return failed('contradicts itself: its keys name different options');
  }
  return right.includes(true) ? success(right) : failed('names no right answer');
};

const toItem = (record: ParsedRecord, base: number, isHtml: boolean): Result<Item, string> => {
  const right = findRight(record, base);
  if (!right.ok) return right;
  let failure: string | undefined;
  const options = record.options.map(({ text, rationale }, index) => ({
    ...{ text, rationale },
    right: right.value[index] ?? false,
  }));
  const item = mapTexts({ ...record.item, options }, (text) => {
    const html = isHtml ? readHtml(text, { keepBreaks: true }) : success(text);
    if (!html.ok) failure ??= html.failure;
    return html.ok ? html.value : '';
  });
  return failure === undefined ? success(item) : failed(failure);
};

/**
 * Reads the records of a file. All of them together show whether numbers count from 0, and whether
 * texts are HTML; those of our own exports never are.
 */
export const readRecords = (records: readonly SourceRecord[], isOwn: boolean): Reading => {
  const reading = emptyReading();
  const parsed = records.map(({ place, entries }) => {
    const values = collectValues(reading, entries);
    const title = (values.ok && readText(values.value.question)) || '';
    return { place, title, record: values.ok ? parseRecord(values.value, reading) : values };
  });
  const sound = parsed.flatMap(({ record }) => (record.ok ? [record.value] : []));
  const numbers = sound
    .filter((record) => keysOf(record) === undefined)
    .flatMap((record) => record.named.flat().flatMap((name) => numbersIn(textsOf(record), name)));
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
