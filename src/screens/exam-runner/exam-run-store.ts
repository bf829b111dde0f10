import type { ExamKey } from '#contract/caches.ts';
import { type ReviewCard, runKind, type SavedRun } from '#contract/learner.ts';
import {
  followRun,
  isWorthKeeping,
  type Keeping,
  keepRun,
  restoreRun,
  saveRun,
} from '#exam/kept-run.ts';
import { learnedFrom, listMissed, progressAfter } from '#exam/progress.ts';
import { currentId, type Run, type RunEvent, reduceRun } from '#exam/run.ts';
import {
  clearRunNote,
  type Kept,
  openRunChannel,
  readRun,
  runKey,
  updateKept,
  writeRunNote,
} from '#storage/learner-store.ts';

/** How often the time alone is noted, for a tab that is killed without a word. In milliseconds. */
const NOTE_EVERY = 15_000;

/** Spaced review and its library come with the first answer of a visit. */
const loadReview = () => import('#exam/review.ts').catch(() => undefined);

type Review = Awaited<ReturnType<typeof loadReview>>;
/** The cards of questions as they were before their last answer. */
type CardsBefore = Map<string, ReviewCard | undefined>;

type Learn = (kept: Kept, review: Review) => Partial<Kept>;

/** What an event teaches, where it does. `run` is the run after it. */
const learnFrom = (
  run: Run,
  event: RunEvent,
  now: number,
  before: CardsBefore,
): Learn | undefined => {
  if (event.type !== 'answerChecked' && event.type !== 'mockFinished') return undefined;
  const results = learnedFrom(run, event);
  return (kept, review) => {
    // Two tabs may both see the time of a mock exam run out.
    const isKnown = kept.run?.id === run.id && kept.run.isFinished;
    if (event.type === 'mockFinished' && isKnown) return {};
    const progress = progressAfter(kept.progress, run, now);
    if (results.length === 0) return { progress };
    for (const { questionId } of results) {
      const card = kept.study.cards.find((other) => other.questionId === questionId);
      before.set(questionId, card);
    }
    return review
      ? { progress, study: review.studyAfter(kept.study, results, now) }
      : { progress: listMissed(progress, results) };
  };
};

type ExamRunOptions = {
  exam: ExamKey;
  examQuestionIds: string[];
  run: Run;
  /** What the device has of it. */
  kept?: SavedRun | undefined;
  /** The device could not store a run. */
  onUnsaved: (run: SavedRun) => void;
};

/**
 * The run on screen. Dispatching an event hands its write to the device in the same step; tabs
 * that have the same run open follow each other.
 */
export const createExamRunStore = ({ exam, examQuestionIds, ...options }: ExamRunOptions) => {
  let { run } = options;
  /** The run on screen as it is known to be stored; another run has another. */
  let stored: { run?: SavedRun | undefined } = { run: options.kept };
  let queue: Promise<unknown> = Promise.resolve();
  let channel: ReturnType<typeof openRunChannel> | undefined;
  const listeners = new Set<() => void>();
  const before: CardsBefore = new Map();

  const show = (next: Run) => {
    run = next;
    for (const listener of listeners) listener();
  };

  const kindNow = () => runKind(run.setup);
  const isStored = () => stored.run?.id === run.id && stored.run.revision === run.revision;

  /** Goes on from what lies on the device now, in place of `base`. */
  const follow = (theirs: SavedRun, base: SavedRun, keepsPlace: boolean) => {
    const now = Date.now();
    const next =
      theirs.id === run.id
        ? followRun(run, base, theirs, examQuestionIds, { now, keepsPlace })
        : restoreRun(theirs, examQuestionIds, now);
    stored.run = theirs;
    if (next) show(next);
  };

  const write = (learn?: Learn) => {
    if (!isWorthKeeping(run)) return;
    const asWas = saveRun(run, Date.now());
    const kind = kindNow();
    const place = stored;
    queue = queue.then(async () => {
      let keeping: Keeping = { kind: 'waiting' };
      const review = learn && (await loadReview());
      // Another tab's answers may have come since, and are not to be written over.
      const mine = stored === place ? saveRun(run, Date.now()) : asWas;
      const isWritten = await updateKept(exam, kind, (kept) => {
        keeping = keepRun(kept.run, mine, place.run);
        return {
          run: keeping.kind === 'kept' ? keeping.run : undefined,
          ...learn?.(kept, review),
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

  /** What another tab has stored takes the place of what this one shows. */
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

  /** No transaction is begun by a page that goes: it would be dropped, or frozen with the page. */
  const note = () => {
    if (!isWorthKeeping(run)) return;
    const { elapsed, ...rest } = saveRun(run, Date.now());
    const whole = isStored() ? undefined : { elapsed, ...rest };
    writeRunNote(exam, kindNow(), { id: run.id, revision: run.revision, elapsed, run: whole });
  };

  const arrive = () => {
    if (document.visibilityState !== 'visible') return;
    if (!isStored()) write();
    else clearRunNote(exam, kindNow());
    catchUp(false);
  };

  const onVisibility = () => (document.visibilityState === 'hidden' ? note() : arrive());
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
      const next = reduceRun(run, event);
      if (next === run) return;
      show(next);
      write(learnFrom(next, event, Date.now(), before));
    },
    /** Takes the right answer to the question on screen for a guess, so that it comes back soon. */
    guess: () => {
      const questionId = currentId(run);
      write((kept, review) =>
        review && before.has(questionId)
          ? { study: review.studyAfterGuess(kept.study, questionId, before.get(questionId)) }
          : {},
      );
    },
    /** Goes over to another run; `kept` is what the device has of it. */
    enter: (next: Run, kept?: SavedRun) => {
      stored = { run: kept };
      show(reduceRun(run, { type: 'runEntered', run: next }));
    },
    /** Listens to the page and to other tabs, until the function that it gives is called. */
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
