import { useCallback, useSyncExternalStore } from 'react';

/** Room for a column beside the main one, at the text's size. */
export const WIDE = '(width >= 64em)';

export const useMediaQuery = (query: string) =>
  useSyncExternalStore(
    useCallback(
      (listener: () => void) => {
        const list = matchMedia(query);
        list.addEventListener('change', listener);
        return () => list.removeEventListener('change', listener);
      },
      [query],
    ),
    () => matchMedia(query).matches,
  );
