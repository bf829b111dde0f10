import { describe, expect, it } from 'vitest';
import { domainShares, weakestShare, weightPercent } from '#exam/progress/domain-shares.ts';
import { emptyStudy } from '#learner/schemas.ts';
import { examOf } from '#support/day-world.ts';
import { reviewOf } from '#support/stored-runs.ts';

/** Three of four questions are in the first domain, the others in the second. */
const exam = examOf(24, [3, 1]);
const idsOf = (domain: number) =>
  exam.questionIds.filter((_, at) => exam.questionDomains?.[at] === `d${domain}`);

/** So many of a domain answered, of which the first so many are wrong. */
const answered = (domain: number, count: number, wrong = 0) =>
  idsOf(domain)
    .slice(0, count)
    .map((id, at) => reviewOf(1000 + at, id, at >= wrong));

describe('the share of a domain', () => {
  it('is of the last answers to its questions, from five on', () => {
    const first = answered(0, 5, 5);
    const study = { ...emptyStudy, reviews: [...first, ...answered(0, 5, 1), ...answered(1, 4)] };
    expect(domainShares(exam, study).map(({ percent, answered }) => [percent, answered])).toEqual([
      [80, 5],
      [undefined, 4],
    ]);
  });

  it('leaves out what is set aside', () => {
    const [questionId = ''] = idsOf(0);
    const marks = [{ questionId, isAside: true, asideAt: 1 }];
    const [first] = domainShares(exam, { ...emptyStudy, marks, reviews: answered(0, 5) });
    expect([first?.answered, first?.total]).toEqual([4, idsOf(0).length - 1]);
  });
});

it('a domain’s part of the exam is in percent, whatever the weights add up to', () => {
  const shares = domainShares(exam, emptyStudy);
  expect(shares.map((share) => weightPercent(share, shares))).toEqual([75, 25]);
});

describe('the weakest domain', () => {
  const weakest = (...reviews: ReturnType<typeof answered>[]) =>
    weakestShare(domainShares(exam, { ...emptyStudy, reviews: reviews.flat() }))?.id;

  it('is the one with the lowest percentage', () => {
    expect(weakest(answered(0, 5, 1), answered(1, 5, 2))).toBe('d1');
  });

  it('is none as long as there are not two percentages', () => {
    expect(weakest(answered(0, 5, 1), answered(1, 4, 4))).toBeUndefined();
  });

  it('is none where nothing is wrong', () => {
    expect(weakest(answered(0, 5), answered(1, 5))).toBeUndefined();
  });
});
