import type { ExamKey } from '#contract/caches.ts';
import { createEvent } from '#contract/observable.ts';
import type { ExamQuestions } from '#contract/wire.ts';
import {
  currentId,
  isSilent,
  isTimeUp,
  type Run,
  type RunEvent,
  reduceRun,
  withTime,
} from '#exam/run.ts';
import { isMock } from '#exam/run-setup.ts';
import { elapsedTime, isRunning, pausedStopwatch, startedStopwatch } from '#exam/stopwatch.ts';
import {
  followRun,
  isWorthContinuing,
  isWorthStoring,
  restoreRun,
  toStoredRun,
} from '#exam/stored-run.ts';
import { flaggedQuestions, flagMark } from '#exam/study.ts';
import { listenTo } from '#learner/announcements.ts';
import { clearDraft, writeDraft } from '#learner/drafts.ts';
import { commit, readLearning } from '#learner/learner-store.ts';
import { mergeRun } from '#learner/merge.ts';
import { type Change, type Mark, runKind, type StoredRun, type Study } from '#learner/schemas.ts';

/** How often a draft is written in case the tab is killed, in milliseconds. */
const DRAFT_INTERVAL = 15_000;

/** Loaded with its library during the first question of a visit. */
const loadReview = () => import('#exam/review.ts').catch(() => undefined);

type Review = Awaited<ReturnType<typeof loadReview>>;

/** An option that is only chosen, not checked, is stored when the page closes; a mock exam's counts. */
const isWorthWriting = ({ setup }: Run, { type }: RunEvent) =>
  (type !== 'optionChosen' && type !== 'doubtToggled') || isMock(setup);

/** Each answer, with when it was given, in a fixed order. */
const answersOf = ({ results, withdrawn, seen }: StoredRun) =>
  [
    ...[...results, ...withdrawn].map(({ questionId, at }) => `${questionId} ${at}`),
    ...seen,
  ].sort();

type RunStoreOptions = {
  exam: ExamKey;
  questions: ExamQuestions;
  run: Run;
  /** The run as stored on the device, if it is. */
  stored?: StoredRun | undefined;
  /** Called with what can't be stored. */
  onUnstored: (change: Change) => void;
  /** Called when this run has taken the place of an open one of its kind. */
  onReplaced: (replaced: StoredRun) => void;
};

