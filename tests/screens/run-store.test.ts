import { expect, it, vi } from 'vitest';
import type { Stored, StoredRun } from '#contract/learner.ts';
import { startedRun } from '#exam/run.ts';
import { restoreRun, toStoredRun } from '#exam/stored-run.ts';
import { createRunStore } from '#screens/exam-runner/run-store.ts';
import { runKey } from '#storage/learner-keys.ts';
import { noneLearned, resultOf } from '#support/stored-runs.ts';

/** The run as stored on the device. */
const device = vi.hoisted(() => ({ run: undefined as StoredRun | undefined }));

vi.mock('#storage/learner-store.ts', async (original) => ({
  ...(await original<typeof import('#storage/learner-store.ts')>()),
  readRun: async () => device.run,
  updateStored: async (_: unknown, __: unknown, change: (stored: Stored) => Partial<Stored>) => {
    device.run = change({ ...noneLearned, run: device.run }).run ?? device.run;
    return true;
  },
}));

/** Delivers another tab's message at once. */
let hear = (_: string): void => undefined;

vi.stubGlobal(
  'BroadcastChannel',
  class {
    set onmessage(listener: (event: { data: string }) => void) {
      hear = (data) => listener({ data });
    }
    postMessage() {}
    close() {}
  },
);

const exam = { apiUrl: 'https://api.example.org', providerId: 'aws', examId: 'walked' };
const ids = ['q1', 'q2', 'q3'];
const question = { question: '?', questionParts: [], options: ['a', 'b'], answers: ['a'] };

it('keeps an answer that another tab gave at the same time', async () => {
  const started = startedRun(ids, undefined, 'run', 0);
  const base = { ...toStoredRun(started, 0), results: [resultOf('q1')], index: 1, revision: 1 };
  device.run = base;
  const run = restoreRun(base, ids, 0);
  if (!run) throw new Error('Nothing was left of the run');
  const store = createRunStore({
    exam,
    examQuestionIds: ids,
    run,
    stored: base,
    onUnstored: () => undefined,
  });
  const detach = store.attach();

  device.run = { ...base, results: [...base.results, resultOf('q3')], revision: 2 };
  hear(runKey(exam, 'all'));
  store.dispatch({ type: 'optionChosen', position: 0, question });
  store.dispatch({ type: 'answerChecked', question, now: 1 });
  await vi.waitFor(() => {
    const answered = device.run?.results.map(({ questionId }) => questionId).sort();
    expect(answered).toEqual(ids);
  });
  expect(store.read().results).toHaveLength(3);
  detach();
});

it('measures how long a question was visible before its answer, without pauses', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  const visibility = vi.spyOn(document, 'visibilityState', 'get');
  const store = createRunStore({
    exam,
    examQuestionIds: ids,
    run: startedRun(ids, undefined, 'timed', 0),
    onUnstored: () => undefined,
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

it('adds up the time spent on a mock exam’s question over all of its visits', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  const setup = { questions: 'all', isShuffled: false, minutes: 10 } as const;
  const store = createRunStore({
    exam,
    examQuestionIds: ids,
    run: startedRun(ids, setup, 'mock', 0),
    onUnstored: () => undefined,
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
