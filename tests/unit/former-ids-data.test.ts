import fc from 'fast-check';
import { beforeEach, expect, it, vi } from 'vitest';
import { runKind, runKinds, type SavedRun } from '#contract/learner.ts';
import { applyNote } from '#exam/kept-run.ts';
import { moveLearnerData } from '#storage/former-data.ts';
import { importLearnerFile, mergeStudies } from '#storage/learner-file.ts';
import {
  progressKey,
  readKeptRuns,
  readLearning,
  runKey,
  storedForm,
  storedStudy,
  studyKey,
  writeRunNote,
} from '#storage/learner-store.ts';
import { anyKeptRun, anyProgress, anyStudy, keptRun, resultOf } from '#support/kept-runs.ts';
import { allowStorage, refuseStorage, stored, withNotes } from '#support/memory-store.ts';

vi.mock('idb-keyval', async () => (await import('#support/memory-store.ts')).memoryStore);

const API = 'https://api.example';
const OTHER_API = 'https://other.example';
const former = { apiUrl: API, providerId: 'aws', examId: 'CLF' };
const today = { ...former, providerId: 'AWS' };
const elsewhere = { ...former, apiUrl: OTHER_API };
const ids = new Map([['aws', 'AWS']]);
const move = () => moveLearnerData(API, ids);

let notes: Map<string, string>;
beforeEach(() => {
  notes = withNotes();
});

const progress = (...runIds: string[]) => ({
  history: runIds.map((runId, place) => ({
    runId,
    finishedAt: 1000 + place,
    correct: 1,
    answered: 2,
    total: 2,
    elapsed: 5,
  })),
  practise: { q1: 1 },
});
const card = (questionId: string, lastReview: number) => ({
  questionId,
  due: lastReview + 10,
  lastReview,
  stability: 1,
  difficulty: 5,
  reps: 1,
  lapses: 0,
});
const study = {
  cards: [card('q1', 500), card('q2', 900)],
  reviews: [
    [500, 'q1', 1],
    [900, 'q2', 0],
  ] as [number, string, number][],
  examDate: '2026-12-12',
};

const leave = (exam: typeof former, run: SavedRun = keptRun()) => {
  stored.set(runKey(exam, runKind(run.setup)), storedForm(run));
  stored.set(progressKey(exam), storedForm(progress('one', 'two')));
  stored.set(studyKey(exam), storedStudy(study));
};

it('runs, history, reviews and the exam date go over to the id of today', async () => {
  leave(former);
  expect(await move()).toBe(true);
  expect([...stored.keys()].sort()).toEqual(
    [runKey(today, 'all'), progressKey(today), studyKey(today)].sort(),
  );
  expect(await readLearning(today)).toMatchObject({
    runs: [keptRun()],
    progress: progress('one', 'two'),
    study,
  });
});

it('what an older release stored without an API goes over as well', async () => {
  stored.set('run/aws/CLF', { ...storedForm(keptRun()), version: 1 });
  stored.set('progress/aws/CLF', { ...progress('one'), version: 1 });
  expect(await move()).toBe(true);
  const learning = await readLearning(today);
  expect(learning.runs.map(({ id }) => id)).toEqual(['kept']);
  expect(learning.progress.history).toEqual(progress('one').history);
  expect([...stored.keys()].every((key) => key.includes('AWS'))).toBe(true);
});

it('data of another API and of other providers stays where it is', async () => {
  leave(elsewhere);
  leave({ ...former, providerId: 'azure' });
  const before = new Map(stored);
  expect(await move()).toBe(false);
  expect(new Map(stored)).toEqual(before);
});

it('is merged with what is under the id of today, and nothing counts twice', async () => {
  leave(former);
  stored.set(progressKey(today), storedForm(progress('two', 'three')));
  stored.set(
    studyKey(today),
    storedStudy({
      cards: [card('q1', 700), card('q3', 100)],
      reviews: [
        [500, 'q1', 1],
        [700, 'q1', 1],
      ],
    }),
  );
  await move();
  const learning = await readLearning(today);
  expect(learning.progress.history.map(({ runId }) => runId).sort()).toEqual([
    'one',
    'three',
    'two',
  ]);
  expect(learning.study).toEqual({
    cards: [card('q1', 700), card('q3', 100), card('q2', 900)],
    reviews: [
      [500, 'q1', 1],
      [700, 'q1', 1],
      [900, 'q2', 0],
    ],
    examDate: '2026-12-12',
  });
});

it.each([
  ['more answers', keptRun(), keptRun({ id: 'new', results: [resultOf('q1')] }), 'kept'],
  ['fewer answers', keptRun({ results: [] }), keptRun({ id: 'new' }), 'new'],
  ['an end', keptRun({ isFinished: true }), keptRun({ id: 'new', results: [] }), 'new'],
  ['no end', keptRun({ results: [] }), keptRun({ id: 'new', isFinished: true }), 'kept'],
])('of two runs of a kind, one under each id, the former one has %s', async (_, a, b, left) => {
  stored.set(runKey(former, 'all'), storedForm(a));
  stored.set(runKey(today, 'all'), storedForm(b));
  await move();
  const { runs } = await readLearning(today);
  expect(runs.map(({ id }) => id)).toEqual([left]);
});

