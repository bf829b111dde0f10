import { readFile } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import type { SavedRun } from '#contract/learner.ts';
import { applyNote } from '#exam/kept-run.ts';
import { collectLearnerFile, importLearnerFile } from '#storage/learner-file.ts';
import {
  readKeptRuns,
  readProgress,
  readProviderProgress,
  runKey,
  updateKept,
  writeRunNote,
} from '#storage/learner-store.ts';
import { keptRun, resultOf } from '#support/kept-runs.ts';
import { refuseStorage, stored } from '#support/memory-store.ts';

vi.mock('idb-keyval', async () => (await import('#support/memory-store.ts')).memoryStore);

const API = 'https://api.example';
const OTHER_API = 'https://other.example';
const examOf = (examId: string, apiUrl = API) => ({ apiUrl, providerId: 'aws', examId });

/** What an older release has left, of every shape that was ever stored. */
const fixture = async (name: string) =>
  readFile(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8');
const leaveOldData = async () => {
  for (const [key, value] of Object.entries(JSON.parse(await fixture('learner-data-1')))) {
    stored.set(key, value);
  }
};

const readAll = (examId: string, apiUrl = API) => readKeptRuns(examOf(examId, apiUrl), applyNote);
const write = (run: SavedRun, apiUrl = API) =>
  updateKept(examOf('x', apiUrl), 'all', () => ({ run }));

/** As much of the browser's storage of texts as a note needs. */
const withNotes = () => {
  const notes = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => notes.get(key) ?? null,
    setItem: (key: string, text: string) => notes.set(key, text),
    removeItem: (key: string) => notes.delete(key),
  });
  return notes;
};

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
    const progress = await readProgress(examOf('Whole Exam'));
    expect(progress).toEqual({ history: old.history, practise: old.practise });
    expect(await readProviderProgress(API, 'aws')).toEqual(new Map([['Whole Exam', progress]]));
  });

  it('belongs to the API that it is first read for', async () => {
    await leaveOldData();
    expect(await readAll('Whole Exam')).toHaveLength(1);
    expect(await readAll('Whole Exam', OTHER_API)).toEqual([]);
    expect(await readProviderProgress(OTHER_API, 'aws')).toEqual(new Map());
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
    expect(await readProgress(examOf('Whole Exam'))).toEqual(progress);
  });
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
    const read = await readProgress(examOf('x'));
    expect(Object.entries(read.practise)).toEqual([
      ['__proto__', 1],
      ['constructor', 0],
    ]);
  });

  it('with half a character in the name are kept, too, and nothing is thrown', async () => {
    const exam = examOf('\ud800');
    expect(await updateKept(exam, 'all', () => ({ run: keptRun() }))).toBe(true);
    expect(await readAll('\ud800')).toMatchObject([{ id: 'kept' }]);
    expect(await readProgress(exam)).toEqual({ history: [], practise: {} });
  });
});

describe('what was noted by a page that was left', () => {
  const note = (run: SavedRun, whole?: SavedRun) =>
    writeRunNote(examOf('x'), 'all', {
      id: run.id,
      revision: run.revision,
      elapsed: run.elapsed,
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

  it('is all there is where the device stores nothing', async () => {
    withNotes();
    refuseStorage();
    note(keptRun(), keptRun());
    expect(await readAll('x')).toMatchObject([{ id: 'kept' }]);
  });
});