/** The run on screen. What is done is written at once, and tabs with the same run follow each other. */
export const createRunStore = ({ exam, questions, ...options }: RunStoreOptions) => {
  let { run } = options;
  /** The run as last known to be stored. */
  let { stored } = options;
  let queue: Promise<unknown> = Promise.resolve();
  const shown = createEvent();
  const heard = createEvent();
  let stopListening: (() => void) | undefined;
  let review: Review;
  /** Marks that may not be stored yet. */
  const unstored = new Set<Mark>();

  /** Time the question has been visible since it appeared, or since its last answer. */
  let inSight = startedStopwatch(Date.now());

  const show = (next: Run) => {
    const isSame = next.id === run.id && currentId(next) === currentId(run);
    if (!isSame || next.results !== run.results) inSight = startedStopwatch(Date.now());
    run = next;
    shown.emit();
  };

  const isStored = () => stored?.id === run.id && stored.at >= run.at;

  /** Goes on from what another tab has stored, unless this tab has entered another run since. */
  const follow = (theirs: StoredRun, keepsPlace: boolean) => {
    const now = Date.now();
    stored = theirs;
    if (theirs.id !== run.id) {
      const next = restoreRun(theirs, questions, now);
      if (next) show({ ...next, flags: run.flags });
      return;
    }
    const merged = mergeRun(theirs, toStoredRun(run, now));
    // A mock exam on screen is ended by its own clock, which also shows the result.
    if (isSilent(run) && isTimeUp(merged)) return;
    const isNews =
      merged.at > run.at ||
      merged.isFinished !== run.isFinished ||
      String(answersOf(merged)) !== String(answersOf(toStoredRun(run, now)));
    if (isNews) show(followRun(run, merged, questions, { now, keepsPlace }));
  };

  /** Merges the run, and what else has changed, into what is stored. Resolves to whether it is. */
  const write = (change: Change = {}) => {
    const mine = isWorthStoring(run) ? toStoredRun(run, Date.now()) : undefined;
    const wasStored = stored?.id === run.id;
    const work = queue.then(async () => {
      const whole = { ...change, ...(mine && { runs: [mine] }) };
      const written = await commit(exam, whole, review?.schedule);
      if (!written) {
        if (mine || change.study) options.onUnstored(whole);
        return false;
      }
      const { before, after } = written;
      const merged = [...after.runs, ...after.past].find(({ id }) => id === mine?.id);
      if (!mine || !merged || run.id !== mine.id) return true;
      const kind = runKind(mine.setup);
      const replaced = before.runs.find((other) => runKind(other.setup) === kind);
      if (!wasStored && replaced && replaced.id !== mine.id && isWorthContinuing(replaced)) {
        options.onReplaced(replaced);
      }
      follow(merged, true);
      return true;
    });
    queue = work;
    return work;
  };

  /** Answers never wait for the library; earlier ones are put on cards once it has loaded. */
  const loadScheduler = async () => {
    if (review) return;
    review = await loadReview();
    if (review) void write();
  };

  /** Shows what other tabs have stored. */
  const followStored = (keepsPlace: boolean) => {
    const entered = run.id;
    queue = queue.then(async () => {
      if (!stopListening) return;
      const { runs, study } = await readLearning(exam);
      if (run.id !== entered) return;
      const theirs = runs.find(({ setup }) => runKind(setup) === runKind(run.setup));
      // A run that was touched here since stays on screen, and so does one that is looked back at.
      const isOther = theirs && theirs.id !== run.id;
      const isNewer = theirs && theirs.at > run.at && !run.isFinished;
      if (theirs && stored && (!isOther || isNewer)) follow(theirs, keepsPlace);
      const flags = flaggedQuestions(study);
      if (String(flags) !== String(run.flags)) {
        show(reduceRun(run, { type: 'flagsFound', flags }));
      }
    });
  };

  /** A closing page must not begin a transaction: it would be dropped, or frozen with the page. */
  const draft = () => {
    const marks = [...unstored];
    if (!isWorthStoring(run) && marks.length === 0) return;
    const mine = toStoredRun(run, Date.now());
    // What is stored already need not be drafted.
    const runs = isStored() ? [{ ...mine, results: [], withdrawn: [] }] : [mine];
    writeDraft(exam, run.id, {
      ...(isWorthStoring(run) && { runs }),
      ...(marks.length > 0 && { study: { marks } }),
    });
  };

  const onReturn = () => {
    if (document.visibilityState !== 'visible') return;
    if (isStored() && unstored.size === 0) clearDraft(exam, run.id);
    else if (isWorthStoring(run)) void write();
    followStored(false);
  };

  const pauseSight = () => {
    inSight = pausedStopwatch(inSight, Date.now());
  };
  /** A stopped stopwatch at zero was reset, not paused. */
  const resumeSight = () => {
    const { stopwatch } = run;
    if (!isRunning(stopwatch) && stopwatch.elapsedBefore > 0) return;
    inSight = startedStopwatch(Date.now(), inSight.elapsedBefore);
  };
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') {
      pauseSight();
      draft();
    } else {
      resumeSight();
      onReturn();
    }
  };
  const onAnnounced = () => {
    if (document.visibilityState === 'visible') followStored(true);
    heard.emit();
  };
  const listen = () => {
    stopListening ??= listenTo(exam, onAnnounced);
  };
  const onHide = () => {
    draft();
    stopListening?.();
    stopListening = undefined;
  };
  const onShow = ({ persisted }: PageTransitionEvent) => {
    listen();
    if (persisted) onReturn();
  };

  /** Saves a question, flags it, or changes its note. */
  const keep = async (mark: Mark) => {
    unstored.add(mark);
    if (await write({ study: { marks: [mark] } })) unstored.delete(mark);
  };

  return {
    read: () => run,
    subscribe: shown.subscribe,
    /** Calls back when another tab has changed what is known of the exam. */
    onHeard: heard.subscribe,
    dispatch: (event: RunEvent) => {
      const now = Date.now();
      const next = withTime(run, reduceRun(run, event, now), elapsedTime(inSight, now));
      if (next === run) return;
      show(next);
      void loadScheduler();
      if (event.type === 'stopwatchPaused') pauseSight();
      if (event.type === 'stopwatchResumed') resumeSight();
      if (event.type === 'flagToggled') void keep(flagMark(next, now));
      else if (isWorthWriting(run, event) && isWorthStoring(run)) void write();
    },
    keep,
    /** What is known of the exam, the answers given so far included. */
    readStudy: (): Promise<Study> =>
      queue.then(() => readLearning(exam)).then(({ study }) => study),
    /** Switches to another run; `from` is that run as stored on the device, if it is. */
    enter: (next: Run, from?: StoredRun) => {
      stored = from;
      show(reduceRun(run, { type: 'runEntered', run: { ...next, flags: run.flags } }));
    },
    /** Listens to the page and to other tabs. Returns a function that stops it. */
    attach: () => {
      listen();
      followStored(true);
      const drafting = setInterval(() => {
        if (document.visibilityState === 'visible') draft();
      }, DRAFT_INTERVAL);
      addEventListener('pagehide', onHide);
      addEventListener('pageshow', onShow);
      addEventListener('focus', onReturn);
      document.addEventListener('visibilitychange', onVisibility);
      return () => {
        clearInterval(drafting);
        removeEventListener('pagehide', onHide);
        removeEventListener('pageshow', onShow);
        removeEventListener('focus', onReturn);
        document.removeEventListener('visibilitychange', onVisibility);
        onHide();
      };
    },
  };
};
