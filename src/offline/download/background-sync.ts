import { cacheNameOf } from '#contract/caches.ts';
import { hasCaches, listExamCaches } from '../library/exam-cache.ts';
import { endListing, readSavedExams, readStatus } from '../library/exam-status.ts';
import { type ExamStore, forgetStores, openStore, pickActive } from '../library/exam-store.ts';
import { forgetShell, subscribeToWorker } from '../page/service-worker.ts';
import { checkStorage } from '../page/storage-health.ts';
import { announceExam, followOtherTabs, isAskDue, isOld, syncExam } from './exam-sync.ts';

/** Whether there is something to download: missing parts, an unfinished refresh, an old list. */
const needsSync = async (store: ExamStore) => {
  const status = readStatus(store.key);
  if (status.kind === 'partial') {
    if (status.reason === 'unavailable') return isAskDue(store.key);
    return ['interrupted', 'faulty', 'full'].includes(status.reason);
  }
  if (status.kind !== 'available') return false;
  const generations = await store.inspect();
  const active = pickActive(store.key, generations);
  return active !== undefined && (isOld(active) || generations.at(-1) !== active);
};

/** Inspects every saved exam of an API and resumes the downloads that need it. */
export const syncAllExams = async (apiUrl: string) => {
  if (!hasCaches()) return endListing(false);
  const exams = await listExamCaches().catch(() => undefined);
  if (!exams) return endListing(false);
  // Exams that have been removed get their status updated too.
  const known = [...readSavedExams().values(), ...exams.values()];
  const keys = new Map(known.map(({ key }) => [cacheNameOf(key), key]));
  for (const key of keys.values()) {
    if (key.apiUrl !== apiUrl) continue;
    const store = openStore(key);
    // An exam that can't be read must not stop the others.
    await store.dropOutdated().catch(() => undefined);
    // An exam for which there was no room at all has no cache, and is still wanted.
    const onlyIfSaved = await store.exists().catch(() => true);
    await announceExam(key);
    const isWanted = await needsSync(store).catch(() => false);
    if (isWanted && navigator.onLine) syncExam(key, { onlyIfSaved });
  }
  endListing(true);
};

/** Makes the next inspection read the caches again, since the browser may have cleared some. */
export const forgetCaches = () => {
  forgetStores();
  forgetShell();
};

/** How often interrupted downloads are checked. In milliseconds. */
const LOOK_EVERY = 30_000;

const hasMissing = () =>
  [...readSavedExams().values()].some(
    ({ key, status }) =>
      status.kind === 'partial' &&
      (status.reason === 'unavailable'
        ? isAskDue(key)
        : ['interrupted', 'shell'].includes(status.reason)),
  );

/**
 * Resumes the downloads of an API's exams: now, when the network returns, and when the app becomes
 * visible. Returns a function that stops it.
 */
export const startBackgroundSync = (apiUrl: string) => {
  const look = () => {
    syncAllExams(apiUrl).catch(() => undefined);
  };
  const lookAnew = () => {
    forgetCaches();
    look();
  };
  const lookIfVisible = () => {
    if (document.visibilityState === 'visible') lookAnew();
  };
  const stopFollowing = followOtherTabs();
  addEventListener('online', lookAnew);
  document.addEventListener('visibilitychange', lookIfVisible);
  const timer = setInterval(() => hasMissing() && lookIfVisible(), LOOK_EVERY);
  const stopWatching = subscribeToWorker(lookAnew);
  // The first worker has just been installed, which changes what is saved.
  if (!navigator.serviceWorker?.controller) navigator.serviceWorker?.ready.then(lookAnew);
  checkStorage();
  look();
  return () => {
    stopFollowing();
    stopWatching();
    removeEventListener('online', lookAnew);
    document.removeEventListener('visibilitychange', lookIfVisible);
    clearInterval(timer);
  };
};
