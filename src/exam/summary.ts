import type { Domain } from '#contract/wire.ts';
import type { QuestionState, Run } from './run.ts';

export type SummaryFilter = 'all' | 'wrong' | 'flagged' | 'unanswered' | 'slowest';

export type SummaryItem = {
  index: number;
  questionId: string;
  state: QuestionState;
  isFlagged: boolean;
  /** How long it took to answer, in milliseconds, if known. */
  time?: number | undefined;
};

/** Every question of a run with its verdict, in order. */
export const summariseRun = (run: Run): SummaryItem[] => {
  const results = new Map(run.results.map((result) => [result.questionId, result]));
  const flags = new Set(run.flags);
  const seen = new Set(run.seen);
  return run.questionIds.map((questionId, index) => {
    const result = results.get(questionId);
    const blank = seen.has(questionId) ? 'seen' : 'unanswered';
    const state = result ? (result.isCorrect ? 'correct' : 'incorrect') : blank;
    return { index, questionId, state, isFlagged: flags.has(questionId), time: result?.time };
  });
};

const filters: Record<SummaryFilter, (item: SummaryItem) => boolean> = {
  all: () => true,
  wrong: ({ state }) => state === 'incorrect',
  flagged: ({ isFlagged }) => isFlagged,
  unanswered: ({ state }) => state === 'unanswered',
  slowest: ({ time }) => time !== undefined,
};

/** How many questions count as the slowest. */
const SLOWEST = 5;

/** In the exam's order, or slowest first for that filter. */
export const filterSummary = (items: SummaryItem[], filter: SummaryFilter) => {
  const found = items.filter(filters[filter]);
  if (filter !== 'slowest') return found;
  return found.sort((a, b) => (b.time ?? 0) - (a.time ?? 0)).slice(0, SLOWEST);
};

export type DomainScore = { id: string; name: string; correct: number; total: number };

/**
 * The score in each of the exam's domains, over the questions answered there and over `blanks`,
 * the domains of questions that count as wrong because they were left blank. Worst first.
 */
export const scoreDomains = (
  { results }: Run,
  domains: Domain[],
  blanks: readonly (string | undefined)[] = [],
): DomainScore[] =>
  domains
    .map(({ id, name }) => {
      const answered = results.filter(({ domain }) => domain === id);
      const correct = answered.filter(({ isCorrect }) => isCorrect).length;
      const blank = blanks.filter((domain) => domain === id).length;
      return { id, name, correct, total: answered.length + blank };
    })
    .filter(({ total }) => total > 0)
    .sort((a, b) => a.correct / a.total - b.correct / b.total);
