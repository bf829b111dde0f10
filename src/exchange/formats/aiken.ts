import { splitFences } from '#contract/code.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { addItem, emptyReading, type Item, type ReadSource } from '../item.ts';
import { imagesOf, type Outgoing, printMarkup, type WriteQuestions } from '../outgoing.ts';
import { readImages } from './markup.ts';
import { letterOf, readAnswers } from './records.ts';

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
  const right = readAnswers(
    options.map((_, at) => `\0${at}`),
    [answer],
  );
  if (!right.ok) return right;
  return success({
    place: { line },
    stem: readImages(stem.join('\n').trim()),
    options: options.map((option, index) => ({
      text: readImages(option.trim()),
      right: right.value[index] ?? false,
      rationale: [],
    })),
    explanation: [],
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
  text.split('\n').forEach((raw, index) => {
    const answer = answerLine.exec(raw);
    const option = optionLine.exec(raw);
    const isEmpty = raw.trim() === '';
    if (answer) {
      draft ??= { line: index + 1, stem: [], options: [] };
      end(answer[1] ?? '');
    } else if (isEmpty) {
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
  });
  end();
  return success(reading);
};

const findUnfit = (question: Outgoing, text: string): string | undefined => {
  const right = question.options.filter((option) => option.right).length;
  if (right > 1) return `has ${right} right options; Aiken takes one`;
  if (imagesOf(question).length > 0) return 'has pictures, which Aiken cannot hold';
  const holdsCode = question.stem.some(
    (piece) => typeof piece === 'string' && splitFences(piece).some(({ kind }) => kind === 'block'),
  );
  if (holdsCode) return 'has code on lines of its own, which Aiken cannot hold';
  if (question.options.length > 26) return 'has more options than letters';
  const read = readAiken(text);
  const items = read.ok ? read.value.items : [];
  return items.length === 1 && items[0]?.options.length === question.options.length
    ? undefined
    : 'has a line that Aiken would take for another part';
};

const printOne = ({ stem, options }: Outgoing) => {
  const texts = options.map(({ text }) => printMarkup(text, () => '', ''));
  return [
    printMarkup(stem, () => '', ' ')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join(' '),
    ...texts.map((text, index) => `${letterOf(index)}. ${text}`),
    `ANSWER: ${letterOf(options.findIndex((option) => option.right))}`,
    '',
  ].join('\n');
};

/** Prints stems on one line, options and keys. Aiken has no place for the rest. */
export const writeAiken: WriteQuestions = (questions) => {
  const rejected: { id: string; reason: string }[] = [];
  const texts = questions.flatMap((question) => {
    const text = printOne(question);
    const reason = findUnfit(question, text);
    if (reason) rejected.push({ id: question.id, reason });
    return reason ? [] : [text];
  });
  return { text: texts.join('\n'), rejected };
};
