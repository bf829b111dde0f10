import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { emptyStudy, runKind } from '#contract/learner.ts';
import { collectLearnerFile, importLearnerFile } from '#storage/learner-file.ts';
import { readLearning, updateStored } from '#storage/learner-store.ts';
import { resetDevice, stallStorage, stored } from '#support/memory-store.ts';
import { anyHistory, anyStoredRun, anyStudy, recordOf, storedRun } from '#support/stored-runs.ts';

vi.mock('idb-keyval', async () => (await import('#support/memory-store.ts')).memoryStore);

beforeEach(resetDevice);

const API = 'https://api.example';
const OTHER_API = 'https://other.example';
const exam = { providerId: 'aws', examId: 'x' };
const key = { apiUrl: API, ...exam };
const empty = { runs: [], history: [], study: emptyStudy };

const importExams = (exams: unknown) =>
  importLearnerFile(JSON.stringify({ kind: 'certdeck-learner-data', version: 1, exams }), API);

const anyName = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 });
const anyExams = fc.uniqueArray(
  fc.record(
    {
      apiUrl: fc.constant(OTHER_API),
      providerId: anyName,
      examId: anyName,
      runs: fc.uniqueArray(anyStoredRun, { selector: ({ setup }) => runKind(setup), maxLength: 3 }),
      history: anyHistory,
      study: anyStudy,
    },
    { requiredKeys: ['providerId', 'examId', 'runs', 'history', 'study'] },
  ),
  {
    selector: ({ apiUrl, providerId, examId }) => JSON.stringify([apiUrl, providerId, examId]),
    maxLength: 5,
  },
);

describe('an exported file', () => {
  it('restores everything, whatever the exams are called', async () => {
    await fc.assert(
      fc.asyncProperty(anyExams, async (exams) => {
        stored.clear();
        expect(await importExams(exams)).toEqual({ ok: true, value: exams.length });
        const before = new Map(stored);
        const exported = JSON.stringify(await collectLearnerFile(new Date(0), API));
        stored.clear();
        expect(await importLearnerFile(exported, API)).toMatchObject({ ok: true });
        expect(new Map(stored)).toEqual(before);
        expect(stored.size).toBe(exams.reduce((sum, { runs }) => sum + runs.length + 2, 0));
      }),
      { numRuns: 30 },
    );
  });

  it('names the API of an exam only if it is not the configured one', async () => {
    await updateStored(key, 'all', () => ({ run: storedRun({ id: 'here' }) }));
    const other = { ...key, apiUrl: OTHER_API };
    await updateStored(other, 'all', () => ({ run: storedRun({ id: 'there' }) }));
    const { exams } = await collectLearnerFile(new Date(0), API);
    expect(exams.map(({ apiUrl, runs }) => [apiUrl, runs[0]?.id])).toEqual([
      [undefined, 'here'],
      [OTHER_API, 'there'],
    ]);
  });
});

describe('an import', () => {
  it('opens what was opened on either device', async () => {
    const theirs = { ...emptyStudy, opened: ['h1', 'h2'] };
    await updateStored(key, 'all', () => ({ study: { ...emptyStudy, opened: ['h2', 'h3'] } }));
    await importExams([
      { ...empty, providerId: key.providerId, examId: key.examId, study: theirs },
    ]);
    const [exam] = (await collectLearnerFile(new Date(0), API)).exams;
    expect(exam?.study.opened).toEqual(['h2', 'h3', 'h1']);
    await importExams([{ ...empty, providerId: key.providerId, examId: key.examId }]);
    expect((await collectLearnerFile(new Date(0), API)).exams[0]?.study.opened).toHaveLength(3);
  });

  it('keeps the newer version of a run, and counts every finished run once', async () => {
    const theirs = [recordOf('b', { finishedAt: 2 }), recordOf('a', { finishedAt: 3 })];
    await updateStored(key, 'all', () => ({
      run: storedRun({ revision: 9 }),
      history: [recordOf('a', { finishedAt: 1 })],
    }));
    for (let time = 0; time < 2; time += 1) {
      await importExams([{ ...exam, ...empty, runs: [storedRun()], history: theirs }]);
    }
    expect(await readLearning(key)).toEqual({
      runs: [storedRun({ revision: 9 })],
      history: theirs,
      study: emptyStudy,
    });
    await importExams([{ ...exam, ...empty, runs: [storedRun({ revision: 10 })] }]);
    expect((await readLearning(key)).runs).toEqual([storedRun({ revision: 10 })]);
  });

  it('of anything else fails and changes nothing', async () => {
    const anyFile = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .jsonValue()
        .map((value) =>
          JSON.stringify({ kind: 'certdeck-learner-data', version: 1, exams: [value] }),
        ),
    );
    await fc.assert(
      fc.asyncProperty(anyFile, async (text) => {
        expect(await importLearnerFile(text, API)).toMatchObject({ ok: false });
        expect(stored.size).toBe(0);
      }),
    );
  });

  const long = 'x'.repeat(10_000_000);
  it.each([
    ['a text for its runs', { runs: long }],
    ['texts among its runs', { runs: [long] }],
    ['a list for a run', { runs: [[1]] }],
    ['a text for its history', { history: long }],
    ['a text for its study', { study: long }],
  ])('fails at once on an exam with %s, instead of walking through it', async (_, changes) => {
    const imported = await importExams([{ ...exam, ...empty, ...changes }]);
    expect(imported).toEqual({ ok: false, failure: 'spoilt' });
  });

  it('refuses more exams than anybody practices', async () => {
    const exams = Array.from({ length: 10_001 }, () => ({ ...exam, ...empty }));
    expect(await importExams(exams)).toMatchObject({ failure: 'too-large' });
  });

  it('that takes too long is undone', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    stallStorage();
    const importing = importExams([{ ...exam, ...empty }]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await importing).toEqual({ ok: false, failure: 'not-stored' });
    expect(stored.size).toBe(0);
  });
});
