import { useEffect } from 'react';

/** Keeps the screen awake while `isWanted`, where the browser can; it lets go of a hidden page. */
export const useWakeLock = (isWanted: boolean) => {
  useEffect(() => {
    if (!isWanted || !navigator.wakeLock) return;
    let held: Promise<WakeLockSentinel | undefined> | undefined;
    const hold = () => {
      if (document.visibilityState !== 'visible') return;
      // Refused while the battery is low; the screen then sleeps as usual.
      held = navigator.wakeLock.request('screen').catch(() => undefined);
    };
    hold();
    document.addEventListener('visibilitychange', hold);
    return () => {
      document.removeEventListener('visibilitychange', hold);
      void held?.then((lock) => lock?.release());
    };
  }, [isWanted]);
};
