import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateReadiness, planDays } from '#exam/readiness.ts';
import { LEAST_ANSWERS } from '#exam/study.ts';

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
  it('weighs each domain as the vendor does, not by its number of questions', () => {
    const known = estimateReadiness(exam(100), (id) => (Number(id.slice(1)) % 2 === 0 ? 1 : 0));
    expect(known.score).toBe(75);
    expect(known.domains).toEqual([
      { name: 'Domain A', weight: 0.75, seen: 50, total: 50, recall: 1 },
      { name: 'Domain B', weight: 0.25, seen: 50, total: 50, recall: 0 },
    ]);
  });

  it('counts what was never answered as not known', () => {
    const half = estimateReadiness(exam(100), (id) => (Number(id.slice(1)) < 50 ? 1 : undefined));
    expect(half).toMatchObject({ seen: 50, total: 100, score: 50 });
  });

  it('shows no figure before enough answers', () => {
    const seen = (count: number) =>
      estimateReadiness(exam(100), (id) => (Number(id.slice(1)) < count ? 1 : undefined)).score;
    expect(seen(LEAST_ANSWERS - 1)).toBeUndefined();
    expect(seen(LEAST_ANSWERS)).toBe(30);
  });

  it('takes the exam as one domain where the API names none', () => {
    const plain = { questionIds: ids(40), questionDomains: [], domains: [] };
    const result = estimateReadiness(plain, () => 0.5);
    expect(result).toMatchObject({ score: 50, domains: [{ name: 'All questions', weight: 1 }] });
  });

  it('stays between 0 and 100, and never falls when a question is learned', () => {
    const recall = fc.array(fc.option(fc.double({ min: 0, max: 1, noNaN: true })), {
      minLength: 40,
      maxLength: 40,
    });
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
      { seed: 15, numRuns: 200 },
    );
  });
});

describe('the plan until the exam', () => {
  const now = new Date(2026, 10, 21, 18);

  it('spreads what is unseen and what falls due over the days that are left', () => {
    const dueTimes = [now.getTime() - 1, new Date(2026, 10, 30).getTime()];
    const exam = new Date(2026, 11, 12);
    expect(planDays({ unseen: 40, dueTimes }, now, exam)).toEqual({ days: 21, perDay: 2 });
  });

  it('leaves out what falls due on the day of the exam or later', () => {
    const dueTimes = [new Date(2026, 10, 23).getTime()];
    expect(planDays({ unseen: 0, dueTimes }, now, new Date(2026, 10, 23))).toEqual({
      days: 2,
      perDay: 0,
    });
  });

  it('has everything today on the day itself, and no plan afterward', () => {
    expect(planDays({ unseen: 7, dueTimes: [] }, now, now)).toEqual({ days: 0, perDay: 7 });
    expect(planDays({ unseen: 7, dueTimes: [] }, now, new Date(2026, 10, 20))).toBeUndefined();
  });
});
