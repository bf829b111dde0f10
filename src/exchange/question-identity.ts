import { isQuestionId } from '#bank/validate/question.ts';
import { digestOf, identityOf } from '#wording/question-identity.ts';
import type { PicturedQuestion } from './item.ts';

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

/** Enough of a key to tell a hundred thousand questions with the same words apart. */
export const shorten = (key: string) => key.slice(0, 12);

/** A hash that is equal for the same question. Images are compared by content. */
export const identify = ({ stem, options, prompts = [], pictures }: PicturedQuestion) => {
  const asked = [...stem, ...prompts.map(({ text }) => text)];
  const hashes = pictures.map((bytes) => digestOf(bytes ?? ''));
  return digestOf(identityOf({ stem: asked.join('\n'), options, images: hashes }, 'whole'));
};

/** An id that is the same on every device, whatever else is in the question's file or its exam. */
export const contentIdOf = (stem: string, key: string) => {
  const slug = slugOf(stem, key);
  return slug.endsWith(shorten(key)) ? slug : `${slug}-${shorten(key)}`;
};
