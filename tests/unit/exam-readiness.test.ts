import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { schedule } from '#exam/day/review.ts';
import { MIN_ANSWERS } from '#exam/day/study.ts';
import { estimateReadiness, readinessOf, scoreBefore } from '#exam/progress/readiness.ts';
import { rangeText } from '#exam/texts/study-texts.ts';
import { emptyLearning, emptyStudy, type Study } from '#learner/schemas.ts';
import { learnRun, resultOf, reviewOf, storedRun, studyAfter } from '#support/stored-runs.ts';

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

const place = (id: string) => Number(id.slice(1));

/** The first `seen` questions have been answered, `right` of every five of them right. */
const after = (seen: number, right: number, total = 130) =>
  estimateReadiness(exam(total), (id) =>
    place(id) < seen ? Number(place(id) % 5 < right) : undefined,
  );

const width = ({ range }: ReturnType<typeof estimateReadiness>) =>
  range ? range.high - range.low : Number.NaN;

describe('readiness', () => {
  it('weights each domain like the vendor, not by its number of questions', () => {
    const known = estimateReadiness(exam(100), (id) => (place(id) % 2 === 0 ? 1 : 0));
    expect(known).toEqual({ seen: 100, score: 75, range: { low: 75, high: 75 } });
  });

  it.each([
    ['three sets of ten at 80 %', 30, 4, { score: 73, range: { low: 65, high: 85 } }],
    ['two sets of twenty at 80 %', 40, 4, { score: 76, range: { low: 70, high: 85 } }],
    ['52 answers at 60 %', 52, 3, { score: 60, range: { low: 50, high: 65 } }],
    ['52 answers at 20 %', 52, 1, { score: 22, range: { low: 15, high: 30 } }],
    ['100 answers at 80 %', 100, 4, { score: 80, range: { low: 75, high: 85 } }],
    ['every answer right', 130, 5, { score: 100, range: { low: 100, high: 100 } }],
    ['every answer wrong', 130, 0, { score: 0, range: { low: 0, high: 0 } }],
  ])('expects of unseen questions what the seen ones were like: %s', (_, seen, right, expected) => {
    expect(after(seen, right)).toMatchObject({ seen, ...expected });
  });

  it('expects of a domain never seen what the exam was like, pulled toward guessing', () => {
    const even = estimateReadiness(exam(100), (id) => (place(id) % 2 === 0 ? 1 : undefined));
    const unseen = (50 + 10 * 0.25) / 60;
    expect(even).toMatchObject({ seen: 50, score: Math.round(75 + 25 * unseen) });
  });

  it('takes what is not seen from first answers, not from what has been learned since', () => {
    const recallOf = (id: string) => (place(id) < 40 ? 1 : undefined);
    const sure = estimateReadiness(exam(130), recallOf).score;
    const honest = estimateReadiness(exam(130), recallOf, (id) => place(id) % 5 < 4).score;
    expect(sure).toBe(94);
    expect(honest).toBe(82);
  });

  it('leaves out domains without questions or weight', () => {
    const more = [...domains, { id: 'c', name: 'Domain C', weight: 100 }];
    const result = estimateReadiness({ ...exam(100), domains: more }, () => 1);
    expect(result.score).toBe(100);
    const light = domains.map((domain) => ({ ...domain, weight: domain.id === 'a' ? 0 : 1 }));
    const recallOf = (id: string) => (place(id) % 2 === 0 ? 0 : 1);
    expect(estimateReadiness({ ...exam(100), domains: light }, recallOf).score).toBe(100);
  });

  it('has no score before enough answers', () => {
    expect(after(MIN_ANSWERS - 1, 4)).toMatchObject({ score: undefined, range: undefined });
    expect(after(MIN_ANSWERS, 4).score).toBeGreaterThan(60);
  });

  it('treats the exam as one domain if the API names none', () => {
    const plain = { questionIds: ids(40), questionDomains: [], domains: [] };
    const result = estimateReadiness(plain, () => 0.5);
    expect(result).toMatchObject({ score: 50 });
  });

  it('has no score for an exam without questions', () => {
    const empty = { questionIds: [], questionDomains: [], domains };
    expect(estimateReadiness(empty, () => 1)).toEqual({
      seen: 0,
      score: undefined,
      range: undefined,
    });
  });

  const anyAnswer = fc.record({
    recall: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
    isFirstTryRight: fc.option(fc.boolean(), { nil: undefined }),
  });
  type Answer = { recall: number | undefined; isFirstTryRight: boolean | undefined };
  const answers = fc.array(anyAnswer, { minLength: 50, maxLength: 50 });
  const estimate = (list: Answer[]) =>
    estimateReadiness(
      exam(50),
      (id) => list[place(id)]?.recall,
      (id) => list[place(id)]?.isFirstTryRight,
    );

  it('is a range from 0 to 100 in steps of five, with the score inside', () => {
    fc.assert(
      fc.property(answers, (list) => {
        const { range, score, seen } = estimate(list);
        expect(range === undefined).toBe(seen < MIN_ANSWERS);
        expect(score === undefined).toBe(seen < MIN_ANSWERS);
        if (!range || score === undefined) return;
        expect(range.low).toBeGreaterThanOrEqual(0);
        expect(range.low).toBeLessThanOrEqual(score);
        expect(range.high).toBeGreaterThanOrEqual(score);
        expect(range.high).toBeLessThanOrEqual(100);
        expect([range.low % 5, range.high % 5]).toEqual([0, 0]);
      }),
    );
  });

  it('never falls when a question is answered right', () => {
    fc.assert(
      fc.property(answers, fc.nat(49), (list, index) => {
        const before = estimate(list).score ?? 0;
        const right = { recall: 1, isFirstTryRight: true };
        expect(estimate(list.with(index, right)).score ?? 100).toBeGreaterThanOrEqual(before);
      }),
    );
  });

  it('narrows as more is seen at the same record', () => {
    const blocks = { min: MIN_ANSWERS / 5, max: 24 };
    fc.assert(
      fc.property(fc.integer(blocks), fc.integer(blocks), fc.nat(5), (one, other, right) => {
        const [few = 0, many = 0] = [one, other].sort((a, b) => a - b);
        expect(width(after(many * 5, right, 120))).toBeLessThanOrEqual(
          width(after(few * 5, right, 120)),
        );
      }),
    );
    expect([30, 60, 100, 120].map((seen) => width(after(seen, 3, 120)))).toEqual([20, 15, 10, 0]);
  });
});

