import { decodeSegment, encodeSegment } from '#primitives/encode.ts';

/**
 * The names of our caches. None contains `-precache-`, which Workbox cleans up. Nothing deletes a
 * cache that it doesn't know.
 */
export const CONFIG_CACHE = 'certdeck/config';
/** Files that another app has shared, until the page takes them. */
export const SHARED_CACHE = 'certdeck/shared';
export const SEEN_CACHE = 'certdeck/seen';
/** Files of earlier versions of the app, for tabs that still run them. */
export const PREVIOUS_CACHE = 'certdeck/previous';

/** Identifies an exam. The same ids at another API are another exam. */
export type ExamKey = { apiUrl: string; providerId: string; examId: string };

/** The beginning of the name of every exam's cache. */
export const EXAM = 'certdeck/exam/';

/** The name of an exam's cache; also used in lock names and as a map key. */
export const cacheNameOf = ({ apiUrl, providerId, examId }: ExamKey) =>
  EXAM + [apiUrl, providerId, examId].map(encodeSegment).join('/');

/** The same without its beginning, as part of other names. */
export const printExamKey = (key: ExamKey) => cacheNameOf(key).slice(EXAM.length);

/** The exam that these segments name; undefined unless they are written as we write them. */
export const readExamKey = (segments: string[]): ExamKey | undefined => {
  const [apiUrl, providerId, examId] = segments.map(decodeSegment);
  if (!apiUrl || !providerId || !examId) return undefined;
  const key: ExamKey = { apiUrl, providerId, examId };
  return printExamKey(key) === segments.join('/') ? key : undefined;
};

/** The address of the saved exam's document in its cache. The app never requests it. */
export const DOCUMENT = '/certdeck-document';

/** The exam of a cache; undefined unless the name is exactly one of ours. */
export const readCacheName = (name: string) =>
  name.startsWith(EXAM) ? readExamKey(name.slice(EXAM.length).split('/')) : undefined;

/** The lock of the tab that saves an exam. */
export const saveLock = (key: ExamKey) => `certdeck/save/${cacheNameOf(key)}`;

/** Asks the worker whether all of the app is in its cache. */
export const SHELL_QUESTION = 'IS_SHELL_CACHED';
/** Sent by workbox-window to a waiting worker that should take over. */
export const TAKE_OVER = 'SKIP_WAITING';

/** How an entry is found: no header of our requests changes the answer. */
export const MATCH = { ignoreVary: true } as const;

/** Nothing is saved under `npm run dev`, so that an edited question shows at once. */
export const hasCaches = () => Boolean(globalThis.caches) && import.meta.env.MODE !== 'development';
