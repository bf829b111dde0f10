import { failed, type Result, success } from '#contract/result.ts';
import { seededRandom, shuffle } from '#primitives/shuffle.ts';
import { fingerprint, hashTexts } from '../../blind-checks.ts';
import {
  answersOf,
  indexOfMarker,
  markers,
  type OptionSource,
  type QuestionSource,
} from '../../parse/question-source.ts';
import type { CaseSource } from '../../read/read-cases.ts';

/** A question as it stands on a sheet, with its options in the sheet's order. */
export type SheetItem = { question: QuestionSource; options: OptionSource[] };

type SheetChoice = { sample: number; seed: string; isOptionsOnly: boolean };

/** `code` changes with any question of the sheet, so answers to another sheet are noticed. */
export type BlindSheet = { items: SheetItem[]; code: string; isOptionsOnly: boolean };

/** Deterministic: the same questions and flags give the same sheet. */
export const drawSheet = (
  questions: readonly QuestionSource[],
  { sample, seed, isOptionsOnly }: SheetChoice,
): BlindSheet => {
  const drawn = shuffle(questions, seededRandom(seed)).slice(0, sample);
  const items = drawn.map((question) => {
    const { id, options } = question;
    return {
      question,
      options: question.shuffle ? shuffle(options, seededRandom(`${seed} ${id}`)) : options,
    };
  });
  const code = hashTexts([seed, isOptionsOnly, drawn.map(fingerprint)]);
  return { items, code, isOptionsOnly };
};

const letterAt = (index: number) => String.fromCharCode(65 + index);

/** The letters of the answers: of an order in their order, of a match for each prompt. */
export const keyOf = ({ question, options }: SheetItem): string => {
  const { kind, prompts } = question;
  if (kind !== 'order' && kind !== 'match') {
    return options.map(({ right }, index) => (right ? letterAt(index) : '')).join('');
  }
  return answersOf({ options, prompts })
    .map((answer) => letterAt(options.findIndex(({ text }) => text === answer)))
    .join('');
};

const asks = {
  series: 'Name the statements that are true.',
  order: 'Name the steps that are needed, in their order.',
  match: 'Name the option of each line, in the order of the lines.',
};

/** The case studies that a sheet's questions are about, which they can't be answered without. */
const printCases = (items: readonly SheetItem[], cases: readonly CaseSource[]) => {
  const named = new Set(items.map(({ question }) => question.case));
  return cases
    .filter(({ id }) => named.has(id))
    .flatMap(({ title, sections }) => [
      '',
      `Case: ${title}`,
      ...sections.flatMap((section) => ['', section.title, section.text]),
    ]);
};

/** The sheet as lines of text, after the cases that its questions are about. */
export const printSheet = (
  { items, code, isOptionsOnly }: BlindSheet,
  cases: readonly CaseSource[],
): string[] => [
  `sheet ${code}`,
  ...(isOptionsOnly ? [] : printCases(items, cases)),
  ...items.flatMap((item, index) => {
    const { question, options } = item;
    const { kind, prompts = [] } = question;
    const show = (text: string) =>
      text.replace(markers, (found) => `[picture: ${question.images[indexOfMarker(found)]?.alt}]`);
    const stem = isOptionsOnly
      ? `Choose ${keyOf(item).length}.`
      : question.stem.map(show).join('\n\n');
    const lines = options.map(({ text }, at) => `   ${letterAt(at)}. ${show(text)}`);
    const about = cases.find(({ id }) => id === question.case);
    return [
      '',
      `${index + 1}. ${stem}`,
      ...(about && !isOptionsOnly ? [`   Of the case: ${about.title}`] : []),
      ...(kind ? [`   ${asks[kind]}`] : []),
      ...prompts.map(({ text }) => `   - ${show(text)}`),
      ...lines,
    ];
  }),
];

/** Reads lines such as `12 B` or `12 B,D`, and the sheet's own first line if it is there. */
export const readAnswers = (
  text: string,
  { items, code }: BlindSheet,
): Result<Map<SheetItem, string>, string> => {
  const answers = new Map<SheetItem, string>();
  for (const line of text.split('\n').map((raw) => raw.trim())) {
    if (line === '' || line === `sheet ${code}`) continue;
    if (line.startsWith('sheet '))
      return failed(`These answers are for another sheet than ${code}: print it again.`);
    const [, number, letters = ''] = /^(\d{1,5})[.:)]? ([A-Z](?:, ?[A-Z])*)$/i.exec(line) ?? [];
    const item = items[Number(number) - 1];
    if (!item || answers.has(item)) {
      return failed(`"${line}" is no answer: write a number of the sheet, once, as in "12 B,D".`);
    }
    const named = letters.toUpperCase().match(/[A-Z]/g) ?? [];
    const isOrdered = ['order', 'match'].includes(item.question.kind ?? '');
    answers.set(item, (isOrdered ? named : named.sort()).join(''));
  }
  return success(answers);
};
