/**
 * Names of the caches that are ours. None contains `-precache-`, which Workbox cleans up,
 * and nothing deletes a cache whose name it does not know.
 */
export const CONFIG_CACHE = 'certdeck/config';
export const SEEN_CACHE = 'certdeck/seen';
/** The hashed files of the versions before, for tabs that still run them. */
export const PREVIOUS_CACHE = 'certdeck/previous';

/** An exam as this device knows it; the same ids at another API are another exam. */
export type ExamKey = { apiUrl: string; providerId: string; examId: string };

const EXAM = 'certdeck/exam/';

/** One text for one exam: a cache name's beginning, a lock's name, a map's key. */
export const cacheNameOf = ({ apiUrl, providerId, examId }: ExamKey) =>
  EXAM + [apiUrl, providerId, examId].map(encodeURIComponent).join('/');

/** Generations count up; a refresh is built in the next one aside. */
export const examCacheName = (key: ExamKey, generation: number) =>
  `${cacheNameOf(key)}/${generation}`;

/** Undefined for every name that is not, letter for letter, one of ours. */
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

/** What the page says to its worker. */
export const SHELL_QUESTION = 'IS_SHELL_CACHED';
/** What workbox-window says to a waiting worker that is to take over. */
export const TAKE_OVER = 'SKIP_WAITING';
