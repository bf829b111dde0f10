import { expect, it, vi } from 'vitest';
import type { SavedRun } from '#contract/learner.ts';
import { restoreRun, saveRun } from '#exam/kept-run.ts';
import { startedRun } from '#exam/run.ts';
import { createExamRunStore } from '#screens/exam-runner/exam-run-store.ts';
import type { Kept } from '#storage/learner-store.ts';
import { resultOf } from '#support/kept-runs.ts';

/** The device, and the ear of the tab for what others have stored. */
const device = vi.hoisted(() => ({
  run: undefined as SavedRun | undefined,
  hear: (_: string): void => undefined,
}));

vi.mock('#storage/learner-store.ts', async (original) => ({
  ...(await original<typeof import('#storage/learner-store.ts')>()),
  readRun: async () => device.run,
  updateKept: async (_: unknown, __: unknown, change: (kept: Kept) => Partial<Kept>) => {
    const kept: Kept = {
      run: device.run,
      progress: { history: [], practise: {} },
      study: { cards: [], reviews: [] },
    };
    device.run = change(kept).run ?? device.run;
    return true;
  },
  openRunChannel: (hear: (key: string) => void) => {
    device.hear = hear;
    return { tell: () => undefined, close: () => undefined };
  },
}));

const exam = { apiUrl: 'https://api.example.org', providerId: 'aws', examId: 'walked' };
const ids = ['q1', 'q2', 'q3'];
const question = { question: '?', questionParts: [], options: ['a', 'b'], answers: ['a'] };

it('writes nothing over an answer of another tab that came while its own was given', async () => {
  const started = startedRun(ids, undefined, 'run', 0);
  const base = { ...saveRun(started, 0), results: [resultOf('q1')], index: 1, revision: 1 };
  device.run = base;
  const run = restoreRun(base, ids, 0);
  if (!run) throw new Error('Nothing was left of the run');
  const { runKey } = await import('#storage/learner-store.ts');
  const store = createExamRunStore({
    exam,
    examQuestionIds: ids,
    run,
    kept: base,
    onUnsaved: () => undefined,
  });
  const detach = store.attach();

  device.run = { ...base, results: [...base.results, resultOf('q3')], revision: 2 };
  device.hear(runKey(exam, 'all'));
  store.dispatch({ type: 'optionChosen', position: 0, question });
  store.dispatch({ type: 'answerChecked', question, now: 1 });
  await vi.waitFor(() => {
    const kept = device.run?.results.map(({ questionId }) => questionId).sort();
    expect(kept).toEqual(ids);
  });
  expect(store.read().results).toHaveLength(3);
  detach();
});
