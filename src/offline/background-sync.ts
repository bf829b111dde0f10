import { subscribeToRegistrationFailure } from './app/service-worker.ts';
import { readSavedExams } from './exam-status.ts';
import { followOtherTabs, forgetCaches, isAskDue, syncAllExams } from './exam-sync.ts';
import { checkStorage } from './storage-health.ts';

/** Between looks at what a dead network has interrupted. In milliseconds. */
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
 * Goes on with what is missing of an API's exams: now, when the network returns, when the app is
 * looked at again. Returns a function that stops it.
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
  const stopWatching = subscribeToRegistrationFailure(lookAnew);
  // Only a worker that was not there before has something to tell.
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
