import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { isId } from '#contract/wire.ts';
import { UNREADABLE_KEY } from '#learner/keys.ts';
import {
  addToFile,
  collectLearnerFile,
  countUnreadable,
  deleteLearnerData,
  emptyLearnerFile,
  importLearnerFile,
  renameQuestions,
} from '#learner/learner-file.ts';
import { commit, readLearning } from '#learner/learner-store.ts';
import { emptyLearning, LEARNER_VERSION, type StoredRun } from '#learner/schemas.ts';
import { anyLearning } from '#support/any-learning.ts';
import { resetDevice, stallStorage, stored } from '#support/memory-store.ts';
import { ANSWERED_AT, recordOf, resultOf, reviewOf, storedRun } from '#support/stored-runs.ts';

vi.mock('idb-keyval', async () => (await import('#support/memory-store.ts')).memoryStore);

beforeEach(resetDevice);

const API = 'https://api.example';
const OTHER_API = 'https://other.example';
const exam = { providerId: 'aws', examId: 'x' };
const key = { apiUrl: API, ...exam };

const fileOf = (exams: unknown, changes: object = {}) =>
  JSON.stringify({ kind: 'certdeck-learner-data', version: LEARNER_VERSION, exams, ...changes });
const importExams = (exams: unknown, changes?: object) =>
  importLearnerFile(fileOf(exams, changes), API);
const imported = (exams: number, changes: object = {}) => ({
  ok: true,
  value: { exams, received: expect.any(Array), unread: 0, closed: [], ...changes },
});

const MOCK = { questions: 4, isShuffled: false, minutes: 10 ** 9 };
const mockOf = (id: string, ids: string[], at: number, changes: Partial<StoredRun> = {}) =>
  storedRun({ id, setup: MOCK, at, results: ids.map((id) => resultOf(id, true, at)), ...changes });

// No exam is called by dots alone, which no address can hold.
const anyName = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }).filter(isId);
const anyExams = fc.uniqueArray(
  fc.record(
    {
      apiUrl: fc.constant(OTHER_API),
      providerId: anyName,
      examId: anyName,
      // Of an exam without any data there is nothing to store.
      learning: anyLearning.filter(({ study }) => study.cards.length + study.opened.length > 0),
    },
    { requiredKeys: ['providerId', 'examId', 'learning'] },
  ),
  {
    selector: ({ apiUrl, providerId, examId }) => JSON.stringify([apiUrl, providerId, examId]),
    maxLength: 5,
  },
);

describe('an exported file', () => {
  it('restores everything, whatever the exams are called', async () => {
    await fc.assert(
      fc.asyncProperty(anyExams, async (known) => {
        const exams = known.map(({ learning, ...name }) => ({ ...name, ...learning }));
        stored.clear();
        expect(await importExams(exams)).toMatchObject({ ok: true });
        const before = await collectLearnerFile(new Date(0), API);
        expect(before.exams).toHaveLength(exams.length);
        expect(before.unreadable).toEqual([]);
        stored.clear();
        expect(await importLearnerFile(JSON.stringify(before), API)).toMatchObject({ ok: true });
        expect(await collectLearnerFile(new Date(0), API)).toEqual(before);
      }),
      { numRuns: 50 },
    );
  });

  it('names the API of an exam only if it is not the configured one', async () => {
    await commit(key, { runs: [storedRun({ id: 'here' })] });
    await commit({ ...key, apiUrl: OTHER_API }, { runs: [storedRun({ id: 'there' })] });
    const { exams } = await collectLearnerFile(new Date(), API);
    const named = new Map(exams.map(({ apiUrl, runs }) => [runs[0]?.id, apiUrl]));
    expect([named.get('here'), named.get('there')]).toEqual([undefined, OTHER_API]);
  });

  it('has what could not be stored, and every record that can’t be read', async () => {
    await commit(key, { history: [recordOf('a')] });
    stored.set('history/x/y/z', { version: LEARNER_VERSION, history: [{ nonsense: 1 }] });
    const file = addToFile(await collectLearnerFile(new Date(), API), key, { runs: [storedRun()] });
    expect(file.exams.find(({ examId }) => examId === 'x')).toMatchObject({
      runs: [{ id: 'stored' }],
      history: [{ runId: 'a' }],
    });
    expect(file.unreadable).toMatchObject([{ value: { nonsense: 1 } }]);
    const alone = addToFile(emptyLearnerFile(new Date()), key, { runs: [storedRun()] });
    expect(alone.exams).toMatchObject([{ ...exam, runs: [{ id: 'stored' }] }]);
  });
});

