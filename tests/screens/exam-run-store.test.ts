import { expect, it, vi } from 'vitest';
import type { Kept, SavedRun } from '#contract/learner.ts';
import { restoreRun, saveRun } from '#exam/kept-run.ts';
import { startedRun } from '#exam/run.ts';
import { createExamRunStore } from '#screens/exam-runner/exam-run-store.ts';
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

it('keeps how long a question was in sight before its answer, without pauses and other tabs', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  const visibility = vi.spyOn(document, 'visibilityState', 'get');
  const store = createExamRunStore({
    exam,
    examQuestionIds: ids,
    run: startedRun(ids, undefined, 'timed', 0),
    onUnsaved: () => undefined,
  });
  const detach = store.attach();
  const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
  const show = (state: DocumentVisibilityState) => {
    visibility.mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const answer = () => {
    store.dispatch({ type: 'optionChosen', position: 0, question });
    pass(1);
    store.dispatch({ type: 'answerChecked', question, now: Date.now() });
  };
  const times = () => store.read().results.map(({ time }) => time);
  pass(5);
  show('hidden');
  pass(600);
  show('visible');
  pass(2);
  answer();
  expect(times()).toEqual([8000]);
  pass(30);
  store.dispatch({ type: 'questionOpened', index: 1 });
  pass(4);
  store.dispatch({ type: 'stopwatchPaused', now: Date.now() });
  pass(900);
  store.dispatch({ type: 'stopwatchResumed', now: Date.now() });
  answer();
  expect(times()).toEqual([8000, 5000]);
  detach();
  vi.useRealTimers();
});

it('adds up the time of a mock exam’s question over its answers', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  const setup = { questions: 'all', isShuffled: false, minutes: 10 } as const;
  const store = createExamRunStore({
    exam,
    examQuestionIds: ids,
    run: startedRun(ids, setup, 'mock', 0),
    onUnsaved: () => undefined,
  });
  const open = (index: number) => store.dispatch({ type: 'questionOpened', index });
  const choose = (position: number) => {
    vi.setSystemTime(Date.now() + 3000);
    store.dispatch({ type: 'optionChosen', position, question });
  };
  choose(0);
  open(1);
  choose(0);
  open(0);
  choose(1);
  expect(store.read().results.map(({ time }) => time)).toEqual([6000, 3000]);
  vi.useRealTimers();
});
