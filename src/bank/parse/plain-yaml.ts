/**
 * Reads the plain YAML that nearly every question opens with, some twenty times as fast as the
 * full parser: `key: scalar` lines and one level of lists of such mappings. Whatever is less
 * plain answers undefined and is left to the full parser, so both always agree.
 */
type Scalar = string | boolean;
type PlainMapping = Record<string, Scalar | Record<string, Scalar>[]>;

const pair = /^([a-z]+):(?: +(.*))?$/;
const word = /^[A-Za-z(/](?:[^:#]|:(?=[^ ])|#)*$/;
const keyword = /^(?:true|false|null)$/i;
const date = /^\d{4}-\d\d-\d\d$/;
const quoted = /^(?:"[^"\\]*"|'[^']*')$/;

const parseScalar = (raw: string): Scalar | undefined => {
  const text = raw.trimEnd();
  if (text === 'true') return true;
  if (text === 'false') return false;
  if (quoted.test(text)) return text.slice(1, -1);
  if (date.test(text)) return text;
  return word.test(text) && !text.includes(' #') && !keyword.test(text) ? text : undefined;
};

const addPair = (mapping: Record<string, unknown>, line: string): boolean => {
  const match = pair.exec(line);
  const key = match?.[1];
  const value = match?.[2] === undefined ? undefined : parseScalar(match[2]);
  if (key === undefined || value === undefined || Object.hasOwn(mapping, key)) return false;
  mapping[key] = value;
  return true;
};

export const parsePlainYaml = (text: string): PlainMapping | undefined => {
  const mapping: PlainMapping = {};
  let list: Record<string, Scalar>[] | undefined;
  if (text.includes('\t')) return undefined;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    if (line.startsWith('  - ')) {
      const item: Record<string, Scalar> = {};
      if (list === undefined || !addPair(item, line.slice(4))) return undefined;
      list.push(item);
    } else if (line.startsWith('    ')) {
      const item = list?.at(-1);
      if (item === undefined || !addPair(item, line.slice(4))) return undefined;
    } else {
      // An empty list would be null in YAML.
      if (list?.length === 0) return undefined;
      list = undefined;
      const key = /^([a-z]+):$/.exec(line)?.[1];
      if (key !== undefined && !Object.hasOwn(mapping, key)) {
        list = [];
        mapping[key] = list;
      } else if (!addPair(mapping, line)) return undefined;
    }
  }
  return list?.length === 0 || Object.keys(mapping).length === 0 ? undefined : mapping;
};
