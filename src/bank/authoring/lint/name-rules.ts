import { anyOf, oneOf } from '../../coverage.ts';
import { proseOf, type QuestionSource, stemText } from '../../parse/question-source.ts';
import { type Rule, yearBefore } from './rule.ts';

/** What learners answer by: the stem and the options. */
const textsOf = (question: QuestionSource) => [
  { question, line: question.stemLine, text: proseOf(stemText(question)) },
  ...question.options.map(({ text, line }) => ({ question, line, text: proseOf(text) })),
];

/** Warns of what a product was called before. */
export const findFormerNames: Rule = ({ names, questions }) => {
  const renamed = (names?.names ?? [])
    .filter(({ former }) => former.length > 0)
    .map(({ name, former }) => ({ name, pattern: anyOf(former) }));
  return questions.flatMap(textsOf).flatMap(({ text, ...place }) =>
    renamed.flatMap(({ name, pattern }) => {
      const found = pattern.exec(text)?.[0];
      const message = `"${found}" is called "${name}" now: say so.`;
      return found === undefined ? [] : [{ ...place, message }];
    }),
  );
};

/** Finds what begins with one of these words, and goes on with one to three capitalized ones. */
const namesBeginning = (words: readonly string[]) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${oneOf(words)})(?:\\s[\\p{Lu}\\p{N}][\\w-]*){1,3}`, 'gu');

/** Warns of names that begin like the vendor's own but are not listed, or not of late. */
export const findUncheckedNames: Rule = ({ names, questions }, today) => {
  if (!names) return [];
  const branded = namesBeginning(names.brands);
  const unlisted = questions.flatMap(textsOf).flatMap(({ text, ...place }) =>
    [...text.matchAll(branded)]
      .filter(({ index }) => !names.names.some(({ name }) => text.startsWith(name, index)))
      .map(([found]) => {
        const message = `"${found}" is not in names.yaml: check that the vendor calls it so, and list it.`;
        return { ...place, message };
      }),
  );
  const old = names.names.filter(({ checked }) => checked < yearBefore(today));
  const stale = old.map(({ name, checked }) => ({
    message: `"${name}" in names.yaml was checked on ${checked}, over a year ago: check it again.`,
  }));
  return [...unlisted, ...stale];
};

/** Warns of a listed name that no question says. */
export const findUnusedNames: Rule = ({ names, questions }) => {
  const texts = questions.flatMap(textsOf).map(({ text }) => text);
  return (names?.names ?? [])
    .filter(({ name }) => !texts.some((text) => text.includes(name)))
    .map(({ name }) => ({ message: `No question says "${name}": remove it from names.yaml.` }));
};
