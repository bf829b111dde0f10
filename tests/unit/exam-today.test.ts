import { describe, expect, it } from 'vitest';
import { dayName, dayNamed, dayOf } from '#exam/day/calendar-day.ts';
import { dueDay, dueQuestions } from '#exam/study.ts';
import { comesBackText, paceText, planText, todayText } from '#exam/study-texts.ts';
import { todayOf, weekOf } from '#exam/today.ts';
import { emptyStudy, type Study } from '#learner/schemas.ts';
import { resultOf, reviewOf, studyAfter } from '#support/stored-runs.ts';

const DAY = 24 * 60 * 60 * 1000;
const now = new Date(2026, 10, 21, 18).getTime();
const ids = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `q${at + from}`);
const answer = (study: Study, count: number, from: number, daysAgo: number) =>
  studyAfter(
    study,
    ids(count, from).map((id) => resultOf(id)),
    now - daysAgo * DAY,
  );

/** Questions on cards that were right `daysAgo` and are due today. */
const due = (study: Study, count: number, from = 0): Study => {
  const at = now - 3 * DAY;
  const cards = ids(count, from).map((questionId) => ({
    ...{ questionId, interval: 3, lastReview: at, stability: 3, difficulty: 5 },
  }));
  const reviews = cards.map(({ questionId }) => reviewOf(at, questionId));
  return { ...study, cards: [...study.cards, ...cards], reviews: [...reviews, ...study.reviews] };
};
const review = (study: Study, count: number, from = 0, isRight = true, at = now) =>
  studyAfter(
    study,
    ids(count, from).map((id) => resultOf(id, isRight)),
    at,
  );
const decide = (study: Study, at = now): Study => ({
  ...study,
  today: todayOf(study, 100, at).plan,
});

