import { cacheNameOf, type ExamKey, hasCaches } from '#contract/caches.ts';
import { isOwn } from '#contract/own.ts';
import type { ExamDetail } from '#contract/wire.ts';
import { DAY, HOUR } from '#primitives/time.ts';
import { describeCompleteness, type Shortfall, willNotFit } from '../library/describe-status.ts';
import { type ExamDocument, measureCompleteness, sizeOf } from '../library/exam-document.ts';
import {
  broadcast,
  dropExam,
  hasDocument,
  isOnDevice,
  isQuotaError,
  putDocument,
  readDocument,
  readExam,
  subscribeToLibrary,
} from '../library/exam-library.ts';
import { type ExamStatus, readStatus, showStatus } from '../library/exam-status.ts';
import { broadcastStatus } from '../library/status-broadcast.ts';
import { canHaveWorker, isShellCached } from '../page/service-worker.ts';
import { checkStorage, readStorageHealth } from '../page/storage-health.ts';
import { downloadExam } from './exam-download.ts';
import { asOnlyTab } from './save-lock.ts';

/** When an exam is saved, refreshed, paused and removed. */

export type SyncRequest = {
  /** The list, if it was just fetched. */
  listed?: ExamDetail | undefined;
  /** Requests again what the server lacked. */
  isRetry?: boolean;
  /** Checks a whole exam for changes even if it was checked today. */
  revalidates?: boolean;
  /** An exam that was removed in the meantime stays removed. */
  onlyIfSaved?: boolean;
};

const jobs = new Map<string, AbortController>();

const NOTHING = { done: 0, total: 0, bytes: 0 };

const describe = async (key: ExamKey, shortfall: Shortfall): Promise<ExamStatus> => {
  const saved = await readExam(key);
  if (!saved) {
    if (isOwn(key) && (await hasDocument(key))) return { kind: 'impossible', reason: 'unreadable' };
    return shortfall === 'full'
      ? { kind: 'partial', reason: 'full', unavailable: 0, ...NOTHING }
      : { kind: 'absent' };
  }
  const { document, present } = saved;
  const completeness = measureCompleteness(key, document, present);
  return describeCompleteness(completeness, {
    bytes: sizeOf(document, present),
    checkedAt: document.checkedAt,
    isPaused: document.isPaused,
    shortfall,
    isShellCached: completeness.missing === 0 && (await isShellCached()),
    canHaveWorker: canHaveWorker(),
  });
};

/** A full device stays full until a download has found room. */
const lastShortfall = (key: ExamKey): Shortfall => {
  const status = readStatus(key);
  return status.kind === 'partial' && status.reason === 'full' ? 'full' : 'network';
};

const readExamStatus = async (key: ExamKey, shortfall: Shortfall): Promise<ExamStatus> => {
  try {
    if (!hasCaches()) throw new Error('No Cache API');
    return await describe(key, shortfall);
  } catch {
    // The Cache API is absent, or throws, as in some private windows.
    return { kind: 'impossible', reason: 'no-cache' };
  }
};

/** What a status becomes while a download is under way. */
const underWay = (status: ExamStatus): ExamStatus => {
  if (status.kind !== 'absent' && status.kind !== 'partial') return status;
  const { done, total, bytes } = { ...NOTHING, ...status };
  return { kind: 'saving', done, total, bytes, mayNotFit: false };
};

/** Reads an exam's status from its cache. */
export const updateStatus = async (key: ExamKey) => {
  const status = await readExamStatus(key, lastShortfall(key));
  showStatus(key, jobs.has(cacheNameOf(key)) ? underWay(status) : status);
};

const tellProgress = (key: ExamKey, document: ExamDocument, present: ReadonlySet<string>) => {
  const { done, total } = measureCompleteness(key, document, present);
  const bytes = sizeOf(document, present);
  const mayNotFit = willNotFit({ done, total, bytes }, readStorageHealth().free);
  broadcastStatus(key, { kind: 'saving', done, total, bytes, mayNotFit });
};

/** The error of a lock that another tab has stolen. */
const isStolen = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/** When this page last requested what a server lacked, by exam. Milliseconds since 1970. */
const askedAt = new Map<string, number>();

