import { useEffect, useRef } from 'react';
import type { LearnerExam, QuestionResult, SavedRun } from '#contract/learner.ts';
import { historyAfter, practiseAfter } from '#exam/progress.ts';
import { isSilent, type Run, totalAnswered, totalCorrect } from '#exam/run.ts';
import { isWorthKeeping, saveRun } from '#exam/saved-run.ts';
import { readKeptRun, updateProgress, writeSavedRun } from '#storage/learner-store.ts';

/** Answers in quick succession are written once. In milliseconds. */
const SETTLE = 300;
/** How often the time alone is written, for a tab that is killed without a word. */
const KEEP_TIME_EVERY = 15_000;

/** A flag is no answer: by itself it does not take the place of another run that goes on. */
const keepRun = async (exam: LearnerExam, run: SavedRun) => {
  if (run.results.length === 0) {
    const kept = Object(await readKeptRun(exam));
    if (kept.isFinished === false && kept.id !== run.id) return;
  }
  await writeSavedRun(exam, run);
};

/** Writes the run to the device as it is answered, and at once when the page is put away. */
const useRunWriting = (exam: LearnerExam, run: Run, readElapsed: () => number) => {
  const write = useRef(() => undefined as unknown);
  useEffect(() => {
    write.current = () => isWorthKeeping(run) && keepRun(exam, saveRun(run, readElapsed()));
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: written when the run changes, not when time passes.
  useEffect(() => {
    const timer = setTimeout(() => write.current(), SETTLE);
    return () => clearTimeout(timer);
  }, [run]);

  useEffect(() => {
    const writeNow = () => void write.current();
    const timer = setInterval(writeNow, KEEP_TIME_EVERY);
    addEventListener('pagehide', writeNow);
    document.addEventListener('visibilitychange', writeNow);
    return () => {
      clearInterval(timer);
      removeEventListener('pagehide', writeNow);
      document.removeEventListener('visibilitychange', writeNow);
      writeNow();
    };
  }, []);
};

const newResults = (run: Run, before: Run | undefined): QuestionResult[] => {
  if (!before || isSilent(run)) return [];
  const known = new Set(isSilent(before) ? [] : before.results);
  return run.results.filter((result) => !known.has(result));
};

/** Keeps the practise list and the history along with the run. */
const useProgressWriting = (exam: LearnerExam, run: Run, readElapsed: () => number) => {
  const before = useRef<Run>(undefined);
  const elapsed = useRef(readElapsed);
  useEffect(() => {
    elapsed.current = readElapsed;
  });

  useEffect(() => {
    const last = before.current?.id === run.id ? before.current : undefined;
    const results = newResults(run, last);
    // Looking back at a finished run changes nothing of it, nor does it take more of its time.
    const hasEnded = run.isFinished && last && !(last.isFinished && last.results === run.results);
    before.current = run;
    if (results.length === 0 && !hasEnded) return;
    const record = {
      runId: run.id,
      finishedAt: Date.now(),
      correct: totalCorrect(run),
      answered: totalAnswered(run),
      total: run.questionIds.length,
      elapsed: elapsed.current(),
    };
    updateProgress(exam, ({ history, practise }) => ({
      history: hasEnded ? historyAfter(history, record) : history,
      practise: results.reduce(practiseAfter, practise),
    }));
  }, [exam, run]);
};

/** Nothing of a run is lost: it, what is to be practised, and its end are kept on the device. */
export const useRunKeeping = (exam: LearnerExam, run: Run, readElapsed: () => number) => {
  useRunWriting(exam, run, readElapsed);
  useProgressWriting(exam, run, readElapsed);
};
