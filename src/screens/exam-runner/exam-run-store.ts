import type { ExamKey } from '#contract/caches.ts';
import { type Kept, type ReviewCard, runKind, type SavedRun } from '#contract/learner.ts';
import {
  followRun,
  isWorthKeeping,
  type Keeping,
  keepRun,
  restoreRun,
  saveRun,
} from '#exam/kept-run.ts';
import { learn, learnedFrom } from '#exam/progress.ts';
import { currentId, type Run, type RunEvent, reduceRun, withTime } from '#exam/run.ts';
import { elapsedTime, isRunning, pausedStopwatch, startedStopwatch } from '#exam/stopwatch.ts';
import {
  clearRunNote,
  openRunChannel,
  readRun,
  runKey,
  updateKept,
  writeRunNote,
} from '#storage/learner-store.ts';

/** How often the elapsed time is noted, in case the tab is killed, in milliseconds. */
const NOTE_EVERY = 15_000;

/** Spaced review and its library are loaded during the first question of a visit. */
const loadReview = () => import('#exam/review.ts').catch(() => undefined);

type Review = Awaited<ReturnType<typeof loadReview>>;
/** The questions' cards as they were before their last answer. */
type CardsBefore = Map<string, ReviewCard | undefined>;

type Learn = (kept: Kept) => Partial<Kept>;

/** What an event changes besides the run, if anything. `run` is the run after it. */
const learnFrom = (
  run: Run,
  event: RunEvent,
  now: number,
  before: CardsBefore,
): Learn | undefined => {
  if (event.type !== 'answerChecked' && event.type !== 'mockFinished') return undefined;
  const results = learnedFrom(run, event);
  return (kept) => {
    // A mock exam's time may run out in two tabs at once.
    const isKnown = kept.run?.id === run.id && kept.run.isFinished;
    if (event.type === 'mockFinished' && isKnown) return {};
    for (const { questionId } of results) {
      const card = kept.study.cards.find((other) => other.questionId === questionId);
      before.set(questionId, card);
    }
    return learn(kept, saveRun(run, now), results, now);
  };
};

type ExamRunOptions = {
  exam: ExamKey;
  examQuestionIds: string[];
  run: Run;
  /** The run as stored on the device. */
  kept?: SavedRun | undefined;
  /** The device could not store a run. */
  onUnsaved: (run: SavedRun) => void;
};

/**
 * The run on screen. Dispatching an event starts its write at once; tabs with the same run follow
 * each other.
 */
