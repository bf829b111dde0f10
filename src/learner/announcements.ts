import type { ExamKey } from '#contract/caches.ts';
import { openChannel } from '#primitives/channel.ts';
import { examName } from './keys.ts';

const CHANNEL = 'certdeck/learner';

/** The window's event once a run's result is shown. */
export const RUN_ENDED = 'certdeck:run-ended';

/** Tells this page's own announcements from those of others. */
const page = Math.random();

/** Tells other tabs that the learner's data of an exam has changed, or where it was moved to. */
export const announce = (exam: ExamKey, movedTo?: ExamKey) => {
  const channel = openChannel(CHANNEL);
  channel?.postMessage({ exam: examName(exam), page, movedTo });
  channel?.close();
};

/**
 * Calls `hear` when another tab has changed the learner's data of an exam, or moved it to another. Returns a function that
 * stops it.
 */
export const listenTo = (exam: ExamKey, hear: (movedTo?: ExamKey) => void) => {
  const channel = openChannel(CHANNEL);
  if (channel) {
    channel.onmessage = ({ data }) => {
      if (data?.exam === examName(exam) && data.page !== page) hear(data.movedTo);
    };
  }
  return () => channel?.close();
};
