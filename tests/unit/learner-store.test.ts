import { beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyStudy, type Learning, type StoredRun } from '#contract/learner.ts';
import { applyDraft, catchUp } from '#exam/stored-run.ts';
import { dueQuestions } from '#exam/study.ts';
import { historyKey, parseLearnerKey, runKey, studyKey } from '#storage/learner-keys.ts';
import { readAllLearning, readLearning, updateStored } from '#storage/learner-store.ts';
import { writeDraft } from '#storage/run-drafts.ts';
import {
  allowStorage,
  refuseStorage,
  resetDevice,
  stored,
  stubLocalStorage,
} from '#support/memory-store.ts';
import { recordOf, resultOf, storedRun } from '#support/stored-runs.ts';

vi.mock('idb-keyval', async () => (await import('#support/memory-store.ts')).memoryStore);

beforeEach(resetDevice);

const API = 'https://api.example';
const OTHER_API = 'https://other.example';
const examOf = (examId: string, apiUrl = API) => ({ apiUrl, providerId: 'aws', examId });
const exam = examOf('x');

const read = (key = exam) => readLearning(key, catchUp);
const store = (run: StoredRun, key = exam) => updateStored(key, 'all', () => ({ run }));

describe('keys', () => {
  const awkward = { apiUrl: 'https://a.example/b', providerId: 'a/b', examId: '50%2F? 日本' };

  it('lead back to their exam, whatever it is called', () => {
    expect(parseLearnerKey(runKey(awkward, 'mock'))).toEqual({ exam: awkward, kind: 'mock' });
    for (const key of [historyKey(awkward), studyKey(awkward)]) {
      expect(parseLearnerKey(key)).toEqual({ exam: awkward, kind: undefined });
    }
  });

  it.each([
    ...['something/else', 'run/a/b/c', 'run/a/b/c/other', 'run/a/b/c/all/more', 'run//b/c/all'],
    ...['study/a/b', 'study/a/b/c/all', 'history/%/b/c', 'other/a/b/c', ''],
  ])('%s is not the learner’s data', (key) => {
    expect(parseLearnerKey(key)).toBeUndefined();
  });
});

describe('stored data', () => {
  it('of an exam is separate for each API', async () => {
    await store(storedRun({ id: 'here' }));
    await store(storedRun({ id: 'there' }), examOf('x', OTHER_API));
    expect(await read()).toMatchObject({ runs: [{ id: 'here' }] });
    expect(await read(examOf('x', OTHER_API))).toMatchObject({ runs: [{ id: 'there' }] });
    expect(await readAllLearning(API)).toMatchObject([{ exam, runs: [{ id: 'here' }] }]);
  });

  it('stays as it is where a change leaves it out', async () => {
    await updateStored(exam, 'all', () => ({ run: storedRun(), history: [recordOf('a')] }));
    await updateStored(exam, 'all', () => ({ study: { ...emptyStudy, examDate: '2026-12-12' } }));
    expect(await read()).toEqual({
      runs: [storedRun()],
      history: [recordOf('a')],
      study: { ...emptyStudy, examDate: '2026-12-12' },
    });
  });

  it('that is damaged or newer counts as none', async () => {
    await store(storedRun());
    stored.set(historyKey(exam), { version: 1, history: 'long' });
    stored.set(studyKey(exam), { ...emptyStudy, version: 9 });
    expect(await read()).toEqual({ runs: [storedRun()], history: [], study: emptyStudy });
  });

  it('can be of an exam with half a character in its name', async () => {
    const odd = examOf('\ud800');
    expect(await store(storedRun(), odd)).toBe(true);
    expect(await read(odd)).toMatchObject({ runs: [{ id: 'stored' }] });
  });

  it('is empty, and a write fails, if the device stores nothing', async () => {
    refuseStorage();
    expect(await store(storedRun())).toBe(false);
    expect(await read()).toEqual({ runs: [], history: [], study: emptyStudy });
    expect(await readAllLearning(API)).toEqual([]);
  });
});

