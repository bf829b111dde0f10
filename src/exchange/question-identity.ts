import { indexOfMarker, markers, type QuestionBody } from '#bank/parse/question-source.ts';
import { isQuestionId } from '#bank/validate/question.ts';

const longest = 48;

/** An id made of the stem's first words, or of the key if the stem has no Latin letters. */
export const slugOf = (stem: string, key: string): string => {
  const words = stem
    .slice(0, 400)
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const all = words?.join('-') ?? '';
  const slug = all.length > longest ? all.slice(0, longest + 1).replace(/-[^-]*$/, '') : all;
  return slug.length < 3 || !isQuestionId(slug) ? `q-${shorten(key)}` : slug;
};

/** A hash in hexadecimal digits, such as SHA-256. */
export type Digest = (content: string | Uint8Array) => string;

/** Enough of a key to tell a hundred thousand questions with the same words apart. */
export const shorten = (key: string) => key.slice(0, 12);

const fold = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/**
 * A key that is equal for questions with the same stem, options and right options, ignoring the
 * options' order, case and spacing. Images are compared by content.
 */
export const keyOf = (
  { stem, options }: Pick<QuestionBody, 'stem' | 'options'>,
  images: readonly (Uint8Array | undefined)[],
  digest: Digest,
): string => {
  const hashes = images.map((bytes = new Uint8Array()) => ` \0${digest(bytes)} `);
  const show = (text: string) =>
    fold(text.replace(markers, (found) => hashes[indexOfMarker(found)] ?? found));
  const texts = options.map(({ text, right }) => `${right}${show(text)}`).sort();
  return digest([show(stem.join('\n')), ...texts].join('\n\0'));
};
