import type { Change } from './schemas.ts';

/** Both changes as one. A later version of a run takes the place of an earlier one. */
const joinChanges = (first: Change = {}, second: Change = {}): Change => {
  const isReplaced = ({ id }: { id: string }) => second.runs?.some((run) => run.id === id);
  const runs = [...(first.runs ?? []).filter((run) => !isReplaced(run)), ...(second.runs ?? [])];
  const marks = [...(first.study?.marks ?? []), ...(second.study?.marks ?? [])];
  return { ...(runs.length > 0 && { runs }), ...(marks.length > 0 && { study: { marks } }) };
};

/**
 * Writes changes of runs and marks, one after the other; what comes meanwhile is written together,
 * next, and what was refused with the next change. `write` resolves to whether its change is stored.
 */
export const createSaver = (write: (change: Change) => Promise<boolean>) => {
  let writing: Change | undefined;
  let waiting: Change | undefined;
  let settled = Promise.resolve();
  const writeAll = async () => {
    while (waiting) {
      writing = waiting;
      waiting = undefined;
      let isWritten = false;
      try {
        isWritten = await write(writing);
      } finally {
        if (!isWritten) waiting = joinChanges(writing, waiting);
        writing = undefined;
      }
      if (!isWritten) return;
    }
  };
  return {
    save: (change: Change) => {
      waiting = joinChanges(waiting, change);
      if (!writing) settled = writeAll();
    },
    /** What may not be stored yet. Undefined if everything is. */
    readUnsaved: () => (writing || waiting) && joinChanges(writing, waiting),
    /** Resolves once nothing is being written. */
    settled: () => settled,
  };
};
