import { describe, expect, it } from 'vitest';
import { emptyStudy, type Study } from '#contract/learner.ts';
import { comesBackText, paceText, planText } from '#exam/labels.ts';
import { todayOf, weekOf } from '#exam/today.ts';
import { resultOf, studyAfter } from '#support/stored-runs.ts';

const DAY = 24 * 60 * 60 * 1000;
const now = new Date(2026, 10, 21, 18).getTime();
const ids = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `q${at + from}`);
const exam = ids(100);
const answer = (study: Study, count: number, from: number, daysAgo: number) =>
  studyAfter(
    study,
    ids(count, from).map((id) => resultOf(id)),
    now - daysAgo * DAY,
  );

describe('what today asks for', () => {
  it('is a day’s share of the exam over three weeks of five days, without a date', () => {
    expect(todayOf(emptyStudy, exam, now)).toEqual({
      due: 0,
      fresh: 7,
      daysLeft: undefined,
      perDay: 7,
      leftAtPace: undefined,
    });
  });

  it('counts what was new today, and is done after it', () => {
    const some = answer(emptyStudy, 3, 0, 0);
    expect(todayOf(some, exam, now)).toMatchObject({ due: 0, fresh: 4, perDay: 7 });
    expect(todayOf(answer(some, 9, 3, 0), exam, now)).toMatchObject({ due: 0, fresh: 0 });
  });

  it('leaves yesterday’s new questions out of today’s', () => {
    expect(todayOf(answer(emptyStudy, 10, 0, 1), exam, now)).toMatchObject({ fresh: 6 });
  });

  it('asks for all that is left on the day before the exam and on its day', () => {
    for (const [examDate, daysLeft] of [
      ['2026-11-22', 1],
      ['2026-11-21', 0],
    ] as const) {
      expect(todayOf({ ...emptyStudy, examDate }, ids(30), now)).toMatchObject({
        ...{ daysLeft, fresh: 30 },
      });
    }
  });

  it('is planned as without a date once the date is over', () => {
    const study = { ...emptyStudy, examDate: '2026-11-20' };
    expect(todayOf(study, exam, now)).toEqual(todayOf(emptyStudy, exam, now));
  });

  it('says whether the pace of the last seven days is enough', () => {
    const paced = [1, 2, 3, 4, 5, 6].reduce(
      (study, day) => answer(study, 5, day * 5, day),
      emptyStudy as Study,
    );
    // 30 of 100 in seven days: 30 days are enough for the other 70, ten are not.
    expect(todayOf({ ...paced, examDate: '2026-12-21' }, exam, now).leftAtPace).toBe(0);
    expect(todayOf({ ...paced, examDate: '2026-12-01' }, exam, now).leftAtPace).toBe(28);
  });

  it('knows nothing of questions that the exam has lost', () => {
    const study = studyAfter(emptyStudy, [resultOf('gone', false)], now);
    expect(todayOf(study, exam, now)).toEqual(todayOf(emptyStudy, exam, now));
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
  const today = { due: 0, fresh: 0, perDay: 1, leftAtPace: 0 };
  expect(paceText({ ...today, daysLeft: undefined })).toBe('');
  expect(paceText({ ...today, daysLeft: 0 })).toBe('The exam is today. Good luck!');
  expect(paceText({ ...today, daysLeft: 1 })).toBe('1 day left · your pace is enough');
  expect(paceText({ ...today, daysLeft: 9, leftAtPace: 3 })).toBe(
    '9 days left · at this week’s pace 3 questions stay unseen',
  );
  expect([0, -DAY, 1, DAY, 3 * DAY].map((wait) => comesBackText(now + wait, now))).toEqual([
    ...['Comes back today', 'Comes back today', 'Comes back tomorrow', 'Comes back tomorrow'],
    'Comes back in 3 days',
  ]);
});
