import { splitFences } from '#wording/code.ts';
import { itemsOf } from '../../item.ts';
import type { Outgoing } from '../../outgoing.ts';
import { letterOf } from '../../records/answers.ts';
import type { TargetFormat } from '../format.ts';
import { readAiken } from './read.ts';

/** Prints a question with its stem on one line; undefined if Aiken would read it differently. */
const printQuestion = ({ stem, options, images }: Outgoing): string | undefined => {
  const isCode = (piece: string) => splitFences(piece).some(({ kind }) => kind === 'block');
  const isSingle = options.filter(({ right }) => right).length === 1;
  if (!isSingle || images.length > 0 || stem.some(isCode)) return undefined;
  const lines = stem.flatMap((piece) => piece.split('\n')).map((line) => line.trim());
  const words = lines.filter((line) => line !== '').join(' ');
  const text = [
    words,
    ...options.map((option, index) => `${letterOf(index)}. ${option.text}`),
    `ANSWER: ${letterOf(options.findIndex(({ right }) => right))}\n`,
  ].join('\n');
  const [item] = itemsOf(readAiken(text));
  return item?.stem === words && item.options.length === options.length ? text : undefined;
};

export const printAiken: TargetFormat = {
  print: ({ questions }) => questions.map(printQuestion).join('\n'),
  findUnfit: (question) =>
    printQuestion(question) === undefined
      ? 'cannot stand in Aiken, which has one right option and no pictures, blocks of code and lines that look like another part.'
      : undefined,
  loss: 'Aiken has no place for explanations, reasons, references, line breaks, domains and ids.',
};
