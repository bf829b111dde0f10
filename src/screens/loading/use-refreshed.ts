import { useCallback, useEffect, useState } from 'react';
import { listenToAll } from '#learner/announcements.ts';

/**
 * What `read` reads of the learner's data: at first; whenever another tab or device has changed it;
 * and when the learner comes back to the tab, which may be another day. Undefined until the first time.
 * `refresh` reads it again, `show` shows what is about to be stored. `read` must be stable between renders.
 */
export const useRefreshed = <T>(read: () => Promise<T>) => {
  const [value, show] = useState<T>();
  const refresh = useCallback(async () => show(await read()), [read]);
  useEffect(() => {
    let isRunning = false;
    let isAskedAgain = false;
    // One at a time, as a file may bring news of many exams.
    const run = async () => {
      isAskedAgain = isRunning;
      if (isRunning) return;
      isRunning = true;
      await refresh();
      isRunning = false;
      if (isAskedAgain) await run();
    };
    const look = () => void (document.visibilityState === 'visible' && run());
    void run();
    const stopListening = listenToAll(look);
    document.addEventListener('visibilitychange', look);
    return () => {
      stopListening();
      document.removeEventListener('visibilitychange', look);
    };
  }, [refresh]);
  return { value, show, refresh };
};
