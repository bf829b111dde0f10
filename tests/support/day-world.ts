import type { ExamDetail } from '#contract/wire.ts';
import { dayRun } from '#exam/day/day-run.ts';
import { planDay } from '#exam/day/plan-day.ts';
import { schedule } from '#exam/day/review.ts';
import { blankQuestions } from '#exam/run/stored-run.ts';
import { mergeLearning } from '#learner/merge.ts';
import {
  type Change,
  emptyLearning,
  type Learning,
  type RunSetup,
  runKind,
  type StoredRun,
} from '#learner/schemas.ts';
import { settle } from '#learner/settle.ts';
import { resultOf, storedRun } from './stored-runs.ts';

export const HOUR = 60 * 60 * 1000;
export const DAY = 24 * HOUR;

/** An exam of `count` questions in domains of these weights, and questions held out for a mock exam. */
export const examOf = (count: number, weights = [24, 30, 34, 12], heldOut = 0): ExamDetail => {
  const domains = weights.map((weight, at) => ({ id: `d${at}`, name: `Domain ${at}`, weight }));
  const sum = weights.reduce((a, b) => a + b, 0);
  const domainOf = (at: number) => {
    const place = ((at + 0.5) / count) * sum;
    const upTo = (index: number) => weights.slice(0, index + 1).reduce((a, b) => a + b, 0);
    return domains.find((_, index) => place < upTo(index))?.id ?? 'd0';
  };
  const ids = Array.from({ length: count }, (_, at) => `q${at + 1}`);
  const held = Array.from({ length: heldOut }, (_, at) => `h${at + 1}`);
  return {
    id: 'exam',
    name: 'exam',
    questionIds: ids,
    domains,
    questionDomains: ids.map((_, at) => domainOf(at)),
    questionTasks: ids.map((_, at) => `${domainOf(at)}.${at % 4}`),
    ...(heldOut > 0 && {
      heldOut: {
        questionIds: held,
        questionDomains: held.map((_, at) => `d${at % weights.length}`),
        questionTasks: held.map(() => 'd0.0'),
      },
    }),
  };
};

/** A learner with an exam on one device, who does things at a time. */
export const createLearner = (detail: ExamDetail, random: () => number) => {
  let learning: Learning = emptyLearning;
  let count = 0;
  const commit = (change: Change, now: number) => {
    const merged = settle(mergeLearning(settle(learning, now), change), now);
    learning = { ...merged, study: schedule(merged.study) };
  };
  const stateAt = (now: number) => {
    const settled = settle(learning, now);
    learning = { ...settled, study: schedule(settled.study) };
    return { listed: detail.questionIds.length, learning, detail };
  };
  const newRun = (questionIds: string[], setup: RunSetup, now: number): StoredRun => {
    count += 1;
    const id = `run ${count} ${random()}`;
    return storedRun({
      id,
      at: now,
      startedAt: now,
      setup,
      questionIds,
      results: [],
      index: 0,
      selection: [],
    });
  };
  /** Answers questions of a run, which ends once all of it is answered, unless it is a mock exam. */
  const answerAll = (
    run: StoredRun,
    answers: [questionId: string, isCorrect: boolean][],
    now: number,
  ) => {
    let next = run;
    for (const [questionId, isCorrect] of answers) {
      const at = Math.max(now, next.at + 1);
      const isOther = (other: { questionId: string }) => other.questionId !== questionId;
      next = {
        ...next,
        ...{ at, index: Math.max(0, run.questionIds.indexOf(questionId)) },
        results: [...next.results.filter(isOther), resultOf(questionId, isCorrect, at)],
        withdrawn: next.withdrawn.filter(isOther),
      };
    }
    // The learner has gone on, and chosen something there.
    const [blank] = blankQuestions(next);
    if (blank !== undefined) {
      next = { ...next, index: run.questionIds.indexOf(blank), selection: [0] };
    }
    const isOver = run.setup.minutes === undefined && next.results.length >= run.questionIds.length;
    if (isOver) next = { ...next, isFinished: true, endedAfter: 1, endedAt: next.at };
    commit({ runs: [next] }, next.at);
    return [...learning.runs, ...learning.past].find(({ id }) => id === run.id) ?? next;
  };
  const answer = (run: StoredRun, questionId: string, isCorrect: boolean, now: number) =>
    answerAll(run, [[questionId, isCorrect]], now);
  const endMock = (run: StoredRun, now: number) =>
    commit(
      {
        runs: [
          {
            ...run,
            at: now,
            isFinished: true,
            endedAfter: Math.max(1, now - run.startedAt),
            endedAt: now,
          },
        ],
      },
      now,
    );
  /** What the day's button leads to. */
  const openDay = (now: number) => {
    const { stored, questionIds } = dayRun(stateAt(now), now, random);
    const setup = { questions: questionIds.length, isShuffled: true, isDay: true };
    return stored ?? newRun(questionIds, setup, now);
  };
  return {
    get learning() {
      return learning;
    },
    stateAt,
    dayAt: (now: number) => planDay(stateAt(now), now),
    commit,
    newRun,
    answer,
    answerAll,
    endMock,
    openDay,
    runOf: (kind: ReturnType<typeof runKind>) =>
      learning.runs.find((run) => runKind(run.setup) === kind && run.endedAfter === undefined),
  };
};
export type Learner = ReturnType<typeof createLearner>;
