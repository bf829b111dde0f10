import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf } from '#exam/day/calendar-day.ts';
import { byRecall, dayStart, dueDayOf } from '#exam/day/day-start.ts';
import { recallAt, reviewAfter, schedule } from '#exam/day/review.ts';
import {
  emptyLearning,
  emptyStudy,
  type Review,
  type ReviewCard,
  type Study,
} from '#learner/schemas.ts';
import { mergeStudies, resultOf, reviewOf, studyAfter } from '#support/stored-runs.ts';

const DAY = 24 * 60 * 60 * 1000;
const start = new Date(2026, 10, 1, 9).getTime();
const dueOn = (study: Study, now: number) => {
  const { due, day } = dayStart({ listed: 10, learning: { ...emptyLearning, study } }, now);
  return due.sort(byRecall(study, day));
};
const dueTime = ({ lastReview, interval }: ReviewCard) => lastReview + interval * DAY;
const isDue = (card: ReviewCard, now: number) => dueDayOf(card) <= dayOf(now);
type Grade = 'wrong' | 'unsure' | 'sure';
const answer = (id: string, grade: Grade, now: number): Review =>
  reviewOf(now, id, grade !== 'wrong', grade === 'unsure');
const review = (card: ReviewCard | undefined, grade: Grade, now: number) =>
  reviewAfter(card, answer('q', grade, now));
const right = (card: ReviewCard | undefined, now: number) => review(card, 'sure', now);

describe('a question in spaced review', () => {
  it('is due another day after any answer, the next one after a wrong one', () => {
    expect(isDue(review(undefined, 'wrong', start), start + DAY / 2)).toBe(false);
    expect(isDue(review(undefined, 'wrong', start), start + DAY)).toBe(true);
    expect(isDue(review(undefined, 'unsure', start), start + DAY / 2)).toBe(false);
    expect(isDue(right(undefined, start), start + DAY / 2)).toBe(false);
    expect(isDue(right(review(undefined, 'wrong', start), start), start + DAY / 2)).toBe(false);
  });

  it('comes back later after each right answer', () => {
    let card = right(undefined, start);
    for (const _ of [1, 2]) {
      const next = right(card, dueTime(card));
      expect(next.interval).toBeGreaterThan(card.interval);
      card = next;
    }
  });

  it('comes back sooner after it was forgotten', () => {
    const known = right(right(undefined, start), start + 3 * DAY);
    const due = dueTime(known);
    const forgotten = right(review(known, 'wrong', due), due);
    expect(forgotten.interval).toBeLessThan(right(known, due).interval);
  });

  it('comes back sooner if the learner was not sure', () => {
    const known = right(undefined, start);
    const unsure = review(known, 'unsure', dueTime(known)).interval;
    expect(unsure).toBeGreaterThan(0);
    expect(unsure).toBeLessThan(review(known, 'sure', dueTime(known)).interval);
  });

  it('has a chance of recall that falls every day, to 90 % when it is due', () => {
    const card = right(right(undefined, start), start + DAY);
    const chances = [0, 2, 10, 60].map((days) => recallAt(card, card.lastReview + days * DAY));
    expect(chances).toEqual([...chances].sort((a, b) => b - a));
    expect(recallAt(card, dueTime(card))).toBeCloseTo(0.9, 1);
  });

  it('copes with a clock that was set back', () => {
    const card = right(undefined, start);
    const later = right(card, start - 100 * DAY);
    expect(later.lastReview).toBe(start);
    expect(recallAt(later, start - 100 * DAY)).toBeLessThanOrEqual(1);
  });
});

describe('answers given before the library has loaded', () => {
  const known = studyAfter(emptyStudy, [resultOf('known')], start);
  const given: Study = {
    ...known,
    unscheduled: [
      reviewOf(start + DAY, 'new'),
      reviewOf(start + DAY, 'known', false),
      reviewOf(start + 2 * DAY, 'new', false),
      reviewOf(start + 3 * DAY, 'new'),
    ],
  };

  it('end up on the same cards as if it had been there, each at its own time', () => {
    const { cards, unscheduled } = schedule(given);
    const [first, second, third] = [1, 2, 3].map((days) => start + days * DAY);
    const wanted = reviewAfter(undefined, reviewOf(first as number, 'new'));
    const missed = reviewAfter(wanted, reviewOf(second as number, 'new', false));
    expect(cards).toEqual([
      reviewAfter(known.cards[0], reviewOf(first as number, 'known', false)),
      reviewAfter(missed, reviewOf(third as number, 'new')),
    ]);
    expect(unscheduled).toEqual([]);
    expect(schedule(known)).toEqual(known);
  });

  it('make a question due the day after if its last answer was wrong', () => {
    expect(dueOn(given, start + 2 * DAY)).toEqual(['known']);
  });

  it('are merged with another device’s, except those already on a card', () => {
    const reviews = given.unscheduled;
    const here = { ...known, reviews: [...known.reviews, ...reviews] };
    const elsewhere: Study = {
      ...emptyStudy,
      cards: [reviewAfter(known.cards[0], reviewOf(start + DAY, 'known', false))],
      reviews: [reviewOf(start, 'other')],
    };
    expect(mergeStudies(here, elsewhere).unscheduled).toEqual([
      reviewOf(start, 'other'),
      reviewOf(start + DAY, 'new'),
      reviewOf(start + 2 * DAY, 'new', false),
      reviewOf(start + 3 * DAY, 'new'),
    ]);
    expect(mergeStudies(known, known).unscheduled).toEqual([]);
  });
});

