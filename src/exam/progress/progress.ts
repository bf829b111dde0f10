import { type Learning, type RunRecord, runKind, type StoredRun } from '#learner/schemas.ts';
import { percentOf } from '../grading/grading.ts';

const scoreOf = ({ correct, total }: RunRecord) => percentOf(correct, total);

/**
 * Whether a run says how good the learner is: all of it was answered or, of a mock exam, most, unless
 * it was handed in.
 */
export const isSat = ({
  kind,
  answered,
  total,
  isHandedIn,
}: Pick<RunRecord, 'kind' | 'answered' | 'total' | 'isHandedIn'>) =>
  kind === 'mock' ? isHandedIn || 4 * answered >= 3 * total : answered >= total;

/** Scores in percent of the last mock exam or complete run over the whole exam, and the best like it. */
export const lastAndBest = (history: RunRecord[]) => {
  const whole = history.filter(
    (record) => (record.kind === 'mock' || record.kind === 'all') && isSat(record),
  );
  const last = whole.at(-1);
  if (!last) return undefined;
  const like = whole.filter(({ kind }) => kind === last.kind).map(scoreOf);
  return { kind: last.kind, last: scoreOf(last), best: Math.max(...like) };
};

/** How many earlier mock exams are shown beside a new one. */
const EARLIER = 3;

/**
 * The scores of earlier runs like this one, in percent, oldest first: mock exams of its length, or
 * complete runs over as many questions. Sets and reviews differ too much to be compared.
 */
export const earlierScores = (
  history: RunRecord[],
  run: Pick<StoredRun, 'id' | 'setup' | 'questionIds'>,
) => {
  const [kind, total] = [runKind(run.setup), run.questionIds.length];
  if (kind !== 'mock' && kind !== 'all') return [];
  return history
    .filter((record) => record.runId !== run.id && record.kind === kind && record.total === total)
    .filter(isSat)
    .slice(-EARLIER)
    .map(scoreOf);
};

/** The last mock exam, in counts: what was blank, and the answers given since. */
export type LastMock = {
  runId: string;
  at: number;
  percent: number;
  blank: number;
  since: number;
  /** The share that its blanks and the answers since can account for, in percent. */
  most: number;
};

export const lastMockOf = ({
  history,
  study,
}: Pick<Learning, 'history' | 'study'>): LastMock | undefined => {
  const record = history.findLast((record) => record.kind === 'mock' && isSat(record));
  if (!record) return undefined;
  const { runId, finishedAt: at, correct, answered, total } = record;
  const after = study.reviews.filter((review) => review.at > at);
  const learned = new Set(
    after.flatMap(({ questionId, isCorrect }) => (isCorrect ? questionId : [])),
  );
  const blank = total - answered;
  const most = percentOf(Math.min(total, correct + blank + learned.size), total);
  return { runId, at, percent: scoreOf(record), blank, since: after.length, most };
};
