import { failed, type Result, success } from '#contract/result.ts';
import { type Entry, type Item, titleOf } from '../../item.ts';
import { letterOf } from '../../records/answers.ts';
import { readReferences } from '../../records/record-values.ts';
import type { Reader } from '../format.ts';
import type { AnswerKey } from './answer-key.ts';
import { type Block, feedbackLine, type Option, referenceLine, splitBlocks } from './blocks.ts';
import { foldText2qti, latinOf } from './lines.ts';

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
export const readAiken = (text: string): Entry[] => {
  const blocks = splitBlocks(foldText2qti(text).split('\n'));
  const isSound = createNumberCheck(blocks);
  return blocks.map((block) => ({
    place: `:${block.line}`,
    title: block.stem[0] ?? '',
    item: isSound(block)
      ? itemOfBlock(block)
      : failed(`has the number ${block.number}, which other questions have, too`),
  }));
};

export const aikenReader: Reader = {
  read: (text) => success(readAiken(text)),
  shape: 'a stem above "A. option", "B. option" and "ANSWER: A"',
};
