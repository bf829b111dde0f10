import type { ExamKey } from '#contract/caches.ts';
import { openChannel } from '#primitives/channel.ts';
import { createEvent } from '#primitives/observable.ts';
import { examName } from './keys.ts';

const CHANNEL = 'certdeck/learner';

/** The window's event once a run's result is shown. */
export const RUN_ENDED = 'certdeck:run-ended';

/** Tells this page's own announcements from those of others. */
const page = Math.random();

const heardHere = createEvent<[exam: string]>();

type Announcement = {
  /** Where the data was moved to. */
  movedTo?: ExamKey | undefined;
  /** This page doesn't show it yet: it came from another device or a file, or a clock has ended a run. */
  isNewHere?: boolean;
};

/** Tells other tabs, and this page if it is new here, that the learner's data of an exam has changed. */
export const announce = (exam: ExamKey, { movedTo, isNewHere = false }: Announcement = {}) => {
  const channel = openChannel(CHANNEL);
  channel?.postMessage({ exam: examName(exam), page, movedTo });
  channel?.close();
  if (isNewHere) heardHere.emit(examName(exam));
};

/**
 * Calls `hear` with the name of an exam when another tab has changed its learner's data, or moved it
 * to another, or data of another device or a file was added. Returns a function that stops it.
 */
export const listenToAll = (hear: (exam: string, movedTo?: ExamKey) => void) => {
  const unsubscribe = heardHere.subscribe(hear);
  const channel = openChannel(CHANNEL);
  if (channel) {
    channel.onmessage = ({ data }) => {
      if (data && data.page !== page) hear(data.exam, data.movedTo);
    };
  }
  return () => {
    unsubscribe();
    channel?.close();
  };
};

/** Calls `hear` for one exam. Returns a function that stops it. */
export const listenTo = (exam: ExamKey, hear: (movedTo?: ExamKey) => void) =>
  listenToAll((name, movedTo) => {
    if (name === examName(exam)) hear(movedTo);
  });