/** A 404 may be temporary: each launch asks again, and then every hour. */
export const isAskDue = (key: ExamKey) => Date.now() - (askedAt.get(cacheNameOf(key)) ?? 0) > HOUR;

const sync = async (key: ExamKey, request: SyncRequest, signal: AbortSignal) => {
  // No copy exists elsewhere.
  if (isOwn(key)) return undefined;
  if (request.onlyIfSaved && !(await isOnDevice(key))) return undefined;
  const saved = await readExam(key);
  const completeness = saved && measureCompleteness(key, saved.document, saved.present);
  const isRefresh =
    completeness !== undefined && completeness.missing === 0 && completeness.total > 0;
  const isOld = Date.now() - (saved?.document.checkedAt ?? 0) > DAY;
  if (isRefresh && !request.revalidates && !isOld) return undefined;
  const isRetry = request.isRetry || isAskDue(key);
  if (isRetry) askedAt.set(cacheNameOf(key), Date.now());
  return downloadExam({
    key,
    saved,
    isRefresh,
    isRetry,
    listed: request.listed,
    onProgress: (document, present) => tellProgress(key, document, present),
    signal,
  });
};

const setPaused = async (key: ExamKey) => {
  const document = await readDocument(key).catch(() => undefined);
  if (document) await putDocument(key, { ...document, isPaused: true });
};

/**
 * Saves what is missing of an exam and refreshes what is old. One tab works while the others wait.
 * Never rejects; the outcome is published as a status.
 */
export const syncExam = async (key: ExamKey, request: SyncRequest = {}) => {
  const name = cacheNameOf(key);
  if (!hasCaches()) return updateStatus(key);
  if (jobs.has(name)) return;
  const controller = new AbortController();
  const { signal } = controller;
  jobs.set(name, controller);
  // At once, so that the tap gets a visible response.
  showStatus(key, underWay(readStatus(key)));
  let shortfall: Shortfall | undefined;
  let working: Promise<void> | undefined;
  const begin = async () => {
    try {
      shortfall = await sync(key, request, signal);
    } finally {
      // Also deletes what was written during the removal.
      if (signal.reason === 'removed') await dropExam(key);
      if (signal.reason === 'paused') await setPaused(key);
    }
  };
  const work = () => {
    working = begin();
    return working;
  };
  try {
    await asOnlyTab(key, work, signal);
  } catch (error) {
    shortfall = isQuotaError(error) ? 'full' : 'network';
    // Another tab took this one for frozen and took over; from here on only that tab reports.
    if (isStolen(error) && !signal.aborted) controller.abort('taken');
    await working?.catch(() => undefined);
  }
  // A stopped job also reports its end: its last progress may have followed the message.
  const isLatest = () => (jobs.get(name) ?? controller) === controller;
  if (!isLatest()) return;
  const status = await readExamStatus(key, shortfall ?? 'network');
  if (!isLatest()) return;
  jobs.delete(name);
  if (signal.reason === 'taken') showStatus(key, status);
  else broadcastStatus(key, status);
  if (!signal.aborted) await checkStorage();
};

const stop = (key: ExamKey, reason: 'removed' | 'paused') => {
  jobs.get(cacheNameOf(key))?.abort(reason);
  jobs.delete(cacheNameOf(key));
};

/** Ends this tab's downloads of exams that a tab pauses or removes. Returns a function that stops it. */
export const followLibrary = () =>
  subscribeToLibrary(({ kind, key }) => {
    if (kind === 'paused' || kind === 'removed') stop(key, kind);
  });

/** Stops a download until the learner resumes it. */
export const pauseExam = async (key: ExamKey) => {
  stop(key, 'paused');
  broadcast({ kind: 'paused', key });
  await setPaused(key).catch(() => undefined);
  broadcastStatus(key, await readExamStatus(key, 'network'));
};

/** Removes an exam from the device. A download in any tab ends. */
export const removeExam = async (key: ExamKey) => {
  stop(key, 'removed');
  await dropExam(key).catch(() => undefined);
  broadcast({ kind: 'removed', key });
  broadcastStatus(key, { kind: 'absent' });
  await checkStorage();
};
