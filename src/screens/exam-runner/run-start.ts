import type { ExamKey } from '#contract/caches.ts';
import { runKind, type StoredRun } from '#contract/learner.ts';
import { allQuestionIds, type ExamDetail, type ExamQuestions } from '#contract/wire.ts';
import { chooseQuestions, groupQuestions } from '#exam/practice.ts';
import { isTimeUp, type Run, startedRun } from '#exam/run.ts';
import { parseSetup } from '#exam/run-setup.ts';
import { planSitting, withOpened } from '#exam/sitting.ts';
import { catchUp, continueRun, restoreRun } from '#exam/stored-run.ts';
import { withoutDeleted } from '#exam/study.ts';
import { readLearning, updateStored } from '#storage/learner-store.ts';
import { newRunId } from './run-context.tsx';

/** The run that a screen starts with; `stored` is that run as stored on the device, if it is. */
export type RunStart = { run: Run; stored?: StoredRun | undefined };

/** The stored run of the kind in the address, for a tap on Continue on another screen. */
const findStored = async (exam: ExamKey, questions: ExamQuestions, search: string) => {
  const kind = new URLSearchParams(search).get('continue');
  if (kind === null) return undefined;
  const { runs } = await readLearning(exam, catchUp);
  const stored = runs.find((run) => runKind(run.setup) === kind);
  if (!stored) return undefined;
  // The time of a mock exam may have run out before the tap, which then leads to its result.
  const restore = isTimeUp(stored) ? restoreRun : continueRun;
  const run = restore(stored, questions, Date.now());
  return run && { run, stored };
};

/** The exam as practice has it, and what is known of its questions. Deleted ones are dropped from storage. */
const readKnown = async (exam: ExamKey, held: ExamDetail) => {
  const learning = await readLearning(exam, catchUp);
  const existing = allQuestionIds(held);
  const study = withoutDeleted(learning.study, existing);
  if (study !== learning.study) {
    await updateStored(exam, 'review', (stored) => ({
      study: withoutDeleted(stored.study, existing),
    }));
  }
  const detail = withOpened(held, study);
  const groups = groupQuestions(detail.questionIds, { ...learning, study }, Date.now());
  return { detail, groups };
};

/** The run that an address asks for: a stored one, a sitting, or a selection of questions. */
export const findRun = async (
  exam: ExamKey,
  held: ExamDetail,
  search: string,
): Promise<RunStart> => {
  const found = await findStored(exam, held, search);
  if (found) return found;
  const start = (ids: string[], setup = parseSetup(search)) => ({
    run: startedRun(ids, setup, newRunId(), Date.now()),
  });
  const sitting = planSitting(held, search, Math.random);
  if (sitting) return start(sitting.questionIds, sitting.setup);
  const { detail, groups } = await readKnown(exam, held);
  const only = new URLSearchParams(search).get('only');
  if (only && detail.questionIds.includes(only)) {
    return start([only], { questions: 'again', isShuffled: false });
  }
  return start(chooseQuestions(detail, parseSetup(search), groups, Math.random));
};
