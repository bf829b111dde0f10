import { imageTypeOf } from '#bank/image/image-format.ts';
import { isObject } from '#primitives/json.ts';
import type { PartName } from './columns.ts';
import { readText } from './record-values.ts';

/** A part of a stem. Code and images are in the bank's dialect already. */
export type Piece = { text: string; isMarkup?: boolean };

/** The texts of a value, of its list, or of the fields of an object; undefined if it has no text. */
export const readWords = (value: unknown): string[] | undefined => {
  const list: unknown[] = [value ?? []].flat();
  const texts = list.flatMap((one) => {
    if (!isObject(one) || 'text' in one) return [readText(one)];
    const fields = Object.values(one).map(readText);
    return fields.includes(undefined) || fields.length === 0 ? [undefined] : fields;
  });
  const words = texts.flatMap((text) => (text === undefined ? [] : [text]));
  return words.length < texts.length
    ? undefined
    : [...new Set(words.filter((text) => text !== ''))];
};

const isAddress = (text: string) =>
  /^(?:data:|https?:)/i.test(text) ||
  imageTypeOf(text.toLowerCase().replace(/[?#].*$/s, '')) !== undefined ||
  /\.gif$/i.test(text);

const printImage = (address: string, alt: string): Piece => ({
  text: `![${alt.replace(/[[\]\n]/g, ' ')}](${address.replace(/[()\s]/g, encodeURIComponent)})`,
  isMarkup: true,
});

/** An image by its address, alone or in an object; a text in its place belongs to the stem. */
const readImage = (value: unknown): Piece | undefined => {
  if (isObject(value)) {
    const fields = new Map(Object.entries(value).map(([name, one]) => [name.toLowerCase(), one]));
    const first = (names: string) =>
      names.split(' ').flatMap((name) => (fields.has(name) ? [readText(fields.get(name))] : []))[0];
    const address = first('src url path file filename image href');
    return address ? printImage(address, first('alt caption title description') ?? '') : undefined;
  }
  const text = readText(value);
  return text && isAddress(text) ? printImage(text, '') : text === undefined ? undefined : { text };
};

const printCode = (text: string): Piece =>
  /^```/m.test(text) ? { text } : { text: `\`\`\`\n${text}\n\`\`\``, isMarkup: true };

/** A question with all that stands beside it; undefined if a part of that is no text. */
export const readStem = (values: Partial<Record<PartName, unknown>>): Piece[] | undefined => {
  const listed = ([values.image ?? []].flat(2) as unknown[]).filter((one) => one !== false);
  const images = listed.map(readImage);
  const [before, question, after] = (['context', 'question', 'instruction'] as const).map((name) =>
    readWords(values[name])?.map((text): Piece => ({ text })),
  );
  const code = readWords(values.code);
  if (!before || !question || !after || !code || images.includes(undefined)) return undefined;
  const shown = images.flatMap((image) => (image && image.text !== '' ? [image] : []));
  const fences = code.length === 0 ? [] : [printCode(code.join('\n'))];
  return [...before, ...question, ...fences, ...shown, ...after];
};
