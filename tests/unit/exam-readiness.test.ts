import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyStudy } from '#contract/learner.ts';
import { estimateReadiness, planDays, planOf, readinessOf } from '#exam/readiness.ts';
import { MIN_ANSWERS } from '#exam/study.ts';
import { resultOf, studyAfter } from '#support/stored-runs.ts';

const ids = (count: number) => Array.from({ length: count }, (_, index) => `q${index}`);
const domains = [
  { id: 'a', name: 'Domain A', weight: 75 },
  { id: 'b', name: 'Domain B', weight: 25 },
];
const exam = (count: number) => ({
  questionIds: ids(count),
  questionDomains: ids(count).map((_, index) => (index % 2 === 0 ? 'a' : 'b')),
  domains,
});

describe('readiness', () => {
  it('weights each domain like the vendor, not by its number of questions', () => {
    const known = estimateReadiness(exam(100), (id) => (Number(id.slice(1)) % 2 === 0 ? 1 : 0));
    const half = { weight: 0.5, seen: 50, total: 50 };
    expect(known.score).toBe(75);
    expect(known.domains).toEqual([
      { ...half, name: 'Domain A', weight: 0.75, recall: 1 },
      { ...half, name: 'Domain B', weight: 0.25, recall: 0 },
    ]);
  });

  it('counts questions never answered as not known', () => {
    const half = estimateReadiness(exam(100), (id) => (Number(id.slice(1)) < 50 ? 1 : undefined));
    expect(half).toMatchObject({ seen: 50, total: 100, score: 50 });
    expect(half.domains).toMatchObject(Array(2).fill({ seen: 25, total: 50, recall: 0.5 }));
  });

  it('leaves out domains without questions or weight', () => {
    const more = [...domains, { id: 'c', name: 'Domain C', weight: 100 }];
    const result = estimateReadiness({ ...exam(100), domains: more }, () => 1);
    expect(result.domains.map(({ name }) => name)).toEqual(['Domain A', 'Domain B']);
    expect(result.score).toBe(100);
    const light = domains.map((domain) => ({ ...domain, weight: domain.id === 'a' ? 0 : 1 }));
    const other = estimateReadiness({ ...exam(100), domains: light }, () => 1);
    expect(other.domains).toMatchObject([{ name: 'Domain B', weight: 1 }]);
  });

  it('has no score before enough answers', () => {
    const seen = (count: number) =>
      estimateReadiness(exam(100), (id) => (Number(id.slice(1)) < count ? 1 : undefined)).score;
    expect(seen(MIN_ANSWERS - 1)).toBeUndefined();
    expect(seen(MIN_ANSWERS)).toBe(30);
  });

  it('treats the exam as one domain if the API names none', () => {
    const plain = { questionIds: ids(40), questionDomains: [], domains: [] };
    const result = estimateReadiness(plain, () => 0.5);
    expect(result).toMatchObject({ score: 50, domains: [{ name: 'All questions', weight: 1 }] });
  });

  it('has no score for an exam without questions', () => {
    const empty = { questionIds: [], questionDomains: [], domains };
    expect(estimateReadiness(empty, () => 1)).toEqual({
      seen: 0,
      total: 0,
      domains: [{ name: 'All questions', weight: 1, seen: 0, total: 0, recall: 0 }],
      score: undefined,
    });
  });

  it('stays between 0 and 100, and never falls when a question is learned', () => {
    const anyChance = fc.option(fc.double({ min: 0, max: 1, noNaN: true }));
    const recall = fc.array(anyChance, { minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(recall, fc.nat(39), (values, index) => {
        const at = (list: (number | null)[]) =>
          estimateReadiness(exam(40), (id) => list[Number(id.slice(1))] ?? undefined).score;
        const before = at(values);
        const after = at(values.with(index, 1));
        if (before === undefined || after === undefined) return;
        expect(before).toBeGreaterThanOrEqual(0);
        expect(after).toBeLessThanOrEqual(100);
        expect(after).toBeGreaterThanOrEqual(before);
      }),
    );
  });
});

const now = new Date(2026, 10, 21, 18);

const day = (month: number, date: number) => new Date(2026, month - 1, date);
const dueTimes = [now.getTime() - 1, day(11, 23).getTime(), day(11, 30).getTime()];

it.each([
  ['spreads unseen and due questions over the days', 41, day(12, 12), { days: 21, perDay: 3 }],
  ['leaves out questions due on its day or later', 1, day(11, 23), { days: 2, perDay: 1 }],
  ['puts everything on its day', 7, now, { days: 0, perDay: 7 }],
  ['is undefined after it', 7, day(11, 20), undefined],
])('the plan until the exam %s', (_, unseen, exam, plan) => {
  expect(planDays({ unseen, dueTimes }, now, exam)).toEqual(plan);
});

describe('a learner who has answered 30 of 40 questions', () => {
  const detail = { id: 'x', name: 'X', questionIds: ids(40) };
  const answered = ids(30).map((id) => resultOf(id));
  const study = studyAfter(emptyStudy, answered, now.getTime());

  it('is as ready as the chance of recall is now', () => {
    const ready = readinessOf(detail, study, now.getTime());
    expect(ready).toMatchObject({ seen: 30, total: 40, score: 75 });
    expect(ready.domains).toMatchObject([{ name: 'All questions', seen: 30, total: 40 }]);
  });

  it.each([
    [undefined, undefined],
    ['2026-11-20', undefined],
    ['2026-11-22', { days: 1, perDay: 10 }],
    ['2026-12-21', { days: 30, perDay: 2 }],
  ])('and takes the exam on %s has the plan %j', (examDate, plan) => {
    expect(planOf(detail, { ...study, examDate }, now)).toEqual(plan);
  });
});
