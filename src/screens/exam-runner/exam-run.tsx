import { createContext, type ReactNode, use, useMemo, useReducer } from 'react';
import { type Run, type RunEvent, reduceRun } from '#exam/run.ts';

type ExamRun = { run: Run; dispatch: (event: RunEvent) => void };

const ExamRunContext = createContext<ExamRun | undefined>(undefined);

type ExamRunProviderProps = { startRun: () => Run; children: ReactNode };

/** Mounting it is entering the exam, so every result starts empty (SPEC 4). */
export const ExamRunProvider = ({ startRun, children }: ExamRunProviderProps) => {
  const [run, dispatch] = useReducer(reduceRun, undefined, startRun);
  const value = useMemo(() => ({ run, dispatch }), [run]);
  return <ExamRunContext value={value}>{children}</ExamRunContext>;
};

/** The exam run accessor. Throws outside its provider (SPEC 8). */
export const useExamRun = () => {
  const value = use(ExamRunContext);
  if (!value) throw new Error('The exam run accessor must be used within an exam run provider');
  return value;
};
