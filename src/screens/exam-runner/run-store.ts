import type { ExamKey } from '#contract/caches.ts';
import {
  type MarkChange,
  runKind,
  type Stored,
  type StoredRun,
  type Study,
} from '#contract/learner.ts';
import type { ExamQuestions } from '#contract/wire.ts';
import { learn, learnedFrom, learnReplaced } from '#exam/progress.ts';
import { currentId, type Run, type RunEvent, reduceRun, withTime } from '#exam/run.ts';
import { isMock } from '#exam/run-setup.ts';
import { elapsedTime, isRunning, pausedStopwatch, startedStopwatch } from '#exam/stopwatch.ts';
import {
  followRun,
  isWorthStoring,
  planWrite,
  restoreRun,
  toStoredRun,
  type WritePlan,
} from '#exam/stored-run.ts';
import { markQuestion } from '#exam/study.ts';
import { runKey } from '#storage/learner-keys.ts';
import { readLearning, readRun, updateStored, updateStudy } from '#storage/learner-store.ts';
import { clearDraft, writeDraft } from '#storage/run-drafts.ts';

/** How often a draft is written in case the tab is killed, in milliseconds. */
const DRAFT_INTERVAL = 15_000;

/** Tells other tabs which run was stored, and listens to them. Undefined without channels. */
const openRunChannel = (onStored: (key: string) => void) => {
  try {
    const channel = new BroadcastChannel('certdeck/runs');
    channel.onmessage = ({ data }) => onStored(String(data));
    return channel;
  } catch {
    return undefined;
  }
};

/** Loaded with its library during the first question of a visit. */
const loadReview = () => import('#exam/review.ts').catch(() => undefined);

type Review = Awaited<ReturnType<typeof loadReview>>;
type Learn = (stored: Stored) => Partial<Stored>;

/** What an event changes besides the run, if anything. `run` is the run after it. */
const learnFrom = (run: Run, event: RunEvent, now: number): Learn | undefined => {
  if (event.type !== 'answerChecked' && event.type !== 'runFinished') return undefined;
  const results = learnedFrom(run, event);
  return (stored) => {
    // A mock exam's time may run out in two tabs at once.
    const isKnown = stored.run?.id === run.id && stored.run.isFinished;
    if (event.type === 'runFinished' && isKnown) return {};
    return learn(stored, toStoredRun(run, now), results, now);
  };
};

/** An option that is only chosen, not checked, is stored when the page closes; a mock exam's counts. */
const isWorthWriting = ({ setup }: Run, { type }: RunEvent) =>
  type !== 'optionChosen' || isMock(setup);

type RunStoreOptions = {
  exam: ExamKey;
  questions: ExamQuestions;
  run: Run;
  /** The run as stored on the device, if it is. */
  stored?: StoredRun | undefined;
  /** Called when a run can't be stored. */
  onUnstored: (run: StoredRun) => void;
};

