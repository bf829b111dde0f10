/**
 * The names of our caches. None contains `-precache-`, which Workbox cleans up. Nothing deletes a
 * cache that it doesn't know.
 */
export const CONFIG_CACHE = 'certdeck/config';
export const SEEN_CACHE = 'certdeck/seen';
/** Files of earlier versions of the app, for tabs that still run them. */
export const PREVIOUS_CACHE = 'certdeck/previous';

/** Identifies an exam. The same ids at another API are another exam. */
export type ExamKey = { apiUrl: string; providerId: string; examId: string };

const EXAM = 'certdeck/exam/';

/** The prefix of an exam's cache names; also used in lock names and as a map key. */
export const cacheNameOf = ({ apiUrl, providerId, examId }: ExamKey) =>
  EXAM + [apiUrl, providerId, examId].map(encodeURIComponent).join('/');

/** Generations are numbered; a refresh builds the next one while the current one is in use. */
export const examCacheName = (key: ExamKey, generation: number) =>
  `${cacheNameOf(key)}/${generation}`;

/** Undefined unless the name is exactly one of ours. */
export const parseExamCacheName = (name: string) => {
  if (!name.startsWith(EXAM)) return undefined;
  const [apiUrl, providerId, examId, number = ''] = name.slice(EXAM.length).split('/');
  if (!apiUrl || !providerId || !examId || !/^\d+$/.test(number)) return undefined;
  try {
    const key: ExamKey = {
      apiUrl: decodeURIComponent(apiUrl),
      providerId: decodeURIComponent(providerId),
      examId: decodeURIComponent(examId),
    };
    const generation = Number(number);
    return examCacheName(key, generation) === name ? { key, generation } : undefined;
  } catch {
    return undefined;
  }
};

/** Asks the worker whether all of the app is in its cache. */
export const SHELL_QUESTION = 'IS_SHELL_CACHED';
/** Sent by workbox-window to a waiting worker that should take over. */
export const TAKE_OVER = 'SKIP_WAITING';
