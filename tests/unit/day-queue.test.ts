import { describe, expect, it } from 'vitest';
import { dayOf, nameOfDay } from '#exam/day/calendar-day.ts';
import { drawQueue } from '#exam/day/draw-queue.ts';
import { dateChange, goalChange } from '#exam/day/plan-change.ts';
import { alternateDomains } from '#exam/day/practice.ts';
import { seededRandom } from '#primitives/shuffle.ts';
import { createLearner, DAY, examOf, type Learner } from '#support/day-world.ts';

const MORNING = new Date(2026, 10, 2, 8).getTime();
const detail = examOf(199);
const domainOf = (id: string) => detail.questionDomains?.[detail.questionIds.indexOf(id)];
const setup = { questions: 20, isShuffled: true };

const learn = (ids: string[], now: number, isRight: (index: number) => boolean, who: Learner) => {
  let run = who.newRun(ids, setup, now);
  for (const [index, id] of ids.entries()) run = who.answer(run, id, isRight(index), now);
};
const learner = () => createLearner(detail, seededRandom('learner'));
const draw = (who: Learner, count: number, now: number, topics?: string[]) =>
  drawQueue(who.stateAt(now), { count, topics }, now, seededRandom('draw'));
const ids = (from: number, to: number) => detail.questionIds.slice(from, to);

describe('the queue of a day', () => {
  it('is new at first, by the weights of the blueprint, domains in turns', () => {
    const queue = draw(learner(), 20, MORNING);
    const counts = ['d0', 'd1', 'd2', 'd3'].map(
      (domain) => queue.filter((id) => domainOf(id) === domain).length,
    );
    expect(counts).toEqual([5, 6, 7, 2]);
    expect(queue).toEqual(alternateDomains(queue, detail));
  });

  it('has half of the goal due at most while anything is new, those first', () => {
    const who = learner();
    learn(ids(0, 60), MORNING, () => false, who);
    const queue = draw(who, 20, MORNING + DAY);
    const isSeen = (id: string) => ids(0, 60).includes(id);
    expect(queue.filter(isSeen)).toHaveLength(10);
    // What is due and has a new sibling in the queue trades places with it.
    expect(queue.slice(0, 10).filter(isSeen).length).toBeGreaterThan(0);
    who.commit({ study: goalChange(40, MORNING) }, MORNING + DAY);
    expect(draw(who, 40, MORNING + DAY).filter(isSeen)).toHaveLength(20);
  });

  it('counts the due ones of earlier today toward that half', () => {
    const who = learner();
    learn(ids(0, 60), MORNING, () => false, who);
    learn(ids(0, 8), MORNING + DAY, () => true, who);
    const due = draw(who, 12, MORNING + DAY).filter((id) => ids(8, 60).includes(id));
    expect(due).toHaveLength(2);
  });

  it('is all reviews once nothing is new, and all new while nothing is due', () => {
    const who = learner();
    learn(ids(0, 199), MORNING, (index) => index % 2 === 0, who);
    const missed = ids(0, 199).filter((_, index) => index % 2 === 1);
    expect(draw(who, 20, MORNING + DAY).every((id) => missed.includes(id))).toBe(true);
    const fresh = learner();
    learn(ids(0, 20), MORNING, () => true, fresh);
    expect(draw(fresh, 20, MORNING + DAY).some((id) => ids(0, 20).includes(id))).toBe(false);
  });

  it('asks what is least likely remembered ahead', () => {
    const who = learner();
    learn(ids(0, 30), MORNING, () => true, who);
    learn(ids(30, 50), MORNING, () => false, who);
    const now = MORNING + 3 * DAY;
    const queue = draw(who, 20, now);
    expect(queue.filter((id) => ids(30, 50).includes(id))).toHaveLength(10);
    expect(queue.some((id) => ids(0, 30).includes(id))).toBe(false);
  });

  it('takes more of a weak domain, and starves none', () => {
    const who = learner();
    const first = draw(who, 40, MORNING);
    learn(first, MORNING, (index) => domainOf(first[index] ?? '') !== 'd3', who);
    const fresh = draw(who, 40, MORNING).filter((id) => !first.includes(id));
    const counts = ['d0', 'd1', 'd2', 'd3'].map(
      (domain) => fresh.filter((id) => domainOf(id) === domain).length,
    );
    expect(counts[3], 'twice what its weight alone would give').toBeGreaterThanOrEqual(8);
    expect(Math.min(...counts)).toBeGreaterThan(0);
  });

  it('stays within its topics, and ends with what is known', () => {
    const who = learner();
    learn(ids(0, 199), MORNING, () => true, who);
    const queue = draw(who, 20, MORNING + DAY, ['d1']);
    expect(queue).toHaveLength(20);
    expect(queue.every((id) => domainOf(id) === 'd1')).toBe(true);
  });

  it('begins on the eve and on the day with what was missed last, and brings nothing new', () => {
    const who = learner();
    const exam = nameOfDay(dayOf(MORNING) + 4);
    who.commit({ study: dateChange(exam, MORNING) }, MORNING);
    learn(ids(0, 20), MORNING, () => false, who);
    learn(ids(20, 26), MORNING + 2 * DAY, () => false, who);
    learn(ids(26, 60), MORNING + 2 * DAY, () => true, who);
    for (const days of [3, 4]) {
      const queue = draw(who, 10, MORNING + days * DAY);
      expect(queue.filter((id) => ids(20, 26).includes(id))).toHaveLength(6);
      expect(queue.every((id) => ids(0, 60).includes(id))).toBe(true);
    }
  });
});
