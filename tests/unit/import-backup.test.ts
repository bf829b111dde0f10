import { beforeEach, expect, it, vi } from 'vitest';
import { type OwnQuestion, ownKey } from '#contract/own.ts';
import { readDeck } from '#exchange/deck.ts';
import { importLearnerFile } from '#learner/learner-file.ts';
import { readLearning } from '#learner/learner-store.ts';
import { emptyLearning, LEARNER_VERSION } from '#learner/schemas.ts';
import { printOwnExam } from '#offline/library/own-backup.ts';
import { readOwnExam, saveOwnExam } from '#offline/library/own-exams.ts';
import { openOwnExams } from '#screens/own-exams/import-backup.ts';
import { createMemoryCaches } from '#support/memory-caches.ts';
import { resetDevice, stubLocalStorage } from '#support/memory-store.ts';
import { resultOf, storedRun } from '#support/stored-runs.ts';

vi.mock('idb-keyval', async () => (await import('#support/memory-store.ts')).memoryStore);

const API = 'https://api.example';
const key = ownKey('Planets');

const newDevice = () => {
  resetDevice();
  vi.stubGlobal('caches', createMemoryCaches());
};

beforeEach(() => {
  stubLocalStorage();
  newDevice();
});

const read = (name: string, text: string) =>
  readDeck([{ name, bytes: new TextEncoder().encode(text) }], {}).questions;

const table = (key: string, ids: boolean) =>
  read(
    'planets.json',
    JSON.stringify([
      { ...(ids && { id: 'q1' }), question: 'Which is true?', options: ['a', 'b'], answer: 'a' },
      { ...(ids && { id: 'q2' }), question: 'Which is true?', options: ['c', 'd'], answer: key },
    ]),
  );

/** A backup of a device that has these questions, and a note on the last of them. */
const backup = (questions: OwnQuestion[], note: string, savedAt: number) => {
  const questionId = questions.at(-1)?.id ?? '';
  const marks = [{ questionId, notes: [{ id: note, text: note, at: savedAt, over: [] }] }];
  const run = storedRun({
    id: note,
    questionIds: [questionId],
    results: [resultOf(questionId, true)],
    index: 0,
  });
  const study = { ...emptyLearning.study, marks };
  const { examId, providerId, apiUrl } = key;
  return JSON.stringify({
    kind: 'certdeck-learner-data',
    version: LEARNER_VERSION,
    exportedAt: '',
    exams: [{ ...emptyLearning, apiUrl, providerId, examId, runs: [run], study }],
    ownExams: [printOwnExam({ name: 'Planets', questions, savedAt })],
  });
};

const importAll = async (texts: string[]) => {
  newDevice();
  for (const text of texts) {
    const own = await openOwnExams(text);
    expect((await importLearnerFile(text, API, { idHere: own.idHere })).ok).toBe(true);
    await own.save();
  }
  const exam = await readOwnExam(key);
  const { study, past, runs } = await readLearning(key);
  return exam?.questions.map(({ id, answer }) => ({
    text: answer.question.options.toSorted().join(),
    right: answer.question.answers,
    notes: study.marks.find(({ questionId }) => questionId === id)?.notes?.map(({ text }) => text),
    answered: [...past, ...runs].filter(({ results }) => results[0]?.questionId === id).length,
  }));
};

it('two devices that added the same questions, with ids and without, see both of their notes', async () => {
  const [a, b] = [backup(table('d', true), 'of a', 1000), backup(table('d', false), 'of b', 2000)];
  const all = await importAll([a, b]);
  expect(all).toEqual([
    { text: 'a,b', right: ['a'], notes: undefined, answered: 0 },
    { text: 'c,d', right: ['d'], notes: ['of a', 'of b'], answered: 2 },
  ]);
  expect(await importAll([b, a])).toEqual(all);
});

it('what was learned follows a question whose key another device has mended', async () => {
  const [a, b] = [backup(table('d', true), 'of a', 1000), backup(table('c', false), 'of b', 2000)];
  const all = await importAll([a, b]);
  expect(all?.[1]).toEqual({ text: 'c,d', right: ['c'], notes: ['of a', 'of b'], answered: 2 });
  expect(await importAll([b, a]), 'also where the later one came first').toEqual(all);
  expect(await importAll([a, b, a, b])).toEqual(all);
});

it('names what it leaves out', async () => {
  const text = backup(table('d', true), 'of a', 1000);
  await saveOwnExam({ name: 'Planets', questions: table('c', true), savedAt: 3000 });
  expect(await (await openOwnExams(text)).save()).toEqual({
    saved: 0,
    failed: 0,
    older: ['Planets'],
  });
  const broken = JSON.stringify({ ownExams: [{}] });
  expect(await (await openOwnExams(broken)).save()).toEqual({ saved: 0, failed: 1, older: [] });
  for (const text of ['null', '[]', '{', '{"ownExams":1}']) {
    expect(await (await openOwnExams(text)).save()).toEqual({ saved: 0, failed: 0, older: [] });
  }
  const wrong = { ...JSON.parse(text), exams: [{ providerId: 'a', examId: 'b', runs: [1] }, 7] };
  expect(await importLearnerFile(JSON.stringify(wrong), API)).toMatchObject({
    value: { exams: 1, unread: 2 },
  });
});
