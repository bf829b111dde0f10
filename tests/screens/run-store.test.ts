import { expect, it, onTestFinished, vi } from 'vitest';
import type { ExamKey } from '#contract/caches.ts';
import { type Run, startedRun } from '#exam/run/run.ts';
import { restoreRun, toStoredRun } from '#exam/run/stored-run.ts';
import { examName, learnerKeys } from '#learner/keys.ts';
import { readLearning } from '#learner/learner-store.ts';
import type { StoredRun } from '#learner/schemas.ts';
import { createRunStore } from '#screens/exam-runner/run/run-store.ts';
import { refuseStorage, stored } from '#support/memory-store.ts';
import { resultOf, versioned } from '#support/stored-runs.ts';

const exam = { apiUrl: 'https://api.example.org', providerId: 'aws', examId: 'walked' };
const [KEY = ''] = learnerKeys(exam).runs;
const keep = (run: StoredRun) => stored.set(KEY, versioned({ run }));
const ids = ['q1', 'q2', 'q3'];
const question = { question: '?', questionParts: [], options: ['a', 'b'], answers: ['a'] };

/** A store of a run that is on screen. */
const open = (run: Run, base?: StoredRun, onMoved = (_: ExamKey): void => undefined) => {
  const store = createRunStore({
    exam,
    questions: { questionIds: ids },
    run,
    stored: base,
    onUnstored: () => undefined,
    onReplaced: () => undefined,
    onMoved,
  });
  onTestFinished(store.attach());
  return store;
};

it('keeps an answer that another tab gave at the same time', async () => {
  let tell = (): void => undefined;
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      set onmessage(listener: (event: { data: object }) => void) {
        tell = () => listener({ data: { exam: examName(exam), page: 'other' } });
      }
      postMessage() {}
      close() {}
    },
  );
  const started = startedRun(ids, undefined, 'run', 0);
  const base = { ...toStoredRun(started, 0), results: [resultOf('q1', true, 1)], index: 1, at: 1 };
  keep(base);
  const store = open(restoreRun(base, { questionIds: ids }, 0) as Run, base);

  keep({ ...base, results: [...base.results, resultOf('q3', true, 2)], at: 2 });
  tell();
  store.dispatch({ type: 'optionChosen', position: 0, question });
  store.dispatch({ type: 'answerChecked', question, now: 1 });
  await vi.waitFor(() => {
    const { results } = (stored.get(KEY) as { run: StoredRun }).run;
    expect(results.map(({ questionId }) => questionId).sort()).toEqual(ids);
  });
  expect(store.read().results).toHaveLength(3);
});

it('measures how long a question was visible before its answer, without pauses', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  const visibility = vi.spyOn(document, 'visibilityState', 'get');
  const store = open(startedRun(ids, undefined, 'timed', 0));
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
});

it('adds up the time spent on a mock exam’s question over all of its visits', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  const setup = { questions: 'all', isShuffled: false, minutes: 10 } as const;
  const store = open(startedRun(ids, setup, 'mock', 0));
  const moveTo = (index: number) => store.dispatch({ type: 'questionOpened', index });
  const choose = (position: number) => {
    vi.setSystemTime(Date.now() + 3000);
    store.dispatch({ type: 'optionChosen', position, question });
  };
  choose(0);
  moveTo(1);
  choose(0);
  moveTo(0);
  choose(1);
  expect(store.read().results.map(({ time }) => time)).toEqual([6000, 3000]);
});

it('follows its exam to the name that another tab has given it', async () => {
  let tell = (_: object): void => undefined;
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      set onmessage(listener: (event: { data: object }) => void) {
        tell = (data) => listener({ data: { exam: examName(exam), page: 'other', ...data } });
      }
      postMessage() {}
      close() {}
    },
  );
  const renamed = { ...exam, examId: 'renamed' };
  const moved = vi.fn();
  const store = open(startedRun(ids, undefined, 'run', 0), undefined, moved);
  tell({ movedTo: renamed });
  await vi.waitFor(() => expect(moved).toHaveBeenCalledWith(renamed));
  store.dispatch({ type: 'optionChosen', position: 0, question });
  store.dispatch({ type: 'answerChecked', question, now: 1 });
  const [place = ''] = learnerKeys(renamed).runs;
  await vi.waitFor(() => expect(stored.get(place)).toMatchObject({ run: { id: 'run' } }));
  expect([...stored.keys()].filter((key) => learnerKeys(exam).runs.includes(key))).toEqual([]);
  dispatchEvent(new Event('pagehide'));
  expect(Object.keys(localStorage).filter((key) => key.includes('walked'))).toEqual([]);
});

it('drafts a run that was left before it could be stored together with the one on screen', async () => {
  refuseStorage();
  const store = open(startedRun(ids, undefined, 'whole', 0));
  const answer = (now: number) => {
    store.dispatch({ type: 'optionChosen', position: 0, question });
    store.dispatch({ type: 'answerChecked', question, now });
  };
  answer(1);
  const set = { questions: 2, isShuffled: true } as const;
  store.enter(startedRun(['q2', 'q3'], set, 'set', 2));
  answer(3);
  dispatchEvent(new Event('pagehide'));

  const drafts = Object.keys(localStorage).filter((key) => key.includes('draft'));
  const drafted = drafts.flatMap((key) => JSON.parse(localStorage.getItem(key) ?? '').runs);
  const answered = drafted.map((run: StoredRun) => [run.id, run.results[0]?.questionId]);
  expect(answered).toEqual([
    ['whole', 'q1'],
    ['set', 'q2'],
  ]);
});

it('stores a mock exam at its start, before any answer', async () => {
  const mock = { questions: 'all', isShuffled: false, minutes: 10 } as const;
  open(startedRun(ids, mock, 'mock', 1000));
  await vi.waitFor(async () => {
    const { runs } = await readLearning(exam);
    expect(runs).toMatchObject([{ id: 'mock', startedAt: 1000, questionIds: ids, results: [] }]);
  });
});
