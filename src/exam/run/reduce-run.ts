import type { QuestionResult } from '#learner/schemas.ts';
import { dayOf } from '../day/calendar-day.ts';
import { type Asked, chosenTexts, isRight, isWhole, toggled } from '../grading/kinds.ts';
import {
  type AnyRun,
  currentId,
  findResult,
  findStruck,
  isAllAnswered,
  isLastQuestion,
  isSilent,
  type Run,
  shownSelection,
  timeSpent,
} from './run.ts';
import { isMock } from './run-setup.ts';
import { pausedStopwatch, resetStopwatch, startedStopwatch } from './stopwatch.ts';

type Graded = Asked & { domain?: string | undefined };

/** `now` is in milliseconds of the wall clock. */
export type RunEvent =
  | { type: 'questionOpened'; index: number }
  | { type: 'optionChosen'; position: number; question: Graded }
  /** For kinds whose controls are more than options to tap. */
  | { type: 'selectionMade'; selection: number[]; question: Graded }
  | { type: 'doubtToggled' }
  | { type: 'answerChecked'; question: Graded; now: number }
  | { type: 'flagToggled' }
  | { type: 'optionStruck'; position: number }
  | { type: 'runFinished'; now: number }
  | { type: 'stopwatchPaused'; now: number }
  | { type: 'stopwatchResumed'; now: number }
  | { type: 'stopwatchReset' };

/** Replaces the question's result if it has one, appends it otherwise (spec: Run). */
export const addResult = (results: QuestionResult[], result: QuestionResult) =>
  results.some((other) => other.questionId === result.questionId)
    ? results.map((other) => (other.questionId === result.questionId ? result : other))
    : [...results, result];

/** Whether a question is shown answered when it is opened. In a finished run, blanks are, too. */
export const isShownAnswered = ({ setup, results, seen, isFinished }: AnyRun, id: string) =>
  isFinished
    ? !seen.includes(id)
    : !isMock(setup) && results.some(({ questionId }) => questionId === id);

const showQuestion = (run: Run, index: number): Run => {
  const id = run.questionIds[index] ?? '';
  const selection = findResult(run, id)?.positions ?? [];
  return { ...run, index, selection, isUnsure: undefined, isAnswered: isShownAnswered(run, id) };
};

export const openQuestion = (run: Run, index: number): Run =>
  run.questionIds[index] === undefined || index === run.index ? run : showQuestion(run, index);

/** Later than the answer that it replaces, whatever the clock says. */
const answeredAt = (run: Run, now: number) => {
  const before = [...run.results, ...run.withdrawn].filter(
    ({ questionId }) => questionId === currentId(run),
  );
  return Math.max(now, ...before.map(({ at }) => at + 1));
};

const gradeSelection = (run: Run, question: Graded, now: number): QuestionResult => ({
  questionId: currentId(run),
  isCorrect: isRight(question, run.selection),
  selectedAnswers: chosenTexts(question, run.selection),
  correctAnswers: question.answers,
  positions: run.selection,
  domain: question.domain,
  time: findResult(run, currentId(run))?.time ?? 0,
  at: answeredAt(run, now),
  day: dayOf(now),
  ...(run.isUnsure && { isUnsure: true }),
});

const select = (run: Run, selection: number[], question: Graded, now: number): Run => {
  if (run.isAnswered) return run;
  if (!isMock(run.setup)) return { ...run, selection };
  // A mock exam records each choice at once and lets it change until the end.
  const isOther = ({ questionId }: { questionId: string }) => questionId !== currentId(run);
  const struck = run.struck.filter((one) => isOther(one) || !selection.includes(one.position));
  const chosen = { ...run, selection, struck };
  const withdrawn = run.withdrawn.filter(isOther);
  return selection.length > 0
    ? {
        ...chosen,
        withdrawn,
        results: addResult(run.results, gradeSelection(chosen, question, now)),
      }
    : {
        ...chosen,
        withdrawn: [...withdrawn, { questionId: currentId(run), at: answeredAt(run, now) }],
        results: run.results.filter(isOther),
      };
};