describe('a draft', () => {
  const draft = (run: StoredRun, { isWhole = true, at = 1 } = {}) =>
    writeDraft(exam, 'all', {
      id: run.id,
      revision: run.revision,
      elapsed: run.elapsed,
      at,
      run: isWhole ? run : undefined,
    });
  const draftsOf = (notes: Map<string, string>) =>
    [...notes.keys()].filter((key) => key.startsWith('certdeck/'));

  it('is stored once, then cleared', async () => {
    const notes = stubLocalStorage();
    await store(storedRun());
    draft(storedRun({ elapsed: 90_000 }), { isWhole: false });
    for (let time = 0; time < 2; time += 1) {
      expect(await read()).toMatchObject({ runs: [{ elapsed: 90_000 }] });
      expect(draftsOf(notes)).toEqual([]);
    }
  });

  it('adds its answers to the study once, at the time it was written', async () => {
    stubLocalStorage();
    const results = [resultOf('q1'), resultOf('q2', false), resultOf('q3')];
    const ended = storedRun({ revision: 3, results, isFinished: true, endedAfter: 70_000 });
    await store(storedRun());
    for (let time = 0; time < 2; time += 1) {
      draft(ended, { at: 5000 });
      const { runs, history, study } = await read();
      expect(runs[0]?.results).toEqual(results);
      expect(history).toMatchObject([{ runId: 'stored', finishedAt: 5000, answered: 3 }]);
      expect(study.reviews).toEqual([[5000, 'q3', 1]]);
    }
  });

  it('is stored with its own exam when all exams are read', async () => {
    const notes = stubLocalStorage();
    const run = storedRun({ id: 'new' });
    draft(run);
    writeDraft(examOf('y', OTHER_API), 'all', { ...run, at: 1, run });
    notes.set(`certdeck/${runKey(examOf('z'), 'all')}`, 'no draft');
    const all = await readAllLearning(API, catchUp);
    expect(all.map(({ exam: { examId }, runs }) => [examId, runs.length])).toEqual([['x', 1]]);
    expect(dueQuestions((all[0] as Learning).study, Date.now())).toEqual(['q2']);
    expect(await readAllLearning(OTHER_API, catchUp)).toMatchObject([{ runs: [{ id: 'new' }] }]);
  });

  it('stays while it can’t be stored, and if a newer one has replaced it', async () => {
    const notes = stubLocalStorage();
    draft(storedRun({ id: 'new' }));
    refuseStorage();
    await readAllLearning(API, catchUp);
    expect(draftsOf(notes)).toHaveLength(1);
    allowStorage();
    const newer = storedRun({ id: 'new', revision: 3, results: [resultOf('q1')] });
    await readAllLearning(API, {
      ...catchUp,
      applyDraft: (...given) => {
        draft(newer);
        return applyDraft(...given);
      },
    });
    expect(draftsOf(notes)).toHaveLength(1);
    expect(await read()).toMatchObject({ runs: [{ id: 'new' }] });
    expect(draftsOf(notes)).toEqual([]);
  });

  it('is all there is if the device stores nothing', async () => {
    stubLocalStorage();
    refuseStorage();
    draft(storedRun());
    expect(await read()).toMatchObject({ runs: [{ id: 'stored' }] });
  });
});

describe('a mock exam whose time is up', () => {
  const setup = { questions: 'all', isShuffled: false, minutes: 30 } as const;
  const keep = () => updateStored(exam, 'mock', () => ({ run: storedRun({ setup }) }));

  beforeEach(() => void stubLocalStorage());

  it.each([
    ['its exam is', () => read()],
    ['all exams are', async () => (await readAllLearning(API, catchUp))[0]],
  ])('ends as %s read', async (_, readIt) => {
    await keep();
    const ended = { runs: [{ isFinished: true, revision: 3 }], history: [{ kind: 'mock' }] };
    expect(await readIt()).toMatchObject(ended);
    expect(await readLearning(exam)).toMatchObject(ended);
  });
});
