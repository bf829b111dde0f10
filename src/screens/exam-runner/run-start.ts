import type { ExamKey } from '#contract/caches.ts';
import { runKind, type StoredRun } from '#contract/learner.ts';
import type { ExamDetail } from '#contract/wire.ts';
import { isTimeUp, type Run, startedRun } from '#exam/run.ts';
import { chooseQuestions, parseSetup } from '#exam/run-setup.ts';
import { planSitting } from '#exam/sitting.ts';
import { catchUp, continueRun, restoreRun } from '#exam/stored-run.ts';
import { dueQuestions, withoutDeleted } from '#exam/study.ts';
import { readLearning, updateStored } from '#storage/learner-store.ts';
import { newRunId } from './run-context.tsx';

/** The run that a screen starts with; `stored` is that run as stored on the device, if it is. */
export type RunStart = { run: Run; stored?: StoredRun | undefined };

/** The stored run of the kind in the address, for a tap on Continue on another screen. */
const findStored = async (exam: ExamKey, questionIds: string[], search: string) => {
  const kind = new URLSearchParams(search).get('continue');
  if (kind === null) return undefined;
  const { runs } = await readLearning(exam, catchUp);
  const stored = runs.find((run) => runKind(run.setup) === kind);
  if (!stored) return undefined;
  // The time of a mock exam may have run out before the tap, which then leads to its result.
  const restore = isTimeUp(stored) ? restoreRun : continueRun;
  const run = restore(stored, questionIds, Date.now());
  return run && { run, stored };
};

/** What is due among the exam's current questions. Deleted questions are dropped from storage. */
const readDue = async (exam: ExamKey, questionIds: string[]) => {
  const { study } = await readLearning(exam, catchUp);
  const current = withoutDeleted(study, questionIds);
  if (current !== study) {
    await updateStored(exam, 'review', (stored) => ({
      study: withoutDeleted(stored.study, questionIds),
    }));
  }
  return new Set(dueQuestions(current, Date.now()));
};

/** The run that an address asks for: a stored one, a sitting, or a selection of questions. */
export const findRun = async (
  exam: ExamKey,
  detail: ExamDetail,
  search: string,
): Promise<RunStart> => {
  const { questionIds } = detail;
  const found = await findStored(exam, questionIds, search);
  if (found) return found;
  const start = (ids: string[], setup = parseSetup(search)) => ({
    run: startedRun(ids, setup, newRunId(), Date.now()),
  });
  const sitting = planSitting(detail, search, Math.random);
  if (sitting) return start(sitting.questionIds, sitting.setup);
  const due = await readDue(exam, questionIds);
  return start(chooseQuestions(questionIds, parseSetup(search), due, Math.random));
};
