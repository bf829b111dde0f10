import { keepAllExams, stopJob } from './exam-keeper.ts';
import { listenToOtherTabs, readSavedExams } from './saved-exams.ts';
import { checkStorage } from './storage-health.ts';

/** Between looks at what a dead network has interrupted. In milliseconds. */
const LOOK_EVERY = 30_000;

const isInterrupted = () =>
  [...readSavedExams().values()].some(
    ({ status }) => status.kind === 'partial' && ['interrupted', 'shell'].includes(status.reason),
  );

const look = () => {
  keepAllExams().catch((error) => console.warn('Saved exams could not be looked at', error));
};

/** Goes on with what is missing: now, when the network returns, when the app is looked at again. */
export const startUpkeep = () => {
  const lookIfVisible = () => {
    if (document.visibilityState === 'visible') look();
  };
  listenToOtherTabs((key, status) => {
    if (status.kind === 'absent') stopJob(key);
  });
  addEventListener('online', look);
  document.addEventListener('visibilitychange', lookIfVisible);
  setInterval(() => isInterrupted() && lookIfVisible(), LOOK_EVERY);
  navigator.serviceWorker?.ready.then(look);
  checkStorage();
  look();
};
