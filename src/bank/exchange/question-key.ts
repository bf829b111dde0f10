import { createHash } from 'node:crypto';
import { markers } from '../parse/question-source.ts';
import type { PlainQuestion } from './question-text.ts';

const digest = (content: string | Buffer) =>
  createHash('sha256').update(content).digest('base64url');

const normalise = (text: string) =>
  text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/**
 * The same for two questions that ask the same with the same options, in whatever order, case and
 * spacing. Pictures count by what they hold.
 */
export const keyOf = (
  { stem, options }: Pick<PlainQuestion, 'stem' | 'options'>,
  pictures: readonly Buffer[],
): string => {
  const hashes = pictures.map((bytes) => ` \0${digest(bytes)} `);
  const show = (text: string) =>
    normalise(text.replace(markers, (found) => hashes[Number(found.slice(5, -1)) - 1] ?? found));
  const texts = options.map((option) => show(option.text)).sort();
  return digest([show(stem), ...texts].join('\n\0'));
};

/** Tells two keys of the same question apart. */
export const rightOf = ({ options }: Pick<PlainQuestion, 'options'>): string =>
  options
    .filter((option) => option.right)
    .map((option) => normalise(option.text.replace(markers, '')))
    .sort()
    .join('\n');
