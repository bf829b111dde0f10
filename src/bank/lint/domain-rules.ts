import type { ExamSource } from '../read/bank-source.ts';
import { sum } from './answer-statistics.ts';
import { aboutExam, type Rule } from './warning.ts';

export type DomainShare = {
  id: string;
  name: string;
  weight: number;
  count: number;
  share: number;
};

/**
 * Each domain's share of the questions and its weight, both in percent. Where an exam guide gives
 * ranges, weights do not add up to 100, so they are scaled.
 */
export const measureDomains = ({
  domains,
  questions,
}: Pick<ExamSource, 'domains' | 'questions'>): DomainShare[] => {
  const total = sum(domains.map((domain) => domain.weight));
  return domains.map(({ id, name, weight }) => {
    const count = questions.filter((question) => question.domain === id).length;
    const share = questions.length === 0 ? 0 : (count / questions.length) * 100;
    return { id, name, weight: (weight / total) * 100, count, share };
  });
};

const shareLimit = 2;
// Guards "over 2" against 2.000000000000001.
const rounding = 1e-9;

const isOff = (off: number) => Math.abs(off) > shareLimit + rounding;

/** Warns of each domain whose share of some questions is off its weight. */
export const findOffShares = (exam: ExamSource, of: string, more = '') =>
  measureDomains(exam).flatMap(({ name, weight, share }, index) => {
    const off = share - weight;
    if (!isOff(off)) return [];
    const message =
      `"${name}" has ${share.toFixed(1)} % of ${of} but weighs ${weight.toFixed(1)} %: ` +
      `${off > 0 ? 'move or drop some' : 'write more'}${more}.`;
    return [aboutExam(exam, message, exam.lineOf(['domains', index, 'id']))];
  });

export const findUnbalancedDomains: Rule = (exam) =>
  exam.questions.length === 0 ? [] : findOffShares(exam, 'the questions');

export const findEmptyExam: Rule = (exam) =>
  exam.questions.length === 0
    ? [aboutExam(exam, 'The exam has no questions: write some in its questions folder.')]
    : [];

/** How many questions each task statement has, by domain and then by name. */
export const countTasks = ({ domains, questions }: Pick<ExamSource, 'domains' | 'questions'>) =>
  domains.flatMap(({ id }) => {
    const counts = new Map<string, number>();
    for (const { domain, task } of questions) {
      if (domain === id && task !== undefined) counts.set(task, (counts.get(task) ?? 0) + 1);
    }
    return [...counts]
      .map(([task, count]) => ({ task, count }))
      .sort((left, right) => (left.task < right.task ? -1 : 1));
  });

const leastPerTask = 2;

export const findThinTasks: Rule = (exam) =>
  exam.sitting === undefined
    ? []
    : countTasks(exam)
        .filter(({ count }) => count < leastPerTask)
        .map(({ task }) =>
          aboutExam(exam, `The task "${task}" has only one question: write another one.`),
        );
