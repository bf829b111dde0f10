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
import type { MarkChange, StoredRun, Study } from '#contract/learner.ts';
import type { ExamQuestions } from '#contract/wire.ts';
import { type Run, type RunEvent, timeSpent } from '#exam/run.ts';
import { isRunning } from '#exam/stopwatch.ts';
import { dismissToast, showToast } from '#ui/toasts.ts';
import { useNow } from '#ui/use-now.ts';
import type { RunStart } from './run-start.ts';
import { createRunStore } from './run-store.ts';

type ExamRun = {
  run: Run;
  dispatch: (event: RunEvent) => void;
  /** Switches to another run; `stored` is that run as stored on the device, if it is. */
  enter: (run: Run, stored?: StoredRun) => void;
  /** Changes what is known of the exam. Resolves to whether the change was stored. */
  teach: (change: (study: Study) => Study) => Promise<boolean>;
  /** Saves a question, or changes its note. */
  keep: (change: MarkChange) => Promise<void>;
  /** What is known of the exam, the answers given so far included. */
  readStudy: () => Promise<Study>;
};

const ExamRunContext = createContext<ExamRun | undefined>(undefined);

let isUnstoredTold = false;

/** Shown once per visit, with an offer to export the data. */
const tellUnstored = (exam: ExamKey, run: StoredRun) => {
  if (isUnstoredTold) return;
  isUnstoredTold = true;
  const act = async () => {
    const { exportUnstored } = await import('../export-data.ts');
    await exportUnstored(exam, run);
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
  questions: ExamQuestions;
  start: () => RunStart;
  children: ReactNode;
};

/** Mounting it enters the exam, so the results start empty (spec: Run). */
export const ExamRunProvider = (props: ExamRunProviderProps) => {
  const { exam, questions, start, children } = props;
  const [store] = useState(() =>
    createRunStore({
      exam,
      questions,
      ...start(),
      onUnstored: (run) => tellUnstored(exam, run),
    }),
  );
  const run = useSyncExternalStore(store.subscribe, store.read, store.read);
  useEffect(() => store.attach(), [store]);
  const value = useMemo(() => ({ ...store, run }), [store, run]);
  return <ExamRunContext value={value}>{children}</ExamRunContext>;
};

/** The exam run. Throws outside its provider (spec: Errors). */
export const useExamRun = () => {
  const value = use(ExamRunContext);
  if (!value) throw new Error('The exam run accessor must be used within an exam run provider');
  return value;
};

/** Identifies a run on this device; it is never sent anywhere. */
export const newRunId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/** The time spent on the run at the last tick. */
export const useTimeSpent = () => {
  const { run } = useExamRun();
  return timeSpent(run, useNow(isRunning(run.stopwatch) && !run.isFinished));
};
