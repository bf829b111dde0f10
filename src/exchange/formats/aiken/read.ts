import { failed, type Result, success } from '#contract/result.ts';
import { addItem, emptyReading, type Item, type Reading, titleOf } from '../../item.ts';
import { letterOf, readAnswers } from '../../records/answers.ts';
import type { Reader } from '../format.ts';

/** `A. text`, `A) text`, `(a) text`; a bracket needs no space after it. */
const optionLine =
  /^[ \t]*(?:([A-Z])(?:[.:][ \t]+|\)[ \t]*)|\(?([A-Za-z])\)[ \t]*|([a-z])\.[ \t]+)(\S.*)$/s;
export const answerLine = /^[ \t]*(?:correct[ \t]+)?answers?[ \t]*(?:is[ \t]*)?:(.*)$/is;
const feedbackLine = /^[ \t]*(?:feedback|explanation|rationale)[ \t]*:[ \t]*(.*)$/is;
const numberBefore = /^[ \t]*(?:question[ \t]+|q)?\d{1,4}[.):][ \t]+/i;

type Block = {
  line: number;
  stem: string[];
  options: { letter: string; text: string }[];
  answer?: string;
  feedback?: string[];
};

export const readOption = (line: string) => {
  const [, one, two, three, text = ''] = optionLine.exec(line) ?? [];
  const letter = (one ?? two ?? three)?.toUpperCase();
  return letter === undefined ? undefined : { letter, text: text.trim() };
};

/**
 * Splits a text wherever only another question can start: at text after options, at a second option
 * A, at a second answer. A broken question thus takes nothing from its neighbors.
 */
const splitBlocks = (text: string): Block[] => {
  const blocks: Block[] = [];
  let block: Block | undefined;
  const start = (line: number) => {
    block = { line, stem: [], options: [] };
    blocks.push(block);
    return block;
  };
  let isAfterEmpty = false;
  for (const [index, line] of text.split('\n').entries()) {
    const number = index + 1;
    const isEmpty = line.trim() === '';
    const answer = answerLine.exec(line)?.[1];
    const feedback = block?.answer === undefined ? undefined : feedbackLine.exec(line)?.[1];
    const isDone = block?.answer !== undefined;
    const option = isDone || !block ? undefined : readOption(line);
    if (isEmpty) {
      if (block && block.stem.length > 0 && block.options.length === 0) block.stem.push('');
    } else if (answer !== undefined) {
      const holder = isDone || !block ? start(number) : block;
      holder.answer = answer.trim();
    } else if (block && feedback !== undefined && !block.feedback) {
      block.feedback = [feedback.trim()];
    } else if (block?.feedback && !isAfterEmpty) {
      // Without an empty line, only an option shows that another question has begun.
      const isOption = block.feedback.length > 1 && readOption(line)?.letter === 'A';
      const stem = isOption ? block.feedback.splice(1) : [];
      if (isOption)
        Object.assign(start(number - stem.length), { stem, options: [readOption(line)] });
      else block.feedback.push(line.trim());
    } else if (block && option && (option.letter === 'A') === (block.options.length === 0)) {
      block.options.push(option);
    } else if (option && block && block.options.length > 0) start(number).options.push(option);
    else {
      const holder = !block || isDone || block.options.length > 0 ? start(number) : block;
      holder.stem.push(holder.stem.length === 0 ? line.replace(numberBefore, '') : line);
    }
    isAfterEmpty = isEmpty;
  }
  return blocks;
};

const toItem = ({ stem, options, answer, feedback = [] }: Block): Result<Item, string> => {
  if (options.length === 0) return failed('has no options such as "A. text"');
  const stray = options.findIndex(({ letter }, index) => letter !== letterOf(index));
  const { letter = '', text = '' } = options[stray] ?? {};
  if (stray !== -1) {
    return failed(
      `has "${titleOf(`${letter}. ${text}`)}" where option ${letterOf(stray)} or the answer should be`,
    );
  }
  if (answer === undefined) return failed('has no line "ANSWER: A" after its options');
  // Answers are letters here, never an option's text.
  const right = readAnswers(
    options.map(() => '\0'),
    [answer],
  );
  if (!right.ok) return right;
  return success({
    stem: stem.join('\n').trim(),
    options: options.map((option, index) => ({
      text: option.text,
      right: right.value[index] ?? false,
      rationale: '',
    })),
    explanation: feedback.join('\n').trim(),
  });
};

/**
 * Reads Aiken and its like: the stem, options `A. text` or `A) text` in order, `ANSWER: A`, and
 * perhaps `FEEDBACK: text`.
 */
export const readAiken = (text: string): Reading => {
  const reading = emptyReading();
  for (const block of splitBlocks(text)) {
    addItem(reading, `:${block.line}`, block.stem[0] ?? '', toItem(block));
  }
  return reading;
};

export const aikenReader: Reader = {
  read: (text) => success(readAiken(text)),
  shape: 'a stem above "A. option", "B. option" and "ANSWER: A"',
};
