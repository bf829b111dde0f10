import { describe, expect, it } from 'vitest';
import { startedRun } from '#exam/run/run.ts';
import { toStoredRun } from '#exam/run/stored-run.ts';
import { createSaver, reduceSaving, type Saving, type SavingEvent } from '#learner/saver.ts';
import type { Change } from '#learner/schemas.ts';

const runAt = (id: string, at: number) => ({
  ...toStoredRun(startedRun(['q1'], undefined, id), 0),
  at,
});
const markOf = (questionId: string) => ({ questionId, isSaved: true, savedAt: 1 });
const first: Change = { runs: [runAt('a', 1)], study: { marks: [markOf('q1')] } };
const second: Change = { runs: [runAt('a', 2)], study: { marks: [markOf('q2')] } };
const other: Change = { runs: [runAt('b', 3)] };
const joined: Change = { runs: second.runs ?? [], study: { marks: [markOf('q1'), markOf('q2')] } };

const saved: Saving = { state: 'saved' };
const writing: Saving = { state: 'writing', change: first };
const waiting: Saving = { ...writing, waiting: second };
const unsaved: Saving = { state: 'unsaved', change: first };
const changed = (change: Change): SavingEvent => ({ type: 'changed', change });

describe('how far changes are stored', () => {
  it.each<[string, Saving, SavingEvent, Saving]>([
    ['a change is written', saved, changed(first), writing],
    ['one that comes meanwhile waits', writing, changed(second), waiting],
    [
      'more of them wait together',
      { ...writing, waiting: first },
      changed(second),
      { ...writing, waiting: joined },
    ],
    ['what is written is saved', writing, { type: 'written' }, saved],
    [
      'what waited is written next',
      waiting,
      { type: 'written' },
      { state: 'writing', change: second },
    ],
    ['what is refused is unsaved', writing, { type: 'refused' }, unsaved],
    ['and so is what waited', waiting, { type: 'refused' }, { state: 'unsaved', change: joined }],
    [
      'unsaved changes are written with the next',
      unsaved,
      changed(second),
      { state: 'writing', change: joined },
    ],
    ['nothing is written twice', saved, { type: 'written' }, saved],
    ['nothing is refused twice', unsaved, { type: 'refused' }, unsaved],
  ])('%s', (_, before, event, after) => {
    expect(reduceSaving(before, event)).toEqual(after);
  });

  it('keeps a run that another one has replaced meanwhile', () => {
    const both = { ...first, runs: [runAt('a', 1), runAt('b', 3)] };
    expect(reduceSaving(unsaved, changed(other))).toEqual({ state: 'writing', change: both });
  });
});

describe('saving', () => {
  const open = () => {
    const written: Change[] = [];
    const ends: ((isWritten: boolean) => void)[] = [];
    const saver = createSaver((change) => {
      written.push(change);
      return new Promise((resolve) => ends.push(resolve));
    });
    const end = async (isWritten: boolean) => {
      ends.shift()?.(isWritten);
      await Promise.resolve();
      await Promise.resolve();
    };
    return { ...saver, written, end };
  };

  it('writes one change at a time, and together what came meanwhile', async () => {
    const saver = open();
    for (const change of [other, first, second]) saver.save(change);
    expect(saver.written).toEqual([other]);
    expect(saver.readUnsaved()).toEqual({ ...joined, runs: [runAt('b', 3), runAt('a', 2)] });
    await saver.end(true);
    expect(saver.written).toEqual([other, joined]);
    await saver.end(true);
    await saver.settled();
    expect(saver.readUnsaved()).toBeUndefined();
  });

  it('goes on after a bug in writing, with what was not written', async () => {
    const written: Change[] = [];
    const saver = createSaver(async (change) => {
      written.push(change);
      if (written.length === 1) throw new Error('A bug');
      return true;
    });
    saver.save(first);
    await expect(saver.settled()).rejects.toThrow('A bug');
    saver.save(second);
    await saver.settled();
    expect(written).toEqual([first, joined]);
    expect(saver.readUnsaved()).toBeUndefined();
  });

  it('does not try again by itself what was refused', async () => {
    const saver = open();
    saver.save(first);
    await saver.end(false);
    await saver.settled();
    expect(saver.written).toEqual([first]);
    expect(saver.readUnsaved()).toEqual(first);
    saver.save({});
    expect(saver.written).toEqual([first, first]);
  });
});
