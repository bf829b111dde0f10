import { useEffect, useState } from 'react';

/** False until `delay` milliseconds have passed since mounting. */
export const useDelay = (delay: number) => {
  const [hasPassed, setPassed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), delay);
    return () => clearTimeout(timer);
  }, [delay]);
  return hasPassed;
};
