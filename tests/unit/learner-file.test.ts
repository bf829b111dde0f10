import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { runKind } from '#contract/learner.ts';
import { collectLearnerFile, importLearnerFile } from '#storage/learner-file.ts';
import { anyKeptRun, anyProgress, anyStudy } from '#support/kept-runs.ts';
import { stallStorage, stored } from '#support/memory-store.ts';

vi.mock('idb-keyval', async () => (await import('#support/memory-store.ts')).memoryStore);

const anyName = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 });
const API = 'https://api.example';

const anyExams = fc.uniqueArray(
  fc.record(
    {
      apiUrl: fc.constant('https://other.example'),
      providerId: anyName,
      examId: anyName,
      runs: fc.uniqueArray(anyKeptRun, { selector: ({ setup }) => runKind(setup), maxLength: 3 }),
      progress: anyProgress,
      study: anyStudy,
    },
    { requiredKeys: ['providerId', 'examId'] },
  ),
  {
    selector: ({ apiUrl, providerId, examId }) => JSON.stringify([apiUrl, providerId, examId]),
    maxLength: 5,
  },
);

it('a file brings back what was on the device, whatever the exams are called', async () => {
  await fc.assert(
    fc.asyncProperty(anyExams, async (exams) => {
      stored.clear();
      const file = { kind: 'certdeck-learner-data', version: 2, exams };
      expect(await importLearnerFile(JSON.stringify(file), API)).toEqual({
        ok: true,
        value: exams.length,
      });
      const before = new Map(stored);
      const exported = JSON.stringify(await collectLearnerFile(new Date(0), API));
      stored.clear();
      expect(await importLearnerFile(exported, API)).toMatchObject({ ok: true });
      expect(new Map(stored)).toEqual(before);
      expect(stored.size).toBe(
        exams
          .flatMap(({ runs = [], progress, study }) => [...runs, progress, study])
          .filter(Boolean).length,
      );
    }),
  );
});

it('nothing that is given for a file is thrown at, or changes anything', async () => {
  const anyText = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .jsonValue()
      .map((exams) =>
        JSON.stringify({ kind: 'certdeck-learner-data', version: 1, exams: [exams] }),
      ),
  );
  await fc.assert(
    fc.asyncProperty(anyText, async (text) => {
      expect(await importLearnerFile(text, API)).toMatchObject({ ok: false });
      expect(stored.size).toBe(0);
    }),
  );
});

const fileOf = (exams: unknown) =>
  JSON.stringify({ kind: 'certdeck-learner-data', version: 1, exams });

it.each([
  ['a text for a run', { run: 'x'.repeat(10_000_000) }],
  ['a list for a run', { run: [1] }],
  ['a text for its runs', { runs: 'x'.repeat(10_000_000) }],
  ['texts among its runs', { runs: ['x'.repeat(10_000_000)] }],
  ['a text for progress', { progress: 'x'.repeat(10_000_000) }],
  ['a text for its cards', { study: 'x'.repeat(10_000_000) }],
])('a file with %s is refused before it is walked through', async (_, fields) => {
  const text = fileOf([{ providerId: 'aws', examId: 'x', ...fields }]);
  const started = performance.now();
  expect(await importLearnerFile(text, API)).toEqual({ ok: false, failure: 'spoilt' });
  expect(performance.now() - started).toBeLessThan(1000);
});

it('a file of more exams than anybody practices is refused as too large', async () => {
  const exams = Array.from({ length: 10_001 }, () => ({ providerId: 'aws', examId: 'x' }));
  expect(await importLearnerFile(fileOf(exams), API)).toMatchObject({ failure: 'too-large' });
});

it('an import that takes too long is undone, so that nothing was changed', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  stallStorage();
  const progress = { history: [], practise: {} };
  const importing = importLearnerFile(fileOf([{ providerId: 'a', examId: 'x', progress }]), API);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await importing).toEqual({ ok: false, failure: 'not-stored' });
  expect(stored.size).toBe(0);
});
