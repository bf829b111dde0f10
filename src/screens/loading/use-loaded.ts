import { useEffect, useState } from 'react';

/**
 * What `load` resolves to, or undefined until then. `load` must be stable between renders and must not
 * reject; a new one drops the old value at once and aborts the old one's signal.
 */
export const useLoaded = <T>(load: (signal: AbortSignal) => Promise<T>) => {
  const [loaded, setLoaded] = useState<{ load: unknown; value: T }>();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    load(signal).then((value) => signal.aborted || setLoaded({ load, value }));
    return () => controller.abort();
  }, [load]);
  return loaded?.load === load ? loaded.value : undefined;
};
