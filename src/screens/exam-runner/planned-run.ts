import type { ExamKey } from '#contract/caches.ts';
import { runKind, type SavedRun } from '#contract/learner.ts';
import type { ExamDetail } from '#contract/wire.ts';
import { applyNote, isWorthContinuing, restoreRun } from '#exam/kept-run.ts';
import { type Run, startedRun } from '#exam/run.ts';
import { chooseQuestions, parseSetup } from '#exam/run-plan.ts';
import { planSitting } from '#exam/sitting.ts';
import { dueQuestions, withoutGone } from '#exam/study.ts';
import { readKeptRuns, readLearning, updateKept } from '#storage/learner-store.ts';
import { newRunId } from './exam-run.tsx';

/** `kept` is the run as stored on the device. */
export type PlannedRun = { run: Run; kept?: SavedRun | undefined };

/** The stored run of the kind in the address, for a tap on Continue on another screen. */
const findKept = async (exam: ExamKey, questionIds: string[], search: string) => {
  const kind = new URLSearchParams(search).get('continue');
  if (kind === null) return undefined;
  const runs = await readKeptRuns(exam, applyNote);
  const kept = runs.find((run) => runKind(run.setup) === kind && isWorthContinuing(run));
  const run = kept && restoreRun(kept, questionIds, Date.now());
  return run && { run, kept };
};

/** What is due among the exam's current questions; deleted questions are forgotten. */
const readDue = async (exam: ExamKey, questionIds: string[]) => {
  const learning = await readLearning(exam, applyNote);
  const there = withoutGone(learning, questionIds);
  if (there !== learning) {
    await updateKept(exam, 'review', ({ progress, study }) =>
      withoutGone({ progress, study }, questionIds),
    );
  }
  return new Set(dueQuestions(there, Date.now()));
};

/** The run that an address asks for: a stored one, an exam day, or a selection of questions. */
export const planRun = async (
  exam: ExamKey,
  detail: ExamDetail,
  search: string,
): Promise<PlannedRun> => {
  const { questionIds } = detail;
  const found = await findKept(exam, questionIds, search);
  if (found) return found;
  const start = (ids: string[], setup = parseSetup(search)) => ({
    run: startedRun(ids, setup, newRunId(), Date.now()),
  });
  const sitting = planSitting(detail, search, Math.random);
  if (sitting) return start(sitting.questionIds, sitting.setup);
  const due = await readDue(exam, questionIds);
  return start(chooseQuestions(questionIds, parseSetup(search), due, Math.random));
};
