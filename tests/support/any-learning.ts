import fc from 'fast-check';
import { mergeLearning } from '#learner/merge.ts';
import {
  emptyLearning,
  goals,
  type Learning,
  type Mark,
  type Note,
  outcomes,
  type Plan,
  type QuestionResult,
  type Review,
  type ReviewCard,
  type RunRecord,
  type RunSetup,
  runKinds,
  type StoredRun,
  sources,
} from '#learner/schemas.ts';
import { ANSWERED_AT } from './stored-runs.ts';

/**
 * Whatever can be stored of an exam, with every field of every schema. A few ids and times come often,
 * so that two states have much in common, and much of the same moment.
 */

const anyText = fc.string({ unit: 'grapheme', maxLength: 6 });
const anyId = fc.oneof(
  { arbitrary: fc.constantFrom('q1', 'q2', 'q3'), weight: 6 },
  { arbitrary: fc.oneof(anyText, fc.constantFrom('__proto__', 'constructor')), weight: 1 },
);
const anyIds = fc.uniqueArray(anyId, { maxLength: 3 }).map((ids) => ids.sort());
const anyTime = fc.oneof(fc.nat({ max: 4 }), fc.nat({ max: ANSWERED_AT }));
const anyDay = fc.integer({ min: 20_000, max: 20_003 });
const anyPositions = fc.uniqueArray(fc.nat({ max: 4 }), { maxLength: 3 });
const anyDate = fc.constantFrom('2026-12-12', '2027-01-05');

/** A model's fields, of which those that the schema lets be missing sometimes are. */
const someOf = <T extends object>(
  model: { [K in keyof T]-?: fc.Arbitrary<Exclude<T[K], undefined>> },
  optional: (keyof T)[],
) => {
  const requiredKeys = (Object.keys(model) as (keyof T)[]).filter((key) => !optional.includes(key));
  return fc.record(model, { requiredKeys } as object) as unknown as fc.Arbitrary<T>;
};

/** A value and when it was said: both, or neither. */
const said = <T extends object>(value: keyof T, at: keyof T, any: fc.Arbitrary<unknown>) =>
  fc.oneof(
    fc.constant({} as T),
    fc.tuple(any, anyTime).map(([is, time]) => ({ [value]: is, [at]: time }) as T),
  );

const joined = <T extends object>(...parts: fc.Arbitrary<object>[]) =>
  fc.tuple(...parts).map((all) => Object.assign({}, ...all) as T);

const anySetup = someOf<RunSetup>(
  {
    questions: fc.constantFrom('all' as const, 'again' as const, 10),
    from: fc.constantFrom(...sources),
    topics: fc.constantFrom(['a', '2.1'], ['b']),
    isShuffled: fc.boolean(),
    minutes: fc.constantFrom(1, 90, 10 ** 6),
    isHeldOut: fc.boolean(),
    isDay: fc.boolean(),
  },
  ['from', 'topics', 'minutes', 'isHeldOut', 'isDay'],
);

const anyResult = someOf<QuestionResult>(
  {
    questionId: anyId,
    isCorrect: fc.boolean(),
    selectedAnswers: fc.constantFrom(['right'], ['wrong'], []),
    correctAnswers: fc.constant(['right']),
    positions: anyPositions,
    domain: fc.constantFrom('d1', 'd2'),
    time: anyTime,
    at: anyTime,
    day: anyDay,
    isUnsure: fc.boolean(),
  },
  ['domain', 'day', 'isUnsure'],
);

const anyEnd = fc.oneof(
  fc.constant({ isFinished: false }),
  fc.record({ isFinished: fc.boolean(), endedAfter: anyTime, endedAt: anyTime }),
);

