import { useEffect, useState } from 'react';

/** `value` as it was once it had stood still for `delay` milliseconds. */
export const useDebounced = <T>(value: T, delay: number) => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(() => value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
};
