import fc from 'fast-check';
import { schedule } from '#exam/day/review.ts';
import { plainSetup } from '#exam/run/run-setup.ts';
import { learnerKeys } from '#learner/keys.ts';
import { mergeLearning } from '#learner/merge.ts';
import {
  emptyLearning,
  LEARNER_VERSION,
  type Learning,
  type QuestionResult,
  type Review,
  type RunRecord,
  runKinds,
  type StoredRun,
  type Study,
  sources,
} from '#learner/schemas.ts';
import { settle } from '#learner/settle.ts';

/** When stored answers were given, long before any test runs. */
export const ANSWERED_AT = 10 ** 12;

export const resultOf = (
  questionId: string,
  isCorrect = true,
  at = ANSWERED_AT,
): QuestionResult => ({
  questionId,
  isCorrect,
  selectedAnswers: [isCorrect ? 'right' : 'wrong'],
  correctAnswers: ['right'],
  positions: [isCorrect ? 0 : 1],
  time: 1000,
  at,
});

export const reviewOf = (
  at: number,
  questionId: string,
  isCorrect = true,
  isUnsure = false,
): Review => ({ at, questionId, isCorrect, ...(isUnsure && { isUnsure }) });

/** A run at the third of its four questions, with the first two answered. */
export const storedRun = (changes: Partial<StoredRun> = {}): StoredRun => ({
  id: 'stored',
  at: ANSWERED_AT,
  setup: plainSetup,
  questionIds: ['q1', 'q2', 'q3', 'q4'],
  index: 2,
  selection: [1],
  results: [resultOf('q1'), resultOf('q2', false)],
  seen: [],
  withdrawn: [],
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
export const studyAfter = (study: Study, results: QuestionResult[], now: number) => {
  const reviews = results.map(({ questionId, isCorrect, isUnsure }) =>
    reviewOf(now, questionId, isCorrect, isUnsure),
  );
  const known = { ...emptyLearning, study };
  return schedule(settle(mergeLearning(known, { study: { reviews } }), LATE).study);
};

/** What is known once a run was touched at `now`, with its answers on their cards. */
export const learnRun = (known: Learning, run: StoredRun, now: number): Learning => {
  const learning = settle(mergeLearning(known, { runs: [{ ...run, at: now }] }), now);
  return { ...learning, study: schedule(learning.study) };
};

/** Long after every answer, in milliseconds since 1970. */
const LATE = Date.UTC(2040, 0, 1);

/** The study of a device that has both. */
export const mergeStudies = (ours: Study, theirs: Study) => {
  const merged = mergeLearning({ ...emptyLearning, study: ours }, { study: theirs });
  return settle(merged, LATE).study;
};

const anyTime = fc.integer({ min: 0, max: ANSWERED_AT });
const anyText = fc.string({ unit: 'grapheme', maxLength: 8 });
const anyId = fc.oneof(anyText, fc.constantFrom('__proto__', 'constructor'));
const anySelection = fc.uniqueArray(fc.nat({ max: 9 }), { maxLength: 3 });

/** Any run that can have been stored, with results and flags only for its own questions. */
export const anyStoredRun: fc.Arbitrary<StoredRun> = fc
  .uniqueArray(anyId, { minLength: 1, maxLength: 12 })
  .chain((questionIds) =>
    fc.record({
      id: anyText,
      at: anyTime,
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
        .map((ids) => ids.map((id, place) => resultOf(id, place % 2 === 0, place))),
      seen: fc.constant<string[]>([]),
      withdrawn: fc.constant<StoredRun['withdrawn']>([]),
      struck: fc.subarray([2, 0].map((position) => ({ questionId: 'q1', position }))),
      startedAt: anyTime,
      elapsed: anyTime,
      isFinished: fc.boolean(),
    }),
  )
  .map((run) => (run.isFinished ? { ...run, endedAfter: run.elapsed, endedAt: run.at } : run));

const API = 'http://localhost:3000';

/** Keys of an exam of the API that screen tests run against. */
export const runKeyOf = (examId: string, kind: (typeof runKinds)[number] = 'all') =>
  learnerKeys({ apiUrl: API, providerId: 'aws', examId }).runs[runKinds.indexOf(kind)] ?? '';
export const studyKeyOf = (examId: string) =>
  learnerKeys({ apiUrl: API, providerId: 'aws', examId }).study;
export const historyKeyOf = (examId: string, providerId = 'aws') =>
  learnerKeys({ apiUrl: API, providerId, examId }).history;

/** A value as the device has it. */
export const versioned = (value: object) => ({ version: LEARNER_VERSION, ...value });
