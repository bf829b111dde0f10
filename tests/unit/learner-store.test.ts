import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { clearDraft, writeDraft } from '#learner/drafts.ts';
import {
  draftKey,
  examName,
  examOfDraft,
  examOfKey,
  learnerKeys,
  UNREADABLE_KEY,
} from '#learner/keys.ts';
import {
  commit,
  moveLearning,
  readAllLearning,
  readEverything,
  readLearning,
  resetProgress,
} from '#learner/learner-store.ts';
import {
  type Change,
  emptyLearning,
  LEARNER_VERSION,
  type StoredRun,
  type Study,
} from '#learner/schemas.ts';
import { caps } from '#learner/settle.ts';
import { readNewerData } from '#storage/newer-data.ts';
import { anyLearning } from '#support/any-learning.ts';
import {
  allowStorage,
  refuseStorage,
  resetDevice,
  stored,
  stubLocalStorage,
} from '#support/memory-store.ts';
import {
  ANSWERED_AT,
  recordOf,
  resultOf,
  reviewOf,
  storedRun,
  versioned,
} from '#support/stored-runs.ts';

vi.mock('idb-keyval', async () => (await import('#support/memory-store.ts')).memoryStore);

beforeEach(resetDevice);

const API = 'https://api.example';
const OTHER_API = 'https://other.example';
const examOf = (examId: string, apiUrl = API) => ({ apiUrl, providerId: 'aws', examId });
const exam = examOf('x');
const keys = learnerKeys(exam);

const store = (run: StoredRun, key = exam) => commit(key, { runs: [run] });
const openRun = (changes: Partial<StoredRun> = {}) => storedRun(changes);
const mark = { questionId: 'q1', notes: [{ id: 'n', text: 'a note', at: 5, over: [] }] };
const review = reviewOf(ANSWERED_AT, 'q1');

describe('keys', () => {
  const awkward = { apiUrl: 'https://a.example/b', providerId: 'a/b', examId: '50%2F? 日本' };

  it('lead back to their exam, whatever it is called', () => {
    const { runs, past, history, study } = learnerKeys(awkward);
    for (const key of [...runs, past, history, study]) expect(examOfKey(key)).toEqual(awkward);
    expect(examOfDraft(draftKey(awkward, 'a/b'))).toEqual(awkward);
  });

  it.each([
    ...['something/else', 'run/a/b/c', 'run/a/b/c/other', 'run/a/b/c/all/more', 'run//b/c/all'],
    ...['study/a/b', 'study/a/b/c/all', 'history/%/b/c', 'other/a/b/c', ''],
  ])('%s is not the learner’s data', (key) => {
    expect(examOfKey(key)).toBeUndefined();
  });
});

describe('stored data', () => {
  it('of an exam is separate for each API', async () => {
    await store(openRun({ id: 'here' }));
    await store(openRun({ id: 'there' }), examOf('x', OTHER_API));
    expect(await readLearning(exam)).toMatchObject({ runs: [{ id: 'here' }] });
    expect(await readLearning(examOf('x', OTHER_API))).toMatchObject({ runs: [{ id: 'there' }] });
    expect(await readAllLearning(API)).toMatchObject([{ exam, runs: [{ id: 'here' }] }]);
  });

  it('learns from each answer once, however often it is written', async () => {
    await store(openRun());
    await store(openRun({ at: ANSWERED_AT + 1 }));
    const { study } = await readLearning(exam);
    expect(study.reviews).toEqual([
      reviewOf(ANSWERED_AT, 'q1'),
      reviewOf(ANSWERED_AT, 'q2', false),
    ]);
    expect(study.unscheduled, 'until its library has loaded').toHaveLength(2);
  });

  it('is empty where the device gives nothing, and says that nothing was stored', async () => {
    refuseStorage();
    expect(await store(openRun())).toBeUndefined();
    expect(await readLearning(exam)).toEqual(emptyLearning);
    allowStorage();
  });

  it('reports a bug as one, and nothing of a device that refuses', async () => {
    const report = vi.fn();
    vi.stubGlobal('reportError', report);
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    refuseStorage();
    await store(openRun());
    expect(report).not.toHaveBeenCalled();
    allowStorage();
    const bug = new TypeError('not a function');
    const failing = () => {
      throw bug;
    };
    expect(await commit(exam, { runs: [openRun()] }, { schedule: failing })).toBeUndefined();
    expect(report).toHaveBeenCalledExactlyOnceWith(bug);
    expect(stored.size).toBe(0);
  });

  it('writes only what has changed', async () => {
    await store(openRun());
    stored.delete(keys.history);
    const before = new Map(stored);
    await commit(exam, { study: { marks: [mark] } });
    const changed = [...stored].filter(([key, value]) => before.get(key) !== value);
    expect(changed.map(([key]) => key)).toEqual([keys.study]);
  });
});

