import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExamDetail } from '#contract/wire.ts';
import { startedRun } from '#exam/run/run.ts';
import { drawSitting, isSitting, isUnsat, planSitting, withOpened } from '#exam/run/sitting.ts';

const domains = [
  { id: 'a', name: 'A', weight: 20 },
  { id: 'b', name: 'B', weight: 30 },
  { id: 'c', name: 'C', weight: 50 },
];
const questionIds = Array.from({ length: 120 }, (_, index) => `q${index}`);
const questionDomains = questionIds.map((_, index) => 'abc'[index % 3] ?? '');
const numbers = fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }));

const countOf = (drawn: string[], domain: string) =>
  drawn.filter((id) => questionDomains[questionIds.indexOf(id)] === domain).length;

describe('drawing a sitting', () => {
  it('follows the weights of the domains', () => {
    const drawn = drawSitting({ questionIds, questionDomains, domains }, 60, Math.random);
    expect([countOf(drawn, 'a'), countOf(drawn, 'b'), countOf(drawn, 'c')]).toEqual([12, 18, 30]);
  });

  it('fills up from other domains if one is too small', () => {
    const few = questionDomains.map((id, index) => (id === 'c' && index > 15 ? 'a' : id));
    const drawn = drawSitting({ questionIds, questionDomains: few, domains }, 60, Math.random);
    expect(drawn).toHaveLength(60);
    expect(drawn.filter((id) => few[questionIds.indexOf(id)] === 'c')).toHaveLength(5);
  });

  it.each([1, 1 / 100])('draws questions without a domain last, for weights times %d', (factor) => {
    const some = questionDomains.map((id, index) => (index < 60 ? id : index < 90 ? 'x' : ''));
    const scaled = domains.map((domain) => ({ ...domain, weight: domain.weight * factor }));
    const exam = { questionIds, questionDomains: some, domains: scaled };
    const drawn = drawSitting(exam, 40, Math.random);
    expect(drawn.filter((id) => questionIds.indexOf(id) >= 60)).toEqual([]);
    expect(new Set(drawSitting(exam, 100, Math.random)).size).toBe(100);
  });

  it('never repeats a question or draws more than there are', () => {
    fc.assert(
      fc.property(fc.nat(200), numbers, (count, stream) => {
        const random = () => stream.next().value;
        const drawn = drawSitting({ questionIds, questionDomains, domains }, count, random);
        expect(drawn).toHaveLength(Math.min(count, questionIds.length));
        expect(new Set(drawn).size).toBe(drawn.length);
      }),
      { seed: 15, numRuns: 100 },
    );
  });
});

describe('case studies in a sitting', () => {
  // Two cases of six questions each: a tenth of the exam.
  const cases = [0, 1].map((at) => ({
    questionIds: questionIds.slice(50 * at, 50 * at + 6),
  }));
  const exam = { questionIds, questionDomains, domains, cases };
  const countIn = (drawn: string[], ids: string[]) => drawn.filter((id) => ids.includes(id)).length;

  it('come whole and in a row, as often as their share, and count in the blueprint', () => {
    fc.assert(
      fc.property(numbers, (stream) => {
        const drawn = drawSitting(exam, 60, () => stream.next().value);
        expect(new Set(drawn).size).toBe(60);
        expect([countOf(drawn, 'a'), countOf(drawn, 'b'), countOf(drawn, 'c')]).toEqual([
          12, 18, 30,
        ]);
        const counts = cases.map((one) => countIn(drawn, one.questionIds)).sort();
        expect(counts).toEqual([0, 6]);
        const one = cases.find(({ questionIds: ids }) => countIn(drawn, ids) > 0);
        const start = drawn.findIndex((id) => one?.questionIds.includes(id));
        expect(drawn.slice(start, start + 6)).toEqual(one?.questionIds);
      }),
      { numRuns: 50 },
    );
  });

  it('stay out of a short one, and are all in the whole exam', () => {
    const short = drawSitting(exam, 20, Math.random);
    expect(cases.map((one) => countIn(short, one.questionIds))).toEqual([0, 0]);
    const whole = drawSitting(exam, 120, Math.random);
    expect(whole.toSorted()).toEqual(questionIds.toSorted());
  });
});