/** In practice only: a mock exam has flags for this. */
const toggleDoubt = (run: Run): Run =>
  run.isAnswered || isMock(run.setup) ? run : { ...run, isUnsure: !run.isUnsure || undefined };

const checkAnswer = (run: Run, question: Graded, now: number): Run => {
  const id = currentId(run);
  if (run.isAnswered || isMock(run.setup) || id === '') return run;
  const hasOptions = question.options.length > 0;
  if (hasOptions && !isWhole(question, run.selection)) return run;
  const added = hasOptions
    ? { results: addResult(run.results, gradeSelection(run, question, now)) }
    : { seen: [...run.seen.filter((other) => other !== id), id] };
  const checked = { ...run, ...added, isAnswered: true };
  const isFinished = run.isFinished || isAllAnswered(checked);
  const hasResult = isFinished || isLastQuestion(run) || run.endedAfter !== undefined;
  if (run.isFinished || !hasResult) return checked;
  const endedAfter = timeSpent(run, now);
  return { ...checked, isFinished, endedAfter, endedAt: run.at };
};

/** In a mock exam only, where nothing else helps to decide. */
const toggleStruck = (run: Run, position: number): Run => {
  if (!isSilent(run)) return run;
  const struck = findStruck(run, position);
  const others = run.struck.filter((option) => option !== struck);
  return {
    ...run,
    struck: struck ? others : [...others, { questionId: currentId(run), position }],
  };
};

const toggleFlag = (run: Run): Run => {
  const id = currentId(run);
  const others = run.flags.filter((other) => other !== id);
  return { ...run, flags: run.flags.includes(id) ? others : [...others, id] };
};

/** Ends at the last question, which the result follows. */
const finishRun = (run: Run, now: number): Run => {
  if (run.isFinished) return run;
  const finished = { ...run, isFinished: true, endedAfter: timeSpent(run, now), endedAt: run.at };
  return { ...showQuestion(finished, run.questionIds.length - 1), isAnswered: true };
};

const changeRun = (run: Run, event: RunEvent, now: number): Run => {
  switch (event.type) {
    case 'questionOpened':
      return openQuestion(run, event.index);
    case 'optionChosen':
      return select(
        run,
        toggled(event.question, shownSelection(run, event.question), event.position),
        event.question,
        now,
      );
    case 'selectionMade':
      return select(run, event.selection, event.question, now);
    case 'doubtToggled':
      return toggleDoubt(run);
    case 'answerChecked':
      return checkAnswer(run, event.question, event.now);
    case 'flagToggled':
      return toggleFlag(run);
    case 'optionStruck':
      return toggleStruck(run, event.position);
    case 'runFinished':
      return finishRun(run, event.now);
    case 'stopwatchPaused':
      return { ...run, stopwatch: pausedStopwatch(run.stopwatch, event.now) };
    case 'stopwatchResumed':
      return { ...run, stopwatch: startedStopwatch(event.now, run.stopwatch.elapsedBefore) };
    case 'stopwatchReset':
      return { ...run, stopwatch: resetStopwatch };
  }
};

/**
 * The run after an event at `now`; the same object if the event changes nothing. Each change is later
 * than the one before it, whatever the clock says.
 */
export const reduceRun = (run: Run, event: RunEvent, now = 0): Run => {
  // Looking back at a finished run leaves it as old as it is.
  const isLookingBack = run.isFinished && event.type === 'questionOpened';
  const touched = isLookingBack ? run : { ...run, at: Math.max(now, run.at + 1) };
  const changed = changeRun(touched, event, now);
  return changed === touched ? run : changed;
};

/** Adds `spent` milliseconds to the result that an event gave the question on screen. */
export const withTime = (before: Run, after: Run, spent: number): Run => {
  const [had, has] = [before, after].map((run) => findResult(run, currentId(before)));
  if (!has || has === had || after.id !== before.id) return after;
  const timed = { ...has, time: has.time + spent };
  return { ...after, results: addResult(after.results, timed) };
};
