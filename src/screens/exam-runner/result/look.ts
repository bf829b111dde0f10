import { useSyncExternalStore } from 'react';

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

export const readLook = (): Look | undefined => history.state?.look;

export const lookAt = (run: string, at: Look['at']) => {
  const look: Look = { run, at, depth: (readLook()?.depth ?? 0) + 1 };
  history.pushState({ look }, '');
};

/** Another run has begun in its place. */
export const forgetLook = () => {
  if (readLook()) history.replaceState(null, '');
};

export const backToResult = () => {
  const { depth } = readLook() ?? {};
  if (depth) history.go(-depth);
};

/** The router tells of the changes that the browser does not. */
const EVENTS = ['popstate', 'pushState', 'replaceState'];

const subscribe = (listener: () => void) => {
  for (const event of EVENTS) addEventListener(event, listener);
  return () => {
    for (const event of EVENTS) removeEventListener(event, listener);
  };
};

export const useLook = () => useSyncExternalStore(subscribe, readLook);
