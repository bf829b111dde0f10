import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf } from '#bank/parse/text-file.ts';
import { failed, type Result } from '#contract/result.ts';

const isRunning = (id: number): boolean => {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
};

/** The process that holds a lock; undefined if it ended without releasing it. */
const holderOf = (lock: string): number | undefined => {
  try {
    const id = Number(readFileSync(lock, 'utf8'));
    return id > 0 && isRunning(id) ? id : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Runs an import under a lock on a folder of questions. The lock names its process, so a killed one
 * locks nothing.
 */
export const lockExam = <T>(folder: string, run: () => Result<T, string>): Result<T, string> => {
  const lock = join(dirname(folder), '.import.lock');
  const holder = holderOf(lock);
  if (holder !== undefined) {
    return failed(
      `Another import (process ${holder}) is writing there: try again when it is done.`,
    );
  }
  try {
    rmSync(lock, { force: true });
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
  } catch (error) {
    return failed(`${lock} cannot be written (${codeOf(error)}): nothing is changed.`);
  }
  try {
    return run();
  } finally {
    rmSync(lock, { force: true });
  }
};
