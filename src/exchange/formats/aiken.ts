import { splitFences } from '#contract/code.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { addItem, emptyReading, type Item, type ReadSource } from '../item.ts';
import { type Outgoing, printMarkup, type WriteQuestions } from '../outgoing.ts';
import { letterOf, readAnswers } from './answers.ts';

const optionLine = /^[ \t]*([A-Z])[.)][ \t]+(.*)$/s;
const answerLine = /^[ \t]*ANSWERS?[ \t]*:(.*)$/is;

type Draft = { line: number; stem: string[]; options: string[]; reason?: string };

const nextLetter = ({ options }: Draft) => letterOf(options.length);

const toItem = (
  { line, stem, options, reason }: Draft,
  answer: string | undefined,
): Result<Item, string> => {
  if (reason !== undefined) return failed(reason);
  if (options.length === 0) return failed('has no options such as "A. text"');
  if (answer === undefined) return failed('has no line "ANSWER: A" after its options');
  // Hides the options' texts, since the answer may only be a letter.
  const hidden = options.map((_, at) => `\0${at}`);
  const right = readAnswers(hidden, [answer]);
  if (!right.ok) return right;
  return success({
    place: { line },
    stem: stem.join('\n').trim(),
    options: options.map((text, index) => ({
      text: text.trim(),
      right: right.value[index] ?? false,
      rationale: '',
    })),
    explanation: '',
  });
};

/**
 * Reads Aiken: the stem, options `A. text` or `A) text` in order, `ANSWER: A`. After a mistake it
 * continues behind the next answer or empty line.
 */
export const readAiken: ReadSource = (text) => {
  const reading = emptyReading();
  let draft: Draft | undefined;
  const end = (answer?: string) => {
    if (draft) {
      addItem(reading, { line: draft.line }, draft.stem.join(' '), toItem(draft, answer));
    }
    draft = undefined;
  };
  for (const [index, raw] of text.split('\n').entries()) {
    const answer = answerLine.exec(raw);
    const option = optionLine.exec(raw);
    if (answer) {
      draft ??= { line: index + 1, stem: [], options: [] };
      end(answer[1] ?? '');
    } else if (raw.trim() === '') {
      // An empty line in a stem ends a paragraph.
      if (draft?.reason !== undefined) end();
      else if (draft && draft.options.length === 0) draft.stem.push('');
    } else if (draft && option && option[1] === nextLetter(draft)) {
      draft.options.push(option[2] ?? '');
    } else if (!draft || draft.options.length === 0) {
      draft ??= { line: index + 1, stem: [], options: [] };
      draft.stem.push(raw);
    } else {
      draft.reason ??= `has a line that is neither option ${nextLetter(draft)} nor the answer, ${index + 1}`;
    }
  }
  end();
  return success(reading);
};

const findUnfit = ({ stem, options, images }: Outgoing, text: string): string | undefined => {
  const right = options.filter((option) => option.right).length;
  if (right > 1) return `has ${right} right options; Aiken takes one`;
  if (images.length > 0) return 'has pictures, which Aiken cannot hold';
  if (stem.some((piece) => splitFences(piece).some(({ kind }) => kind === 'block'))) {
    return 'has code on lines of its own, which Aiken cannot hold';
  }
  if (options.length > 26) return 'has more options than letters';
  const read = readAiken(text);
  const [item, ...others] = read.ok ? read.value.items : [];
  return item?.options.length === options.length && others.length === 0
    ? undefined
    : 'has a line that Aiken would take for another part';
};

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
      const reason = findUnfit(question, text);
      if (reason) reject(question.id, reason);
      return reason ? [] : [text];
    })
    .join('\n');
