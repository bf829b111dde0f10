import type { ExamKey } from '#contract/caches.ts';
import type { ExamQuestions } from '#contract/wire.ts';
import { markedQuestions } from '#exam/day/study.ts';
import {
  isStored,
  isTakenOver,
  type OpenRun,
  type OpenRunEvent,
  reduceOpenRun,
} from '#exam/run/open-run.ts';
import type { RunEvent } from '#exam/run/reduce-run.ts';
import { flagMark, isSilent, type Run } from '#exam/run/run.ts';
import { isMock } from '#exam/run/run-setup.ts';
import { startedStopwatch } from '#exam/run/stopwatch.ts';
import { isWorthContinuing, isWorthStoring, toStoredRun } from '#exam/run/stored-run.ts';
import { listenTo } from '#learner/announcements.ts';
import { clearDraft, writeDraft } from '#learner/drafts.ts';
import { commit, readLearning } from '#learner/learner-store.ts';
import { createSaver } from '#learner/saver.ts';
import { type Change, type Mark, runKind, type StoredRun } from '#learner/schemas.ts';
import { createEvent } from '#primitives/observable.ts';
import { createSteadyClock } from '#primitives/time.ts';

/** How often a draft is written in case the tab is killed, in milliseconds. */
const DRAFT_INTERVAL = 15_000;

/** Loaded with its library during the first question of a visit. */
const loadReview = () => import('#exam/day/review.ts').catch(() => undefined);

/** An option that is only chosen, not checked, is stored when the page closes; a mock exam's counts. */
const isWorthWriting = ({ setup }: Run, { type }: RunEvent) =>
  !['optionChosen', 'selectionMade', 'doubtToggled'].includes(type) || isMock(setup);

type RunStoreOptions = {
  exam: ExamKey;
  questions: ExamQuestions;
  run: Run;
  /** The run as stored on the device, if it is. */
  stored?: StoredRun | undefined;
  /** Called with a change that can't be stored. */
  onUnstored: (change: Change) => void;
  /** Called once the run has followed its exam to another name. */
  onMoved: (exam: ExamKey) => void;
  /** Called when this run has taken the place of an open one of its kind. */
  onReplaced: (replaced: StoredRun) => void;
};

