import fc from 'fast-check';
import type { ExamProgress, QuestionResult, Review, SavedRun, Study } from '#contract/learner.ts';
import { learn } from '#exam/progress.ts';
import { schedule } from '#exam/review.ts';
import { plainSetup } from '#exam/run-plan.ts';

export const resultOf = (questionId: string, isCorrect = true): QuestionResult => ({
  questionId,
  isCorrect,
  selectedAnswers: [isCorrect ? 'right' : 'wrong'],
  correctAnswers: ['right'],
  positions: [isCorrect ? 0 : 1],
});

/** A kept run of four questions, of which the first two are answered; it stands at the third. */
export const keptRun = (extras: Partial<SavedRun> = {}): SavedRun => ({
  id: 'kept',
  revision: 2,
  setup: plainSetup,
  questionIds: ['q1', 'q2', 'q3', 'q4'],
  index: 2,
  selection: [1],
  results: [resultOf('q1'), resultOf('q2', false)],
  seen: [],
  flags: ['q2', 'q4'],
  elapsed: 61_000,
  isFinished: false,
  ...extras,
});

/** What is known of an exam's questions after answers at `now`. */
export const studyAfter = (study: Study, results: QuestionResult[], now: number) =>
  schedule(
    learn({ progress: { history: [], practise: {} }, study }, keptRun(), results, now).study,
  );

const anyTime = fc.integer({ min: 0, max: 10 ** 13 });
const anyText = fc.string({ unit: 'grapheme', maxLength: 8 });
const anySelection = fc.uniqueArray(fc.nat({ max: 9 }), { maxLength: 3 });

/** Any run that can have been kept: it stands somewhere, and knows of its own questions only. */
export const anyKeptRun: fc.Arbitrary<SavedRun> = fc
  .uniqueArray(anyText, { minLength: 1, maxLength: 12 })
  .chain((questionIds) =>
    fc.record({
      id: anyText,
      revision: fc.nat(),
      setup: fc.record({
        questions: fc.constantFrom('all' as const, 'practise' as const, 'again' as const, 10),
        isShuffled: fc.boolean(),
      }),
      questionIds: fc.constant(questionIds),
      index: fc.nat({ max: questionIds.length - 1 }),
      selection: anySelection,
      results: fc
        .shuffledSubarray(questionIds)
        .map((ids) => ids.map((id, place) => resultOf(id, place % 2 === 0))),
      seen: fc.constant<string[]>([]),
      flags: fc.shuffledSubarray(questionIds),
      elapsed: anyTime,
      isFinished: fc.boolean(),
    }),
  );

/** Any progress in an exam, with ids that every object has a property of, too. */
export const anyProgress: fc.Arbitrary<ExamProgress> = fc.record({
  history: fc.array(
    fc.record({
      runId: anyText,
      finishedAt: anyTime,
      correct: fc.nat(),
      answered: fc.nat(),
      total: fc.nat(),
      elapsed: anyTime,
    }),
    { maxLength: 4 },
  ),
  practise: fc
    .uniqueArray(fc.oneof(anyText, fc.constantFrom('__proto__', 'constructor', 'prototype')), {
      maxLength: 5,
    })
    .map((ids) => Object.fromEntries(ids.map((id, place) => [id, place % 2]))),
});

const anyReviews = fc.array(
  fc.tuple(anyTime, anyText, fc.nat({ max: 1 })).map((review): Review => review),
  { maxLength: 5 },
);

/** Any study of an exam, with such ids, too. */
export const anyStudy: fc.Arbitrary<Study> = fc.record(
  {
    cards: fc.uniqueArray(
      fc.record({
        questionId: fc.oneof(anyText, fc.constantFrom('__proto__', 'constructor')),
        due: anyTime,
        lastReview: anyTime,
        stability: fc.double({ min: 0.001, max: 36_500, noNaN: true }),
        difficulty: fc.double({ min: 1, max: 10, noNaN: true }),
        reps: fc.nat(),
        lapses: fc.nat(),
      }),
      { selector: ({ questionId }) => questionId, maxLength: 5 },
    ),
    reviews: anyReviews,
    unscheduled: anyReviews,
    examDate: fc.constant('2026-12-12'),
  },
  { requiredKeys: ['cards', 'reviews'] },
);

const API = 'http://localhost:3000';

/** Keys of an exam of 'aws' at the API of the site itself. */
export const runKeyOf = (examId: string, kind = 'all') =>
  `run/${encodeURIComponent(API)}/aws/${encodeURIComponent(examId)}/${kind}`;
export const studyKeyOf = (examId: string) =>
  `study/${[API, 'aws', examId].map(encodeURIComponent).join('/')}`;
export const progressKeyOf = (examId: string, providerId = 'aws') =>
  `progress/${[API, providerId, examId].map(encodeURIComponent).join('/')}`;
