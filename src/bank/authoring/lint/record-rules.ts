import { fingerprintKey, measureBlindChecks } from '../../blind-checks.ts';
import { findOutOfScope, measureCoverage } from '../../coverage.ts';
import { daysBefore, type Rule } from './rule.ts';

const mostNamed = 5;

export const findStaleChecks: Rule = (exam) => {
  const { stale } = measureBlindChecks(exam);
  if (stale.length === 0) return [];
  const named = stale.slice(0, mostNamed).join(', ') + (stale.length > mostNamed ? ', …' : '');
  const message = `${stale.length} blind checks in blind-checks.yaml are of an earlier version of their question (${named}): repeat them.`;
  return [{ message }];
};

/** Chance is a quarter of four options. */
const mostGuessed = 0.3;

export const findGuessable: Rule = ({ optionsAlone }) => {
  if (!optionsAlone || optionsAlone.guessed.length <= mostGuessed * optionsAlone.asked) return [];
  const message = `${optionsAlone.guessed.length} of ${optionsAlone.asked} questions in options-alone.yaml were answered right by the options alone, over ${100 * mostGuessed} %: reword options, and ask another reader about another sample.`;
  return [{ message }];
};

/**
 * Every task needs a question, every service a right option that names it, and every case a stem.
 */
export const findUncovered: Rule = (exam) => {
  if (!exam.coverage) return [];
  const { tasks, services, cases } = measureCoverage(exam.coverage, exam.questions);
  const missing = [...tasks.missing, ...services.missing, ...cases.missing];
  if (missing.length === 0) return [];
  const message = `Tasks without a question, services that no right option names, or cases that no stem tells (${missing.join(', ')}): write a question for each, or correct coverage.yaml.`;
  return [{ message }];
};

const mostDays = 90;

/** Vendors change their lists of services without a new number of the guide. */
export const findOldGuide: Rule = ({ outline, coverage }, today) =>
  Object.entries({ 'exam.yaml': outline.checked, 'coverage.yaml': coverage?.checked })
    .filter(([, checked = today]) => checked < daysBefore(today, mostDays))
    .map(([file, checked]) => ({
      message: `The guide in ${file} was checked on ${checked}, over ${mostDays} days ago: compare it with the vendor's and set the date.`,
    }));

export const findOutOfScopeKeys: Rule = ({ coverage, questions }) =>
  questions.flatMap((question) =>
    (coverage ? findOutOfScope(coverage, question) : []).map(({ name, line }) => ({
      question,
      line,
      message: `The right option names ${name}, which the guide has as out of scope: replace the question.`,
    })),
  );

/** Learners keep what they did with a question by its id. */
export const findOtherKeys: Rule = ({ questions, blindChecks = {} }) =>
  questions
    .filter((question) => {
      const key = blindChecks[question.id]?.key;
      return key !== undefined && key !== fingerprintKey(question);
    })
    .map((question) => ({
      question,
      message:
        'Its key is another than at its first blind check, and learners keep what they did by its id: give it a new id, or, if it asks the same, remove its "key" from blind-checks.yaml.',
    }));