/** The run on screen. What is done is written at once, and tabs with the same run follow each other. */
export const createRunStore = ({ exam: entered, questions, ...options }: RunStoreOptions) => {
  let exam = entered;
  let open: OpenRun = {
    run: options.run,
    stored: options.stored,
    inSight: startedStopwatch(Date.now()),
  };
  const changed = createEvent();
  const heard = createEvent();
  /** The time by which a mock exam's clock runs. */
  const now = createSteadyClock();
  let review: Awaited<ReturnType<typeof loadReview>>;

  const apply = (event: OpenRunEvent) => {
    const before = open;
    open = reduceOpenRun(open, event, { questions, now: Date.now() });
    if (open.run !== before.run) changed.emit();
    return open !== before;
  };

  /** Merges a change into what is stored, and shows the run as it is then. */
  const write = async (change: Change) => {
    const isNew = open.stored?.id !== open.run.id;
    const written = await commit(exam, change, { schedule: review?.schedule, now: now() });
    if (!written) {
      options.onUnstored(change);
      return false;
    }
    const { before, after } = written;
    const { id, setup } = open.run;
    if (!change.runs?.some((run) => run.id === id)) return true;
    const replaced = before.runs.find((other) => runKind(other.setup) === runKind(setup));
    if (isNew && replaced && replaced.id !== id && isWorthContinuing(replaced)) {
      options.onReplaced(replaced);
    }
    const merged = [...after.runs, ...after.past].find((run) => run.id === id);
    if (merged) apply({ type: 'storedFound', stored: merged, keepsPlace: true });
    return true;
  };
  const saver = createSaver(write);

  const save = (marks: Mark[] = []) => {
    const runs = isWorthStoring(open.run) ? [toStoredRun(open.run, now())] : [];
    const hasNews = runs.length + marks.length > 0;
    if (hasNews || saver.readUnsaved()) saver.save({ runs, study: { marks } });
  };

  /** Answers never wait for the library; earlier ones are put on cards once it has loaded. */
  const loadScheduler = async () => {
    if (review) return;
    review = await loadReview();
    if (review) save();
  };

  /** What is stored of the exam, including the answers given so far. */
  const readKnown = async () => {
    await saver.settled();
    return readLearning(exam);
  };

  /** Shows what other tabs have stored. */
  const followStored = async (keepsPlace: boolean) => {
    const { id, setup } = open.run;
    const { runs, study } = await readKnown();
    if (!stopListening || open.run.id !== id) return;
    const theirs = runs.find((run) => runKind(run.setup) === runKind(setup));
    if (theirs && isTakenOver(open, theirs)) {
      apply({ type: 'storedFound', stored: theirs, keepsPlace });
    }
    apply({ type: 'flagsFound', flags: markedQuestions(study, 'isFlagged') });
  };

  /** A closing page must not begin a transaction: it would be dropped, or frozen with the page. */
  const draft = () => {
    const { runs = [], study } = saver.readUnsaved() ?? {};
    const others = runs.filter(({ id }) => id !== open.run.id);
    const mine = isWorthStoring(open.run) ? [toStoredRun(open.run, now())] : [];
    // What is stored already need not be drafted.
    const rest = isStored(open)
      ? mine.map((run) => ({ ...run, results: [], withdrawn: [] }))
      : mine;
    if (others.length + rest.length === 0 && !study) return;
    writeDraft(exam, open.run.id, { runs: [...others, ...rest], ...(study && { study }) });
  };

  const onReturn = () => {
    if (document.visibilityState !== 'visible') return;
    if (isStored(open) && !saver.readUnsaved()) clearDraft(exam, open.run.id);
    else save();
    void followStored(false);
  };
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') {
      apply({ type: 'hidden' });
      draft();
    } else {
      apply({ type: 'shown' });
      onReturn();
    }
  };
  const onAnnounced = (movedTo?: ExamKey) => {
    if (movedTo) {
      clearDraft(exam, open.run.id);
      exam = movedTo;
      save();
      void saver.settled().then(() => options.onMoved(movedTo));
      return;
    }
    if (document.visibilityState === 'visible') void followStored(true);
    heard.emit();
  };
  let stopListening: (() => void) | undefined;
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

  return {
    now,
    read: () => open.run,
    subscribe: changed.subscribe,
    /** Calls back when another tab has changed the learner's data of the exam. Returns a function that stops it. */
    onHeard: heard.subscribe,
    dispatch: (event: RunEvent) => {
      if (!apply({ type: 'acted', event })) return;
      void loadScheduler();
      if (event.type === 'flagToggled') save([flagMark(open.run, Date.now())]);
      else if (isWorthWriting(open.run, event)) save();
    },
    /** Saves a question, flags it, or changes its note. */
    keep: (mark: Mark) => save([mark]),
    readLearning: readKnown,
    /** Switches to another run; `stored` is that run as stored on the device, if it is. */
    enter: (run: Run, stored?: StoredRun) => {
      apply({ type: 'entered', run, stored });
    },
    /** Listens to the page and to other tabs. Returns a function that stops it. */
    attach: () => {
      listen();
      // A mock exam is there from its first moment on, for a reload or another tab.
      if (isSilent(open.run) && !open.stored) save();
      void followStored(true);
      const drafting = setInterval(() => {
        if (document.visibilityState === 'visible') draft();
      }, DRAFT_INTERVAL);
      const attached = new AbortController();
      const { signal } = attached;
      addEventListener('pagehide', onHide, { signal });
      addEventListener('pageshow', onShow, { signal });
      addEventListener('focus', onReturn, { signal });
      document.addEventListener('visibilitychange', onVisibility, { signal });
      return () => {
        clearInterval(drafting);
        attached.abort();
        onHide();
      };
    },
  };
};
