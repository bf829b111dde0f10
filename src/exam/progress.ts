import {
  type Learned,
  MAX_REVIEWS,
  type QuestionResult,
  type Review,
  type RunRecord,
  runKind,
  type StoredRun,
} from '#contract/learner.ts';
import { percentOf } from './grading.ts';
import {
  currentId,
  findResult,
  type Run,
  type RunEvent,
  totalAnswered,
  totalCorrect,
} from './run.ts';
import { isMock } from './run-setup.ts';

const MAX_HISTORY = 200;

/** Each run is in the history once, however often it is finished. Oldest first. */
export const historyAfter = (history: RunRecord[], record: RunRecord) =>
  [...history.filter(({ runId }) => runId !== record.runId), record].slice(-MAX_HISTORY);

const recordOf = (run: StoredRun, now: number): RunRecord => ({
  runId: run.id,
  kind: runKind(run.setup),
  finishedAt: now,
  correct: totalCorrect(run),
  answered: totalAnswered(run) + run.seen.length,
  total: run.questionIds.length,
  elapsed: run.endedAfter ?? run.elapsed,
});

/** The results to learn from after an event: one checked answer, or a whole mock exam. */
export const learnedFrom = (run: Run, event: RunEvent): QuestionResult[] => {
  if (event.type === 'runFinished') return isMock(run.setup) ? run.results : [];
  const result = event.type === 'answerChecked' ? findResult(run, currentId(run)) : undefined;
  return result ? [result] : [];
};

/**
 * Adds answers given at `now` to the study, and `run` to the history once its result was shown. The
 * answers are left unscheduled, for spaced review to put on their cards.
 */
export const learn = (
  { history, study }: Learned,
  run: StoredRun,
  results: QuestionResult[],
  now: number,
): Learned => {
  const answers = results.map(
    ({ questionId, isCorrect }): Review => [now, questionId, Number(isCorrect)],
  );
  const hasEnded = run.endedAfter !== undefined;
  const opened = hasEnded && run.setup.isHeldOut ? run.questionIds : [];
  return {
    history: hasEnded ? historyAfter(history, recordOf(run, now)) : history,
    study: {
      ...study,
      ...(opened.length > 0 && { opened: [...new Set([...(study.opened ?? []), ...opened])] }),
      reviews: [...study.reviews, ...answers].slice(-MAX_REVIEWS),
      unscheduled: [...study.unscheduled, ...answers],
    },
  };
};

/** What is known once another run has taken the place of `run`, which ends as it was left. */
export const learnReplaced = (known: Learned, run: StoredRun, now: number): Learned => {
  if (run.isFinished || recordOf(run, now).answered === 0) return known;
  const ended = { ...run, endedAfter: run.endedAfter ?? run.elapsed };
  return learn(known, ended, isMock(run.setup) ? run.results : [], now);
};

const scoreOf = ({ correct, total }: RunRecord) => percentOf(correct, total);

/** Other runs that were left early say nothing about the learner. */
const isComparable = ({ kind, answered, total }: RunRecord) => kind === 'mock' || answered >= total;

/** Scores in percent of the last mock exam or complete run over the whole exam, and the best like it. */
export const lastAndBest = (history: RunRecord[]) => {
  const whole = history.filter(
    (record) => record.kind !== 'set' && record.kind !== 'review' && isComparable(record),
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
  if (kind === 'set' || kind === 'review') return [];
  return history
    .filter((record) => record.runId !== run.id && record.kind === kind && record.total === total)
    .filter(isComparable)
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

export const lastMockOf = ({ history, study }: Learned): LastMock | undefined => {
  const record = history.findLast(({ kind }) => kind === 'mock');
  if (!record) return undefined;
  const { runId, finishedAt: at, correct, answered, total } = record;
  const after = study.reviews.filter(([time]) => time > at);
  const learned = new Set(after.flatMap(([, id, isRight]) => (isRight ? [id] : [])));
  const blank = total - answered;
  const most = percentOf(Math.min(total, correct + blank + learned.size), total);
  return { runId, at, percent: scoreOf(record), blank, since: after.length, most };
};