describe('an import', () => {
  it('of a mock exam with 2 answers leaves the one with 10 open, and says so', async () => {
    const ten = Array.from({ length: 10 }, (_, n) => `q${n}`);
    await commit(key, { runs: [mockOf('ours', ten, ANSWERED_AT, { questionIds: ten })] });
    const theirs = mockOf('theirs', ['q1', 'q2'], ANSWERED_AT - 5);
    const closed = [{ exam: key, run: theirs, isTheirs: true }];
    expect(await importExams([{ ...exam, runs: [theirs] }])).toEqual(imported(1, { closed }));
    const { runs, past, history, study } = await readLearning(key);
    expect(runs).toMatchObject([{ id: 'ours' }]);
    expect(runs[0]?.results).toHaveLength(10);
    expect(past).toMatchObject([{ id: 'theirs' }]);
    expect(history).toMatchObject([{ runId: 'theirs', answered: 2 }]);
    expect(study.reviews.map(({ questionId }) => questionId)).toEqual(['q1', 'q2']);
  });

  it('of a run that was answered later takes its place, and ours is in the history', async () => {
    const ours = storedRun();
    await commit(key, { runs: [ours] });
    const theirs = storedRun({ id: 'theirs', at: ANSWERED_AT + 5, results: [resultOf('q4')] });
    expect(await importExams([{ ...exam, runs: [theirs] }])).toMatchObject(
      imported(1, { closed: [{ exam: key, run: { id: 'stored' }, isTheirs: false }] }),
    );
    const { runs, history } = await readLearning(key);
    expect(runs.map(({ id }) => id)).toEqual(['theirs']);
    expect(history).toMatchObject([{ runId: 'stored', answered: 2 }]);
  });

  it('of an old copy takes nothing from the run of today', async () => {
    const results = ['q1', 'q2', 'q3'].map((id) => resultOf(id));
    await commit(key, { runs: [storedRun({ results })] });
    const old = storedRun({ results: results.slice(0, 1), at: ANSWERED_AT - 50 });
    expect(await importExams([{ ...exam, runs: [old] }])).toEqual(imported(1));
    expect((await readLearning(key)).runs[0]?.results).toHaveLength(3);
  });

  it('merges an exam that the file has twice', async () => {
    const twice = [
      { ...exam, runs: [storedRun({ id: 'one' })] },
      { ...exam, apiUrl: API, history: [recordOf('a')] },
    ];
    expect(await importExams(twice)).toEqual(imported(1));
    expect(await readLearning(key)).toMatchObject({
      runs: [{ id: 'one' }],
      history: [{ runId: 'a' }],
    });
  });

  it('of two dates of the exam is the same in either order', async () => {
    const study = (examDate: string, examDateAt: number) => ({
      study: { examDate, examDateAt },
    });
    for (const order of [
      [1, 0],
      [0, 1],
    ]) {
      stored.clear();
      const dates = [study('2026-12-12', 5), study('2027-01-05', 9)];
      for (const place of order) await importExams([{ ...exam, ...dates[place] }]);
      expect((await readLearning(key)).study.examDate).toBe('2027-01-05');
    }
  });

  it('reads a file record by record, and keeps what it can’t read', async () => {
    const exams = [
      {
        ...exam,
        history: [recordOf('a'), { runId: 5 }],
        study: { reviews: [reviewOf(1, 'q'), 'x'] },
      },
      { providerId: 5, examId: 'lost' },
      { ...exam, examId: 'whole', history: [recordOf('b')] },
    ];
    expect(await importExams(exams)).toEqual(imported(2, { unread: 3 }));
    expect((await readLearning(key)).history).toMatchObject([{ runId: 'a' }]);
    expect((await readLearning(key)).study.reviews).toEqual([reviewOf(1, 'q')]);
    expect(await countUnreadable()).toBe(3);
    expect(await importExams(exams)).toEqual(imported(2, { unread: 3 }));
    expect(await countUnreadable(), 'the same thing once').toBe(3);
    const file = await collectLearnerFile(new Date(), API);
    expect(file.unreadable).toHaveLength(3);
    stored.clear();
    await importLearnerFile(JSON.stringify(file), API);
    expect(await countUnreadable(), 'it moves along').toBe(3);
  });

  it.each([
    ['not-json', '{'],
    ['not-ours', '[]'],
    ['not-ours', '{"kind":"other","version":1,"exams":[]}'],
    ['not-ours', fileOf([], { version: 0 })],
    ['not-ours', fileOf([], { version: -1 })],
    ['not-ours', fileOf([], { version: 0.5 })],
    ['newer-version', fileOf([], { version: LEARNER_VERSION + 1 })],
  ])('is refused as %s: %s', async (failure, text) => {
    await commit(key, { runs: [storedRun()] });
    const before = new Map(stored);
    expect(await importLearnerFile(text, API)).toEqual({ ok: false, failure });
    expect(new Map(stored)).toEqual(before);
  });

  it('is refused with far more exams than anybody practices', async () => {
    expect(await importExams(Array(10_001).fill({}))).toEqual({ ok: false, failure: 'too-large' });
  });

  it('writes all or nothing', async () => {
    stallStorage();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const importing = importExams([{ ...exam, runs: [storedRun()] }]);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await importing).toEqual({ ok: false, failure: 'not-stored' });
    expect(stored.size).toBe(0);
  });

  it('is not taken in by the names of things that every object has', async () => {
    const named = { providerId: '__proto__', examId: 'constructor' };
    expect(await importExams([{ ...named, history: [recordOf('a')] }])).toEqual(imported(1));
    expect(await readLearning({ apiUrl: API, ...named })).toMatchObject({
      history: [{ runId: 'a' }],
    });
  });
});

