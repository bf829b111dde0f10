import type { Domain } from '#contract/wire.ts';
import type { questionState, Run } from './run.ts';

export type SummaryFilter = 'all' | 'wrong' | 'flagged' | 'unanswered';

export type SummaryItem = {
  index: number;
  questionId: string;
  state: ReturnType<typeof questionState>;
  isFlagged: boolean;
};

/** Every question of a run with its verdict, in order. */
export const summariseRun = (run: Run): SummaryItem[] => {
  const results = new Map(run.results.map((result) => [result.questionId, result]));
  const flags = new Set(run.flags);
  return run.questionIds.map((questionId, index) => {
    const result = results.get(questionId);
    const state = result ? (result.isCorrect ? 'correct' : 'incorrect') : 'unanswered';
    return { index, questionId, state, isFlagged: flags.has(questionId) };
  });
};

const filters: Record<SummaryFilter, (item: SummaryItem) => boolean> = {
  all: () => true,
  wrong: ({ state }) => state === 'incorrect',
  flagged: ({ isFlagged }) => isFlagged,
  unanswered: ({ state }) => state === 'unanswered',
};

export const filterSummary = (items: SummaryItem[], filter: SummaryFilter) =>
  items.filter(filters[filter]);

export type DomainScore = { name: string; correct: number; answered: number };

/** The score in each of the exam's domains, over the questions answered there. */
export const scoreDomains = ({ results }: Run, domains: Domain[]): DomainScore[] =>
  domains
    .map(({ id, name }) => {
      const answered = results.filter(({ domain }) => domain === id);
      const correct = answered.filter(({ isCorrect }) => isCorrect).length;
      return { name, correct, answered: answered.length };
    })
    .filter(({ answered }) => answered > 0);
