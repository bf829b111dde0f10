import { cacheNameOf, type ExamKey } from '#contract/caches.ts';
import { broadcast, subscribeToLibrary } from './exam-library.ts';
import { type ExamStatus, showStatus } from './exam-status.ts';

const lastHeard = new Map<string, number>();

/** When another tab last reported a status. Milliseconds since 1970. */
export const readLastHeard = (key: ExamKey) => lastHeard.get(cacheNameOf(key)) ?? 0;

/** Publishes a status in every tab. */
export const broadcastStatus = (key: ExamKey, status: ExamStatus) =>
  broadcast({ kind: 'status', key, status });

subscribeToLibrary((message, isFromOtherTab) => {
  if (message.kind !== 'status') return;
  if (isFromOtherTab) lastHeard.set(cacheNameOf(message.key), Date.now());
  showStatus(message.key, message.status as ExamStatus);
});
