import { useEffect } from 'react';

/** Calls `refresh` at first, and whenever the learner comes back to the tab, which may be another day. */
export const useOnReturn = (refresh: () => Promise<void>) =>
  useEffect(() => {
    void refresh();
    const look = () => void (document.visibilityState === 'visible' && refresh());
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [refresh]);
