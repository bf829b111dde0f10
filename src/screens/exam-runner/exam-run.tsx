import { createContext, type ReactNode, use, useMemo, useReducer } from 'react';
import { emptyRun, type Run, type RunEvent, reduceRun } from '#exam/run.ts';

type ExamRun = { run: Run; dispatch: (event: RunEvent) => void };

const ExamRunContext = createContext<ExamRun | undefined>(undefined);

/** Mounting it is entering the exam, so every result starts empty (SPEC 4). */
export const ExamRunProvider = ({
  questionIds,
  children,
}: {
  questionIds: string[];
  children: ReactNode;
}) => {
  const [run, dispatch] = useReducer(reduceRun, questionIds, emptyRun);
  const value = useMemo(() => ({ run, dispatch }), [run]);
  return <ExamRunContext value={value}>{children}</ExamRunContext>;
};

/** The exam run accessor. Throws outside its provider (SPEC 8). */
export const useExamRun = () => {
  const value = use(ExamRunContext);
  if (!value) throw new Error('The exam run accessor must be used within an exam run provider');
  return value;
};
