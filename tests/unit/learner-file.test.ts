import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { collectLearnerFile, importLearnerFile } from '#storage/learner-file.ts';
import { anyKeptRun, anyProgress } from '#support/kept-runs.ts';
import { stored } from '#support/memory-store.ts';

vi.mock('idb-keyval', async () => (await import('#support/memory-store.ts')).memoryStore);

const anyName = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 });
const anyExams = fc.uniqueArray(
  fc.record(
    { providerId: anyName, examId: anyName, run: anyKeptRun, progress: anyProgress },
    { requiredKeys: ['providerId', 'examId'] },
  ),
  { selector: ({ providerId, examId }) => JSON.stringify([providerId, examId]), maxLength: 5 },
);

it('a file brings back what was on the device, whatever the exams are called', async () => {
  await fc.assert(
    fc.asyncProperty(anyExams, async (exams) => {
      stored.clear();
      const file = { kind: 'certdeck-learner-data', version: 1, exams };
      expect(await importLearnerFile(JSON.stringify(file))).toEqual({
        ok: true,
        value: exams.length,
      });
      const before = new Map(stored);
      const exported = JSON.stringify(await collectLearnerFile(new Date(0)));
      stored.clear();
      expect(await importLearnerFile(exported)).toMatchObject({ ok: true });
      expect(new Map(stored)).toEqual(before);
      expect(stored.size).toBe(
        exams.flatMap(({ run, progress }) => [run, progress]).filter(Boolean).length,
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
      expect(await importLearnerFile(text)).toMatchObject({ ok: false });
      expect(stored.size).toBe(0);
    }),
  );
});
