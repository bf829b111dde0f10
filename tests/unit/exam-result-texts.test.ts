import { describe, expect, it } from 'vitest';
import { type Run, startedRun } from '#exam/run/run.ts';
import {
  blankText,
  comeBackText,
  gainText,
  hadText,
  isLeft,
  joinedText,
  leftText,
  passText,
} from '#exam/texts/result-texts.ts';
import { type RunRecord, type RunSetup, runKind, type StoredRun } from '#learner/schemas.ts';

const MINUTE = 60_000;
const mock: RunSetup = { questions: 'all', isShuffled: false, minutes: 30 };
const plain: RunSetup = { questions: 'all', isShuffled: false };

/** A run of `total` questions with these answers, which are right or not. */
const runOf = (
  verdicts: boolean[],
  { total = 20, setup = plain, ...rest }: Partial<Run> & { total?: number } = {},
): Run => {
  const questionIds = Array.from({ length: total }, (_, place) => `q${place}`);
  const results = verdicts.map((isCorrect, place) => ({
    questionId: `q${place}`,
    isCorrect,
    selectedAnswers: ['a'],
    correctAnswers: ['a'],
    positions: [0],
    time: 0,
    at: 1,
  }));
  return { ...startedRun(questionIds, setup, 'this', 0), results, ...rest };
};
const answers = (right: number, wrong: number) => [
  ...Array<boolean>(right).fill(true),
  ...Array<boolean>(wrong).fill(false),
];
const ended = (after: number) => ({ isFinished: true, endedAfter: after, endedAt: after });

it('a set says what the learner had and what comes back, less what was set aside', () => {
  const run = runOf(answers(9, 6));
  expect(hadText(run)).toBe('You had 9 of 15.');
  expect(comeBackText(run, { marks: [] })).toBe('6 come back tomorrow.');
  const marks = ['q9', 'q10', 'q11', 'q12', 'q13'].map((questionId) => ({
    questionId,
    isAside: true,
  }));
  expect(comeBackText(run, { marks })).toBe('1 comes back tomorrow.');
  expect(comeBackText(runOf(answers(2, 0)), { marks })).toBe('');
});

it('what is blank can still be answered until the run has ended', () => {
  expect(blankText(runOf(answers(19, 0)))).toBe('1 question is still unanswered.');
  expect(blankText(runOf(answers(18, 0)))).toBe('2 questions are still unanswered.');
  expect(blankText(runOf(answers(18, 0), ended(5)))).toBe('2 questions left blank.');
  expect(blankText(runOf(answers(20, 0)))).toBe('');
});

describe('a mock exam that was left', () => {
  it.each([
    ['by its clock, with little answered', answers(4, 2), 30 * MINUTE, true],
    ['by its clock, with most answered', answers(10, 5), 30 * MINUTE, false],
    ['by hand', answers(4, 2), 29 * MINUTE, false],
  ])('%s', (_, verdicts, after, is) => {
    expect(isLeft(runOf(verdicts, { setup: mock, ...ended(after) }))).toBe(is);
  });

  it('is scored by what was answered', () => {
    expect(leftText(runOf(answers(14, 6)))).toBe('14 of the 20 you answered were right');
    expect(leftText(runOf(answers(1, 1)))).toBe('1 of the 2 you answered was right');
    expect(leftText(runOf(answers(0, 1)))).toBe('The 1 you answered was wrong');
    expect(leftText(runOf([]))).toBe('Nothing was answered');
  });
});

describe('a score beside the last one', () => {
  const record = (run: Run, correct: number, isHandedIn = true): RunRecord => ({
    runId: 'earlier',
    kind: runKind(run.setup),
    finishedAt: 1,
    correct,
    answered: 20,
    total: 20,
    elapsed: 1,
    isHandedIn,
  });

  it.each([
    [10, '15 points more than your last mock exam.'],
    [13, 'The same as your last mock exam.'],
    [15, '10 points fewer than your last mock exam.'],
  ])('after %i of 20', (before, text) => {
    const run = runOf(answers(13, 7), { setup: mock });
    expect(gainText(run, [record(run, before)])).toBe(text);
  });

  it('says nothing of a first one, or of a whole exam with blanks', () => {
    expect(gainText(runOf(answers(13, 7), { setup: mock }), [])).toBe('');
    const run = runOf(answers(13, 6));
    expect(gainText(run, [record(run, 10)])).toBe('');
  });
});

it.each([
  [14, 'Likely a pass: the vendor asks for 700 of 1000, about 70% right.'],
  [13, 'Not a pass yet: 1 more right answer makes it one.'],
  [11, 'Not a pass yet: 3 more right answers make it one.'],
])('a mock exam with %i of 20 right says whether it passes', (right, text) => {
  const detail = {
    id: 'e',
    name: 'E',
    questionIds: [],
    sitting: { questions: 20, minutes: 30, pass: { score: '700 of 1000', share: 70 } },
  };
  const run = runOf(answers(right, 20 - right), { setup: mock });
  expect(passText(run, detail)).toBe(text);
  expect(passText({ ...run, setup: plain }, detail)).toBe('');
});

it('questions join practice once, on the result of the mock exam that opened them', () => {
  const setup = { ...mock, isHeldOut: true };
  const run = runOf(answers(3, 2), { setup, ...ended(5) });
  const earlier = { ...run, id: 'earlier', endedAt: 1 } as unknown as StoredRun;
  expect(joinedText(run, { runs: [], past: [] })).toBe('20 questions joined your practice.');
  expect(joinedText(run, { runs: [earlier], past: [] })).toBe('');
  expect(joinedText(run, { runs: [], past: [{ ...earlier, endedAt: 9 }] })).not.toBe('');
  expect(joinedText({ ...run, setup: mock }, { runs: [], past: [] })).toBe('');
  expect(joinedText({ ...run, isFinished: false }, { runs: [], past: [] })).toBe('');
});
