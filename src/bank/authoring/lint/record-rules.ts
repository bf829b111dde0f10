import { measureBlindChecks } from '../../blind-checks.ts';
import { measureCoverage } from '../../coverage.ts';
import type { Rule } from './rule.ts';

const mostNamed = 5;

export const findStaleChecks: Rule = (exam) => {
  const { stale } = measureBlindChecks(exam);
  if (stale.length === 0) return [];
  const named = stale.slice(0, mostNamed).join(', ') + (stale.length > mostNamed ? ', …' : '');
  const message = `${stale.length} blind checks in blind-checks.yaml are of an earlier version of their question (${named}): repeat them.`;
  return [{ message }];
};

const leastRecorded = 30;
/** Chance is a quarter of four options. */
const mostGuessed = 0.35;

export const findGuessable: Rule = (exam) => {
  const { alone, guessed } = measureBlindChecks(exam);
  if (alone < leastRecorded || guessed / alone < mostGuessed) return [];
  const message = `${guessed} of ${alone} single-answer items were answered right by the options alone, ${100 * mostGuessed} % or more: reword the options of some.`;
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
