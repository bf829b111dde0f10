import { failed, type Result, success } from '#contract/result.ts';
import { addItem, emptyReading, type Item, type Reading, titleOf } from '../../item.ts';
import { letterOf } from '../../records/answers.ts';
import { readReferences } from '../../records/record-values.ts';
import type { Reader } from '../format.ts';
import { type AnswerKey, readAnswerKey } from './answer-key.ts';
import { latinOf, type Mark, markLines } from './lines.ts';
import { foldText2qti } from './text2qti.ts';

const feedbackLine =
  /^[ \t]*(?:feedback|explanation|rationale|explication|erklärung|explicación)[ \t]*[:：][ \t]*(.*)$/isu;
const referenceLine = /^[ \t]*(?:references?|sources?)[ \t]*:[ \t]*(\S.*)$/is;
/** Feedback as text2qti writes it, on the question or on the option above. */
const dotted = /^[ \t]*\.\.\.[ \t]+(\S.*)$/s;
const pageLine = /^(?:page )?-? ?\d{1,4} ?-?(?: ?(?:of|\/) ?\d{1,4})?$/i;

type Option = { letter: string; text: string; isRight: boolean; rationale: string };

type Block = {
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
const splitBlocks = (lines: readonly string[]): Block[] => {
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

const fold = (text: string) =>
  text
    .toLowerCase()
    .replace(/[\s.]+/g, ' ')
    .trim();

/** The letters of an answer that holds nothing else: `B`, `(A)`, `A, C`, `A and C`, `AC`. */
const lettersOf = (answer: string): string[] => {
  const words = answer
    .slice(0, 100)
    .replace(/[([{}\])*.:]/g, ' ')
    .split(/[\s,;&/、，]+/)
    .filter((word) => word !== '' && !/^(?:and|und|et|or|oder|ou)$/i.test(word));
  const [first = ''] = words;
  if (words.length === 1 && /^[A-Z]{2,8}$/.test(first)) return [...first];
  const names = words.length > 2 ? words.filter((word) => !/^[yeи]$/.test(word)) : words;
  return names.every((name) => /^(?:\p{L}|[①-⑩])$/u.test(name)) ? names.map(latinOf) : [];
};
const lettered = /^[([{*]*([A-Za-zА-Ка-к]|[①-⑩])[)\]}*]*[.):：、 \t-][ \t.):-]*(\S.*)$/su;

type Named = { right: string[]; said?: string };

/** The letters that an answer names, by letters or an option's text, and what else it says. */
const readAnswer = (answer: string, options: readonly Option[]): Result<Named, string> => {
  const shown = `has the answer "${titleOf(answer)}"`;
  const known = options.map(({ letter }) => letter);
  const twins = options.filter(({ text }) => fold(text) === fold(answer));
  const [twin] = twins;
  const names = lettersOf(answer);
  if (names.length > 0 && names.every((name) => known.includes(name)))
    return success({ right: names });
  if (twins.length === 1 && twin) return success({ right: [twin.letter] });
  const [, label = '', text = ''] = lettered.exec(answer) ?? [];
  const named = options.find(({ letter }) => letter === latinOf(label));
  const other = options.find((option) => fold(option.text) === fold(text));
  if (!named) return failed(`${shown}, which is no option`);
  if (other && other !== named) return failed(`${shown}, which is another option’s text`);
  return success(other ? { right: [named.letter] } : { right: [named.letter], said: text });
};

const isTruth = (answer: string) => /^(?:true|false|t|f)\.?$/i.test(answer);

/** The options of a question, or those that an answer of true or false implies. */
const optionsOf = ({ options }: Block, answers: readonly string[]): Option[] => {
  if (options.length > 0 || !answers.some(isTruth)) return options;
  const isTrue = answers.some((answer) => /^t/i.test(answer));
  return ['True', 'False'].map((text, at) => ({
    ...{ letter: text.slice(0, 1), text, rationale: '' },
    isRight: isTrue === (at === 0),
  }));
};

const itemOfBlock = (block: Block): Result<Item, string> => {
  const entry = block.number === undefined ? undefined : block.key?.get(block.number);
  if (entry === 'twice') return failed(`has the number ${block.number}, which the key has twice`);
  if (block.isUnread && !entry) {
    return failed(`has "${titleOf(block.answer ?? '')}" where its answer should be`);
  }
  const own = block.isUnread ? undefined : block.answer;
  const answers = [own, entry?.answer].flatMap((answer) => answer ?? []);
  const options = optionsOf(block, answers);
  if (options.length === 0) return failed('has no options such as "A. text"');
  const stray = block.options.findIndex(({ letter }, index) => letter !== letterOf(index));
  const { letter = '', text = '' } = block.options[stray] ?? {};
  if (stray !== -1) {
    return failed(
      `has "${titleOf(`${letter}. ${text}`)}" where option ${letterOf(stray)} or the answer should be`,
    );
  }
  const marked = options.filter(({ isRight }) => isRight).map((option) => option.letter);
  const ways = marked.length > 0 ? [marked] : [];
  const said = [...block.tail, ...(entry?.said ?? [])];
  for (const answer of answers) {
    const named = readAnswer(answer, options);
    if (!named.ok) return named;
    ways.push(named.value.right);
    if (named.value.said) said.unshift(named.value.said);
  }
  const [right, ...others] = ways.map((names) => options.map((one) => names.includes(one.letter)));
  if (right === undefined) return failed('has no line "ANSWER: A" after its options');
  if (others.some((other) => String(other) !== String(right))) {
    return failed('contradicts itself: its keys name different options');
  }
  const references = said.flatMap((line) => readReferences(referenceLine.exec(line)?.[1]) ?? []);
  return success({
    stem: block.stem.join('\n').trim(),
    options: options.map((option, index) => ({
      text: option.text,
      right: right[index] ?? false,
      rationale: option.rationale,
    })),
    explanation: said
      .filter((line) => !referenceLine.test(line))
      .map((line) => feedbackLine.exec(line)?.[1] ?? line)
      .join('\n')
      .trim(),
    references,
  });
};

/** Whether no other question has the number to which the key gives one answer. */
const createNumberCheck = (blocks: readonly Block[]) => {
  const counts = new Map<AnswerKey, Map<string, number>>();
  const keyed = blocks.filter(({ answer }) => answer === undefined);
  for (const { key, number } of keyed) {
    if (!key || number === undefined) continue;
    const numbers = counts.get(key) ?? new Map<string, number>();
    counts.set(key, numbers.set(number, (numbers.get(number) ?? 0) + 1));
  }
  return ({ key, number = '' }: Block) => !key || (counts.get(key)?.get(number) ?? 0) < 2;
};

/**
 * Reads Aiken and its like: the stem, options `A. text` or `A) text` in order, `ANSWER: A` or a key at
 * the end, and perhaps `FEEDBACK: text`.
 */
export const readAiken = (text: string): Reading => {
  const reading = emptyReading();
  const blocks = splitBlocks(foldText2qti(text).split('\n'));
  const isSound = createNumberCheck(blocks);
  for (const block of blocks) {
    const item = isSound(block)
      ? itemOfBlock(block)
      : failed(`has the number ${block.number}, which other questions have, too`);
    addItem(reading, `:${block.line}`, block.stem[0] ?? '', item);
  }
  return reading;
};

export const aikenReader: Reader = {
  read: (text) => success(readAiken(text)),
  shape: 'a stem above "A. option", "B. option" and "ANSWER: A"',
};
