import { isAskDue, keepAllExams, stopJob } from './exam-keeper.ts';
import { announceStatus, listenToOtherTabs, readSavedExams } from './saved-exams.ts';
import { subscribeToRefusal } from './shell.ts';
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
 * looked at again. Returns the end of it.
 */
export const startUpkeep = (apiUrl: string) => {
  const look = () => {
    keepAllExams(apiUrl).catch(() => undefined);
  };
  const lookIfVisible = () => {
    if (document.visibilityState === 'visible') look();
  };
  const stopListening = listenToOtherTabs((key, status) => {
    // Said again, since the other tab may have heard of this one's progress after its own words.
    if (status.kind === 'absent' && stopJob(key)) announceStatus(key, status);
  });
  addEventListener('online', look);
  document.addEventListener('visibilitychange', lookIfVisible);
  const timer = setInterval(() => hasMissing() && lookIfVisible(), LOOK_EVERY);
  const stopWatching = subscribeToRefusal(look);
  navigator.serviceWorker?.ready.then(look);
  checkStorage();
  look();
  return () => {
    stopListening();
    stopWatching();
    removeEventListener('online', look);
    document.removeEventListener('visibilitychange', lookIfVisible);
    clearInterval(timer);
  };
};
