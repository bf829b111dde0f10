import { createHash } from 'node:crypto';
import { answersOf, type QuestionSource } from './parse/question-source.ts';
import type { ExamSource } from './read/bank-source.ts';

export const hashTexts = (texts: unknown) =>
  createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 8);

/** Changes with the stem, the options or the key, which makes a blind check stale. */
export const fingerprint = ({ kind, stem, options, prompts = [] }: QuestionSource) =>
  hashTexts([
    stem,
    options.map(({ text, right, step }) => [text, right, ...(step ? [step] : [])]),
    ...(kind ? [kind, prompts.map(({ text, answer }) => [text, answer])] : []),
  ]);

/** Stays with the stem, the distractors and the order of the right options. */
export const fingerprintKey = (question: QuestionSource) => {
  const answers = answersOf(question);
  return hashTexts(question.kind ? answers : answers.toSorted());
};

/** The blind check of a question as it is now, if it had one. */
export const freshCheckOf = (
  question: QuestionSource,
  { blindChecks = {} }: Pick<ExamSource, 'blindChecks'>,
) => {
  const check = blindChecks[question.id];
  return check?.of === fingerprint(question) ? check : undefined;
};

/** Counts the blind checks of an exam; those of an earlier version of a question are stale. */
export const measureBlindChecks = (exam: ExamSource) => {
  const { questions, blindChecks = {} } = exam;
  const fresh = questions.flatMap((question) => freshCheckOf(question, exam) ?? []);
  return {
    fresh: fresh.length,
    stale: Object.entries(blindChecks)
      .filter(([, check]) => !fresh.includes(check))
      .map(([id]) => id),
    withStem: fresh.filter(({ withStem }) => withStem).length,
    agreed: fresh.filter(({ withStem }) => withStem === 'agrees').length,
  };
};