describe('the sitting that an address asks for', () => {
  const detail: ExamDetail = {
    id: 'x',
    name: 'X',
    questionIds,
    domains,
    questionDomains,
    sitting: { questions: 60, minutes: 90, pass: { score: '700 of 1000', share: 70 } },
    forms: [
      ['q3', 'q1', 'gone'],
      ['q2', 'q4'],
    ],
  };
  const heldOut = {
    questionIds: ['h1', 'h2'],
    questionDomains: ['a', 'b'],
    questionTasks: ['1', '2'],
  };
  const holding: ExamDetail = { ...detail, heldOut };
  const plan = (search: string, exam = detail) => planSitting(exam, search, Math.random);

  const timed = { questions: 60, isShuffled: true, minutes: 90 };
  const { sitting: _, ...unknown } = detail;

  it('keeps the questions of a case together in a fixed form', () => {
    const form = ['q2', 'q9', 'q4', 'q7', 'q5'];
    const exam = {
      ...detail,
      forms: [form],
      cases: [{ id: 'z', title: 'Z', sections: [], questionIds: ['q4', 'q5', 'q9', 'q11'] }],
    };
    expect(plan('?mock=1', exam)?.questionIds).toEqual(['q2', 'q4', 'q5', 'q9', 'q7']);
  });

  it('has the vendor’s number of questions and time limit', () => {
    const planned = plan('?mock=drawn');
    expect(planned?.setup).toEqual(timed);
    expect(countOf(planned?.questionIds ?? [], 'c')).toBe(30);
  });

  it.each([
    ['1.5', 135],
    ['2', 180],
    ['3', 90],
    ['1.50', 90],
  ])('has, asked for %s times the minutes, %d', (time, minutes) => {
    expect(plan(`?mock=1&time=${time}`)?.setup.minutes).toBe(minutes);
  });

  it.each([
    ['with the vendor’s number of questions and time limit', 60, 90, detail, true],
    ['with half as much time again', 60, 135, detail, true],
    ['with twice the time', 60, 180, detail, true],
    ['with less time', 60, 60, detail, false],
    ['with fewer questions', 59, 90, detail, false],
    ['of an exam whose format is unknown', 60, 90, unknown, false],
    ['without a time limit', 60, undefined, detail, false],
  ])('a run %s counts as a sitting: %#', (_, count, minutes, exam, expected) => {
    const run = startedRun(questionIds.slice(0, count), { ...timed, minutes });
    expect(isSitting(run, exam)).toBe(expected);
  });

  it('is a fixed form by its number, without deleted questions, or else drawn', () => {
    expect(plan('?mock=1')?.questionIds).toEqual(['q3', 'q1']);
    expect(plan('?mock=2')?.questionIds).toEqual(['q2', 'q4']);
    expect(plan('?mock=3')?.questionIds).toHaveLength(60);
  });

  it('is the form that is held out, by the number after the others', () => {
    expect(plan('?mock=3', holding)).toEqual({
      questionIds: ['h1', 'h2'],
      setup: { ...timed, questions: 2, isHeldOut: true },
    });
    expect(plan('?mock=1', holding)?.setup).not.toHaveProperty('isHeldOut');
    for (let draw = 0; draw < 20; draw += 1) {
      expect(plan('?mock=drawn', holding)?.questionIds).not.toContain('h1');
    }
  });

  it('is drawn at random if the API names no domains and no forms', () => {
    const { domains: _, questionDomains: __, forms: ___, ...plain } = detail;
    for (const search of ['?mock=1', '?mock=drawn']) {
      expect(new Set(plan(search, plain)?.questionIds).size).toBe(60);
    }
  });

  it('is undefined if none is asked for, or the vendor’s format is unknown', () => {
    expect(plan('?questions=10')).toBeUndefined();
    expect(plan('?mock=1', unknown)).toBeUndefined();
  });
});

describe('questions held out of practice', () => {
  const heldOut = { questionIds: ['h1', 'h2'], questionDomains: ['a', 'b'], questionTasks: ['1'] };
  const exam: ExamDetail = {
    ...{ id: 'x', name: 'X', questionIds: ['q1'], questionDomains: ['c'], questionTasks: ['3'] },
    heldOut,
  };

  it('are not part of the exam until they were sat, and then are like the others', () => {
    expect(isUnsat(exam, { opened: [] })).toBe(true);
    expect(withOpened(exam, { opened: [] })).toBe(exam);
    expect(isUnsat(exam, { opened: ['h1', 'h2'] })).toBe(false);
    expect(withOpened(exam, { opened: ['h1', 'h2', 'deleted'] })).toMatchObject({
      questionIds: ['q1', 'h1', 'h2'],
      questionDomains: ['c', 'a', 'b'],
      questionTasks: ['3', '1', ''],
    });
  });

  it('may be new ones after the first were sat', () => {
    expect(isUnsat(exam, { opened: ['h1'] })).toBe(true);
    expect(withOpened(exam, { opened: ['h1'] }).questionIds).toEqual(['q1', 'h1']);
  });

  it('leave an exam alone that has none, or whose questions have no domains', () => {
    const plain: ExamDetail = { id: 'x', name: 'X', questionIds: ['q1'] };
    expect(isUnsat(plain, { opened: ['h1'] })).toBe(false);
    expect(withOpened(plain, { opened: ['h1'] })).toBe(plain);
    const opened = withOpened({ ...plain, heldOut }, { opened: ['h1'] });
    expect(opened).toEqual({ ...plain, heldOut, questionIds: ['q1', 'h1'] });
  });
});
