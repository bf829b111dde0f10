import type { Mark, RunSetup, StoredRun } from '#learner/schemas.ts';
import { timeLimit } from '#learner/settle.ts';
import { percentOf } from '../grading/grading.ts';
import { type Asked, restoredSelection } from '../grading/kinds.ts';
import { isMock, plainSetup } from './run-setup.ts';
import { elapsedTime, type Stopwatch, startedStopwatch } from './stopwatch.ts';

/** What a run on screen and a stored one have in common. */
export type AnyRun = Omit<StoredRun, 'elapsed'>;

/** One pass through an exam. The question on screen is `questionIds[index]`. */
export type Run = AnyRun & {
  /** Its flagged questions. A flag belongs to the question, so it is not stored with the run. */
  flags: string[];
  /** Questions of the stored run that the exam's list lacks now; they are not shown, and not lost. */
  absent: string[];
  /** Whether the question on screen is shown answered, with its selection locked. */
  isAnswered: boolean;
  stopwatch: Stopwatch;
};

/** A run at its first question, its stopwatch running since `now`. */
export const startedRun = (
  questionIds: string[],
  setup: RunSetup = plainSetup,
  id = '',
  now = 0,
): Run => ({
  id,
  at: now,
  setup,
  questionIds,
  absent: [],
  withdrawn: [],
  index: 0,
  selection: [],
  isAnswered: false,
  results: [],
  seen: [],
  flags: [],
  struck: [],
  startedAt: now,
  isFinished: false,
  stopwatch: startedStopwatch(now),
});

export const currentId = (run: Run) => run.questionIds[run.index] ?? '';

export const isLastQuestion = (run: Run) => run.index === run.questionIds.length - 1;

/** Milliseconds of a mock exam's time, which passes while it is left, too. At most all of it. */
const mockTime = (run: AnyRun, now: number) =>
  Math.min(Math.max(0, now - run.startedAt), timeLimit(run));

/** Milliseconds until a mock exam's time is up; undefined without a time limit. */
export const timeLeft = (run: AnyRun, now: number) =>
  isMock(run.setup) ? timeLimit(run) - mockTime(run, now) : undefined;

/** Whether a mock exam was ended by its clock. */
export const isTimeUp = (run: AnyRun) => run.isFinished && (run.endedAfter ?? 0) >= timeLimit(run);

/** Milliseconds up to `now`; they stand still once the run has finished. */
export const timeSpent = (run: Run, now: number) => {
  if (run.isFinished && run.endedAfter !== undefined) return run.endedAfter;
  return isMock(run.setup) ? mockTime(run, now) : elapsedTime(run.stopwatch, now);
};

/** A mock exam gives no feedback until it ends. */
export const isSilent = (run: Run) => isMock(run.setup) && !run.isFinished;

export const findResult = (run: Run, questionId: string) =>
  run.results.find((result) => result.questionId === questionId);

export const totalAnswered = (run: Run) => run.results.length;
export const totalCorrect = (run: Run) => run.results.filter(({ isCorrect }) => isCorrect).length;

export const isAllAnswered = ({ questionIds, results, seen }: AnyRun) =>
  results.length + seen.length >= questionIds.length;

export const findStruck = (run: Run, position: number) =>
  run.struck.find((option) => option.questionId === currentId(run) && option.position === position);

/** Whether an option of the question on screen is struck out. */
export const isStruck = (run: Run, position: number) =>
  isSilent(run) && findStruck(run, position) !== undefined;

export type QuestionState = 'correct' | 'incorrect' | 'unanswered' | 'answered' | 'seen';

/** A question's state in the grid. Until it ends, a mock exam doesn't show what is correct. */
export const questionState = (run: Run, questionId: string): QuestionState => {
  const result = findResult(run, questionId);
  if (!result) return run.seen.includes(questionId) ? 'seen' : 'unanswered';
  if (isSilent(run)) return 'answered';
  return result.isCorrect ? 'correct' : 'incorrect';
};

/** What a toggled flag changes of the question on screen. */
export const flagMark = (run: Run, flaggedAt: number): Mark => {
  const questionId = currentId(run);
  return { questionId, isFlagged: run.flags.includes(questionId), flaggedAt };
};

/** The selection on screen, found by its texts if the question's options have moved since. */
export const shownSelection = (run: Run, question: Asked) => {
  const result = findResult(run, currentId(run));
  return result ? restoredSelection(question, result) : run.selection;
};

/** Out of every question of the run, answered or not. */
export const finalScoreText = (correct: number, total: number) =>
  `Final Score: ${correct}/${total} (${percentOf(correct, total)}%)`;
