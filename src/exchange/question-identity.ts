import { createHash } from 'node:crypto';
import { markers, type QuestionBody } from '#bank/parse/question-source.ts';
import { isQuestionId } from '#bank/validate/question.ts';

type Identified = Pick<QuestionBody, 'stem' | 'options'>;

const longest = 48;

/** An id from the stem's first words, or from a hash where it has no Latin letters. */
export const slugOf = (stem: string, key: string): string => {
  const words = stem
    .slice(0, 400)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .match(/[a-z0-9]+/g);
  let slug = '';
  for (const word of words ?? []) {
    const longer = slug === '' ? word.slice(0, longest) : `${slug}-${word}`;
    if (longer.length > longest) break;
    slug = longer;
  }
  return slug.length < 3 || !isQuestionId(slug) ? `q-${shorten(key)}` : slug;
};

const digest = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const shorten = (key: string) => digest(key).slice(0, 7);

/** Returns an id that is not taken: the preferred one, or that one with a hash of the key. */
export const findFreeId = (
  preferred: string,
  key: string,
  isTaken: (id: string) => boolean,
): string => {
  const hashed = `${preferred}-${shorten(key)}`;
  let id = isTaken(preferred) ? hashed : preferred;
  for (let number = 2; isTaken(id); number += 1) id = `${hashed}-${number}`;
  return id;
};

const fold = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/**
 * A key that is equal for questions with the same stem and options, ignoring the options' order,
 * case and spacing. Images are compared by content.
 */
export const keyOf = ({ stem, options }: Identified, images: readonly Buffer[]): string => {
  const hashes = images.map((bytes) => ` \0${digest(bytes)} `);
  const show = (text: string) =>
    fold(text.replace(markers, (found) => hashes[Number(found.slice(5, -1)) - 1] ?? found));
  const texts = options.map((option) => show(option.text)).sort();
  return digest([show(stem.join('\n')), ...texts].join('\n\0'));
};

/** The right options, to compare two versions of a question. */
export const rightOf = ({ options }: Identified): string =>
  options
    .filter((option) => option.right)
    .map((option) => fold(option.text.replace(markers, '')))
    .sort()
    .join('\n');