describe('the questions due for review', () => {
  it('are the least likely remembered first, in whatever order they are stored', () => {
    const card = (questionId: string, lastReview: number, stability: number): ReviewCard => ({
      ...right(undefined, start),
      questionId,
      lastReview: start + lastReview * DAY,
      day: dayOf(start + lastReview * DAY),
      ...{ stability, interval: Math.round(stability) },
    });
    const due = [card('missed', 4, 0.2), card('long ago', 0, 2), card('lately', 3, 1.6)];
    const cards = [...due, card('not due', 3, 6)];
    fc.assert(
      fc.property(fc.shuffledSubarray(cards, { minLength: cards.length }), (shuffled) => {
        const study = { ...emptyStudy, cards: shuffled };
        const ids = due.map(({ questionId }) => questionId);
        expect(dueOn(study, start + 5 * DAY)).toEqual(ids);
      }),
    );
  });
});

type Answer = { device: number; id: string; isRight: boolean; day: number };

const answers: fc.Arbitrary<Answer[]> = fc
  .array(
    fc.record({
      device: fc.integer({ min: 0, max: 1 }),
      id: fc.constantFrom('a', 'b', 'c'),
      isRight: fc.boolean(),
      day: fc.integer({ min: 0, max: 40 }),
    }),
  )
  .map((all) => all.sort((a, b) => a.day - b.day));

const play = (all: Answer[], device: number) =>
  all
    .filter((answer) => answer.device === device)
    .reduce(
      (study, { id, isRight, day }) =>
        studyAfter(study, [resultOf(id, isRight)], start + day * DAY + device),
      emptyStudy,
    );

const sorted = ({ cards, reviews }: Study) => ({
  cards: cards.toSorted((a, b) => a.questionId.localeCompare(b.questionId)),
  reviews: reviews.toSorted((a, b) => a.at - b.at || a.questionId.localeCompare(b.questionId)),
});

describe('the studies of two devices', () => {
  it('merge to each question’s newest card and every answer once, in any order, any number of times', () => {
    fc.assert(
      fc.property(answers, (all) => {
        const [ours, theirs] = [play(all, 0), play(all, 1)];
        const merged = mergeStudies(ours, theirs);
        for (const { questionId, lastReview } of merged.cards) {
          const own = [...ours.cards, ...theirs.cards].filter(
            (card) => card.questionId === questionId,
          );
          expect(lastReview).toBe(Math.max(...own.map((card) => card.lastReview)));
        }
        expect(sorted(mergeStudies(theirs, ours))).toEqual(sorted(merged));
        expect(sorted(mergeStudies(merged, theirs))).toEqual(sorted(merged));
        const given = new Set(all.map((answer) => Object.values(answer).join()));
        expect(merged.reviews).toHaveLength(given.size);
        const evening = start + 20 * DAY;
        const { seen, total } = dayStart(
          { listed: 10, learning: { ...emptyLearning, study: merged } },
          evening,
        );
        expect([seen, total]).toEqual([merged.cards.length, 10]);
      }),
      { numRuns: 50 },
    );
  });

  it('merge to the exam date that was said last, or cleared', () => {
    const said = (examDate: string | undefined, examDateAt: number) => ({
      ...emptyStudy,
      ...{ examDate, examDateAt },
    });
    const [ours, theirs] = [said('2026-12-12', 5), said('2027-01-01', 9)];
    expect(mergeStudies(ours, theirs).examDate).toBe('2027-01-01');
    expect(mergeStudies(theirs, ours).examDate).toBe('2027-01-01');
    expect(mergeStudies(emptyStudy, ours).examDate).toBe('2026-12-12');
    expect(mergeStudies(theirs, said(undefined, 10)).examDate).toBeUndefined();
  });
});

it('the goal and the outcome are those said last, each by its own time', () => {
  const said = (plan: Partial<Study>): Study => ({ ...emptyStudy, ...plan });
  const ours = said({ goal: 20, goalAt: 5, outcome: 'failed', outcomeAt: 9 });
  const theirs = said({ goal: 30, goalAt: 6, outcome: 'passed', outcomeAt: 8 });
  for (const merged of [mergeStudies(ours, theirs), mergeStudies(theirs, ours)]) {
    expect(merged).toMatchObject({ goal: 30, goalAt: 6, outcome: 'failed', outcomeAt: 9 });
  }
});
