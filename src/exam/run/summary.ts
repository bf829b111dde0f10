import type { ExamDetail } from '#contract/wire.ts';
import { findWeakest } from '../grading/weakest.ts';
import type { Run } from './run.ts';
import { isMock } from './run-setup.ts';
import { withOpened } from './sitting.ts';

export type SummaryFilter = 'all' | 'wrong' | 'flagged' | 'unanswered' | 'slowest';

/** Every question of a run with its verdict, in order. */
export const summarizeRun = (run: Run) => {
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

export type SummaryItem = ReturnType<typeof summarizeRun>[number];

const filters: Record<SummaryFilter, (item: SummaryItem) => boolean> = {
  all: () => true,
  wrong: ({ state }) => state === 'incorrect',
  flagged: ({ isFlagged }) => isFlagged,
  unanswered: ({ state }) => state === 'unanswered',
  slowest: ({ time }) => time !== undefined,
};

/** How many questions the slowest filter shows. */
const SLOWEST_COUNT = 5;

/** In the run's order, or slowest first for that filter. */
export const filterSummary = (items: SummaryItem[], filter: SummaryFilter) => {
  const found = items.filter(filters[filter]);
  if (filter !== 'slowest') return found;
  return found.sort((a, b) => (b.time ?? 0) - (a.time ?? 0)).slice(0, SLOWEST_COUNT);
};

/**
 * The score in each of the exam's domains, worst first. A mock exam's unanswered questions count as
 * wrong, also in `total`: none are shown unless the exam names its questions' domains. Other runs count answers only.
 */
export const scoreDomains = ({ questionIds, results, setup }: Run, detail: ExamDetail) => {
  const exam = withOpened(detail, { opened: questionIds });
  const { domains = [], questionIds: listed, questionDomains = [] } = exam;
  const domainOf = new Map(listed.map((id, index) => [id, questionDomains[index]]));
  const answered = new Set(results.map(({ questionId }) => questionId));
  const unanswered = isMock(setup) ? questionIds.filter((id) => !answered.has(id)) : [];
  if (unanswered.length > 0 && questionDomains.length === 0) return [];
  return domains
    .map(({ id, name }) => {
      const own = results.filter(({ domain }) => domain === id);
      const correct = own.filter(({ isCorrect }) => isCorrect).length;
      const blank = unanswered.filter((questionId) => domainOf.get(questionId) === id).length;
      return { id, name, correct, answered: own.length, total: own.length + blank };
    })
    .filter(({ total }) => total > 0)
    .sort((a, b) => a.correct / a.total - b.correct / b.total);
};

/** The weakest domain of a run; see `findWeakest`. */
export const weakestScore = (scores: ReturnType<typeof scoreDomains>) =>
  findWeakest(scores, ({ correct, total }) => correct / total);
