import type { ExamQuestions } from '#contract/wire.ts';
import { mergeRun } from '#learner/merge.ts';
import { runKind, type StoredRun } from '#learner/schemas.ts';
import { type RunEvent, reduceRun, withTime } from './reduce-run.ts';
import { currentId, isSilent, isTimeUp, type Run } from './run.ts';
import {
  elapsedTime,
  isRunning,
  pausedStopwatch,
  type Stopwatch,
  startedStopwatch,
} from './stopwatch.ts';
import { followRun, restoreRun, toStoredRun } from './stored-run.ts';

/** The run on screen, and what is known of it on the device. */
export type OpenRun = {
  run: Run;
  /** The run as last known to be stored, or the one that was stored in its place. */
  stored?: StoredRun | undefined;
  /** Time the question has been visible since it appeared, or since its last answer. */
  inSight: Stopwatch;
};

export type OpenRunEvent =
  /** The learner did something. */
  | { type: 'acted'; event: RunEvent }
  /** Another run takes its place on screen; `stored` is that run on the device, if it is there. */
  | { type: 'entered'; run: Run; stored?: StoredRun | undefined }
  /** What is stored now includes this run, or has another one of its kind in its place. */
  | { type: 'storedFound'; stored: StoredRun; keepsPlace: boolean }
  | { type: 'flagsFound'; flags: string[] }
  | { type: 'hidden' }
  | { type: 'shown' };

type Context = { questions: ExamQuestions; now: number };

export const isStored = ({ run, stored }: Omit<OpenRun, 'inSight'>) =>
  stored?.id === run.id && stored.at >= run.at;

/** Whether to go on from what another tab has stored: not after anything was done here since. */
export const isTakenOver = ({ run, stored }: OpenRun, theirs: StoredRun) => {
  if (!stored || runKind(theirs.setup) !== runKind(run.setup)) return false;
  // A run that was touched here since stays on screen, and so does one that is looked back at.
  return theirs.id === run.id || (theirs.at > run.at && !run.isFinished);
};

/** A question's time in sight restarts with the next question, and with its answer. */
const show = (open: OpenRun, run: Run, now: number): OpenRun => {
  const isSame = run.id === open.run.id && currentId(run) === currentId(open.run);
  const isUnanswered = isSame && run.results === open.run.results;
  return { ...open, run, inSight: isUnanswered ? open.inSight : startedStopwatch(now) };
};

/** Each answer, with when it was given, in a fixed order. */
const answersOf = ({ results, withdrawn, seen }: StoredRun) =>
  String(
    [
      ...[...results, ...withdrawn].map(({ questionId, at }) => `${questionId} ${at}`),
      ...seen,
    ].sort(),
  );

const follow = (before: OpenRun, stored: StoredRun, keepsPlace: boolean, context: Context) => {
  const { questions, now } = context;
  const open = { ...before, stored };
  const { run } = open;
  if (stored.id !== run.id) {
    const next = restoreRun(stored, questions, now);
    return next ? show(open, { ...next, flags: run.flags }, now) : open;
  }
  const mine = toStoredRun(run, now);
  const merged = mergeRun(stored, mine);
  // A mock exam on screen is ended by its own clock, which also shows the result.
  if (isSilent(run) && isTimeUp(merged)) return open;
  const isNews =
    merged.at > run.at ||
    merged.isFinished !== run.isFinished ||
    answersOf(merged) !== answersOf(mine);
  return isNews ? show(open, followRun(run, merged, questions, { now, keepsPlace }), now) : open;
};

const act = (open: OpenRun, event: RunEvent, now: number): OpenRun => {
  const changed = reduceRun(open.run, event, now);
  const run = withTime(open.run, changed, elapsedTime(open.inSight, now));
  if (run === open.run) return open;
  const acted = show(open, run, now);
  if (event.type === 'stopwatchPaused') return reduceSight(acted, 'hidden', now);
  if (event.type === 'stopwatchResumed') return reduceSight(acted, 'shown', now);
  return acted;
};

const reduceSight = (open: OpenRun, type: 'hidden' | 'shown', now: number): OpenRun => {
  const { inSight } = open;
  if (type === 'hidden') return { ...open, inSight: pausedStopwatch(inSight, now) };
  const { stopwatch } = open.run;
  // A stopped stopwatch at zero was reset, not paused.
  const isPaused = !isRunning(stopwatch) && stopwatch.elapsedBefore > 0;
  return isPaused ? open : { ...open, inSight: startedStopwatch(now, inSight.elapsedBefore) };
};

/** The same object if the event changes nothing. */
export const reduceOpenRun = (open: OpenRun, event: OpenRunEvent, context: Context): OpenRun => {
  const { run } = open;
  const { now } = context;
  switch (event.type) {
    case 'acted':
      return act(open, event.event, now);
    case 'entered': {
      const entered = { ...event.run, flags: run.flags };
      return show({ ...open, stored: event.stored }, entered, now);
    }
    case 'storedFound':
      return follow(open, event.stored, event.keepsPlace, context);
    case 'flagsFound': {
      const { flags } = event;
      return String(flags) === String(run.flags) ? open : show(open, { ...run, flags }, now);
    }
    case 'hidden':
    case 'shown':
      return reduceSight(open, event.type, now);
  }
};
