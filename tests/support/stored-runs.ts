import fc from 'fast-check';
import {
  certainties,
  emptyStudy,
  LEARNER_VERSION,
  type QuestionResult,
  type Review,
  type RunRecord,
  runKinds,
  type StoredRun,
  type Study,
  sources,
} from '#contract/learner.ts';
import { learn } from '#exam/progress.ts';
import { schedule } from '#exam/review.ts';
import { plainSetup } from '#exam/run-setup.ts';
import { historyKey, runKey, studyKey } from '#storage/learner-keys.ts';

export const resultOf = (questionId: string, isCorrect = true): QuestionResult => ({
  questionId,
  isCorrect,
  selectedAnswers: [isCorrect ? 'right' : 'wrong'],
  correctAnswers: ['right'],
  positions: [isCorrect ? 0 : 1],
  time: 1000,
});

/** A run at the third of its four questions, with the first two answered. */
export const storedRun = (changes: Partial<StoredRun> = {}): StoredRun => ({
  id: 'stored',
  revision: 2,
  setup: plainSetup,
  questionIds: ['q1', 'q2', 'q3', 'q4'],
  index: 2,
  selection: [1],
  results: [resultOf('q1'), resultOf('q2', false)],
  seen: [],
  flags: ['q2', 'q4'],
  struck: [],
  startedAt: 10 ** 12,
  elapsed: 61_000,
  isFinished: false,
  ...changes,
});

/** A whole run of four questions, half of them right. */
export const recordOf = (runId: string, changes: Partial<RunRecord> = {}): RunRecord => ({
  runId,
  kind: 'all',
  finishedAt: Date.UTC(2026, 2, 4, 12),
  correct: 2,
  answered: 4,
  total: 4,
  elapsed: 65_000,
  ...changes,
});

/** The study after answers at `now`, with its cards up to date. */
export const studyAfter = (study: Study, results: QuestionResult[], now: number) =>
  schedule(learn({ history: [], study }, storedRun(), results, now).study);

const anyTime = fc.integer({ min: 0, max: 10 ** 13 });
const anyText = fc.string({ unit: 'grapheme', maxLength: 8 });
const anyId = fc.oneof(anyText, fc.constantFrom('__proto__', 'constructor'));
const anySelection = fc.uniqueArray(fc.nat({ max: 9 }), { maxLength: 3 });

/** Any run that can have been stored, with results and flags only for its own questions. */
export const anyStoredRun: fc.Arbitrary<StoredRun> = fc
  .uniqueArray(anyId, { minLength: 1, maxLength: 12 })
  .chain((questionIds) =>
    fc.record({
      id: anyText,
      revision: fc.nat(),
      setup: fc.record({
        questions: fc.constantFrom('all' as const, 'again' as const, 10),
        from: fc.constantFrom(undefined, ...sources),
        topics: fc.constantFrom<string[] | undefined>(undefined, ['a', '2.1']),
        isShuffled: fc.boolean(),
        isHeldOut: fc.constantFrom(undefined, true),
      }),
      questionIds: fc.constant(questionIds),
      index: fc.nat({ max: questionIds.length - 1 }),
      selection: anySelection,
      results: fc
        .shuffledSubarray(questionIds)
        .map((ids) => ids.map((id, place) => resultOf(id, place % 2 === 0))),
      seen: fc.constant<string[]>([]),
      flags: fc.shuffledSubarray(questionIds),
      struck: fc.subarray(['2 q1', '0 q1']),
      startedAt: anyTime,
      elapsed: anyTime,
      isFinished: fc.boolean(),
    }),
  )
  .map((run) => (run.isFinished ? { ...run, endedAfter: run.elapsed } : run));

export const anyHistory: fc.Arbitrary<RunRecord[]> = fc
  .uniqueArray(
    fc.record({
      runId: anyText,
      kind: fc.constantFrom(...runKinds),
      finishedAt: anyTime,
      correct: fc.nat(),
      answered: fc.nat(),
      total: fc.nat(),
      elapsed: anyTime,
    }),
    { selector: ({ runId }) => runId, maxLength: 4 },
  )
  .map((history) => history.sort((a, b) => a.finishedAt - b.finishedAt));

const anyReviews = fc
  .uniqueArray(
    fc
      .tuple(anyTime, anyText, fc.nat({ max: 1 }), fc.constantFrom(undefined, ...certainties))
      .map(
        ([at, id, isRight, certainty]): Review =>
          certainty ? [at, id, isRight, certainty] : [at, id, isRight],
      ),
    { selector: ([at, id]) => JSON.stringify([at, id]), maxLength: 5 },
  )
  .map((reviews) => reviews.sort(([a], [b]) => a - b));

export const anyStudy: fc.Arbitrary<Study> = fc.record(
  {
    cards: fc
      .uniqueArray(
        fc.record({
          questionId: anyId,
          due: anyTime,
          lastReview: anyTime,
          stability: fc.double({ min: 0.001, max: 36_500, noNaN: true }),
          difficulty: fc.double({ min: 1, max: 10, noNaN: true }),
        }),
        { selector: ({ questionId }) => questionId, maxLength: 5 },
      )
      .map((cards) => cards.sort((a, b) => a.lastReview - b.lastReview)),
    reviews: anyReviews,
    unscheduled: fc.constant<Review[]>([]),
    marks: fc
      .uniqueArray(
        fc.record({ questionId: anyId, isSaved: fc.boolean(), note: anyText, at: anyTime }),
        { selector: ({ questionId }) => questionId, maxLength: 3 },
      )
      .map((marks) => marks.sort((a, b) => a.at - b.at)),
    opened: fc.uniqueArray(anyId, { maxLength: 3 }),
    examDate: fc.constant('2026-12-12'),
    today: fc.record({ day: fc.constant('2026-11-21'), due: fc.nat(), fresh: fc.nat() }),
  },
  { requiredKeys: ['cards', 'reviews', 'unscheduled', 'marks'] },
);

const API = 'http://localhost:3000';

/** Keys of an exam of the API that screen tests run against. */
export const runKeyOf = (examId: string, kind: (typeof runKinds)[number] = 'all') =>
  runKey({ apiUrl: API, providerId: 'aws', examId }, kind);
export const studyKeyOf = (examId: string) => studyKey({ apiUrl: API, providerId: 'aws', examId });
export const historyKeyOf = (examId: string, providerId = 'aws') =>
  historyKey({ apiUrl: API, providerId, examId });

/** A value as the device has it. */
export const versioned = (value: object) => ({ version: LEARNER_VERSION, ...value });

export const noneLearned = { history: [], study: emptyStudy };
