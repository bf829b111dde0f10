import { splitFences } from '#contract/code.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { addItem, emptyReading, type Item, type ReadSource, titleOf } from '../item.ts';
import type { Outgoing, WriteQuestions } from '../outgoing.ts';
import { letterOf, readAnswers } from './answers.ts';

const optionLine = /^[ \t]*([A-Z])[.)][ \t]+(.*)$/s;
const answerLine = /^[ \t]*ANSWERS?[ \t]*:(.*)$/is;

const toItem = (lines: readonly string[], answer: string | undefined): Result<Item, string> => {
  const first = lines.findIndex((line) => optionLine.exec(line)?.[1] === 'A');
  if (first === -1) return failed('has no options such as "A. text"');
  const rest = lines.slice(first).filter((line) => line.trim() !== '');
  const options = rest.map((line) => optionLine.exec(line));
  const stray = options.findIndex((option, index) => option?.[1] !== letterOf(index));
  if (stray !== -1) {
    const line = titleOf(rest[stray] ?? '');
    return failed(`has "${line}" where option ${letterOf(stray)} or the answer should be`);
  }
  if (answer === undefined) return failed('has no line "ANSWER: A" after its options');
  // The answer can't be the text of an option.
  const right = readAnswers(
    options.map(() => '\0'),
    [answer.trim()],
  );
  if (!right.ok) return right;
  return success({
    stem: lines.slice(0, first).join('\n'),
    options: options.map((option, index) => ({
      text: option?.[2]?.trim() ?? '',
      right: right.value[index] ?? false,
      rationale: '',
    })),
    explanation: '',
  });
};

/** Reads Aiken: the stem, options `A. text` or `A) text` in order, `ANSWER: A`. */
export const readAiken: ReadSource = (text) => {
  const reading = emptyReading();
  let lines: string[] = [];
  let start = 1;
  const end = (answer?: string) => {
    addItem(reading, `:${start}`, lines[0] ?? '', toItem(lines, answer));
    lines = [];
  };
  for (const [index, line] of text.split('\n').entries()) {
    const answer = answerLine.exec(line);
    if (lines.length === 0) start = index + 1;
    if (answer) end(answer[1]);
    else if (lines.length > 0 || line.trim() !== '') lines.push(line);
  }
  if (lines.length > 0) end();
  return success(reading);
};

const unfit =
  'cannot stand in Aiken, which has one right option and no pictures, blocks of code and lines that look like another part.';

/** Prints a question with its stem on one line; undefined where Aiken reads it as another one. */
const printOne = ({ stem, options, images }: Outgoing): string | undefined => {
  const isCode = (piece: string) => splitFences(piece).some(({ kind }) => kind === 'block');
  const isSingle = options.filter(({ right }) => right).length === 1;
  if (!isSingle || images.length > 0 || stem.some(isCode)) return undefined;
  const lines = stem.flatMap((piece) => piece.split('\n')).flatMap((line) => line.trim() || []);
  const text = [
    lines.join(' '),
    ...options.map((option, index) => `${letterOf(index)}. ${option.text}`),
    `ANSWER: ${letterOf(options.findIndex(({ right }) => right))}`,
    '',
  ].join('\n');
  const read = readAiken(text);
  const [item] = read.ok ? read.value.items : [];
  const isSame = item?.stem === lines.join(' ') && item.options.length === options.length;
  return isSame ? text : undefined;
};

/** Prints stems, options and keys. Aiken has no place for the rest. */
export const writeAiken: WriteQuestions = (questions, _, reject) =>
  questions
    .flatMap((question) => {
      const text = printOne(question);
      if (text === undefined) reject(question.id, unfit);
      return text ?? [];
    })
    .join('\n');
