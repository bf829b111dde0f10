import { cacheNameOf, type ExamKey, hasCaches } from '#contract/caches.ts';
import { isOwn } from '#contract/own.ts';
import type { ExamDetail } from '#contract/wire.ts';
import { DAY, HOUR } from '#primitives/time.ts';
import { measureExam, type SavedExam } from '../library/exam-document.ts';
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
import {
  type ExamStatus,
  IMPOSSIBLE,
  type PartialReason,
  readStatus,
  type Shortfall,
  showStatus,
  willNotFit,
} from '../library/exam-status.ts';
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

/** Publishes a status in every tab. */
const broadcastStatus = (key: ExamKey, status: ExamStatus) =>
  broadcast({ kind: 'status', key, status });

subscribeToLibrary((message) => {
  if (message.kind === 'status') showStatus(message.key, message.status);
});

/** Says 'available' only when the whole exam and the app itself are saved. */
const describe = async (key: ExamKey, shortfall: Shortfall): Promise<ExamStatus> => {
  if (!hasCaches()) return IMPOSSIBLE;
  const saved = await readExam(key);
  if (!saved) {
    if (isOwn(key) && (await hasDocument(key))) return { kind: 'impossible', reason: 'unreadable' };
    return shortfall === 'full'
      ? { kind: 'partial', reason: 'full', ...NOTHING }
      : { kind: 'absent' };
  }
  const { isPaused, checkedAt } = saved.document;
  const { missing, unavailable, ...amount } = measureExam(key, saved);
  const partly = (reason: PartialReason): ExamStatus => ({ kind: 'partial', reason, ...amount });
  if (missing > 0 && missing === unavailable) return partly('unavailable');
  if (missing > 0 || amount.total === 0) return partly(isPaused ? 'paused' : shortfall);
  if (!canHaveWorker()) return { kind: 'impossible', reason: 'no-worker' };
  if (!(await isShellCached())) return partly('shell');
  return { kind: 'available', checkedAt, ...amount };
};

/** A full device stays full until a download has found room. */
const lastShortfall = (key: ExamKey): Shortfall => {
  const status = readStatus(key);
  return status.kind === 'partial' && status.reason === 'full' ? 'full' : 'interrupted';
};

/** The Cache API throws in some private windows. */
const readExamStatus = (key: ExamKey, shortfall: Shortfall) =>
  describe(key, shortfall).catch(() => IMPOSSIBLE);

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

const tellProgress = (key: ExamKey, saved: SavedExam) => {
  const { missing, unavailable, ...amount } = measureExam(key, saved);
  const mayNotFit = willNotFit(amount, readStorageHealth().free);
  broadcastStatus(key, { kind: 'saving', mayNotFit, ...amount });
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
  const amount = saved && measureExam(key, saved);
  const isRefresh = amount !== undefined && amount.missing === 0 && amount.total > 0;
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
    onProgress: (partial) => tellProgress(key, partial),
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
    shortfall = isQuotaError(error) ? 'full' : 'interrupted';
    // Another tab took this one for frozen and took over; from here on only that tab reports.
    if (isStolen(error) && !signal.aborted) controller.abort('taken');
    await working?.catch(() => undefined);
  }
  // A stopped job also reports its end: its last progress may have followed the message.
  const isLatest = () => (jobs.get(name) ?? controller) === controller;
  if (!isLatest()) return;
  const status = await readExamStatus(key, shortfall ?? 'interrupted');
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
  broadcastStatus(key, await readExamStatus(key, 'interrupted'));
};

/** Removes an exam from the device. A download in any tab ends. */
export const removeExam = async (key: ExamKey) => {
  stop(key, 'removed');
  await dropExam(key).catch(() => undefined);
  broadcast({ kind: 'removed', key });
  broadcastStatus(key, { kind: 'absent' });
  await checkStorage();
};
