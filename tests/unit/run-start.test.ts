import { beforeEach, describe, expect, it, vi } from 'vitest';
import { printStored } from '#learner/records.ts';
import { emptyLearning, type StoredRun } from '#learner/schemas.ts';
import { findRun } from '#screens/exam-day/run-start.ts';
import { resetDevice, stored } from '#support/memory-store.ts';
import { resultOf, storedRun } from '#support/stored-runs.ts';

vi.mock('idb-keyval', async () => (await import('#support/memory-store.ts')).memoryStore);

beforeEach(resetDevice);

const exam = { apiUrl: 'https://api.example', providerId: 'aws', examId: 'x' };
const MINUTE = 60_000;
const questionIds = Array.from({ length: 20 }, (_, index) => `q${index + 1}`);
const detail = { id: 'x', name: 'x', questionIds };

const store = (run: StoredRun) => {
  for (const [key, value] of printStored(exam, emptyLearning, { ...emptyLearning, runs: [run] }))
    stored.set(key, value);
};

describe('a mock exam that its clock ended while it was away', () => {
  it.each(questionIds.map((_, index) => index))(
    'opens at its result, though it was left at index %i',
    async (index) => {
      const now = Date.now();
      for (const search of ['?result=mock', '?run=mock', '?continue=mock']) {
        resetDevice();
        store(
          storedRun({
            ...{ id: 'mock', questionIds, index, selection: [], results: [resultOf('q1')] },
            setup: { questions: 20, isShuffled: true, minutes: 30 },
            ...{ startedAt: now - 60 * MINUTE, at: now - 50 * MINUTE },
          }),
        );
        const { run } = await findRun(exam, detail, search);
        const { id, isFinished, isAnswered } = run;
        expect({ id, index: run.index, isFinished, isAnswered }, search).toEqual({
          ...{ id: 'mock', index: 19, isFinished: true, isAnswered: true },
        });
      }
    },
  );
});
