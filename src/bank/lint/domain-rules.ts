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
 * Each domain's share of the questions beside its weight, both in percent. Guides that give ranges
 * have weights that miss 100, so weights are taken as shares of their sum.
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

const shareLimit = 5;
// Guards "over 5" against 5.000000000000001.
const rounding = 1e-9;

export const findUnbalancedDomains: Rule = (exam) =>
  exam.questions.length === 0
    ? []
    : measureDomains(exam).flatMap(({ name, weight, share }, index) => {
        const off = share - weight;
        if (Math.abs(off) <= shareLimit + rounding) return [];
        const message =
          `"${name}" has ${share.toFixed(1)} % of the questions but weighs ${weight.toFixed(1)} %: ` +
          `${off > 0 ? 'move or drop some' : 'write more'}.`;
        return [aboutExam(exam, message, exam.lineOf(['domains', index, 'id']))];
      });

export const findEmptyExam: Rule = (exam) =>
  exam.questions.length === 0
    ? [aboutExam(exam, 'The exam has no questions: write some in its questions folder.')]
    : [];
