import { isObject } from '#primitives/json.ts';
import { type Note, type Reference, titleOf } from '../item.ts';
import { foldName } from './columns.ts';

// Readers for the parts of records, in the shapes that people use. Undefined means another shape.

/** Notes that a column or key is ignored, once per name. */
export const noteUnknown = (note: Note, name: string) =>
  note(`"${titleOf(name)}" is not known and left out`);

/** The text of a value, or of `{ "text": … }`. */
export const readText = (value: unknown): string | undefined => {
  if (value === null || value === undefined) return '';
  if (isObject(value) && 'text' in value) return readText(value.text);
  return typeof value === 'object' ? undefined : String(value).trim();
};

const isWhole = <T>(list: readonly (T | undefined)[]): list is T[] => !list.includes(undefined);

/** Reads each value of a list, or of one text that is split. */
const readList = <T>(
  value: unknown,
  split: (text: string) => string[],
  read: (one: unknown) => T | undefined,
): T[] | undefined => {
  const list: unknown[] = typeof value === 'string' ? split(value) : [value ?? []].flat();
  const values = list.map(read);
  return isWhole(values) ? values : undefined;
};

const readFlag = (value: unknown): boolean | undefined => {
  const text = String(value).trim().toLowerCase();
  if (/^(?:true|1|yes|y|x)$/.test(text)) return true;
  return /^(?:false|0|no|n||null)$/.test(text) ? false : undefined;
};

export const keepWhole = (text: string) => [text];
const splitLines = (text: string) => text.split('\n').filter((line) => line.trim() !== '');
export const splitOptions = (text: string) =>
  text.includes('\n') ? splitLines(text) : text.split('|');

/** Reads a list of texts, or the names of what is true, as in `{ "a": false, "b": true }`. */
export const readTexts = (
  value: unknown,
  split: (text: string) => string[],
): string[] | undefined => {
  if (!isObject(value) || 'text' in value) return readList(value, split, readText);
  return Object.entries(value).flatMap(([name, isSo]) =>
    readFlag(isSo) === true ? name.replace(/_correct$/, '') : [],
  );
};

/** Reads `{ title, url }` or `title https://…`; either part may be missing. */
const readReference = (value: unknown): Reference | undefined => {
  if (isObject(value)) {
    const parts = [value.title, value.url].map(readText);
    const [title, url] = parts;
    return isWhole(parts) ? { title: title || undefined, url: url || undefined } : undefined;
  }
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  const start = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\t')) + 1;
  const url = text.slice(start);
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) return { title: text };
  return { title: text.slice(0, start).trim() || undefined, url };
};

export const readReferences = (value: unknown): Reference[] | undefined =>
  readList(value, splitLines, readReference);

/** An option as the source has it. */
export type Option = {
  text: string;
  rationale: string;
  right?: boolean;
  key?: string;
  isCode?: boolean;
};

const textNames =
  'text txt texto option answer choice antwort opcion respuesta content body code label value'.split(
    ' ',
  );
const keyNames = 'id key letter label value optionid'.split(' ');
const flagNames =
  /^(?:is)?(?:correct|right|answer|correctanswer)$|^(?:ist)?(?:korrekt|richtig)$|^(?:es)?(?:correct[ao]|verdader[ao])$/;
const noteNames =
  /^(?:note|why|rationale|explanation|feedback|reason|comment|explicacion|erklarung|begrundung|losungsweg|loesungsweg|(?:distractor|why)\w{0,20})$/;

/** Reads an option that is an object. */
const readOption = (source: Record<string, unknown>, note: Note): Option | undefined => {
  const entries = Object.entries(source).map(([name, value]) => [foldName(name), value] as const);
  const values = new Map(entries);
  const [[first = '', said] = []] = entries;
  // Such as `- correct: a text` among plain texts.
  if (values.size === 1 && flagNames.test(first) && readFlag(said) === undefined) {
    const text = readText(said);
    return text === undefined ? undefined : { text, rationale: '', right: true };
  }
  const isLetter = values.size > 1 && /^[a-z]$/i.test(readText(values.get('label')) ?? '');
  const textName = textNames.find(
    (name) =>
      values.has(name) && typeof values.get(name) !== 'boolean' && !(name === 'label' && isLetter),
  );
  const keyName = keyNames.find((name) => values.has(name) && name !== textName);
  const option: Option = { text: readText(values.get(textName ?? '')) ?? '', rationale: '' };
  if (textName === 'code' && !option.text.includes('`')) {
    const lines = option.text.split('\n').map((line) => line.trim());
    option.text = `\`${lines.join(' ')}\``;
    option.isCode = true;
  }
  if (keyName) option.key = readText(values.get(keyName)) || undefined;
  for (const [name, value] of entries) {
    if (name === textName || name === keyName) continue;
    if (flagNames.test(name)) {
      const flag = readFlag(value);
      if (flag === undefined || (option.right ?? flag) !== flag) return undefined;
      option.right = flag;
    } else if (noteNames.test(name)) option.rationale = readText(value) ?? '';
    else noteUnknown(note, name);
  }
  return option;
};

/** Reasons by an option's letter, key or text, in the options' order; undefined if one has no option. */
export const readNotes = (value: unknown, options: readonly Option[]): string[] | undefined => {
  const notes = options.map(() => '');
  for (const [name, note] of isObject(value) ? Object.entries(value) : []) {
    const keyed = options.findIndex(({ key, text }) => key === name || text === name);
    const lettered = /^[a-z]$/i.test(name) ? name.toUpperCase().charCodeAt(0) - 65 : -1;
    const place = keyed === -1 ? lettered : keyed;
    const text = readText(note);
    if (notes[place] === undefined || text === undefined) return undefined;
    notes[place] = text;
  }
  return notes;
};

export const readOptions = (value: unknown, note: Note): Option[] | undefined => {
  const readAny = (one: unknown): Option | undefined => {
    if (isObject(one)) return readOption(one, note);
    const text = readText(one);
    return text === undefined ? undefined : { text, rationale: '' };
  };
  if (!isObject(value)) return readList(value, splitOptions, readAny);
  // Such as { "A": "…", "B": "…" }.
  const pairs = Object.entries(value).filter(([, text]) => text !== null);
  const texts = pairs.map(([, text]) => readText(text));
  return isWhole(texts)
    ? pairs.map(([key], index) => ({ text: texts[index] ?? '', rationale: '', key }))
    : undefined;
};