it.each([
  [{ low: 55, high: 75 }, '55–75%'],
  [{ low: 100, high: 100 }, '100%'],
])('the range %j reads %s', (range, text) => {
  expect(rangeText(range)).toBe(text);
});

const now = new Date(2026, 10, 21, 18);
const known = (study: Study) => ({ ...emptyLearning, study });

describe('a learner who has answered 30 of 40 questions', () => {
  const detail = { id: 'x', name: 'X', questionIds: ids(40) };
  const answered = ids(30).map((id) => resultOf(id));
  const study = studyAfter(emptyStudy, answered, now.getTime());

  it('is as ready as the chance of recall and the record of first answers are now', () => {
    const ready = readinessOf(detail, known(study), now.getTime());
    expect(ready).toMatchObject({ seen: 30, score: 95, range: { low: 90, high: 100 } });
  });

  it('is as ready while answers wait for their cards', () => {
    const waiting = { ...study, cards: [], unscheduled: study.reviews };
    expect(readinessOf(detail, known(waiting), now.getTime())).toMatchObject({
      seen: 30,
      score: 95,
    });
  });

  it('is estimated by the first answers, however often they were corrected', () => {
    const wrong = ids(30).map((id) => resultOf(id, false));
    const first = studyAfter(emptyStudy, wrong, now.getTime() - 1);
    const corrected = studyAfter(first, answered, now.getTime());
    const { score } = readinessOf(detail, known(corrected), now.getTime());
    expect(score).toBe(77);
    const forgotten = { ...corrected, reviews: [] };
    expect(readinessOf(detail, known(forgotten), now.getTime()).score).toBe(95);
  });
});

