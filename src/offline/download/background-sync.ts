import { cacheNameOf, type ExamKey, hasCaches } from '#contract/caches.ts';
import { isOwn } from '#contract/own.ts';
import { dropLeftover, listExams } from '../library/exam-library.ts';
import { endListing, type KnownExam, readKnownExams, readStatus } from '../library/exam-status.ts';
import { forgetShell, subscribeToWorker } from '../page/service-worker.ts';
import { checkStorage } from '../page/storage-health.ts';
import { followLibrary, isAskDue, syncExam, updateStatus } from './exam-sync.ts';

/** How often interrupted downloads are continued. In milliseconds. */
const LOOK_EVERY = 30_000;

/** Continues what was interrupted and refreshes what is old. */
const resumeOrRefresh = async (key: ExamKey) => {
  await updateStatus(key);
  if (!navigator.onLine) return;
  const status = readStatus(key);
  if (status.kind === 'partial' && status.reason === 'paused') return;
  if (status.kind === 'partial' && status.reason === 'unavailable' && !isAskDue(key)) return;
  syncExam(key, { onlyIfSaved: true });
};

/**
 * Refreshes every saved exam of an API, and the learner's own. An unreadable exam doesn't stop the
 * others.
 */
export const refreshAll = async (apiUrl: string) => {
  const exams = hasCaches() ? await listExams().catch(() => undefined) : undefined;
  if (!exams) return endListing(false);
  // Exams that are gone by now get their status updated, too.
  const known = [...readKnownExams().values()].map(({ key }) => key);
  const keys = new Map([...known, ...exams].map((key) => [cacheNameOf(key), key]));
  for (const key of keys.values()) {
    if (isOwn(key)) await dropLeftover(key).then(() => updateStatus(key));
    else if (key.apiUrl === apiUrl) await resumeOrRefresh(key);
  }
  endListing(true);
};

const isUnfinished = ({ status }: KnownExam) =>
  status.kind === 'partial' && ['interrupted', 'shell', 'unavailable'].includes(status.reason);

/**
 * Keeps an API's saved exams fresh: now, when the network returns, and when the app becomes
 * visible. Returns a function that stops it.
 */
export const startBackgroundSync = (apiUrl: string) => {
  const refresh = () => {
    forgetShell();
    refreshAll(apiUrl).catch(() => undefined);
  };
  const refreshIfVisible = () => {
    if (document.visibilityState === 'visible') refresh();
  };
  const continueUnfinished = () => {
    if ([...readKnownExams().values()].some(isUnfinished)) refreshIfVisible();
  };
  const stops = [followLibrary(), subscribeToWorker(refresh)];
  addEventListener('online', refresh);
  document.addEventListener('visibilitychange', refreshIfVisible);
  const timer = setInterval(continueUnfinished, LOOK_EVERY);
  // The first worker has just been installed, which changes what is saved.
  if (!navigator.serviceWorker?.controller) navigator.serviceWorker?.ready.then(refresh);
  checkStorage();
  refresh();
  return () => {
    for (const stop of stops) stop();
    removeEventListener('online', refresh);
    document.removeEventListener('visibilitychange', refreshIfVisible);
    clearInterval(timer);
  };
};
