import type { Question } from '#contract/wire.ts';
import { isSingleAnswer } from './grading.ts';

/** What a question asks for: one or several options, a yes or no to each, their order, or pairs. */
export type Kind = 'choice' | 'series' | 'order' | 'match';

export type Asked = Pick<Question, 'kind' | 'options' | 'answers' | 'prompts'>;

/** How a statement of a series is judged; 0 is open, as an unassigned prompt of a match is. */
export const YES = 1;
export const NO = 2;

/**
 * How the answers of a kind work. A selection is a list of numbers: the options chosen (choice: sorted;
 * order: as they were put), or a number for each statement or prompt: YES, NO or 0, or 1 more than
 * the option's position or 0. It is empty where nothing is chosen.
 */
type Rules = {
  /** Whether such a question can be asked as this kind; otherwise it is a choice. */
  fits: (asked: Asked) => boolean;
  /** The chosen texts as a result keeps them. */
  chosen: (asked: Asked, selection: number[]) => string[];
  isRight: (asked: Asked, selection: number[]) => boolean;
  /** Whether it can be checked. */
  isWhole: (asked: Asked, selection: number[]) => boolean;
  /** The selection after the key or a tap of an option. */
  toggled: (asked: Asked, selection: number[], position: number) => number[];
  /** The selection that has these texts, wherever the options stand now. */
  found: (asked: Asked, texts: string[]) => number[];
};

const isSame = (left: string[], right: string[]) =>
  left.length === right.length && left.every((text, index) => text === right[index]);

/** A list of nothing but 0 is empty. */
export const withValue = (selection: number[], length: number, index: number, value: number) => {
  const values = Array.from({ length }, (_, at) => (at === index ? value : (selection[at] ?? 0)));
  return values.some(Boolean) ? values : [];
};

/** The position of each text; of equal options, each is taken once before any is taken again. */
const placesOf = (options: string[], texts: string[]) => {
  const taken = new Set<number>();
  return texts.map((text) => {
    const free = options.findIndex((option, at) => option === text && !taken.has(at));
    const place = free < 0 ? options.indexOf(text) : free;
    taken.add(place);
    return place;
  });
};

const areOptions = ({ options, answers }: Asked) =>
  answers.length > 0 && answers.every((answer) => options.includes(answer));

/** Whether the chosen texts and the answers are the same set (spec: Run). */
export const isSelectionCorrect = (chosen: string[], answers: string[]) => {
  const chosenSet = new Set(chosen);
  const answerSet = new Set(answers);
  return chosenSet.size === answerSet.size && [...chosenSet].every((text) => answerSet.has(text));
};

const optionTexts: Rules['chosen'] = ({ options }, selection) =>
  selection.map((position) => options[position] ?? '');

const toggleOption: Rules['toggled'] = (_, selection, position) =>
  selection.includes(position)
    ? selection.filter((other) => other !== position)
    : [...selection, position];

const rules: Record<Kind, Rules> = {
  choice: {
    fits: () => true,
    chosen: optionTexts,
    isRight: (asked, selection) => isSelectionCorrect(optionTexts(asked, selection), asked.answers),
    isWhole: (_, selection) => selection.length > 0,
    // A single answer replaces the selection (spec: Run).
    toggled: (asked, selection, position) =>
      isSingleAnswer(asked.answers)
        ? [position]
        : toggleOption(asked, selection, position).sort((a, b) => a - b),
    found: ({ options }, texts) =>
      options.flatMap((text, position) => (texts.includes(text) ? [position] : [])),
  },
  series: {
    fits: areOptions,
    chosen: ({ options }, selection) => options.filter((_, at) => selection[at] === YES),
    isRight: ({ options, answers }, selection) =>
      options.every((text, at) => selection[at] === (answers.includes(text) ? YES : NO)),
    isWhole: ({ options }, selection) => options.every((_, at) => Boolean(selection[at])),
    toggled: ({ options }, selection, position) =>
      withValue(selection, options.length, position, selection[position] === YES ? NO : YES),
    found: ({ options }, texts) => options.map((text) => (texts.includes(text) ? YES : NO)),
  },
  order: {
    fits: (asked) => areOptions(asked) && new Set(asked.answers).size === asked.answers.length,
    chosen: optionTexts,
    isRight: (asked, selection) => isSame(optionTexts(asked, selection), asked.answers),
    isWhole: (_, selection) => selection.length > 0,
    toggled: toggleOption,
    found: ({ options }, texts) => placesOf(options, texts).filter((place) => place >= 0),
  },
  match: {
    fits: (asked) => areOptions(asked) && asked.prompts?.length === asked.answers.length,
    chosen: ({ options, answers }, selection) =>
      answers.map((_, at) => options[(selection[at] ?? 0) - 1] ?? ''),
    isRight: (asked, selection) => isSame(rules.match.chosen(asked, selection), asked.answers),
    isWhole: ({ answers }, selection) => answers.every((_, at) => Boolean(selection[at])),
    // An option's key does not say for which prompt.
    toggled: (_, selection) => selection,
    found: ({ options, answers }, texts) =>
      answers.map((_, at) => options.indexOf(texts[at] ?? '') + 1),
  },
};

export const isKnownKind = (kind: string): kind is Kind => Object.hasOwn(rules, kind);

/** The kind that a question is asked as: the choice that it also is, where its own is not known. */
export const kindOf = (asked: Asked): Kind => {
  const { kind = 'choice' } = asked;
  return isKnownKind(kind) && rules[kind].fits(asked) ? kind : 'choice';
};

export const chosenTexts = (asked: Asked, selection: number[]) =>
  rules[kindOf(asked)].chosen(asked, selection);

/** Whether an answer is right; there are no marks for a part of it. */
export const isRight = (asked: Asked, selection: number[]) =>
  rules[kindOf(asked)].isRight(asked, selection);

/** Whether a selection can be checked. */
export const isWhole = (asked: Asked, selection: number[]) =>
  rules[kindOf(asked)].isWhole(asked, selection);

export const toggled = (asked: Asked, selection: number[], position: number) =>
  rules[kindOf(asked)].toggled(asked, selection, position);

/** The selection of a stored answer: by its numbers where they still mean the same texts. */
export const restoredSelection = (
  asked: Asked,
  { positions, selectedAnswers }: { positions: number[]; selectedAnswers: string[] },
) => {
  const { chosen, found } = rules[kindOf(asked)];
  const isInPlace = isSame(chosen(asked, positions), selectedAnswers);
  return isInPlace ? positions : found(asked, selectedAnswers);
};