describe('a run that another one of its kind replaces', () => {
  const mock = (changes: Partial<StoredRun>) =>
    openRun({ setup: { questions: 4, isShuffled: false, minutes: 10 ** 9 }, ...changes });

  it('goes to the history with what it taught, and stays open if it is touched again', async () => {
    await store(mock({ id: 'first', at: 1 }));
    expect((await readLearning(exam)).study.reviews, 'a mock exam teaches at its end').toEqual([]);
    await store(mock({ id: 'second', at: 2, results: [resultOf('q3')] }));
    const { runs, past, history, study } = await readLearning(exam);
    expect([runs, past].map((list) => list.map(({ id }) => id))).toEqual([['second'], ['first']]);
    expect(history).toMatchObject([{ runId: 'first', answered: 2, total: 4 }]);
    expect(study.reviews.map(({ questionId }) => questionId)).toEqual(['q1', 'q2']);
    await store(mock({ id: 'first', at: 3 }));
    const again = await readLearning(exam);
    expect(again.runs.map(({ id }) => id)).toEqual(['first']);
    expect(again.history.map(({ runId }) => runId)).toEqual(['second']);
  });

  it('ends by its clock while no page has it open', async () => {
    await store(mock({ startedAt: 0, setup: { questions: 4, isShuffled: false, minutes: 1 } }));
    const { runs, history } = await readLearning(exam);
    expect(runs).toMatchObject([{ isFinished: true, endedAfter: 60_000, endedAt: 60_000 }]);
    expect(history).toMatchObject([{ runId: 'stored', answered: 2, correct: 1, total: 4 }]);
  });
});

describe('what is kept', () => {
  it('is capped alike, however it arrives', async () => {
    const count = caps.history + 30;
    const history = Array.from({ length: count }, (_, n) => recordOf(`r${n}`, { finishedAt: n }));
    const reviews = Array.from({ length: caps.reviews + 30 }, (_, n) => reviewOf(n, `q${n}`));
    const past = Array.from({ length: caps.past + 5 }, (_, n) =>
      openRun({ id: `p${n}`, at: n, endedAfter: 1, endedAt: n, isFinished: true }),
    );
    await commit(exam, { history, past, study: { reviews } });
    const learning = await readLearning(exam);
    expect(learning.history).toHaveLength(caps.history);
    expect(learning.study.reviews).toHaveLength(caps.reviews);
    expect(learning.past).toHaveLength(caps.past);
    expect(learning.study.reviews.at(-1)?.questionId, 'the newest stay').toMatch(/^q[12]$/);
  });
});

it('the specification names the same caps', () => {
  const text = readFileSync(new URL('../../.github/specification.md', import.meta.url), 'utf8');
  expect(text).toContain(`at most ${caps.history} |`);
  expect(text).toContain(`with their answers, at most ${caps.past} |`);
  expect(text).toContain(`the last ${caps.reviews.toLocaleString('en-US')} answers`);
});

