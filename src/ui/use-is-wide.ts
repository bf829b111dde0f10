import { useSyncExternalStore } from 'react';

/** Room for a column beside the main one, at the text's size. */
const WIDE = '(width >= 64em)';

const subscribe = (listener: () => void) => {
  const list = matchMedia(WIDE);
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
};

const read = () => matchMedia(WIDE).matches;

export const useIsWide = () => useSyncExternalStore(subscribe, read);
