import { useEffect, useRef } from 'react';
import type { Run } from '#exam/run/run.ts';

/** Moves the focus to the question after moving, and to the verdict after checking. */
export const useRunFocus = (run: Run, isLoaded: boolean) => {
  const question = useRef<HTMLDivElement>(null);
  const verdict = useRef<HTMLParagraphElement>(null);
  const expected = useRef<'question' | 'verdict'>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the run or its question changes.
  useEffect(() => {
    const target = expected.current === 'question' ? question.current : verdict.current;
    if (!expected.current || !target || !isLoaded) return;
    expected.current = undefined;
    target.focus({ preventScroll: true });
  }, [run, isLoaded]);

  return {
    question,
    verdict,
    expect: (target: 'question' | 'verdict') => {
      expected.current = target;
      // Where the focused element is removed, the browser lays out a page that is half changed.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    },
  };
};
