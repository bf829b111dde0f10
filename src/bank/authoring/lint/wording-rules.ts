import { allOrNone, otherOption } from '#wording/option-places.ts';
import { proseOf, type QuestionSource, stemText } from '../../parse/question-source.ts';
import { medianWords } from './answer-statistics.ts';
import { percentOf } from './key-rules.ts';
import { forEachQuestion, type Rule } from './rule.ts';

type Texts = (question: QuestionSource) => readonly { text: string; line: number }[];

const findWording = (textsOf: Texts, pattern: RegExp, describe: (found: string) => string) =>
  forEachQuestion((question) =>
    textsOf(question).flatMap(({ text, line }) => {
      const found = pattern.exec(proseOf(text))?.[0];
      return found === undefined ? [] : [{ line, message: describe(found) }];
    }),
  );

const optionsOf: Texts = ({ options }) => options;

export const findAllOrNone = findWording(
  optionsOf,
  allOrNone,
  (found) => `"${found}" tests reading, and options are shuffled: write a real option.`,
);

// Product names and technical terms are no giveaways.
const named = String.raw`(?![ -](?:on\b|free\b|encrypted\b))`;

export const findAbsolutes = findWording(
  optionsOf,
  new RegExp(String.raw`\b(?:always${named}|never)\b`, 'i'),
  (found) => `"${found}" gives an option away: say it without.`,
);

const explainedTextsOf: Texts = (question) => [
  ...question.options.flatMap(({ text, rationale, line }) => [
    { text, line },
    { text: rationale, line },
  ]),
  { text: question.explanation, line: question.explanationLine },
];

/** Includes rationales and explanations: learners see the options in another order. */
export const findNamedOptions = findWording(
  explainedTextsOf,
  otherOption,
  (found) => `"${found}" names an option by its place, but options are shuffled: say what it is.`,
);

const findAsked = (stem: string) =>
  stem.split(/(?<=[.?!])\s|\n/).filter((sentence) => sentence.endsWith('?'));
const quietNegative =
  /\b(?:[Ww]hich|[Ww]hat|[Ww]ho|[Ww]here|[Ww]hen)\b(?: of (?:the|these|those)(?: [a-z]+)?| [\w-]+(?: [\w-]+)?)? (?:is|are|was|were|does|do|did|can|could|would|should|will|may|must) not\b|\bexcept\b/;

/** Only in the question itself: "must not leave the region" in a scenario is not negative. */
export const findQuietNegatives = forEachQuestion((question) => {
  const found = findAsked(proseOf(stemText(question))).find((sentence) =>
    quietNegative.test(sentence),
  );
  if (found === undefined) return [];
  const message = 'The question is negative: write NOT or EXCEPT in capitals, or ask what is true.';
  return [{ line: question.stemLine, message }];
});

export const findUnaskedStems = forEachQuestion((question) =>
  proseOf(stemText(question)).includes('?')
    ? []
    : [{ line: question.stemLine, message: 'The stem asks nothing: end it with a question.' }],
);

/** Questions are as long as the vendor's own. */
export const findOtherLengths: Rule = (exam) => {
  const { words, questions } = exam;
  if (!words || questions.length === 0) return [];
  const texts = {
    stem: questions.map(stemText),
    option: questions.flatMap(({ options }) => options.map(({ text }) => text)),
  };
  return (['stem', 'option'] as const).flatMap((what) => {
    const found = medianWords(texts[what]);
    const [least, most] = words[what];
    if (found >= least && found <= most) return [];
    const message = `Half of the ${what}s have at most ${found} words; the vendor's own have ${least} to ${most}.`;
    return [{ message }];
  });
};

const sweeping = /\b(?:each|every|all|only)\b/i;
const leastSweeping = 5;

/** Sweeping words give distractors away when right options rarely have them. */
export const findSweepingDistractors: Rule = (exam) => {
  if (exam.sitting === undefined) return [];
  const options = exam.questions.flatMap((question) => question.options);
  const count = (right: boolean) => {
    const those = options.filter((option) => option.right === right);
    const found = those.filter(({ text }) => sweeping.test(proseOf(text))).length;
    return { found, of: those.length, rate: found / those.length };
  };
  const keys = count(true);
  const distractors = count(false);
  if (distractors.found < leastSweeping || distractors.rate <= 2 * keys.rate) return [];
  const message =
    `"Each", "every", "all" or "only" stand in ${distractors.found} of ${distractors.of} distractors ` +
    `(${percentOf(distractors.rate)}) but in ${keys.found} of ${keys.of} right options (${percentOf(keys.rate)}): ` +
    'reword some until the first share is at most twice the second.';
  return [{ message }];
};
