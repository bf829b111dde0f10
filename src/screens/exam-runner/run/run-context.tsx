import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { ExamKey } from '#contract/caches.ts';
import { printRunQuery, runAddress } from '#contract/routes.ts';
import { type Run, timeSpent } from '#exam/run/run.ts';
import { isRunning } from '#exam/run/stopwatch.ts';
import { continueRun } from '#exam/run/stored-run.ts';
import { type Change, type Learning, runKind, type StoredRun } from '#learner/schemas.ts';
import type { ExamSession } from '#offline/session/exam-session.ts';
import { dismissToast, showToast, UNDO_TIME } from '#ui/toasts.ts';
import { useNow } from '#ui/use-now.ts';
import type { RunStart } from '../../exam-day/run-start.ts';
import { createRunStore } from './run-store.ts';

type ExamRun = ReturnType<typeof createRunStore> & {
  exam: ExamKey;
  session: ExamSession;
  run: Run;
};

const ExamRunContext = createContext<ExamRun | undefined>(undefined);

let isUnstoredShown = false;

/** Shown once per visit, with an offer to export the data. */
const showUnstored = (exam: ExamKey, change: Change) => {
  if (isUnstoredShown) return;
  isUnstoredShown = true;
  const act = async () => {
    const { exportUnstored } = await import('../../device/export-data.ts');
    await exportUnstored(exam, change);
    dismissToast('unsaved');
  };
  showToast({
    id: 'unsaved',
    text: 'Your answers can’t be saved on this device right now',
    action: { label: 'Export', act },
    duration: Infinity,
  });
};

type ExamRunProviderProps = {
  exam: ExamKey;
  session: ExamSession;
  start: RunStart;
  children: ReactNode;
};

/** Mounting it enters the exam, so the results start empty (spec: Run). */
export const ExamRunProvider = (props: ExamRunProviderProps) => {
  const { exam, session, start, children } = props;
  const { detail } = session;
  const [store] = useState(() =>
    createRunStore({
      exam,
      questions: detail,
      ...start,
      onUnstored: (change) => showUnstored(exam, change),
      onReplaced: (replaced) => offerReplaced(replaced),
      onMoved: (moved) => {
        const search = printRunQuery({ continue: runKind(store.read().setup) });
        navigate(runAddress(moved, search), { replace: true });
      },
    }),
  );
  const offerReplaced = (replaced: StoredRun) => {
    const restored = continueRun(replaced, detail, Date.now());
    if (!restored) return;
    const act = () => {
      // Touched last, it is the one that stays open.
      store.enter({ ...restored, at: Date.now() }, replaced);
      dismissToast('replaced');
    };
    const action = { label: `Continue at ${restored.index + 1}`, act };
    showToast({ id: 'replaced', text: 'New run started.', action, duration: UNDO_TIME });
  };
  const run = useSyncExternalStore(store.subscribe, store.read, store.read);
  useEffect(() => store.attach(), [store]);
  const value = useMemo(() => ({ ...store, exam, session, run }), [store, exam, session, run]);
  return <ExamRunContext value={value}>{children}</ExamRunContext>;
};

/** The exam run. Throws outside its provider (spec: Errors). */
export const useExamRun = () => {
  const value = use(ExamRunContext);
  if (!value) throw new Error('The exam run accessor must be used within an exam run provider');
  return value;
};

/**
 * What is stored of the exam, the answers given so far included: undefined until it was read. Read anew
 * after each change of the run or by another tab, and by `refresh`.
 */
export const useLearning = () => {
  const { run, readLearning, onHeard } = useExamRun();
  const [learning, setLearning] = useState<Learning>();
  const refresh = useCallback(async () => setLearning(await readLearning()), [readLearning]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew after each answer.
  useEffect(() => {
    void refresh();
    return onHeard(() => void refresh());
  }, [refresh, onHeard, run.id, run.at]);
  return { learning, refresh };
};

/** The time spent on the run at the last tick, and what pauses and resumes it. */
export const useStopwatch = () => {
  const { run, dispatch } = useExamRun();
  const running = isRunning(run.stopwatch);
  const spent = timeSpent(run, useNow(running && !run.isFinished));
  const toggle = () =>
    dispatch({ type: running ? 'stopwatchPaused' : 'stopwatchResumed', now: Date.now() });
  return { spent, running, toggle };
};
