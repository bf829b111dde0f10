import type { ExamKey } from '#contract/caches.ts';
import { type Run, reduceRun } from '#exam/run.ts';
import { findPrefetchedSession } from '#offline/session/prefetched-exam.ts';

/** Starts a run with what the learner has chosen since the page showed its question. */
export const withPaintedChoice = (run: Run, exam: ExamKey): Run => {
  const first = run.questionIds[0] ?? '';
  const question = findPrefetchedSession(exam)?.prefetched(first)?.question;
  if (!question) return run;
  const rows = document.querySelectorAll<HTMLLabelElement>('article label');
  const texts = [...rows].map(({ textContent }) => textContent);
  // The app may know a newer question than the page.
  if (JSON.stringify(texts) !== JSON.stringify(question.options)) return run;
  return [...rows].reduce(
    (before, { control }, position) =>
      (control as HTMLInputElement).checked
        ? reduceRun(before, { type: 'optionChosen', position, question })
        : before,
    run,
  );
};
