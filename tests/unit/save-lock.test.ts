import { describe, expect, it, onTestFinished } from 'vitest';
import { saveLock } from '#contract/caches.ts';
import { createWorld } from '#support/offline-world.ts';
import { examKey } from '#support/saved-exam.ts';

const load = async () => ({
  ...(await import('#offline/download/save-lock.ts')),
  ...(await import('#offline/library/exam-library.ts')),
});

/** Two tabs of one browser, of which the first saves the exam without an end. */
const saveInOneTab = async () => {
  const world = createWorld(() => new Promise(() => undefined));
  const [saving, other] = [await world.openTab('a', load), await world.openTab('b', load)];
  const done: string[] = [];
  let finish = () => {};
  const working = new Promise<void>((resolve) => {
    finish = () => {
      done.push('a');
      resolve();
    };
  });
  const signal = new AbortController().signal;
  const ended = saving.run(() => saving.modules.asOnlyTab(examKey, () => working, signal));
  ended.catch(() => undefined);
  await world.pass(0);
  /** Says that it goes on, as each download does twice a second. */
  const tell = () =>
    saving.run(() =>
      saving.modules.broadcast({
        ...{ kind: 'status', key: examKey },
        status: { kind: 'saving', done: done.length, total: 9, bytes: 1, mayNotFit: false },
      }),
    );
  const work = async () => void done.push('b');
  other.run(() => other.modules.asOnlyTab(examKey, work, signal));
  await world.pass(0);
  return { world, saving, other, done, finish, tell, ended };
};

describe('a tab that wants to save what another one is saving', () => {
  it('waits for as long as that tab tells of its progress, and has its turn then', async () => {
    const { world, done, finish, tell } = await saveInOneTab();
    for (let passed = 0; passed < 200_000; passed += 30_000) {
      tell();
      await world.pass(30_000);
    }
    expect(done).toEqual([]);
    finish();
    await world.pass(3000);
    expect(done).toEqual(['a', 'b']);
  });

  it('takes over after a minute of silence, and the other one is told', async () => {
    const { world, done, ended } = await saveInOneTab();
    await world.pass(58_000);
    expect(done).toEqual([]);
    const refused = expect(ended).rejects.toMatchObject({ name: 'AbortError' });
    await world.pass(6000);
    expect(done).toEqual(['b']);
    await refused;
  });

  it('stops waiting when its own work is no longer wanted', async () => {
    const { world, other, done, finish } = await saveInOneTab();
    const controller = new AbortController();
    const ended = other.run(() =>
      other.modules.asOnlyTab(examKey, async () => void done.push('c'), controller.signal),
    );
    controller.abort();
    await world.pass(3000);
    await ended;
    finish();
    await world.pass(3000);
    expect(done).not.toContain('c');
  });

  it('knows of it, and the saving one does not take itself for another', async () => {
    const { saving, other } = await saveInOneTab();
    const isElsewhere = (tab: typeof saving) =>
      tab.run(() => tab.modules.isSavedElsewhere(examKey));
    expect([await isElsewhere(saving), await isElsewhere(other)]).toEqual([false, true]);
    const another = { ...examKey, examId: 'another' };
    expect(await other.run(() => other.modules.isSavedElsewhere(another))).toBe(false);
  });
});

it('the lock that the inline script holds passes to the work, and is let go at its end', async () => {
  const world = createWorld(() => new Promise(() => undefined));
  const { modules, run } = await world.openTab('a', load);
  const events: string[] = [];
  const holding = new Promise<never>(() => undefined);
  globalThis.heldExam = {
    name: saveLock(examKey),
    release: () => events.push('released'),
    holding,
  };
  onTestFinished(() => {
    globalThis.heldExam = undefined;
  });
  const work = async () => void events.push('worked');
  await run(() => modules.asOnlyTab(examKey, work, new AbortController().signal));
  expect(events).toEqual(['worked', 'released']);
  expect(globalThis.heldExam).toBeUndefined();
});
