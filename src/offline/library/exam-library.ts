import {
  cacheNameOf,
  DOCUMENT,
  EXAM,
  type ExamKey,
  hasCaches,
  MATCH,
  readCacheName,
  saveLock,
} from '#contract/caches.ts';
import { isOwn } from '#contract/own.ts';
import { openChannel } from '#primitives/channel.ts';
import { createEvent } from '#primitives/observable.ts';
import {
  type ExamDocument,
  imagesOf,
  parseDocument,
  type SavedExam,
  writeDocument,
} from './exam-document.ts';
import type { ExamStatus } from './exam-status.ts';

/**
 * The saved exams, each in one cache: its document, and every image under its address. Only this
 * module touches these caches. Putting the document is the switch: new images are put before it, and
 * those that it does not name are deleted after it.
 */

/** Messages about an exam, to every tab, the sending one included. */
type LibraryMessage = { key: ExamKey } & (
  | { kind: 'saved'; document?: ExamDocument | undefined }
  | { kind: 'paused' | 'removed' }
  | { kind: 'status'; status: ExamStatus }
);

const channel = openChannel('certdeck/exams');

/** Calls back with each message. */
const { emit: emitMessage, subscribe } =
  createEvent<[message: LibraryMessage, isFromOtherTab: boolean]>();

export { subscribe as subscribeToLibrary };

channel?.addEventListener('message', ({ data }: MessageEvent<LibraryMessage>) =>
  emitMessage(data, true),
);

/** Sends to every tab, this one included. */
export const broadcast = (message: LibraryMessage) => {
  const { kind, key } = message;
  channel?.postMessage(kind === 'saved' ? { kind, key } : message);
  emitMessage(message, false);
};

/** Every exam of which something is saved. Deletes exams that are saved in another form. */
export const listExams = async () => {
  const exams: ExamKey[] = [];
  for (const name of await caches.keys()) {
    const key = readCacheName(name);
    if (key) exams.push(key);
    else if (name.startsWith(EXAM)) await caches.delete(name);
  }
  return exams;
};

/** An image of a saved exam. */
export const findImage = (key: ExamKey, address: string) =>
  caches.match(address, { ...MATCH, cacheName: cacheNameOf(key) });

/** Whether something of the exam is saved. */
export const isOnDevice = (key: ExamKey) => caches.has(cacheNameOf(key));

/** Whether there is a document, readable or not. Without one, a save was ended before its end. */
export const hasDocument = async (key: ExamKey) => (await findImage(key, DOCUMENT)) !== undefined;

/** The document alone. Undefined if there is none that can be read. */
export const readDocument = async (key: ExamKey) => {
  const entry = await findImage(key, DOCUMENT);
  return parseDocument(await entry?.json().catch(() => undefined));
};

/** Undefined if nothing is saved of the exam, or nothing that can be read. */
export const readExam = async (key: ExamKey): Promise<SavedExam | undefined> => {
  const document = await readDocument(key);
  if (!document) return undefined;
  // To open a cache that another tab has just removed would create it again; it has a document.
  const cache = await caches.open(cacheNameOf(key));
  const present = new Set((await cache.keys()).map(({ url }) => url));
  return { document, present };
};

/** Puts an image, which counts once a document that names it is put. Rejects when there is no room. */
export const putImage = async (key: ExamKey, address: string, answer: Response) => {
  const cache = await caches.open(cacheNameOf(key));
  // As a stream, because Chromium blocks the page while it copies a whole body.
  await cache.put(address, new Response(answer.body, answer));
};

/** Rejects when there is no room; what was saved before then stays. */
export const putDocument = async (key: ExamKey, document: ExamDocument) => {
  const cache = await caches.open(cacheNameOf(key));
  await cache.put(DOCUMENT, new Response(writeDocument(document)));
  broadcast({ kind: 'saved', key, document });
};

/** The error of a device that has no room. */
export const isQuotaError = (error: unknown) =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

/** Deletes the images that a document does not name. */
export const dropUnnamed = async (key: ExamKey, document: ExamDocument) => {
  const cache = await caches.open(cacheNameOf(key));
  const named = imagesOf(key, document);
  for (const request of await cache.keys()) {
    const isWanted = request.url.endsWith(DOCUMENT) || named.has(request.url);
    if (!isWanted) await cache.delete(request, MATCH);
  }
};

/** Deletes an exam's cache. */
export const dropExam = (key: ExamKey) => caches.delete(cacheNameOf(key));

/** Works under an exam's lock; without locks, or if another tab holds it, with `isAlone` false. */
export const holdLock = <T>(key: ExamKey, work: (isAlone: boolean) => Promise<T>): Promise<T> => {
  const { locks } = globalThis.navigator ?? {};
  if (!locks) return work(false);
  return locks.request(saveLock(key), { ifAvailable: true }, (lock) => work(lock !== null));
};

/** Deletes what is left of an exam whose first save was ended by force. */
export const dropLeftover = (key: ExamKey) =>
  holdLock(key, async (isAlone) => {
    if (isAlone && !(await hasDocument(key))) await dropExam(key);
  }).catch(() => undefined);

/** The names of the learner's exams. */
export const listOwnExams = async () => {
  const keys = hasCaches() ? (await listExams()).filter(isOwn) : [];
  return keys.map(({ examId }) => examId);
};
