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

/**
 * The score of the last run like this one, in percent: a mock exam of its length, or a complete run
 * over as many questions. Sets and reviews differ too much to be compared.
 */
export const lastScore = (
  history: RunRecord[],
  run: Pick<StoredRun, 'id' | 'setup' | 'questionIds'>,
) => {
  const [kind, total] = [runKind(run.setup), run.questionIds.length];
  if (kind !== 'mock' && kind !== 'all') return undefined;
  const isLike = (record: RunRecord) =>
    record.runId !== run.id && record.kind === kind && record.total === total && isSat(record);
  const last = history.findLast(isLike);
  return last && scoreOf(last);
};

/** The last mock exam that counts, and the share that its blanks and the answers since can account for. */
export const lastMockOf = ({ history, study }: Pick<Learning, 'history' | 'study'>) => {
  const record = history.findLast((record) => record.kind === 'mock' && isSat(record));
  if (!record) return undefined;
  const { runId, finishedAt: at, correct, answered, total } = record;
  const after = study.reviews.filter((review) => review.at > at);
  const learned = new Set(
    after.flatMap(({ questionId, isCorrect }) => (isCorrect ? questionId : [])),
  );
  const most = percentOf(Math.min(total, correct + total - answered + learned.size), total);
  return { runId, at, percent: scoreOf(record), most };
};
