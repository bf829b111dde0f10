import type { Change } from './schemas.ts';

/**
 * How far changes are stored on the device.
 *
 * | state   | `changed`             | `written`               | `refused`             |
 * |---------|-----------------------|-------------------------|-----------------------|
 * | saved   | writing it            |                         |                       |
 * | writing | writing, more waiting | saved, or writing those | unsaved, with waiting |
 * | unsaved | writing it and these  |                         |                       |
 */
export type Saving =
  | { state: 'saved' }
  | { state: 'writing'; change: Change; waiting?: Change | undefined }
  | { state: 'unsaved'; change: Change };

export type SavingEvent =
  | { type: 'changed'; change: Change }
  | { type: 'written' }
  | { type: 'refused' };

/** Both changes as one. A later version of a run takes the place of an earlier one. */
const joinChanges = (first: Change | undefined, second: Change): Change => {
  const isReplaced = ({ id }: { id: string }) => second.runs?.some((run) => run.id === id);
  const runs = [...(first?.runs ?? []).filter((run) => !isReplaced(run)), ...(second.runs ?? [])];
  const marks = [...(first?.study?.marks ?? []), ...(second.study?.marks ?? [])];
  return { ...(runs.length > 0 && { runs }), ...(marks.length > 0 && { study: { marks } }) };
};

export const reduceSaving = (saving: Saving, event: SavingEvent): Saving => {
  if (saving.state !== 'writing') {
    if (event.type !== 'changed') return saving;
    const unsaved = saving.state === 'unsaved' ? saving.change : undefined;
    return { state: 'writing', change: joinChanges(unsaved, event.change) };
  }
  const { change, waiting } = saving;
  switch (event.type) {
    case 'changed':
      return { ...saving, waiting: joinChanges(waiting, event.change) };
    case 'written':
      return waiting ? { state: 'writing', change: waiting } : { state: 'saved' };
    case 'refused':
      return { state: 'unsaved', change: waiting ? joinChanges(change, waiting) : change };
  }
};

/**
 * Writes changes of runs and marks, one after the other; what comes meanwhile is written together,
 * next. `write` resolves to whether its change is stored.
 */
export const createSaver = (write: (change: Change) => Promise<boolean>) => {
  let saving: Saving = { state: 'saved' };
  let writing = Promise.resolve();
  const writeAll = async () => {
    while (saving.state === 'writing') {
      let isWritten = false;
      try {
        isWritten = await write(saving.change);
      } finally {
        saving = reduceSaving(saving, { type: isWritten ? 'written' : 'refused' });
      }
    }
  };
  return {
    save: (change: Change) => {
      const isWriting = saving.state === 'writing';
      saving = reduceSaving(saving, { type: 'changed', change });
      if (!isWriting) writing = writeAll();
    },
    /** What may not be stored yet. Undefined if everything is. */
    readUnsaved: (): Change | undefined => {
      if (saving.state === 'saved') return undefined;
      const waiting = saving.state === 'writing' ? saving.waiting : undefined;
      return waiting ? joinChanges(saving.change, waiting) : saving.change;
    },
    /** Resolves once nothing is being written. */
    settled: () => writing,
  };
};
