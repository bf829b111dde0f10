import type { ExamDetail } from '#contract/wire.ts';
import type { Learning, RunRecord } from '#learner/schemas.ts';
import { counted } from '#primitives/counted.ts';
import { askable } from '../day/study.ts';
import { percentOf } from '../grading/grading.ts';
import { isSat, lastScore } from '../progress/progress.ts';
import { isAllAnswered, isTimeUp, type Run, totalAnswered, totalCorrect } from '../run/run.ts';
import { isMock } from '../run/run-setup.ts';
import { isSitting } from '../run/sitting.ts';
import { blankQuestions } from '../run/stored-run.ts';
import { questionCountText } from './labels.ts';

/** The words of a run's result. */

const scoreOf = (run: Run) => percentOf(totalCorrect(run), run.questionIds.length);

/** 'You had 9 of 15.' */
export const hadText = (run: Run) => `You had ${totalCorrect(run)} of ${totalAnswered(run)}.`;

/** '6 come back tomorrow.' What was set aside does not. */
export const comeBackText = (run: Run, { marks }: Pick<Learning['study'], 'marks'>) => {
  const wrong = run.results.filter(({ isCorrect }) => !isCorrect);
  const ids = wrong.map(({ questionId }) => questionId);
  const missed = askable(ids, { marks });
  if (missed.length === 0) return '';
  return missed.length === 1 ? '1 comes back tomorrow.' : `${missed.length} come back tomorrow.`;
};

/** What of the run was not answered. */
export const blankText = (run: Run) => {
  const count = blankQuestions(run).length;
  if (count === 0) return '';
  if (run.isFinished) return `${questionCountText(count)} left blank.`;
  return `${questionCountText(count)} ${count === 1 ? 'is' : 'are'} still unanswered.`;
};

/** Whether a mock exam's clock ended it with so much blank that its score says little. */
export const isLeft = (run: Run) =>
  isMock(run.setup) &&
  isTimeUp(run) &&
  !isSat({ kind: 'mock', answered: totalAnswered(run), total: run.questionIds.length });

/** '14 of the 20 you answered were right' */
export const leftText = (run: Run) => {
  const [correct, answered] = [totalCorrect(run), totalAnswered(run)];
  if (answered === 0) return 'Nothing was answered';
  if (answered === 1) return `The 1 you answered was ${correct === 1 ? 'right' : 'wrong'}`;
  return `${correct} of the ${answered} you answered ${correct === 1 ? 'was' : 'were'} right`;
};

/** The difference to the last run like this one. */
export const gainText = (run: Run, history: RunRecord[]) => {
  const last = lastScore(history, run);
  if (last === undefined || (!isMock(run.setup) && !isAllAnswered(run))) return '';
  const name = isMock(run.setup) ? 'mock exam' : 'whole exam';
  const gain = scoreOf(run) - last;
  if (gain === 0) return `The same as your last ${name}.`;
  return `${counted(Math.abs(gain), 'point')} ${gain > 0 ? 'more' : 'fewer'} than your last ${name}.`;
};

/** Whether a mock exam would have passed, as an estimate: only the vendor knows for certain. */
export const passText = (run: Run, detail: ExamDetail) => {
  const { sitting } = detail;
  if (!sitting || !isSitting(run, detail)) return '';
  const { share, score } = sitting.pass;
  const total = run.questionIds.length;
  const correct = totalCorrect(run);
  let more = 0;
  while (percentOf(correct + more, total) < share) more += 1;
  if (more === 0) return `Likely a pass: the vendor asks for ${score}, about ${share}% right.`;
  const answers = more === 1 ? '1 more right answer makes' : `${more} more right answers make`;
  return `Not a pass yet: ${answers} it one.`;
};

/** '65 questions joined your practice.', on the result of the mock exam that opened them. */
export const joinedText = (run: Run, { runs, past }: Pick<Learning, 'runs' | 'past'>) => {
  if (!run.setup.isHeldOut || !run.isFinished) return '';
  const isEarlier = runs
    .concat(past)
    .some(
      ({ id, setup, endedAt = Number.POSITIVE_INFINITY }) =>
        setup.isHeldOut && id !== run.id && endedAt < (run.endedAt ?? 0),
    );
  return isEarlier ? '' : `${questionCountText(run.questionIds.length)} joined your practice.`;
};
