import { letterOf } from '../../records/answers.ts';
import { type AnswerKey, readAnswerKey } from './answer-key.ts';
import { type Mark, markLines } from './lines.ts';

export const feedbackLine =
  /^[ \t]*(?:feedback|explanation|rationale|explication|erklärung|explicación)[ \t]*[:：][ \t]*(.*)$/isu;
export const referenceLine = /^[ \t]*(?:references?|sources?)[ \t]*:[ \t]*(\S.*)$/is;
/** Feedback as text2qti writes it, on the question or on the option above. */
const dotted = /^[ \t]*\.\.\.[ \t]+(\S.*)$/s;
const pageLine = /^(?:page )?-? ?\d{1,4} ?-?(?: ?(?:of|\/) ?\d{1,4})?$/i;

export type Option = { letter: string; text: string; isRight: boolean; rationale: string };

export type Block = {
  line: number;
  number?: string;
  stem: string[];
  options: Option[];
  answer?: string;
  /** Whether the answer is a line that was not understood. */
  isUnread?: true;
  /** Whether the stem has numbered lines. */
  isListed?: true;
  /** What follows the answer. */
  tail: string[];
  key?: AnswerKey | undefined;
};

const isNext = ({ number, isListed }: Block, next: { number: string }) =>
  !isListed && number !== undefined && Number(next.number) === Number(number) + 1;

/** The lines of a tail from which on it may be the stem of another question. */
const stemInTail = (tail: readonly string[]): number => {
  const start = tail.findLastIndex((line, at) => line === '' && at < tail.length - 1) + 1;
  return feedbackLine.test(tail[start] ?? '') ? start + 1 : start;
};

/**
 * Splits a text wherever only another question can start: at text after options, at a second option
 * A, at a second answer. A broken question thus takes nothing from its neighbors.
 */
export const splitBlocks = (lines: readonly string[]): Block[] => {
  const marks = markLines(lines);
  /** For each line, the next one below that begins a part. */
  const next: (Mark | undefined)[] = [];
  for (let at = lines.length - 1; at >= 0; at -= 1) next[at] = marks[at + 1] ?? next[at + 1];
  const blocks: Block[] = [];
  let current: Block | undefined;
  let section = 0;
  const start = (at: number, stem: string[] = []) => {
    current = { line: at + 1, stem, options: [], tail: [] };
    blocks.push(current);
    return current;
  };
  let isAfterEmpty = false;
  /** Whether text goes on with the last option: the next option or, without a gap, the answer follows. */
  const goesOn = (at: number, { options }: Block) => {
    const below = next[at];
    if (below?.kind === 'option') return below.letter === letterOf(options.length);
    return below?.kind === 'answer' && !isAfterEmpty && /^\s*\p{Ll}/u.test(lines[at] ?? '');
  };
  const addText = (at: number, line: string, block: Block | undefined) => {
    const mark = marks[at];
    const number = mark?.kind === 'number' ? mark : undefined;
    const last = block?.options.at(-1);
    const [, said] = dotted.exec(line) ?? [];
    if (block?.answer !== undefined) {
      const isSaid = feedbackLine.test(line) || referenceLine.test(line);
      const isInside = block.tail.length > 0 && !isAfterEmpty;
      const isTail = !number && (isSaid || isInside || block.number !== undefined);
      if (isTail) block.tail.push(line.trim());
      else addStem(at, line, start(at), number);
    } else if (block && said !== undefined) {
      if (last) last.rationale = `${last.rationale} ${said}`.trim();
      else block.tail.push(said);
    } else if (!block || !last) addStem(at, line, block ?? start(at), number);
    else if (!number && goesOn(at, block)) {
      if (!pageLine.test(line.trim())) last.text += ` ${line.trim()}`;
    } else if (!number && !isAfterEmpty && lines[at + 1]?.trim() === '') {
      // Such as a misspelled "ANSWER: A", which must not become part of the next question.
      Object.assign(block, { answer: line.trim(), isUnread: true });
    } else addStem(at, line, start(at), number);
  };
  const addStem = (at: number, line: string, block: Block, number?: Mark & { kind: 'number' }) => {
    // A title above the first question doesn't hide its number.
    const isTitled = block.stem.length > 0 && !(isAfterEmpty && block.options.length === 0);
    if (number && isNext(block, number) && isAfterEmpty) {
      // The question above has no options.
      addStem(at, line, start(at), number);
      return;
    }
    if (!number || block.number !== undefined || isTitled) {
      if (number) block.isListed = true;
      // A page number between a question's parts.
      if (!(pageLine.test(line.trim()) && next[at]?.kind === 'option')) block.stem.push(line);
      return;
    }
    block.number = number.number;
    if (number.text !== '') block.stem.push(number.text);
  };
  const addOption = (
    at: number,
    line: string,
    { kind: _, ...option }: Mark & { kind: 'option' },
  ) => {
    const block = current;
    const isFirst = option.letter === 'A';
    if (block?.answer !== undefined) {
      const from = isFirst ? stemInTail(block.tail) : block.tail.length;
      const stem = block.tail.slice(from);
      if (stem.every((one) => one === '')) {
        if (block.tail.length > 0) block.tail.push(line.trim());
        else start(at, [line]);
        return;
      }
      block.tail.length = from;
      start(at - stem.length, stem).options.push({ ...option, rationale: '' });
    } else if (block && isFirst === (block.options.length === 0)) {
      block.options.push({ ...option, rationale: '' });
    } else if (block && block.options.length > 0) {
      start(at).options.push({ ...option, rationale: '' });
    } else (block ?? start(at)).stem.push(line);
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const mark = marks[at];
    const found = readAnswerKey(lines, at);
    if (found) {
      for (const block of blocks.slice(section)) block.key = found.key;
      section = blocks.length;
      current = undefined;
      at = found.end - 1;
    } else if (line.trim() === '') {
      if (current?.answer !== undefined && current.tail.length > 0) current.tail.push('');
      else if (current && current.stem.length > 0 && current.options.length === 0) {
        current.stem.push('');
      }
    } else if (mark?.kind === 'answer') {
      const holder = current && current.answer === undefined ? current : start(at);
      holder.answer = mark.text;
    } else if (mark?.kind === 'option') addOption(at, line, mark);
    else addText(at, line, current);
    isAfterEmpty = line.trim() === '';
  }
  return blocks;
};