describe('a clock that was wrong', () => {
  const DAY = 24 * 60 * 60 * 1000;
  const setClock = (now: number) => {
    vi.useFakeTimers({ now, toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
  };
  const answerOn = async (days: number[], clock = ANSWERED_AT) => {
    setClock(clock);
    const results = days.map((day) => resultOf(`q${day}`, true, clock + day * DAY));
    await store(openRun({ at: clock + Math.max(...days) * DAY, results }));
  };
  const timesOf = async () =>
    (await readEverything()).all[0]?.learning.study.reviews.map(({ at }) => at);

  it.each(['1990-01-01', '2001-09-07'])(
    'rewrites nothing when it was set back to %s',
    async (date) => {
      await answerOn([-3, -2, -1, 0]);
      const before = [...stored.entries()].map(([key, value]) => [key, JSON.stringify(value)]);
      vi.setSystemTime(Date.parse(date));
      await readLearning(exam);
      await readAllLearning(API);
      await commit(exam, { study: { marks: [mark] } });
      vi.setSystemTime(ANSWERED_AT + 1000);
      const times = await timesOf();
      expect(times).toEqual([-3, -2, -1, 0].map((day) => ANSWERED_AT + day * DAY));
      for (const [key, value] of before) {
        if (!`${key}`.startsWith('study')) expect(JSON.stringify(stored.get(`${key}`))).toBe(value);
      }
    },
  );

  it('counts no answer twice when a backup from before comes back', async () => {
    await answerOn([-1, 0]);
    const { all } = await readEverything();
    const backup = all[0]?.learning ?? emptyLearning;
    vi.setSystemTime(ANSWERED_AT - 2 * DAY);
    await store(
      openRun({ at: ANSWERED_AT + 1, results: [resultOf('q9', true, ANSWERED_AT - 2 * DAY)] }),
    );
    await commit(exam, backup);
    vi.setSystemTime(ANSWERED_AT + DAY);
    expect(await timesOf()).toHaveLength(3);
  });

  it('a year ahead shows what it dated as now, and leaves it as it was', async () => {
    const at = ANSWERED_AT + 365 * DAY;
    await answerOn([0], at);
    const card = { questionId: 'q0', interval: 3, lastReview: at, stability: 1, difficulty: 5 };
    await commit(exam, { study: { cards: [card] } });
    vi.setSystemTime(ANSWERED_AT + 1000);
    const { study } = await readLearning(exam);
    expect(study.reviews).toEqual([reviewOf(ANSWERED_AT + 1000, 'q0')]);
    expect(study.cards).toEqual([{ ...card, lastReview: ANSWERED_AT + 1000 }]);
    expect(await timesOf()).toEqual([at]);
  });

  it('a year ahead keeps no run that begins now from being the one to continue', async () => {
    await answerOn([0], ANSWERED_AT + 365 * DAY);
    vi.setSystemTime(ANSWERED_AT);
    await store(openRun({ id: 'now', at: ANSWERED_AT, results: [resultOf('q1')] }));
    expect((await readLearning(exam)).runs.map(({ id }) => id)).toEqual(['now']);
  });

  it('a year ahead keeps no answer given now from its card', async () => {
    const lastReview = ANSWERED_AT + 365 * DAY;
    const card = { questionId: 'q1', interval: 3, lastReview, stability: 1, difficulty: 5 };
    setClock(ANSWERED_AT);
    await commit(exam, { study: { cards: [card] } });
    const seen: string[] = [];
    const schedule = (study: Study) => {
      seen.push(...study.unscheduled.map(({ questionId }) => questionId));
      return study;
    };
    await commit(exam, { runs: [openRun({ results: [resultOf('q1')] })] }, { schedule });
    expect(seen).toEqual(['q1']);
  });
});

describe('a reset', () => {
  const change: Change = {
    runs: [openRun({ results: [resultOf('q1')] })],
    history: [recordOf('before')],
    study: {
      reviews: [review],
      marks: [mark],
      opened: ['q9'],
      examDate: '2026-12-12',
      examDateAt: 5,
    },
  };

  it('forgets answers and runs, keeps notes and the date, and can be undone', async () => {
    await commit(exam, change);
    await store(openRun({ id: 'elsewhere' }), examOf('y'));
    const before = await readLearning(exam);
    expect(await resetProgress(exam)).toEqual(before);
    const { study, ...rest } = await readLearning(exam);
    expect(rest).toEqual({ runs: [], past: [], history: [] });
    expect(study).toMatchObject({ cards: [], reviews: [], marks: [mark], opened: ['q9'] });
    expect(study.examDate).toBe('2026-12-12');
    expect((await readLearning(examOf('y'))).runs).toHaveLength(1);
    await commit(exam, before);
    expect(await readLearning(exam)).toEqual(before);
  });

  it('forgets nothing that is no answer, whatever there is', async () => {
    await fc.assert(
      fc.asyncProperty(anyLearning, async (learning) => {
        resetDevice();
        await commit(exam, learning);
        const { study } = await readLearning(exam);
        await resetProgress(exam);
        const { marks, opened, examDate, examDateAt, goal, goalAt } = study;
        const kept = { marks, opened, examDate, examDateAt, goal, goalAt };
        expect(await readLearning(exam)).toEqual({
          ...emptyLearning,
          study: { ...emptyLearning.study, ...kept },
        });
      }),
    );
  });

  it('sets aside what can’t be read, and changes nothing where nothing can be stored', async () => {
    await commit(exam, change);
    stored.set(keys.history, versioned({ history: ['odd'] }));
    const before = await readLearning(exam);
    refuseStorage();
    expect(await resetProgress(exam)).toBeUndefined();
    allowStorage();
    expect(await readLearning(exam)).toEqual(before);
    await resetProgress(exam);
    expect(JSON.stringify(stored.get(UNREADABLE_KEY))).toContain('odd');
  });
});

describe('what can’t be read', () => {
  const good = (changes: object = {}) =>
    versioned({ cards: [], reviews: [review], marks: [mark], opened: [], ...changes });

  it.each([
    ['a time that is no number', { reviews: [reviewOf(Number.NaN, 'q2'), review] }],
    ['a note that is a number', { marks: [mark, { questionId: 'q2', notes: 5 }] }],
    ['an unknown word', { reviews: [{ ...review, isUnsure: 'maybe' }, review] }],
    ['an impossible date', { examDate: 'soon', examDateAt: 1 }],
    ['a list that is a word', { cards: 'many' }],
  ])('is set aside, and the rest of it counts: %s', async (_, changes) => {
    stored.set(keys.study, good(changes));
    const { study } = await readLearning(exam);
    expect(study.reviews).toEqual([review]);
    expect(study.marks).toEqual([mark]);
    expect((await readEverything()).unreadable).toHaveLength(1);
    await store(openRun());
    await store(openRun({ at: ANSWERED_AT + 9 }));
    const { records } = stored.get(UNREADABLE_KEY) as { records: { where: string }[] };
    expect(records, 'once').toHaveLength(1);
    expect(records[0]?.where).toContain(keys.study);
  });

  it.each([
    ['of an earlier version', { version: LEARNER_VERSION - 1, reviews: [review] }],
    ['of none', { reviews: [] }],
    ['that are text', 'garbage'],
  ])('is never written over: values %s', async (_, value) => {
    stored.set(keys.study, value);
    await commit(exam, { study: { marks: [mark] } });
    expect(stored.get(UNREADABLE_KEY)).toMatchObject({
      records: [{ where: keys.study, value, version: LEARNER_VERSION }],
    });
    expect((await readLearning(exam)).study.marks).toEqual([mark]);
  });

  it('is left alone where a later version wrote it, and said', async () => {
    const told = readNewerData();
    const later = { version: LEARNER_VERSION + 1, everything: 'new' };
    stored.set(keys.study, later);
    const before = new Map(stored);
    expect(await readLearning(exam)).toEqual(emptyLearning);
    expect(await store(openRun())).toBeUndefined();
    expect(await commit(exam, { study: { marks: [mark] } })).toBeUndefined();
    expect(new Map(stored)).toEqual(before);
    expect(readNewerData()).toBeGreaterThan(told);
  });
});

describe('a draft', () => {
  it('is stored by the next page that reads the exam, and then gone', async () => {
    const items = stubLocalStorage();
    const run = openRun({ at: ANSWERED_AT + 5, results: [resultOf('q1'), resultOf('q3')] });
    await store(openRun());
    writeDraft(exam, run.id, { runs: [run], study: { marks: [mark] } });
    writeDraft(examOf('other'), 'r', { runs: [openRun()] });
    const { runs, study } = await readLearning(exam);
    expect(runs[0]?.results.map(({ questionId }) => questionId)).toEqual(['q1', 'q2', 'q3']);
    expect(study.marks).toEqual([mark]);
    expect(items.has(draftKey(exam, run.id))).toBe(false);
    expect(items.has(draftKey(examOf('other'), 'r'))).toBe(true);
  });

  it('stays if it was written while an older one was being stored', async () => {
    const items = stubLocalStorage();
    const [older, newer] = [openRun(), openRun({ at: ANSWERED_AT + 5, results: [resultOf('q3')] })];
    writeDraft(exam, older.id, { runs: [older] });
    const reading = readLearning(exam);
    writeDraft(exam, newer.id, { runs: [newer] });
    await reading;
    expect(items.has(draftKey(exam, newer.id))).toBe(true);
    const { runs } = await readLearning(exam);
    expect(runs[0]?.results.map(({ questionId }) => questionId)).toContain('q3');
    expect(items.has(draftKey(exam, newer.id))).toBe(false);
  });

  it('stays while the device takes nothing, and counts all the same', async () => {
    const items = stubLocalStorage();
    writeDraft(exam, 'stored', { runs: [openRun()] });
    refuseStorage();
    expect((await readLearning(exam)).runs).toHaveLength(1);
    expect(items.has(draftKey(exam, 'stored'))).toBe(true);
    allowStorage();
    clearDraft(exam, 'stored');
    expect(items.has(draftKey(exam, 'stored'))).toBe(false);
  });

  it('counts record by record; what can’t be read is set aside, for the export, and gone from here', async () => {
    const items = stubLocalStorage();
    const run = openRun({ results: [resultOf('q1')] });
    const change = versioned({ runs: [run, 5], study: { marks: [mark, { questionId: 7 }] } });
    items.set(draftKey(exam, 'r'), JSON.stringify(change));
    const { runs, study } = await readLearning(exam);
    expect(runs).toEqual([run]);
    expect(study.marks).toEqual([mark]);
    expect(items.has(draftKey(exam, 'r'))).toBe(false);
    const { unreadable } = await readEverything();
    expect(unreadable.map(({ value }) => value)).toEqual([5, { questionId: 7 }]);
  });

  it.each(['{', '{"version":1,"runs":[]}', '[]'])(
    'of which nothing can be read is set aside whole: %s',
    async (text) => {
      const items = stubLocalStorage();
      items.set(draftKey(exam, 'r'), text);
      refuseStorage();
      expect(await readLearning(exam)).toEqual(emptyLearning);
      expect(items.get(draftKey(exam, 'r'))).toBe(text);
      allowStorage();
      expect(await readLearning(exam)).toEqual(emptyLearning);
      expect(items.has(draftKey(exam, 'r'))).toBe(false);
      const { unreadable } = await readEverything();
      expect(unreadable).toEqual([
        {
          where: draftKey(exam, 'r'),
          value: text === '{' ? text : JSON.parse(text),
          version: LEARNER_VERSION,
        },
      ]);
    },
  );

  it('of a later version is left where it is, and said', async () => {
    const items = stubLocalStorage();
    const told = readNewerData();
    const text = `{"version":${LEARNER_VERSION + 1},"runs":[5]}`;
    items.set(draftKey(exam, 'r'), text);
    expect(await readLearning(exam)).toEqual(emptyLearning);
    expect(items.get(draftKey(exam, 'r'))).toBe(text);
    expect(readNewerData()).toBeGreaterThan(told);
  });

  it('of an older state takes nothing back', async () => {
    stubLocalStorage();
    const change: Change = { runs: [openRun({ results: [resultOf('q1')], at: ANSWERED_AT - 5 })] };
    await store(openRun({ results: [resultOf('q1'), resultOf('q2'), resultOf('q3')] }));
    writeDraft(exam, 'stored', change);
    expect((await readLearning(exam)).runs[0]?.results).toHaveLength(3);
  });
});

describe('an exam’s data under another name', () => {
  const other = examOf('y');

  it('joins what that name already has, and leaves nothing behind', async () => {
    await commit(exam, { runs: [openRun({ id: 'ours' })], study: { marks: [mark] } });
    const theirs = { questionId: 'q1', notes: [{ id: 'm', text: 'theirs', at: 6, over: [] }] };
    await commit(other, {
      runs: [openRun({ id: 'theirs', at: ANSWERED_AT + 1 })],
      study: { marks: [theirs] },
    });
    expect(await moveLearning(exam, other)).toBe(true);
    const moved = await readLearning(other);
    expect([...moved.runs, ...moved.past].map(({ id }) => id)).toEqual(['theirs', 'ours']);
    expect(moved.study.marks).toEqual([{ ...mark, notes: [...mark.notes, ...theirs.notes] }]);
    expect([...stored.keys()].filter((key) => examOfKey(key)?.examId === 'x')).toEqual([]);
  });

  it('is told to other tabs, under both names', async () => {
    await store(openRun());
    const heard: unknown[] = [];
    const channel = new BroadcastChannel('certdeck/learner');
    channel.onmessage = ({ data }) => heard.push([data.exam, data.movedTo]);
    await moveLearning(exam, other);
    await vi.waitFor(() => expect(heard).toContainEqual([examName(exam), other]));
    expect(heard).toContainEqual([examName(other), undefined]);
    channel.close();
  });

  it.each([exam, other])('stays where it is if a later version wrote some of it', async (newer) => {
    await store(openRun());
    stored.set(learnerKeys(newer).study, { version: LEARNER_VERSION + 1 });
    const before = new Map(stored);
    expect(await moveLearning(exam, other)).toBe(false);
    expect(stored).toEqual(before);
  });
});
