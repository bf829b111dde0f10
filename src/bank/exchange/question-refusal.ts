import { markers } from '../parse/question-source.ts';
import type { PlainQuestion } from './question-text.ts';

/** What makes a question no question; parts that a person can still add are not among it. */
export const refuseQuestion = ({ stem, options }: PlainQuestion): string | undefined => {
  if (stem.replace(markers, '').trim() === '') return 'has no text to its question';
  if (options.length === 0) return 'has no options';
  const lines = new Map<string, number>();
  for (const [index, { text }] of options.entries()) {
    const twin = lines.get(text);
    if (text === '') return `has an empty option ${index + 1}`;
    if (twin !== undefined) return `has the same text in options ${twin + 1} and ${index + 1}`;
    lines.set(text, index);
  }
  const right = options.filter((option) => option.right).length;
  if (right === 0) return 'has no right option';
  return right === options.length ? 'has only right options' : undefined;
};
