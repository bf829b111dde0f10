import { describe, expect, it } from 'vitest';
import { startedRun } from '#exam/run/run.ts';
import { toStoredRun } from '#exam/run/stored-run.ts';
import { createSaver } from '#learner/saver.ts';
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

  it('writes what was refused together with the next change', async () => {
    const saver = open();
    saver.save(first);
    saver.save(second);
    await saver.end(false);
    await saver.settled();
    expect(saver.written).toEqual([first]);
    expect(saver.readUnsaved()).toEqual(joined);
    saver.save(other);
    const all = { ...joined, runs: [...(joined.runs ?? []), ...(other.runs ?? [])] };
    expect(saver.written).toEqual([first, all]);
    await saver.end(true);
    expect(saver.readUnsaved()).toBeUndefined();
  });

  it('leaves out what is empty, as a draft asks for', () => {
    const saver = open();
    saver.save({ runs: [], study: { marks: [markOf('q1')] } });
    saver.save({ ...other, study: { marks: [] } });
    expect(saver.written).toEqual([{ study: { marks: [markOf('q1')] } }]);
    expect(saver.readUnsaved()).toEqual({ ...other, study: { marks: [markOf('q1')] } });
  });
});
