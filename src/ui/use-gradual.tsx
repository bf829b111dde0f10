import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * The start of a long list, and `step` more when its end comes near; all of it on paper. Put `sentinel`
 * last.
 */
export const useGradual = <T,>(items: T[], step: number) => {
  const [count, setCount] = useState(step);
  const end = useRef<HTMLLIElement>(null);
  const hasMore = items.length > count;

  // biome-ignore lint/correctness/useExhaustiveDependencies: observed anew after each step.
  useEffect(() => {
    if (!end.current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && setCount((shown) => shown + step),
      { rootMargin: '600px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [count, hasMore]);

  useEffect(() => {
    const showAll = () => flushSync(() => setCount(Number.POSITIVE_INFINITY));
    addEventListener('beforeprint', showAll);
    return () => removeEventListener('beforeprint', showAll);
  }, []);

  return {
    shown: items.slice(0, count),
    sentinel: hasMore && <li ref={end} aria-hidden />,
  };
};
