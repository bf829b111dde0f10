import { useEffect, useState } from 'react';

/**
 * What `load` resolves to, or undefined until then. `load` must be stable between renders and must not
 * reject; a new one drops the old value at once.
 */
export const useLoaded = <T>(load: () => Promise<T>) => {
  const [loaded, setLoaded] = useState<{ load: unknown; value: T }>();
  useEffect(() => {
    let isCurrent = true;
    load().then((value) => isCurrent && setLoaded({ load, value }));
    return () => {
      isCurrent = false;
    };
  }, [load]);
  return loaded?.load === load ? loaded.value : undefined;
};
