import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markOf, noteText, writtenNote } from '#exam/day/study.ts';
import { mergeLearning } from '#learner/merge.ts';
import {
  type Change,
  emptyLearning,
  type Learning,
  type Mark,
  type StoredRun,
} from '#learner/schemas.ts';
import { settle } from '#learner/settle.ts';
import { recordOf, resultOf, storedRun } from '#support/stored-runs.ts';

const QUESTIONS = ['q1', 'q2', 'q3', 'q4'];
const LATE = 10 ** 9;

/** What a tab can do; `run` and `question` are numbers of one. */
type Act =
  | { kind: 'answer'; run: number; question: number; isRight: boolean }
  | { kind: 'finish'; run: number }
  | { kind: 'flag' | 'save'; question: number; is: boolean }
  | { kind: 'note'; question: number; sitting: number; text: string }
  | { kind: 'date'; day: string }
  | { kind: 'forget' };

const anyRun = fc.nat({ max: 3 });
const anyQuestion = fc.nat({ max: 3 });
const anyAct: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    kind: fc.constant('answer' as const),
    run: anyRun,
    question: anyQuestion,
    isRight: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('finish' as const), run: anyRun }),
  fc.record({
    kind: fc.constantFrom('flag' as const, 'save' as const),
    question: anyQuestion,
    is: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('note' as const),
    question: anyQuestion,
    sitting: fc.nat({ max: 1 }),
    text: fc.string({ minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    kind: fc.constant('date' as const),
    day: fc.constantFrom('2026-12-12', '2027-01-05'),
  }),
  fc.record({ kind: fc.constant('forget' as const) }),
);

/** Runs 0 and 1 are whole exams, 2 and 3 mock exams, each on whatever device continues it. */
const startedRun = (run: number, at: number): StoredRun =>
  storedRun({
    id: `run ${run}`,
    setup: { questions: 'all', isShuffled: false, ...(run > 1 && { minutes: 10 ** 6 }) },
    questionIds: QUESTIONS,
    index: 0,
    selection: [],
    results: [],
    startedAt: 0,
    at,
    elapsed: at,
  });

const findRun = ({ runs, past }: Learning, id: string) =>
  [...runs, ...past].find((run) => run.id === id);

/** What an act changes, as seen by a tab that last read `seen`. */
const changeOf = (seen: Learning, act: Act, tab: string, at: number): Change => {
  const question = 'question' in act ? `q${act.question + 1}` : '';
  const mark = (changed: Partial<Mark>) => ({
    study: { marks: [{ questionId: question, ...changed }] },
  });
  switch (act.kind) {
    case 'answer': {
      const run = findRun(seen, `run ${act.run}`) ?? startedRun(act.run, at);
      if (run.isFinished) return {};
      const others = run.results.filter(({ questionId }) => questionId !== question);
      const results = [...others, resultOf(question, act.isRight, at)];
      return { runs: [{ ...run, results, at, elapsed: at, index: act.question }] };
    }
    case 'finish': {
      const run = findRun(seen, `run ${act.run}`);
      return run && !run.isFinished
        ? { runs: [{ ...run, isFinished: true, endedAfter: at, endedAt: at, at }] }
        : {};
    }
    case 'flag':
      return mark({ isFlagged: act.is, flaggedAt: at });
    case 'save':
      return mark({ isSaved: act.is, savedAt: at });
    case 'note': {
      const known = markOf(seen.study, question);
      return mark({ notes: [writtenNote(known, `${tab} ${act.sitting}`, act.text, at)] });
    }
    case 'date':
      return { study: { examDate: act.day, examDateAt: at } };
    case 'forget':
      return { study: { marks: [] } };
  }
};

type Step = { device: number; tab: number; act: Act; isFresh: boolean };
const anyStep = fc.record({
  device: fc.nat({ max: 1 }),
  tab: fc.nat({ max: 2 }),
  act: anyAct,
  /** Whether the tab reads what is stored first; otherwise it acts on what it saw before. */
  isFresh: fc.boolean(),
});

/** Two devices with three tabs each; a tab's writes are merged into what its device has. */
const play = (steps: Step[], timeOf = (place: number) => place + 1) => {
  const devices = [emptyLearning, emptyLearning];
  const seen = new Map<string, Learning>();
  const changes = steps.map(({ device, tab, act, isFresh }, place) => {
    const at = timeOf(place);
    const name = `${device} ${tab}`;
    const stored = devices[device] ?? emptyLearning;
    const known = isFresh ? stored : (seen.get(name) ?? emptyLearning);
    const change = changeOf(known, act, name, at);
    const next = mergeLearning(stored, change);
    devices[device] = next;
    seen.set(name, isFresh ? next : mergeLearning(known, change));
    return { change, act, at };
  });
  return { a: devices[0] ?? emptyLearning, b: devices[1] ?? emptyLearning, changes };
};

const anyHistory = fc.array(anyStep, { maxLength: 40, size: 'max' });
const both = (a: Learning, b: Learning) => mergeLearning(a, b);

describe('merging two states', () => {
  it('is the same from both sides', () => {
    fc.assert(
      fc.property(anyHistory, (steps) => {
        const { a, b } = play(steps);
        expect(both(a, b)).toEqual(both(b, a));
      }),
      { numRuns: 4000 },
    );
  });

  it('is the same in any order', () => {
    fc.assert(
      fc.property(anyHistory, anyHistory, (steps, others) => {
        const { a, b } = play(steps);
        const { a: c } = play(others);
        expect(both(both(a, b), c)).toEqual(both(a, both(b, c)));
      }),
      { numRuns: 4000 },
    );
  });

  it('is the same from both sides and in any order where all happens in one moment', () => {
    fc.assert(
      fc.property(anyHistory, anyHistory, (steps, others) => {
        const { a, b } = play(steps, () => 1);
        const { a: c } = play(others, () => 1);
        expect(both(a, b)).toEqual(both(b, a));
        expect(both(both(a, b), c)).toEqual(both(a, both(b, c)));
      }),
      { numRuns: 4000 },
    );
  });

  it('changes nothing the second time, or with itself', () => {
    fc.assert(
      fc.property(anyHistory, (steps) => {
        const { a, b } = play(steps);
        const merged = both(a, b);
        expect(both(merged, b)).toEqual(merged);
        expect(both(merged, merged)).toEqual(merged);
      }),
      { numRuns: 4000 },
    );
  });

  it('loses no answer, no note, and no later choice', () => {
    fc.assert(
      fc.property(anyHistory, (steps) => {
        const { a, b, changes } = play(steps);
        const merged = settle(both(a, b), LATE);
        for (const { change } of changes) {
          for (const run of change.runs ?? []) {
            const found = findRun(merged, run.id);
            for (const { questionId, at } of run.results) {
              const result = found?.results.find((other) => other.questionId === questionId);
              expect(result?.at, 'this answer, or a later one').toBeGreaterThanOrEqual(at);
            }
          }
        }
        const notes = changes.flatMap(({ change }) =>
          (change.study?.marks ?? []).flatMap(({ questionId, notes: [note] = [] }) =>
            note ? [{ questionId, note }] : [],
          ),
        );
        for (const { questionId, note } of notes) {
          const isOver = notes.some(
            (other) =>
              other.questionId === questionId &&
              (other.note.over.includes(note.id) ||
                (other.note.id === note.id && other.note.at > note.at)),
          );
          if (!isOver) expect(noteText(markOf(merged.study, questionId))).toContain(note.text);
        }
      }),
      { numRuns: 4000 },
    );
  });

  it('keeps the record of a run with the most answers, whenever it ended', () => {
    const few = recordOf('a', { answered: 2, finishedAt: 2 });
    const most = recordOf('a', { answered: 4, finishedAt: 1 });
    const known = mergeLearning(emptyLearning, { history: [few] });
    expect(mergeLearning(known, { history: [most] }).history).toEqual([most]);
  });

  it('keeps the run of a kind that was touched last open, and every other one in the history', () => {
    fc.assert(
      fc.property(anyHistory, (steps) => {
        const { a, b } = play(steps);
        const merged = settle(both(a, b), 100);
        for (const run of merged.past) {
          const latest = merged.runs.find(({ setup }) => setup.minutes === run.setup.minutes);
          expect(latest?.at).toBeGreaterThanOrEqual(run.at);
          expect(merged.history.map(({ runId }) => runId)).toContain(run.id);
          for (const { at, questionId } of run.results) {
            const isTaught = merged.study.reviews.some(
              (review) => review.at === at && review.questionId === questionId,
            );
            expect(isTaught, 'what it taught is known').toBe(true);
          }
        }
        const open = merged.runs.filter(({ endedAfter }) => endedAfter === undefined);
        const listed = merged.history.map(({ runId }) => runId);
        for (const { id } of open) expect(listed).not.toContain(id);
        expect(settle(merged, 100), 'settled once is settled').toEqual(merged);
      }),
      { numRuns: 4000 },
    );
  });
});

it('takes a note and a bookmark of one question from two devices, each by its own time', () => {
  const noted = { notes: [{ id: 'n', text: 'Mind the region', at: 1000, over: [] }] };
  const study = (mark: Partial<Mark>): Learning => ({
    ...emptyLearning,
    study: { ...emptyLearning.study, marks: [{ questionId: 'q1', ...mark }] },
  });
  const merged = both(study(noted), study({ isSaved: true, savedAt: 2000 }));
  expect(merged.study.marks).toEqual([
    { questionId: 'q1', isSaved: true, savedAt: 2000, ...noted },
  ]);
});

it('keeps both texts of a note that was written twice without knowing of each other', () => {
  const note = (id: string, text: string, at: number): Mark => ({
    questionId: 'q1',
    notes: [{ id, text, at, over: [] }],
  });
  const [first, second] = [note('a', 'from the phone', 1), note('b', 'from the desk', 2)];
  const learning = (marks: Mark[]) => ({
    ...emptyLearning,
    study: { ...emptyLearning.study, marks },
  });
  const merged = markOf(both(learning([first]), learning([second])).study, 'q1');
  expect(noteText(merged)).toBe('from the phone\n\nfrom the desk');
  const rewritten = { questionId: 'q1', notes: [writtenNote(merged, 'c', 'one note again', 3)] };
  const after = both(learning([merged]), learning([rewritten]));
  expect(noteText(markOf(after.study, 'q1'))).toBe('one note again');
  expect(noteText(markOf(both(after, learning([first])).study, 'q1'))).toBe('one note again');
});

it('merges one run that was continued on two devices', () => {
  const shared = storedRun({ results: [resultOf('q1'), resultOf('q2')] });
  const here = { ...shared, at: 10 ** 12 + 5, results: [...shared.results, resultOf('q3')] };
  const there = {
    ...shared,
    at: 10 ** 12 + 9,
    results: [...shared.results, resultOf('q4', false)],
  };
  const merged = both({ ...emptyLearning, runs: [here] }, { ...emptyLearning, runs: [there] });
  const ids = merged.runs[0]?.results.map(({ questionId }) => questionId);
  expect(ids).toEqual(['q1', 'q2', 'q3', 'q4']);
});

it('is the same from both sides where two devices acted in the same moment', () => {
  const learning = (part: Partial<Learning>): Learning => ({ ...emptyLearning, ...part });
  const study = (part: Partial<Learning['study']>) =>
    learning({ study: { ...emptyLearning.study, ...part } });
  const run = (changes: Partial<StoredRun>) => learning({ runs: [storedRun(changes)] });
  const pairs: [Learning, Learning][] = [
    [run({ index: 1 }), run({ index: 3 })],
    [run({ seen: ['q3'] }), run({ seen: ['q4'] })],
    [run({ results: [resultOf('q1')] }), run({ results: [resultOf('q1', false)] })],
    [run({ endedAfter: 5, endedAt: 9 }), run({ endedAfter: 4, endedAt: 9 })],
    [
      study({ marks: [{ questionId: 'q1', isSaved: true, savedAt: 5 }] }),
      study({ marks: [{ questionId: 'q1', isSaved: false, savedAt: 5 }] }),
    ],
    [
      study({ examDate: '2026-12-12', examDateAt: 5 }),
      study({ examDate: '2027-01-05', examDateAt: 5 }),
    ],
  ];
  for (const [a, b] of pairs) expect(both(a, b)).toEqual(both(b, a));
  const [a, b] = pairs[1] ?? [emptyLearning, emptyLearning];
  expect(both(a, b).runs[0]?.seen).toEqual(['q3', 'q4']);
});