it('deletes all the learner’s data, and nothing else', async () => {
  await commit(key, { runs: [storedRun()], history: [recordOf('a')] });
  stored.set(UNREADABLE_KEY, { records: [5] });
  stored.set('another', 'value');
  expect(await deleteLearnerData()).toBe(true);
  expect([...stored]).toEqual([['another', 'value']]);
  expect(await readLearning(key)).toEqual(emptyLearning);
});

it('other ids for questions take the place of theirs in every record, and of nothing else', () => {
  const run = storedRun({
    seen: ['q3'],
    withdrawn: [{ questionId: 'q4', at: 1 }],
    struck: [{ questionId: 'q1', position: 0 }],
  });
  const study = {
    ...emptyLearning.study,
    cards: [{ questionId: 'q1', lastReview: 1, interval: 1, stability: 1, difficulty: 1 }],
    reviews: [reviewOf(1, 'q2')],
    marks: [{ questionId: 'q3', notes: [{ id: 'n', text: 'of q1', at: 1, over: [] }] }],
    opened: ['q4'],
  };
  const before = { runs: [run], past: [run], history: [recordOf('r')], study };
  const after = JSON.stringify(before).replaceAll(/"(q\d)"/g, '"$1 here"');
  expect(JSON.stringify(renameQuestions(before, (id) => `${id} here`))).toBe(after);
});