it('a run that a tab went on with under the former id takes over once more', async () => {
  leave(former);
  await move();
  leave(former, keptRun({ revision: 9, index: 3 }));
  await move();
  leave(former, keptRun({ revision: 1, index: 0 }));
  await move();
  const { runs } = await readLearning(today);
  expect(runs).toEqual([keptRun({ revision: 9, index: 3 })]);
});

it('a note of a run goes along with it', async () => {
  leave(former);
  writeRunNote(former, 'all', {
    id: 'kept',
    revision: 3,
    elapsed: 70_000,
    run: keptRun({ revision: 3, flags: ['q1'] }),
  });
  await move();
  const [run] = await readKeptRuns(today, applyNote);
  expect(run).toMatchObject({ flags: ['q2', 'q4', 'q1'] });
  expect([...notes.keys()].filter((key) => key.startsWith('certdeck/'))).toEqual([]);
});

it('a note alone goes along, too, and takes no other note’s place', async () => {
  const note = (elapsed: number) => ({ id: 'kept', revision: 2, elapsed, run: undefined });
  leave(today);
  writeRunNote(former, 'all', note(90_000));
  writeRunNote(elsewhere, 'all', note(1));
  await move();
  writeRunNote(former, 'all', note(2));
  await move();
  const [run] = await readKeptRuns(today, applyNote);
  expect(run?.elapsed).toBe(90_000);
  const left = [...notes.keys()].filter((key) => key.startsWith('certdeck/'));
  expect(left).toEqual([elsewhere, former].map((exam) => `certdeck/${runKey(exam, 'all')}`));
});

it('what can’t be read stays where it is', async () => {
  const odd = { version: 99 };
  stored.set(progressKey(former), odd);
  stored.set(studyKey(former), storedStudy(study));
  await move();
  expect(stored.get(progressKey(former))).toEqual(odd);
  expect(await move()).toBe(false);
});

it('a device that does not store keeps what it has, and it is moved the next time', async () => {
  leave(former);
  const before = new Map(stored);
  refuseStorage();
  await move().catch(() => undefined);
  allowStorage();
  expect(new Map(stored)).toEqual(before);
  expect(await move()).toBe(true);
  expect((await readLearning(today)).runs).toHaveLength(1);
});

it('a file exported under the former id merges into the id of today', async () => {
  leave(today);
  const file = {
    kind: 'certdeck-learner-data',
    version: 2,
    exams: [{ providerId: 'aws', examId: 'CLF', runs: [], progress: progress('two', 'four') }],
  };
  expect(await importLearnerFile(JSON.stringify(file), API)).toMatchObject({ ok: true });
  await move();
  const { progress: merged, runs } = await readLearning(today);
  expect(merged.history).toHaveLength(3);
  expect(runs).toHaveLength(1);
  expect([...stored.keys()].some((key) => key.includes('/aws/'))).toBe(false);
});

it('nothing is lost or counted twice, whatever lies under either id, however often it is moved', async () => {
  const anyRuns = fc.uniqueArray(anyKeptRun, {
    selector: ({ setup }) => runKind(setup),
    maxLength: 3,
  });
  const anyData = fc.record({ runs: anyRuns, progress: anyProgress, study: anyStudy });
  await fc.assert(
    fc.asyncProperty(anyData, anyData, async (old, own) => {
      stored.clear();
      for (const [exam, data] of [
        [former, old],
        [today, own],
      ] as const) {
        for (const run of data.runs) stored.set(runKey(exam, runKind(run.setup)), storedForm(run));
        stored.set(progressKey(exam), storedForm(data.progress));
        stored.set(studyKey(exam), storedStudy(data.study));
      }
      expect(await move()).toBe(true);
      const once = new Map(stored);
      expect(await move()).toBe(false);
      expect(new Map(stored)).toEqual(once);

      const merged = await readLearning(today);
      const { reviews } = mergeStudies(own.study, old.study);
      expect(merged.study.reviews).toEqual(reviews);
      const runIds = [...old.progress.history, ...own.progress.history].map(({ runId }) => runId);
      expect(merged.progress.history.map(({ runId }) => runId).sort()).toEqual(
        [...new Set(runIds)].sort(),
      );
      const kindsOf = (runs: SavedRun[]) => new Set(runs.map(({ setup }) => runKind(setup)));
      const kinds = kindsOf([...old.runs, ...own.runs]);
      expect(kindsOf(merged.runs)).toEqual(kinds);
      expect(runKinds.filter((kind) => kinds.has(kind))).toHaveLength(merged.runs.length);
    }),
    { numRuns: 60 },
  );
});
