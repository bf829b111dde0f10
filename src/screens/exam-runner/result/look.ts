import { useSyncExternalStore } from 'react';
import { createEvent } from '#primitives/observable.ts';

/**
 * What a learner looks at from a result: the list of its answers, or one of its questions by index.
 * The history holds it, so that the browser's Back leads to the result, too.
 */
export type Look = {
  /** The id of the run. */
  run: string;
  at: 'answers' | 'wrong' | number;
  /** How many entries of the history lie between it and the result. */
  depth: number;
};

const changed = createEvent();

export const readLook = (): Look | undefined => history.state?.look;

export const lookAt = (run: string, at: Look['at']) => {
  const look: Look = { run, at, depth: (readLook()?.depth ?? 0) + 1 };
  history.pushState({ look }, '');
  changed.emit();
};

/** Another run has begun in its place. */
export const forgetLook = () => {
  if (!readLook()) return;
  history.replaceState(null, '');
  changed.emit();
};

export const backToResult = () => {
  const { depth } = readLook() ?? {};
  if (depth) history.go(-depth);
};

const subscribe = (listener: () => void) => {
  const stop = changed.subscribe(listener);
  addEventListener('popstate', listener);
  return () => {
    stop();
    removeEventListener('popstate', listener);
  };
};

export const useLook = () => useSyncExternalStore(subscribe, readLook);
