import { useCallback, useEffect, useRef, useState } from 'react';
import { currentId, type Run } from '#exam/run.ts';
import type { ExamSession } from '#offline/session/exam-session.ts';
import { useCall } from '../use-call.ts';

const hasResult = (run: Run) => run.results.some(({ questionId }) => questionId === currentId(run));

/** The question on screen, loaded again after every move. */
export const useQuestion = (session: ExamSession, run: Run) => {
  const { index } = run;
  const questionId = currentId(run);
  const isAnswered = hasResult(run);
  const [mends, setMends] = useState(0);
  const latest = useRef({ run, options: '' });
  const { answer, retry } = useCall(
    // biome-ignore lint/correctness/useExhaustiveDependencies: moving loads again (spec: Run).
    useCallback(
      (signal: AbortSignal) => session.loadQuestion(questionId, signal, isAnswered),
      [session, questionId, index, mends],
    ),
    () => session.prefetched(questionId, isAnswered),
  );
  const hasFailed = answer?.ok === false;
  const options = answer?.ok ? JSON.stringify(answer.value.question.options) : '';
  useEffect(() => {
    latest.current = { run, options };
  });

  // A corrected question appears at once, but never after the learner has begun to answer.
  useEffect(
    () =>
      session.onMended(() => {
        const { run, options } = latest.current;
        const next = session.prefetched(currentId(run));
        const fits = JSON.stringify(next?.question.options) === options;
        if (next && !hasResult(run) && (run.selection.length === 0 || fits)) {
          setMends((count) => count + 1);
        }
      }),
    [session],
  );

  // The download may succeed where the screen's request failed.
  useEffect(() => {
    if (!hasFailed) return;
    const controller = new AbortController();
    const { signal } = controller;
    session.untilSaved(questionId, signal).then(() => signal.aborted || retry());
    return () => controller.abort();
  }, [hasFailed, session, questionId, retry]);

  return { answer, retry };
};
