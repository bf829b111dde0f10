import type { ExamDetail } from '#contract/wire.ts';
import { recallAt } from '#exam/day/review.ts';
import { blankQuestions } from '#exam/run/stored-run.ts';
import type { StoredRun } from '#learner/schemas.ts';
import { createLearner } from './day-world.ts';

type Wanted = {
  detail: ExamDetail;
  random: () => number;
  /** The share of first answers that are right; what was seen is right as often as it is remembered. */
  share: number;
};

/** A learner who answers as memory allows. */
export const createStudent = ({ detail, random, share }: Wanted) => {
  const learner = createLearner(detail, random);
  const recallOf = (id: string, now: number) => {
    const card = learner.learning.study.cards.find(({ questionId }) => questionId === id);
    return card ? recallAt(card, now) : share;
  };
  /** Answers these questions of a run as memory allows. */
  const answer = (run: StoredRun, ids: string[], now: number) =>
    learner.answerAll(
      run,
      ids.map((id) => [id, random() < recallOf(id, now)]),
      now,
    );
  /** Answers what the day's button leads to: `count` questions of one run, or all until it is done. */
  const practice = (now: number, count?: number) => {
    do {
      const run = learner.openDay(now);
      answer(run, blankQuestions(run).slice(0, count), now);
    } while (count === undefined && learner.dayAt(now).left > 0);
  };
  /** The share of the exam's questions that would be right. */
  const known = (now: number) => {
    const ids = detail.questionIds;
    return ids.reduce((sum, id) => sum + recallOf(id, now), 0) / ids.length;
  };
  return { learner, practice, answer, known };
};
