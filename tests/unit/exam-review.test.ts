import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cardsFromPracticeList,
  dueQuestions,
  isDue,
  mergeCards,
  type ReviewGrade,
  recallAt,
  reviewAfter,
} from '#exam/review.ts';

const DAY = 24 * 60 * 60 * 1000;
const start = Date.UTC(2026, 10, 1);

describe('a question in spaced review', () => {
  it('comes back at once after a wrong answer', () => {
    expect(isDue(reviewAfter(undefined, 'wrong', start), start)).toBe(true);
  });

  it('comes back later the more often it was right', () => {
    const first = reviewAfter(undefined, 'right', start);
    const second = reviewAfter(first, 'right', first.due);
    const third = reviewAfter(second, 'right', second.due);
    expect(second.due - second.lastReview).toBeGreaterThan(first.due - first.lastReview);
    expect(third.due - third.lastReview).toBeGreaterThan(second.due - second.lastReview);
    expect(isDue(third, third.lastReview + DAY)).toBe(false);
  });

  it('comes back sooner after a guess than after a sure answer', () => {
    const known = reviewAfter(reviewAfter(undefined, 'right', start), 'right', start + DAY);
    const guessed = reviewAfter(known, 'guessed', known.due);
    const sure = reviewAfter(known, 'right', known.due);
    expect(guessed.due).toBeLessThan(sure.due);
  });

  it('is recalled with a chance that falls from one day to the next', () => {
    const card = reviewAfter(reviewAfter(undefined, 'right', start), 'right', start + DAY);
    const chances = [0, 2, 10, 60].map((days) => recallAt(card, card.lastReview + days * DAY));
    expect(chances).toEqual([...chances].sort((a, b) => b - a));
    expect(recallAt(card, card.due)).toBeCloseTo(0.9, 1);
    expect(recallAt(undefined, start)).toBe(0);
  });

  it('is not thrown off by a clock that was set back', () => {
    const card = reviewAfter(undefined, 'right', start);
    const later = reviewAfter(card, 'right', start - 100 * DAY);
    expect(later.lastReview).toBe(start);
    expect(later.due).toBeGreaterThanOrEqual(start);
    expect(recallAt(later, start - 100 * DAY)).toBeLessThanOrEqual(1);
  });
});

describe('the questions that are due', () => {
  it('are those missed first, then those whose day has come', () => {
    const right = reviewAfter(reviewAfter(undefined, 'right', start), 'right', start + DAY);
    const cards = new Map([
      ['due', right],
      ['missed', reviewAfter(undefined, 'wrong', start)],
      ['later', reviewAfter(right, 'right', right.due)],
    ]);
    expect(dueQuestions(['new', 'due', 'later', 'missed'], cards, right.due)).toEqual([
      'missed',
      'due',
    ]);
  });
});

describe('the cards of two devices', () => {
  const grade = fc.constantFrom<ReviewGrade>('wrong', 'guessed', 'right');
  const deck = fc
    .array(fc.tuple(fc.constantFrom('a', 'b', 'c'), grade, fc.integer({ min: 0, max: 40 })))
    .map((answers) => {
      const cards = new Map();
      for (const [id, how, day] of answers.sort((x, y) => x[2] - y[2])) {
        cards.set(id, reviewAfter(cards.get(id), how, start + day * DAY));
      }
      return cards;
    });

  it('merge to the newest review of each question, in either order and however often', () => {
    fc.assert(
      fc.property(deck, deck, (ours, theirs) => {
        const merged = mergeCards(ours, theirs);
        for (const [id, card] of merged) {
          const times = [ours.get(id), theirs.get(id)].flatMap((own) => own?.lastReview ?? []);
          expect(card.lastReview).toBe(Math.max(...times));
        }
        expect(mergeCards(merged, theirs)).toEqual(merged);
        expect(new Set(merged.keys())).toEqual(new Set([...ours.keys(), ...theirs.keys()]));
      }),
      { seed: 15, numRuns: 200 },
    );
  });
});

describe('the practice list of an older release', () => {
  it('is due as a whole', () => {
    const cards = cardsFromPracticeList({ missed: 0, 'right once': 1 }, start);
    expect(dueQuestions(['missed', 'right once', 'other'], cards, start)).toEqual([
      'missed',
      'right once',
    ]);
  });
});