export const anyRun = joined<StoredRun>(
  someOf<Omit<StoredRun, 'isFinished' | 'endedAfter' | 'endedAt' | 'results' | 'withdrawn'>>(
    {
      id: fc.oneof(fc.constantFrom('run 1', 'run 2', 'run 3'), anyText),
      setup: anySetup,
      startedAt: anyTime,
      seen: anyIds,
      at: anyTime,
      questionIds: fc.uniqueArray(anyId, { minLength: 1, maxLength: 4 }),
      index: fc.nat({ max: 3 }),
      selection: anyPositions,
      isUnsure: fc.boolean(),
      struck: fc.array(fc.record({ questionId: anyId, position: fc.nat({ max: 4 }) }), {
        maxLength: 2,
      }),
      elapsed: anyTime,
    },
    ['isUnsure'],
  ),
  // A question was answered, or its answer was taken back.
  fc
    .uniqueArray(fc.tuple(anyResult, fc.boolean()), {
      selector: ([{ questionId }]) => questionId,
      maxLength: 4,
    })
    .map((answers) => ({
      results: answers.flatMap(([result, isThere]) => (isThere ? result : [])),
      withdrawn: answers.flatMap(([{ questionId, at }, isThere]) =>
        isThere ? [] : { questionId, at },
      ),
    })),
  anyEnd,
);

export const anyRecord = someOf<RunRecord>(
  {
    runId: fc.oneof(fc.constantFrom('run 1', 'run 2', 'run 3'), anyText),
    kind: fc.constantFrom(...runKinds),
    finishedAt: anyTime,
    correct: fc.nat(),
    answered: fc.nat({ max: 4 }),
    total: fc.nat(),
    elapsed: anyTime,
    isHandedIn: fc.boolean(),
  },
  ['isHandedIn'],
);

export const anyCard = someOf<ReviewCard>(
  {
    questionId: anyId,
    lastReview: anyTime,
    day: anyDay,
    interval: fc.nat(),
    dueBefore: fc.nat(),
    stability: fc.double({ min: 0.001, max: 36_500, noNaN: true }),
    difficulty: fc.double({ min: 1, max: 10, noNaN: true }),
  },
  ['day', 'dueBefore'],
);

export const anyReview = someOf<Review>(
  {
    at: anyTime,
    day: anyDay,
    questionId: anyId,
    isCorrect: fc.boolean(),
    isUnsure: fc.boolean(),
  },
  ['day', 'isUnsure'],
);

/** A note was written over all that its device knew then, and over what those were written over. */
const writtenOver: Record<string, string[]> = { n1: [], n2: ['n1'], n3: ['n1', 'n2'], other: [] };
const anyNote: fc.Arbitrary<Note> = fc
  .record({
    id: fc.constantFrom(...Object.keys(writtenOver)),
    text: anyText,
    at: anyTime,
  })
  .map((note) => ({ ...note, over: writtenOver[note.id] ?? [] }));

export const anyMark = joined<Mark>(
  fc.record({ questionId: anyId }),
  said<Mark>('isSaved', 'savedAt', fc.boolean()),
  said<Mark>('isFlagged', 'flaggedAt', fc.boolean()),
  said<Mark>('isAside', 'asideAt', fc.boolean()),
  said<Mark>('isAbsent', 'absentAt', fc.boolean()),
  fc.oneof(
    fc.constant({}),
    fc
      .uniqueArray(anyNote, { selector: ({ id }) => id, minLength: 1, maxLength: 2 })
      // In order, and none beside the one that was written over it.
      .map((notes) => {
        const over = new Set(notes.flatMap((note) => note.over));
        const kept = notes.filter(({ id }) => !over.has(id));
        return { notes: kept.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1)) };
      }),
  ),
);

export const anyPlan = joined<Plan>(
  said<Plan>('examDate', 'examDateAt', anyDate),
  // "No date yet".
  fc.oneof(fc.constant({}), fc.record({ examDate: fc.constant(undefined), examDateAt: anyTime })),
  said<Plan>('goal', 'goalAt', fc.constantFrom(...goals)),
  said<Plan>('outcome', 'outcomeAt', fc.constantFrom(...outcomes)),
);

const few = <T>(any: fc.Arbitrary<T>) => fc.array(any, { maxLength: 3 });

/** What is written, or read from a file. */
export const anyChange = fc
  .tuple(
    fc.record({ runs: few(anyRun), history: few(anyRecord) }),
    anyPlan,
    fc.record({
      cards: few(anyCard),
      reviews: few(anyReview),
      marks: few(anyMark),
      opened: anyIds,
    }),
  )
  .map(([learning, plan, study]) => ({ ...learning, study: { ...plan, ...study } }));

/** What one device has. */
export const anyLearning: fc.Arbitrary<Learning> = anyChange.map((change) =>
  mergeLearning(emptyLearning, change),
);
