import { createHash } from 'node:crypto';
import { markers } from '#bank/parse/question-source.ts';
import { isQuestionId } from '#bank/validate/question.ts';
import type { PlainQuestion } from './item.ts';

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

const shorten = (key: string) => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1)
    hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36).padStart(7, '0');
};

/** Issues ids that no file has: the preferred one, or that one with a hash of the key. */
export const issueIds = (taken: Iterable<string>) => {
  const used = new Set(taken);
  const isFree = (id: string) => !used.has(id);
  return {
    isFree,
    find: (preferred: string, key: string): string => {
      if (isFree(preferred)) return preferred;
      const hashed = `${preferred}-${shorten(key)}`;
      let id = hashed;
      for (let number = 2; !isFree(id); number += 1) id = `${hashed}-${number}`;
      return id;
    },
    take: (id: string) => void used.add(id),
  };
};

const digest = (content: string | Buffer) =>
  createHash('sha256').update(content).digest('base64url');

const normalise = (text: string) =>
  text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/**
 * A key that is equal for questions with the same stem and options, ignoring the options' order,
 * case and spacing. Images are compared by content.
 */
export const keyOf = (
  { stem, options }: Pick<PlainQuestion, 'stem' | 'options'>,
  images: readonly Buffer[],
): string => {
  const hashes = images.map((bytes) => ` \0${digest(bytes)} `);
  const show = (text: string) =>
    normalise(text.replace(markers, (found) => hashes[Number(found.slice(5, -1)) - 1] ?? found));
  const texts = options.map((option) => show(option.text)).sort();
  return digest([show(stem), ...texts].join('\n\0'));
};

/** The right options, to compare two versions of a question. */
export const rightOf = ({ options }: Pick<PlainQuestion, 'options'>): string =>
  options
    .filter((option) => option.right)
    .map((option) => normalise(option.text.replace(markers, '')))
    .sort()
    .join('\n');
