import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import type { ExamKey } from '#contract/caches.ts';
import type { SavedRun } from '#contract/learner.ts';
import type { Run, RunEvent } from '#exam/run.ts';
import { elapsedTime, isRunning, type Stopwatch } from '#exam/stopwatch.ts';
import { dismissToast, showToast } from '#ui/toasts.ts';
import { createExamRunStore } from './exam-run-store.ts';
import type { PlannedRun } from './planned-run.ts';

type ExamRun = {
  run: Run;
  dispatch: (event: RunEvent) => void;
  /** Goes over to another run; `kept` is what the device has of it. */
  enter: (run: Run, kept?: SavedRun) => void;
  /** Takes the right answer to the question on screen for a guess. */
  guess: () => void;
};

const ExamRunContext = createContext<ExamRun | undefined>(undefined);

let isUnsavedTold = false;

/** Once a visit; what can be exported is offered. */
const tellUnsaved = (exam: ExamKey, run: SavedRun) => {
  if (isUnsavedTold) return;
  isUnsavedTold = true;
  const act = async () => {
    const { exportUnsaved } = await import('../export-data.ts');
    await exportUnsaved(exam, run);
    dismissToast('unsaved');
  };
  showToast({
    id: 'unsaved',
    text: "Your answers can't be saved on this device right now",
    action: { label: 'Export', act },
    isLasting: true,
  });
};

type ExamRunProviderProps = {
  exam: ExamKey;
  examQuestionIds: string[];
  plan: () => PlannedRun;
  children: ReactNode;
};

/** Mounting it is entering the exam, so every result starts empty (SPEC 4). */
export const ExamRunProvider = (props: ExamRunProviderProps) => {
  const { exam, examQuestionIds, plan, children } = props;
  const [store] = useState(() =>
    createExamRunStore({
      exam,
      examQuestionIds,
      ...plan(),
      onUnsaved: (run) => tellUnsaved(exam, run),
    }),
  );
  const run = useSyncExternalStore(store.subscribe, store.read);
  useEffect(() => store.attach(), [store]);
  const { dispatch, enter, guess } = store;
  const value = useMemo(() => ({ run, dispatch, enter, guess }), [run, dispatch, enter, guess]);
  return <ExamRunContext value={value}>{children}</ExamRunContext>;
};

/** The exam run accessor. Throws outside its provider (SPEC 8). */
export const useExamRun = () => {
  const value = use(ExamRunContext);
  if (!value) throw new Error('The exam run accessor must be used within an exam run provider');
  return value;
};

/** Tells runs apart on this device; nobody else ever sees it. */
export const newRunId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

const TICK = 1000;

/** Milliseconds as of the last tick. Ticks only redraw; the time itself comes from the clock. */
export const useElapsed = (stopwatch: Stopwatch) => {
  const [, setTicks] = useState(0);
  const running = isRunning(stopwatch);
  useEffect(() => {
    if (!running) return;
    const tick = setInterval(() => setTicks((ticks) => ticks + 1), TICK);
    return () => clearInterval(tick);
  }, [running]);
  return elapsedTime(stopwatch, Date.now());
};