export const createExamRunStore = ({ exam, examQuestionIds, ...options }: ExamRunOptions) => {
  let { run } = options;
  /** The run on screen as last known to be stored; replaced when another run is entered. */
  let stored: { run?: SavedRun | undefined } = { run: options.kept };
  let queue: Promise<unknown> = Promise.resolve();
  let channel: ReturnType<typeof openRunChannel> | undefined;
  const listeners = new Set<() => void>();
  const before: CardsBefore = new Map();
  let review: Review;

  /** How long the question has been visible since it appeared, or since its last answer. */
  let inSight = startedStopwatch(Date.now());

  const show = (next: Run) => {
    const isSame = next.id === run.id && currentId(next) === currentId(run);
    if (!isSame || next.results !== run.results) inSight = startedStopwatch(Date.now());
    run = next;
    for (const listener of listeners) listener();
  };

  const kindNow = () => runKind(run.setup);
  const isStored = () => stored.run?.id === run.id && stored.run.revision === run.revision;

  /** Continues from what is stored now instead of `base`. */
  const follow = (theirs: SavedRun, base: SavedRun, keepsPlace: boolean) => {
    const now = Date.now();
    const next =
      theirs.id === run.id
        ? followRun(run, base, theirs, examQuestionIds, { now, keepsPlace })
        : restoreRun(theirs, examQuestionIds, now);
    stored.run = theirs;
    if (next) show(next);
  };

  const write = (teach?: Learn) => {
    if (!isWorthKeeping(run)) return;
    const asWas = saveRun(run, Date.now());
    const kind = kindNow();
    const place = stored;
    queue = queue.then(async () => {
      let keeping: Keeping = { kind: 'waiting' };
      // Another tab's answers may have arrived since and must not be overwritten.
      const mine = stored === place ? saveRun(run, Date.now()) : asWas;
      const isWritten = await updateKept(exam, kind, (kept) => {
        keeping = keepRun(kept.run, mine, place.run);
        const { study, ...learned } = teach?.(kept) ?? {};
        return {
          run: keeping.kind === 'kept' ? keeping.run : undefined,
          ...learned,
          study: study && review ? review.schedule(study) : study,
        };
      });
      const { kind: outcome, run: lying } = { run: undefined, ...(keeping as Keeping) };
      if (!isWritten) return options.onUnsaved(mine);
      if (outcome === 'waiting' || !lying) return;
      if (outcome === 'kept') channel?.tell(runKey(exam, kind));
      if (lying !== mine && stored === place) follow(lying, mine, true);
      else place.run = lying;
    });
  };

  /** Answers never wait for the library; the cards of earlier ones are updated when it is there. */
  const bringReview = async () => {
    const loaded = review ?? (await loadReview());
    if (loaded && !review) {
      review = loaded;
      write(({ study }) => (study.unscheduled ? { study } : {}));
    }
    return loaded;
  };

  /** Shows what another tab has stored. */
  const catchUp = (keepsPlace: boolean) => {
    const place = stored;
    queue = queue.then(async () => {
      const base = place.run;
      if (!base || stored !== place) return;
      const theirs = await readRun(exam, kindNow());
      if (!theirs || stored !== place) return;
      if (theirs.id !== base.id || theirs.revision > base.revision) {
        follow(theirs, base, keepsPlace);
      }
    });
  };

  /** A closing page must not begin a transaction: it would be dropped, or frozen with the page. */
  const note = () => {
    if (!isWorthKeeping(run)) return;
    const { elapsed, ...rest } = saveRun(run, Date.now());
    const whole = isStored() ? undefined : { elapsed, ...rest };
    const { id, revision } = run;
    writeRunNote(exam, kindNow(), { id, revision, elapsed, at: Date.now(), run: whole });
  };

  const arrive = () => {
    if (document.visibilityState !== 'visible') return;
    if (!isStored()) write();
    else clearRunNote(exam, kindNow());
    catchUp(false);
  };

  const pauseSight = () => {
    inSight = pausedStopwatch(inSight, Date.now());
  };
  /** A stopwatch at zero was reset, not paused. */
  const resumeSight = () => {
    const { stopwatch } = run;
    if (!isRunning(stopwatch) && stopwatch.elapsedBefore > 0) return;
    inSight = startedStopwatch(Date.now(), inSight.elapsedBefore);
  };
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') {
      pauseSight();
      note();
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
    note();
    closeChannel();
  };
  const onShow = ({ persisted }: PageTransitionEvent) => {
    openChannel();
    if (persisted) arrive();
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
      write(learnFrom(next, event, now, before));
    },
    /** Marks the right answer to the question on screen as a guess, so that it comes back soon. */
    guess: () => {
      const questionId = currentId(run);
      void bringReview().then((loaded) =>
        write(({ study }) =>
          loaded && before.has(questionId)
            ? { study: loaded.studyAfterGuess(study, questionId, before.get(questionId)) }
            : {},
        ),
      );
    },
    /** Switches to another run; `kept` is that run as stored on the device. */
    enter: (next: Run, kept?: SavedRun) => {
      stored = { run: kept };
      show(reduceRun(run, { type: 'runEntered', run: next }));
    },
    /** Listens to the page and to other tabs. Returns a function that stops it. */
    attach: () => {
      openChannel();
      const noting = setInterval(() => {
        if (document.visibilityState === 'visible') note();
      }, NOTE_EVERY);
      addEventListener('pagehide', onHide);
      addEventListener('pageshow', onShow);
      addEventListener('focus', arrive);
      document.addEventListener('visibilitychange', onVisibility);
      return () => {
        clearInterval(noting);
        removeEventListener('pagehide', onHide);
        removeEventListener('pageshow', onShow);
        removeEventListener('focus', arrive);
        document.removeEventListener('visibilitychange', onVisibility);
        onHide();
      };
    },
  };
};