describe('after a mock exam', () => {
  const at = now.getTime();
  const detail = { id: 'x', name: 'X', questionIds: ids(100) };
  const setup = { questions: 40, isShuffled: true, minutes: 90 };
  /** Sixty questions known, then a mock exam over the next forty. */
  const after = (right: number, wrong: number, blank: number) => {
    const known = studyAfter(
      emptyStudy,
      ids(60).map((id) => resultOf(id)),
      at - 1,
    );
    const questionIds = ids(100).slice(60, 60 + right + wrong + blank);
    const results = questionIds
      .slice(0, right + wrong)
      .map((id, place) => resultOf(id, place < right, at));
    const run = storedRun({
      ...{ questionIds, results, setup, startedAt: at, endedAfter: 5, endedAt: at },
      isFinished: true,
    });
    return learnRun({ ...emptyLearning, study: known }, run, at);
  };

  it('a blank counts like a wrong answer, but not as an answer', () => {
    const [wrong, blank] = [after(20, 20, 0), after(20, 0, 20)].map((learning) =>
      readinessOf(detail, learning, at),
    );
    expect(blank?.score).toBe(wrong?.score);
    expect([wrong?.seen, blank?.seen]).toEqual([100, 80]);
    expect(readinessOf(detail, { ...after(20, 0, 20), runs: [] }, at).score).toBeGreaterThan(
      blank?.score ?? 100,
    );
  });

  it('a blank counts until it is answered', () => {
    const learning = after(20, 0, 20);
    const since = studyAfter(
      learning.study,
      ids(100)
        .slice(80)
        .map((id) => resultOf(id)),
      at + 1,
    );
    expect(readinessOf(detail, { ...learning, study: since }, at + 1).score).toBe(100);
  });

  it('a blank that was answered before it counts, too', () => {
    const learning = after(20, 0, 20);
    const answered = ids(100)
      .slice(80)
      .map((id) => resultOf(id));
    const { reviews } = studyAfter(emptyStudy, answered, at - 2);
    const known = { ...learning.study, reviews: [...reviews, ...learning.study.reviews] };
    expect(readinessOf(detail, { ...learning, study: known }, at).score).toBeLessThan(
      readinessOf(detail, { ...learning, study: known, runs: [] }, at).score ?? 0,
    );
  });

  it('the range never stands above it without a reason', () => {
    expect(readinessOf(detail, after(12, 28, 0), at).range?.low).toBe(30);
    expect(readinessOf(detail, after(12, 0, 28), at).range?.low).toBeGreaterThan(70);
  });
});

describe('the score of a day ago', () => {
  const DAY = 24 * 60 * 60 * 1000;
  const now = new Date(2026, 5, 10, 12).getTime();
  const ids = Array.from({ length: 30 }, (_, at) => `q${at}`);
  const detail = { id: 'e', name: 'e', questionIds: ids };
  const known = (at: number) => {
    const reviews = ids.map((id) => reviewOf(at, id));
    const study = schedule({ ...emptyStudy, reviews, unscheduled: reviews });
    return { ...emptyLearning, study };
  };

  it('is higher, since what is not repeated fades', () => {
    const learning = known(now - 20 * DAY);
    const before = scoreBefore(detail, learning, now) ?? 0;
    expect(before).toBeGreaterThan(readinessOf(detail, learning, now + 10 * DAY).score ?? 0);
    expect(before).toBe(readinessOf(detail, learning, now - DAY).score);
  });

  it('is not said on a day with an answer, which changes it, too', () => {
    expect(scoreBefore(detail, known(now - 60_000), now)).toBeUndefined();
  });
});
