import { splitFences } from '#contract/code.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { addItem, emptyReading, type Item, type ReadSource } from '../item.ts';
import { type Outgoing, printMarkup, type WriteQuestions } from '../outgoing.ts';
import { letterOf, readAnswers } from './answers.ts';

const optionLine = /^[ \t]*([A-Z])[.)][ \t]+(.*)$/s;
const answerLine = /^[ \t]*ANSWERS?[ \t]*:(.*)$/is;

type Line = { number: number; text: string };

const toItem = (lines: readonly Line[], answer: string | undefined): Result<Item, string> => {
  const first = lines.findIndex(({ text }) => optionLine.exec(text)?.[1] === 'A');
  const [stem, rest] = first === -1 ? [lines, []] : [lines.slice(0, first), lines.slice(first)];
  const options: string[] = [];
  for (const { number, text } of rest.filter((line) => line.text.trim() !== '')) {
    const [, letter, option = ''] = optionLine.exec(text) ?? [];
    const next = letterOf(options.length);
    if (letter !== next) {
      return failed(`has a line that is neither option ${next} nor the answer, ${number}`);
    }
    options.push(option.trim());
  }
  if (options.length === 0) return failed('has no options such as "A. text"');
  if (answer === undefined) return failed('has no line "ANSWER: A" after its options');
  // Hides the options' texts, since the answer may only be a letter.
  const hidden = options.map((_, at) => `\0${at}`);
  const right = readAnswers(hidden, [answer]);
  if (!right.ok) return right;
  return success({
    place: { line: lines[0]?.number ?? 1 },
    stem: stem.map(({ text }) => text).join('\n'),
    options: options.map((text, index) => ({
      text,
      right: right.value[index] ?? false,
      rationale: '',
    })),
    explanation: '',
  });
};

/** Reads Aiken: the stem, options `A. text` or `A) text` in order, `ANSWER: A`. */
export const readAiken: ReadSource = (text) => {
  const reading = emptyReading();
  let lines: Line[] = [];
  const end = (number: number, answer?: string) => {
    const title = lines[0]?.text ?? '';
    addItem(reading, { line: lines[0]?.number ?? number }, title, toItem(lines, answer));
    lines = [];
  };
  for (const [index, line] of text.split('\n').entries()) {
    const answer = answerLine.exec(line);
    if (answer) end(index + 1, answer[1] ?? '');
    else if (lines.length > 0 || line.trim() !== '') lines.push({ number: index + 1, text: line });
  }
  if (lines.length > 0) end(lines.length);
  return success(reading);
};

/** Whether Aiken, and our importer, read it as the same question. */
const isFit = ({ stem, options, images }: Outgoing, text: string): boolean => {
  const read = readAiken(text);
  const items = read.ok ? read.value.items : [];
  const isCode = (piece: string) => splitFences(piece).some(({ kind }) => kind === 'block');
  return (
    options.filter((option) => option.right).length === 1 &&
    options.length <= 26 &&
    images.length === 0 &&
    !stem.some(isCode) &&
    items.length === 1 &&
    items[0]?.options.length === options.length
  );
};

const unfit =
  'cannot stand in Aiken, which has one right option and no pictures, blocks of code and lines that look like another part';

const printOne = ({ stem, options, images }: Outgoing) => {
  const lines = printMarkup(stem.join('\n'), images).split('\n');
  const stemLine = lines.flatMap((line) => line.trim() || []).join(' ');
  return [
    stemLine,
    ...options.map(({ text }, index) => `${letterOf(index)}. ${printMarkup(text, images)}`),
    `ANSWER: ${letterOf(options.findIndex((option) => option.right))}`,
    '',
  ].join('\n');
};

/** Prints stems on one line, options and keys. Aiken has no place for the rest. */
export const writeAiken: WriteQuestions = (questions, _, reject) =>
  questions
    .flatMap((question) => {
      const text = printOne(question);
      if (isFit(question, text)) return [text];
      reject(question.id, unfit);
      return [];
    })
    .join('\n');
