import { readFile } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import type { ExamProgress, Learning, SavedRun } from '#contract/learner.ts';
import { applyNote } from '#exam/kept-run.ts';
import { dueQuestions } from '#exam/study.ts';
import { collectLearnerFile, importLearnerFile } from '#storage/learner-file.ts';
import {
  progressKey,
  readAllLearning,
  readKeptRuns,
  readLearning,
  runKey,
  updateKept,
  writeRunNote,
} from '#storage/learner-store.ts';
import { keptRun, resultOf } from '#support/kept-runs.ts';
import { allowStorage, refuseStorage, stored, withNotes } from '#support/memory-store.ts';

vi.mock('idb-keyval', async () => (await import('#support/memory-store.ts')).memoryStore);

const API = 'https://api.example';
const OTHER_API = 'https://other.example';
const examOf = (examId: string, apiUrl = API) => ({ apiUrl, providerId: 'aws', examId });

/** What an older release has left, of every shape that was ever stored. */
const fixture = async (name: string) =>
  readFile(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8');
const leaveOldData = async (release = 1) => {
  const data = JSON.parse(await fixture(`learner-data-${release}`));
  for (const [key, value] of Object.entries(data)) {
    stored.set(key, value);
  }
};

const readAll = (examId: string, apiUrl = API) => readKeptRuns(examOf(examId, apiUrl), applyNote);
const write = (run: SavedRun, apiUrl = API) =>
  updateKept(examOf('x', apiUrl), 'all', () => ({ run }));

describe('data of the first release', () => {
  it.each([
    ['Whole Exam', 'm5x-whole', 'all'],
    ['Set', 'm5x-set', 'set'],
    ['Practise List', 'm5x-practise', 'review'],
    ['Again', 'm5x-again', 'review'],
    ['Mock', 'm5x-mock', 'mock'],
  ] as const)('has its run read, by its kind: %s', async (examId, id, kind) => {
    await leaveOldData();
    const old = stored.get(`run/aws/${encodeURIComponent(examId)}`) as object;
    const [run, ...others] = await readAll(examId);
    const { version: _, ...fields } = { version: 0, ...old };
    expect(run).toEqual({ ...fields, revision: 0, seen: [], endedAfter: undefined });
    expect(run?.id).toBe(id);
    expect(others).toEqual([]);
    expect(stored.has(runKey(examOf(examId), kind))).toBe(true);
    expect([...stored.keys()].some((key) => /^run\/aws\//.test(key))).toBe(false);
  });

  it('has its progress read', async () => {
    await leaveOldData();
    const { 'progress/aws/Whole%20Exam': old } = JSON.parse(await fixture('learner-data-1'));
    const { progress } = await readLearning(examOf('Whole Exam'));
    expect(progress).toEqual({ history: old.history, practise: old.practise });
    const all = await readAllLearning(API);
    expect(all.find(({ exam }) => exam.examId === 'Whole Exam')?.progress).toEqual(progress);
  });

  it('belongs to the API that it is first read for', async () => {
    await leaveOldData();
    expect(await readAll('Whole Exam')).toHaveLength(1);
    expect(await readAll('Whole Exam', OTHER_API)).toEqual([]);
    expect(await readAllLearning(OTHER_API)).toEqual([]);
  });

  it('is left alone where it can’t be read, and undoes nothing newer', async () => {
    const newer = keptRun({ id: 'newer' });
    await write(newer);
    stored.set('run/aws/x', { version: 1, ...keptRun({ id: 'older' }) });
    stored.set('run/aws/y', { version: 9 });
    expect(await readAll('x')).toMatchObject([{ id: 'newer' }]);
    expect(stored.get('run/aws/y')).toEqual({ version: 9 });
  });

  it('of a tab that still runs the first release is taken over when it went further', async () => {
    await write(keptRun({ id: 'a', results: [resultOf('q1')] }));
    const results = [resultOf('q1'), resultOf('q2')];
    stored.set('run/aws/x', { version: 1, ...keptRun({ id: 'a', results }) });
    expect((await readAll('x'))[0]?.results).toHaveLength(2);
  });

  it('in an exported file is imported for the configured API', async () => {
    const file = await fixture('learner-file-1');
    expect(await importLearnerFile(file, API)).toEqual({ ok: true, value: 2 });
    const [exam] = JSON.parse(file).exams;
    const { version: _, ...run } = exam.run;
    expect(await readAll('Whole Exam')).toEqual([
      { ...run, revision: 0, seen: [], endedAfter: undefined },
    ]);
    const { version: __, ...progress } = exam.progress;
    expect((await readLearning(examOf('Whole Exam'))).progress).toEqual(progress);
  });
});

describe('data of the release before spaced review', () => {
  it('is read as it is, with its practice list due', async () => {
    await leaveOldData(2);
    const before = new Map(stored);
    const all = await readAllLearning(API);
    expect(all.flatMap(({ runs }) => runs.map(({ id }) => id)).sort()).toEqual([
      'm5x-again',
      'm5x-mock',
      'm5x-practise',
      'm5x-set',
      'm5x-whole',
    ]);
    const whole = await readLearning(examOf('Whole Exam'));
    const old = before.get(progressKey(examOf('Whole Exam'))) as ExamProgress;
    expect(whole.progress).toEqual({ history: old.history, practise: old.practise });
    expect(dueQuestions(whole, Date.now())).toEqual(Object.keys(old.practise));
    expect(stored).toEqual(before);
  });

  it('has the time of each answer read, where it was stored', async () => {
    await leaveOldData(3);
    const [all] = await readAllLearning(API);
    const { 'study/https%3A%2F%2Fapi.example/aws/Whole%20Exam': study } = JSON.parse(
      await fixture('learner-data-3'),
    );
    expect(all?.runs.map(({ results }) => results.map(({ time }) => time))).toEqual([[41500, 0.5]]);
    expect({ version: 1, ...all?.study }).toEqual(study);
    await leaveOldData(2);
    const [older] = await readAll('Whole Exam');
    expect(older?.results.map(({ time }) => time)).toEqual([undefined]);
  });

  it('in an exported file is merged: a run counts once, and the further one stays', async () => {
    const file = await fixture('learner-file-2');
    const [exam] = JSON.parse(file).exams;
    const mine = { ...exam.runs[0], revision: 9 };
    const own = { runId: 'own', finishedAt: 1, correct: 1, answered: 1, total: 1, elapsed: 1 };
    await updateKept(examOf('Whole Exam'), 'all', () => ({
      run: mine,
      progress: { history: [own], practise: {} },
    }));
    for (let time = 0; time < 2; time += 1) {
      expect(await importLearnerFile(file, API)).toEqual({ ok: true, value: 2 });
    }
    const { runs, progress } = await readLearning(examOf('Whole Exam'));
    expect(runs).toMatchObject([{ revision: 9 }]);
    expect(progress.history).toEqual([own, ...exam.progress.history]);
    expect(progress.practise).toEqual(exam.progress.practise);
  });
});

it('reads the answers that wait for their cards', async () => {
  await leaveOldData(4);
  const { study, ...learned } = await readLearning(examOf('Whole Exam'));
  expect(study.unscheduled).toEqual([[1760100000000, 'q2', 0]]);
  expect(dueQuestions({ ...learned, study }, 1760100000000)).toEqual(['q2', 'q1']);
});

describe('the same exam at two APIs', () => {
  it('has two runs', async () => {
    await write(keptRun({ id: 'here' }));
    await write(keptRun({ id: 'there' }), OTHER_API);
    expect(await readAll('x')).toMatchObject([{ id: 'here' }]);
    expect(await readAll('x', OTHER_API)).toMatchObject([{ id: 'there' }]);
  });

  it('is told apart in a file, which names no API that the app is configured for', async () => {
    await write(keptRun({ id: 'here' }));
    await write(keptRun({ id: 'there' }), OTHER_API);
    const { exams } = await collectLearnerFile(new Date(0), API);
    expect(exams.map(({ apiUrl, runs }) => [apiUrl, runs[0]?.id])).toEqual([
      [undefined, 'here'],
      [OTHER_API, 'there'],
    ]);
  });
});

describe('ids that every object has a property of', () => {
  it('are kept like any other', async () => {
    const practise = JSON.parse('{"__proto__": 1, "constructor": 0}');
    await updateKept(examOf('x'), 'all', () => ({ progress: { history: [], practise } }));
    const read = await readLearning(examOf('x'));
    expect(Object.entries(read.progress.practise)).toEqual([
      ['__proto__', 1],
      ['constructor', 0],
    ]);
  });

  it('with half a character in the name are kept, too, and nothing is thrown', async () => {
    const exam = examOf('\ud800');
    expect(await updateKept(exam, 'all', () => ({ run: keptRun() }))).toBe(true);
    expect(await readAll('\ud800')).toMatchObject([{ id: 'kept' }]);
    expect((await readLearning(exam)).progress).toEqual({ history: [], practise: {} });
  });
});

describe('what was noted by a page that was left', () => {
  const note = (run: SavedRun, whole?: SavedRun, at?: number) =>
    writeRunNote(examOf('x'), 'all', {
      id: run.id,
      revision: run.revision,
      elapsed: run.elapsed,
      at,
      run: whole,
    });

  it('is taken over once, and stored', async () => {
    const notes = withNotes();
    await write(keptRun());
    note(keptRun({ elapsed: 90_000 }));
    expect(await readAll('x')).toMatchObject([{ elapsed: 90_000 }]);
    expect(notes.size).toBe(0);
    expect(await readAll('x')).toMatchObject([{ elapsed: 90_000 }]);
  });

  it('by an old tab undoes nothing', async () => {
    withNotes();
    await write(keptRun({ revision: 7 }));
    note(keptRun({ revision: 3, elapsed: 90_000 }));
    expect(await readAll('x')).toMatchObject([{ revision: 7, elapsed: 61_000 }]);
  });

  it('of a run that never was stored is the run', async () => {
    withNotes();
    note(keptRun({ id: 'new' }), keptRun({ id: 'new' }));
    expect(await readAll('x')).toMatchObject([{ id: 'new' }]);
    expect(stored.get(runKey(examOf('x'), 'all'))).toMatchObject({ id: 'new' });
  });

  it('teaches what it knows of, once, and at the time of the note', async () => {
    withNotes();
    const results = [resultOf('q1'), resultOf('q2', false), resultOf('q3')];
    const ended = keptRun({ revision: 3, results, isFinished: true, endedAfter: 70_000 });
    await write(keptRun());
    for (let time = 0; time < 2; time += 1) {
      note(ended, ended, 5000);
      const { runs, progress, study } = await readLearning(examOf('x'), applyNote);
      expect(runs[0]?.results).toEqual(results);
      expect(progress.history).toMatchObject([{ runId: 'kept', finishedAt: 5000, answered: 3 }]);
      expect(study.reviews).toEqual([[5000, 'q3', 1]]);
    }
  });

  it('is read with what is kept of all exams, each note for its own', async () => {
    const notes = withNotes();
    const run = keptRun({ id: 'new' });
    writeRunNote(examOf('x'), 'all', { ...run, run });
    writeRunNote(examOf('y', OTHER_API), 'all', { ...run, run });
    notes.set(`certdeck/${runKey(examOf('z'), 'all')}`, 'no note');
    const read = await readAllLearning(API, applyNote);
    expect(read.map(({ exam, runs }) => [exam.examId, runs.length])).toEqual([['x', 1]]);
    expect(dueQuestions(read[0] as Learning, Date.now())).toEqual(['q2']);
    expect(await readAllLearning(OTHER_API, applyNote)).toMatchObject([{ runs: [{ id: 'new' }] }]);
  });

  it('teaches nothing of a mock exam before its end', async () => {
    withNotes();
    const mock = keptRun({ setup: { questions: 'all', isShuffled: false, minutes: 10 } });
    const noteMock = (run: SavedRun) => writeRunNote(examOf('x'), 'mock', { ...run, run });
    noteMock(mock);
    expect((await readLearning(examOf('x'), applyNote)).study.reviews).toEqual([]);
    noteMock({ ...mock, revision: 3, isFinished: true });
    const { progress, study } = await readLearning(examOf('x'), applyNote);
    expect(study.reviews.map(([, id]) => id)).toEqual(['q1', 'q2']);
    expect(progress.history).toMatchObject([{ kind: 'mock' }]);
  });

  it('stays where it is while it can’t be stored, or when more has been noted since', async () => {
    const notes = withNotes();
    const left = () => [...notes.keys()].filter((key) => key.startsWith('certdeck/')).length;
    const run = keptRun({ id: 'new' });
    note(run, run);
    refuseStorage();
    await readAllLearning(API, applyNote);
    expect(left()).toBe(1);
    allowStorage();
    const more = keptRun({ id: 'new', revision: 3, results: [resultOf('q1')] });
    const noteMore: typeof applyNote = (...given) => {
      note(more, more);
      return applyNote(...given);
    };
    await readAllLearning(API, noteMore);
    expect(left()).toBe(1);
    expect(await readAll('x')).toMatchObject([{ id: 'new' }]);
    expect(left()).toBe(0);
  });

  it('is all there is where the device stores nothing', async () => {
    withNotes();
    refuseStorage();
    note(keptRun(), keptRun());
    expect(await readAll('x')).toMatchObject([{ id: 'kept' }]);
  });
});