describe('what today asks for', () => {
  it('is a day’s share of the exam over three weeks of five days, without a date', () => {
    expect(todayOf(emptyStudy, 100, now)).toMatchObject({
      ...{ due: 0, fresh: 7, isDone: false, daysLeft: undefined, perDay: 7 },
      leftAtPace: undefined,
    });
  });

  it('counts what was new today, and is done after it', () => {
    const some = answer(emptyStudy, 3, 0, 0);
    expect(todayOf(some, 100, now)).toMatchObject({ due: 0, fresh: 4, perDay: 7 });
    expect(todayOf(answer(some, 9, 3, 0), 100, now)).toMatchObject({ fresh: 0, isDone: true });
  });

  it('leaves yesterday’s new questions out of today’s', () => {
    expect(todayOf(answer(emptyStudy, 10, 0, 1), 100, now)).toMatchObject({ fresh: 6 });
  });

  it('is due from the morning of a day to the end of its night, whatever the hour', () => {
    const dawn = new Date(2026, 10, 21, 4).getTime();
    const study = due(emptyStudy, 5);
    for (const time of [dawn, now, dawn + DAY - 1]) expect(todayOf(study, 5, time).due).toBe(5);
    expect(todayOf(study, 5, dawn - 1).due).toBe(0);
    expect(dayName(dawn - 1)).toBe('2026-11-20');
  });

  it('keeps to what was decided at its first look, and only shrinks', () => {
    const morning = decide(due(emptyStudy, 10));
    expect(morning.today).toMatchObject({ day: '2026-11-21', due: 10, fresh: 6 });
    const half = review(morning, 6);
    expect(todayOf(half, 100, now)).toMatchObject({ due: 4, fresh: 6, isDone: false });
    // More due questions from another device are for another day.
    expect(
      todayOf(due(half, 20, 50), 80, now).due + todayOf(due(half, 20, 50), 80, now).later,
    ).toBe(24);
    const evening = review(half, 4, 6);
    expect(todayOf(review(evening, 6, 20), 100, now)).toMatchObject({ due: 0, isDone: true });
  });

  it('asks what was missed once more in place of something else, and never adds it', () => {
    const study = review(decide(due(emptyStudy, 10)), 4, 0, false);
    const today = todayOf(study, 100, now);
    expect(today).toMatchObject({ due: 10, fresh: 2 });
    expect(dueQuestions(study, now).slice(0, 4)).toEqual(ids(4));
    const again = todayOf(review(study, 4, 0, false, now + 1), 100, now + 1);
    expect(again).toMatchObject({ due: 6, fresh: 6 });
    const all = review(review(study, 6, 4, false), 6, 20, false);
    expect(todayOf(all, 100, now)).toMatchObject({ due: 0, fresh: 0, isDone: true });
  });

  it('counts a remainder of two as done, but not a day of two', () => {
    expect(todayOf(due(emptyStudy, 2), 2, now)).toMatchObject({ due: 2, isDone: false });
    const study = review(
      { ...due(emptyStudy, 5), today: { day: '2026-11-21', due: 5, fresh: 0, at: now } },
      3,
    );
    expect(todayOf(study, 5, now)).toMatchObject({ due: 0, isDone: true, later: 0 });
    expect(todayText(todayOf(study, 5, now), 0)).toBe('Done for today. 2 come back tomorrow.');
  });

  it('is at most thirty reviews, and says how many come later', () => {
    const study = decide(due(emptyStudy, 80));
    expect(todayOf(study, 80, now)).toMatchObject({ due: 30, fresh: 0, later: 50 });
    const after = review(study, 30);
    expect(todayOf(after, 80, now)).toMatchObject({ due: 0, isDone: true, tomorrow: 30 });
  });

  it('asks for all that is left on the day before the exam and on its day', () => {
    for (const [examDate, daysLeft] of [
      ['2026-11-22', 1],
      ['2026-11-21', 0],
    ] as const) {
      expect(todayOf({ ...emptyStudy, examDate }, 30, now)).toMatchObject({
        ...{ daysLeft, fresh: 30 },
      });
    }
  });

  it('plans nothing new once the date is over', () => {
    const study = { ...due(emptyStudy, 5), examDate: '2026-11-20' };
    expect(todayOf(study, 100, now)).toMatchObject({ due: 5, fresh: 0, perDay: 0, daysLeft: -1 });
  });

  it('brings what would be due after the exam before it, in its last week', () => {
    const at = now - 30 * DAY;
    const cards = ids(40).map((questionId, place) => ({
      ...{ questionId, interval: 60 + place, lastReview: at, stability: 60, difficulty: 5 },
    }));
    const study = { ...emptyStudy, cards, examDate: '2026-11-28' };
    const exam = dayNamed('2026-11-28');
    const days = cards.map((card) => dueDay(card, now, study.examDate));
    for (const day of days) {
      expect(day).toBeGreaterThanOrEqual(exam - 7);
      expect(day).toBeLessThan(exam);
    }
    expect(todayOf(study, 40, now).due).toBeGreaterThan(0);
    expect(todayOf({ ...study, examDate: undefined }, 40, now).due).toBe(0);
    // Answered in that week, it does not come again before the exam.
    const [card] = review(study, 1).cards;
    expect(card && comesBackText(dueDay(card, now, study.examDate), now)).toBe(
      'Not again before your exam',
    );
  });

  it('never asks for more a day than is left', () => {
    for (const [count, examDate] of [
      [3, undefined],
      [1, '2026-11-23'],
    ] as const) {
      const study = { ...answer(emptyStudy, 9, 0, 0), examDate };
      expect(todayOf(study, 9 + count, now).perDay).toBeLessThanOrEqual(count);
    }
  });

  it('says whether the pace of the last seven days is enough, after three days of practice', () => {
    const paced = [1, 2, 3, 4, 5, 6].reduce(
      (study, day) => answer(study, 5, day * 5, day),
      emptyStudy as Study,
    );
    // 30 of 100 in seven days: 30 days are enough for the other 70, ten are not.
    expect(todayOf({ ...paced, examDate: '2026-12-21' }, 100, now).leftAtPace).toBe(0);
    expect(todayOf({ ...paced, examDate: '2026-12-01' }, 100, now).leftAtPace).toBe(28);
    const two = answer(answer(emptyStudy, 5, 0, 1), 5, 5, 2);
    expect(todayOf({ ...two, examDate: '2026-12-01' }, 100, now).leftAtPace).toBeUndefined();
  });
});

it('a week has two days of rest, and today stays open', () => {
  const study = [6, 4, 2].reduce((known, day) => answer(known, 1, day, day), emptyStudy as Study);
  expect(weekOf(study, now).map(({ kind }) => kind)).toEqual([
    ...['practiced', 'rest', 'practiced', 'rest', 'practiced', 'open', 'open'],
  ]);
});

it('is said in words', () => {
  expect(planText({ fresh: 8, due: 4 })).toBe('8 new, 4 due');
  expect(planText({ fresh: 0, due: 4 })).toBe('4 due');
  const today = { leftAtPace: 0 };
  expect(paceText({ daysLeft: 9, leftAtPace: undefined })).toBe('9 days left');
  expect(paceText({ ...today, daysLeft: -1 })).toBe('Your exam day is over.');
  const asks = { due: 4, fresh: 8, later: 20, isDone: false, tomorrow: 0 };
  expect(todayText(asks, 5)).toBe('12 questions · 8 new, 4 due · 5 in your open run · +20 later');
  expect(paceText({ ...today, daysLeft: undefined })).toBe('');
  expect(paceText({ ...today, daysLeft: 0 })).toBe('The exam is today. Good luck!');
  expect(paceText({ ...today, daysLeft: 1 })).toBe('1 day left · your pace is enough');
  expect(paceText({ ...today, daysLeft: 9, leftAtPace: 3 })).toBe(
    '9 days left · at this week’s pace 3 questions stay unseen',
  );
  expect([0, -1, 1, 3].map((days) => comesBackText(dayOf(now) + days, now))).toEqual([
    ...['Comes back today', 'Comes back today', 'Comes back tomorrow', 'Comes back in 3 days'],
  ]);
});