/** The run on screen. What is done is written at once, and tabs with the same run follow each other. */
export const createRunStore = ({ exam, questions, ...options }: RunStoreOptions) => {
  let { run } = options;
  /** The run as last known to be stored. A new object when another run is entered. */
  let base: { run?: StoredRun | undefined } = { run: options.stored };
  let queue: Promise<unknown> = Promise.resolve();
  let channel: ReturnType<typeof openRunChannel> | undefined;
  const listeners = new Set<() => void>();
  let review: Review;
  /** Changes of marks that may not be stored yet, by question. */
  const unstored = new Map<string, MarkChange>();

  /** Time the question has been visible since it appeared, or since its last answer. */
  let inSight = startedStopwatch(Date.now());

  const show = (next: Run) => {
    const isSame = next.id === run.id && currentId(next) === currentId(run);
    if (!isSame || next.results !== run.results) inSight = startedStopwatch(Date.now());
    run = next;
    for (const listener of listeners) listener();
  };

  const kindNow = () => runKind(run.setup);
  const isStored = () => base.run?.id === run.id && base.run.revision === run.revision;

  /** Continues from another tab's run instead of `since`. */
  const follow = (theirs: StoredRun, since: StoredRun, keepsPlace: boolean) => {
    const now = Date.now();
    const next =
      theirs.id === run.id
        ? followRun(run, since, theirs, questions, { now, keepsPlace })
        : restoreRun(theirs, questions, now);
    base.run = theirs;
    if (next) show(next);
  };

  const write = (teach?: Learn) => {
    if (!isWorthStoring(run)) return;
    const asDispatched = toStoredRun(run, Date.now());
    const kind = kindNow();
    const before = base;
    queue = queue.then(async () => {
      let plan: WritePlan = { kind: 'nothing' };
      // Another tab's answers may have arrived since and must not be overwritten.
      const mine = base === before ? toStoredRun(run, Date.now()) : asDispatched;
      const isWritten = await updateStored(exam, kind, (stored) => {
        plan = planWrite(stored.run, mine, before.run);
        const replaced = plan.kind === 'write' ? plan.replaced : undefined;
        const known = replaced && learnReplaced(stored, replaced, Date.now());
        const { history, study } = { ...known, ...teach?.({ ...stored, ...known }) };
        return {
          run: plan.kind === 'write' ? plan.run : undefined,
          history,
          study: study && review ? review.schedule(study) : study,
        };
      });
      const { kind: outcome, run: now } = { run: undefined, ...(plan as WritePlan) };
      if (!isWritten) return options.onUnstored(mine);
      if (outcome === 'nothing' || !now) return;
      if (outcome === 'write') channel?.postMessage(runKey(exam, kind));
      if (now !== mine && base === before) follow(now, mine, true);
      else before.run = now;
    });
  };

  /** Answers never wait for the library; earlier ones are put on cards once it has loaded. */
  const bringReview = async () => {
    const loaded = review ?? (await loadReview());
    if (loaded && !review) {
      review = loaded;
      write(({ study }) => (study.unscheduled.length > 0 ? { study } : {}));
    }
    return loaded;
  };

  /** Shows what another tab has stored. */
  const catchUp = (keepsPlace: boolean) => {
    const before = base;
    queue = queue.then(async () => {
      const since = before.run;
      if (!since || base !== before) return;
      const theirs = await readRun(exam, kindNow());
      if (!theirs || base !== before) return;
      if (theirs.id !== since.id || theirs.revision > since.revision) {
        follow(theirs, since, keepsPlace);
      }
    });
  };

  /** A closing page must not begin a transaction: it would be dropped, or frozen with the page. */
  const draft = () => {
    if (!isWorthStoring(run)) return;
    const stored = toStoredRun(run, Date.now());
    const { id, revision, elapsed } = stored;
    const whole = isStored() ? undefined : stored;
    const marks = unstored.size > 0 ? [...unstored.values()] : undefined;
    writeDraft(exam, kindNow(), { id, revision, elapsed, at: Date.now(), run: whole, marks });
  };

  const arrive = () => {
    if (document.visibilityState !== 'visible') return;
    if (!isStored()) write();
    else if (unstored.size === 0) clearDraft(exam, kindNow());
    catchUp(false);
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
      arrive();
    }
  };
  const openChannel = () => {
    channel ??= openRunChannel((key) => {
      if (key === runKey(exam, kindNow()) && document.visibilityState === 'visible') catchUp(true);
    });
  };
  const closeChannel = () => {
    channel?.close();
    channel = undefined;
  };
  const onHide = () => {
    draft();
    closeChannel();
  };
  const onShow = ({ persisted }: PageTransitionEvent) => {
    openChannel();
    if (persisted) arrive();
  };

  const teach = (change: (study: Study) => Study) => {
    const work = queue.then(() =>
      updateStudy(exam, (study) => {
        const changed = change(study);
        return review ? review.schedule(changed) : changed;
      }),
    );
    queue = work;
    return work;
  };

  return {
    read: () => run,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    dispatch: (event: RunEvent) => {
      const now = Date.now();
      const next = withTime(run, reduceRun(run, event), elapsedTime(inSight, now));
      if (next === run) return;
      show(next);
      void bringReview();
      if (event.type === 'stopwatchPaused') pauseSight();
      if (event.type === 'stopwatchResumed') resumeSight();
      if (isWorthWriting(run, event)) write(learnFrom(next, event, now));
    },
    /** Changes what is known of the exam, after the answers given so far. */
    teach,
    /** Saves a question, or changes its note. */
    keep: async (change: MarkChange) => {
      const mine = { ...unstored.get(change.questionId), ...change };
      unstored.set(change.questionId, mine);
      const isDone = await teach((study) => markQuestion(study, change));
      if (isDone && unstored.get(change.questionId) === mine) unstored.delete(change.questionId);
    },
    /** What is known of the exam, the answers given so far included. */
    readStudy: () => queue.then(() => readLearning(exam)).then(({ study }) => study),
    /** Switches to another run; `stored` is that run as stored on the device, if it is. */
    enter: (next: Run, stored?: StoredRun) => {
      base = { run: stored };
      show(reduceRun(run, { type: 'runEntered', run: next }));
    },
    /** Listens to the page and to other tabs. Returns a function that stops it. */
    attach: () => {
      openChannel();
      const drafting = setInterval(() => {
        if (document.visibilityState === 'visible') draft();
      }, DRAFT_INTERVAL);
      addEventListener('pagehide', onHide);
      addEventListener('pageshow', onShow);
      addEventListener('focus', arrive);
      document.addEventListener('visibilitychange', onVisibility);
      return () => {
        clearInterval(drafting);
        removeEventListener('pagehide', onHide);
        removeEventListener('pageshow', onShow);
        removeEventListener('focus', arrive);
        document.removeEventListener('visibilitychange', onVisibility);
        onHide();
      };
    },
  };
};
