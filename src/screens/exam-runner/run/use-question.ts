import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { arrangeOptions } from '#exam/run/option-order.ts';
import { currentId, findResult, type Run } from '#exam/run/run.ts';
import type { ExamSession } from '#offline/session/exam-session.ts';
import { useCall } from '../../loading/use-call.ts';

const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

/** The question on screen, found again after every move. */
export const useQuestion = (session: ExamSession, run: Run) => {
  const { index } = run;
  const questionId = currentId(run);
  const result = findResult(run, questionId);
  const [changes, setChanges] = useState(0);
  const { answer, retry } = useCall(
    // biome-ignore lint/correctness/useExhaustiveDependencies: moving loads again (spec: Run).
    useCallback(
      (signal: AbortSignal) => session.load(questionId, signal, result),
      [session, questionId, index, changes],
    ),
    () => session.find(questionId, result),
  );
  const value = answer?.ok ? answer.value : undefined;

  // A corrected question appears at once, but its options never change once one is chosen.
  const onChange = useEffectEvent(() => {
    const next = result ? undefined : session.find(questionId);
    if (!next || isSame(next, value)) return;
    const fits = isSame(next.question.options, value?.question.options);
    if (answer?.ok === false) retry();
    else if (run.selection.length === 0 || fits) setChanges((count) => count + 1);
  });
  useEffect(() => session.onChange(() => onChange()), [session]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the order lasts as long as the run.
  const loaded = useMemo(
    () => value && { ...value, question: arrangeOptions(value.question, run, questionId) },
    [value, run.id, questionId],
  );
  return { answer, loaded, retry };
};
