import { cacheNameOf, type ExamKey } from '#contract/caches.ts';
import type { ExamDetail } from '#contract/wire.ts';
import { forgetFirstQuestion } from '#storage/first-question.ts';
import { fetchListing, hasSameQuestions } from '../fetch-answer.ts';
import { type Generation, hasCaches, hasValidator } from '../library/exam-cache.ts';
import {
  announceStatus,
  describeCoverage,
  type ExamStatus,
  listenToOtherTabs,
  readLastHeard,
  readStatus,
  willNotFit,
} from '../library/exam-status.ts';
import { type ExamStore, openStore, pickActive } from '../library/exam-store.ts';
import { withLock, withStolenLock } from '../library/locks.ts';
import type { Coverage } from '../library/saved-manifest.ts';
import { canHaveWorker, isShellCached } from '../page/service-worker.ts';
import { checkStorage, readStorageHealth } from '../page/storage-health.ts';
import { createDownload, type DownloadEnd, isQuotaError } from './exam-download.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
/** A downloading tab that is silent for this long is suspended. In milliseconds. */
const SILENCE = 60_000;
/** If an exam keeps changing during its download, the next launch continues. */
const MAX_ROUNDS = 3;

type Ending = Exclude<Extract<ExamStatus, { kind: 'partial' }>['reason'], 'unavailable' | 'shell'>;
type Job = { controller: AbortController; prefer: (questionId: string) => void };

const jobs = new Map<string, Job>();
const watched = new Map<string, number>();

/** When this page last requested missing addresses. Milliseconds since 1970. */
const askedAt = new Map<string, number>();

/** A 404 may be temporary: each launch tries again, and then every hour. */
export const isAskDue = (key: ExamKey) => Date.now() - (askedAt.get(cacheNameOf(key)) ?? 0) > HOUR;

const downloadLock = (key: ExamKey) => `certdeck/download/${cacheNameOf(key)}`;

const NOTHING = { done: 0, total: 0, bytes: 0 };

const NO_ROOM: ExamStatus = { kind: 'partial', reason: 'full', unavailable: 0, ...NOTHING };

const describe = async (
  store: ExamStore,
  generation: Generation | undefined,
  ending: Ending,
): Promise<ExamStatus> => {
  if (!generation) return ending === 'full' ? NO_ROOM : { kind: 'absent' };
  const { manifest } = generation;
  return describeCoverage(store.coverage(generation), {
    listedAt: manifest.listedAt,
    isShellCached: store.isWhole(generation) && (await isShellCached()),
    canHaveWorker: canHaveWorker(),
    ending: manifest.isPaused ? 'paused' : ending,
  });
};

const announceFromCaches = async (store: ExamStore, ending: Ending) => {
  const { key } = store;
  const status = await describe(store, await store.findActive(), ending);
  await store.whileChoosing(async () => {
    const isRemoved = status.kind !== 'absent' && status !== NO_ROOM && !(await store.exists());
    if (isRemoved) announceStatus(key, { kind: 'absent' });
    else if (!jobs.has(cacheNameOf(key)) || status.kind === 'available')
      announceStatus(key, status);
  });
};

/** A full disk counts as full until a download has found room. */
const endingSoFar = (key: ExamKey): Ending => {
  const status = readStatus(key);
  return status.kind === 'partial' && status.reason === 'full' ? 'full' : 'interrupted';
};

/** Computes an exam's status from its caches and announces it. */
export const announceExam = async (key: ExamKey, ending = endingSoFar(key)) => {
  try {
    if (!hasCaches()) throw new Error('No Cache API');
    await announceFromCaches(openStore(key), ending);
  } catch {
    // The Cache API is absent, or throws, as in some private windows.
    announceStatus(key, { kind: 'impossible', reason: 'no-cache' });
  }
};

export type SyncRequest = {
  /** The list, where it was just fetched. */
  listed?: ExamDetail | undefined;
  /** Try addresses again that the server did not have. */
  isRetry?: boolean;
  /** Check a complete exam for changes even if its list is recent. */
  revalidates?: boolean;
  /** An exam that has been removed in the meantime stays removed. */
  onlyIfSaved?: boolean;
};

const endingOf = ({ isFull, isNetworkGone }: DownloadEnd): Ending =>
  isFull ? 'full' : isNetworkGone ? 'interrupted' : 'faulty';

/** The newest generation if it has these questions, otherwise a new one. */
const chooseTarget = (store: ExamStore, listed: ExamDetail) =>
  store.whileChoosing(async () => {
    store.forget();
    const generations = await store.inspect();
    const newest = generations.at(-1);
    if (newest && hasSameQuestions(listed, newest.manifest.detail)) return newest;
    if (newest && generations.length > 1 && !store.isWhole(newest)) {
      await store.drop([newest.number]);
    }
    return store.create(listed);
  });

const showProgress = (key: ExamKey, isSilent: boolean) => (coverage: Coverage) => {
  if (isSilent) return;
  const { done, total, bytes } = coverage;
  const mayNotFit = willNotFit(coverage, readStorageHealth().free);
  announceStatus(key, { kind: 'saving', done, total, bytes, mayNotFit });
};

export const isOld = ({ manifest }: Generation) => Date.now() - manifest.listedAt > DAY;

type Round = { ending: Ending; listed: ExamDetail | undefined; isLast: boolean };

/** Downloads or refreshes once. */
const syncOnce = async (
  store: ExamStore,
  { listed, revalidates, isRetry, onlyIfSaved }: SyncRequest,
  job: Job,
  ending: Ending,
): Promise<Round> => {
  const { key } = store;
  const { signal } = job.controller;
  const generations = await store.inspect();
  const newest = generations.at(-1);
  if (onlyIfSaved && !newest) return { ending, listed: undefined, isLast: true };
  const active = pickActive(key, generations);
  const previous = active && store.isWhole(active) ? active : undefined;
  const isGrowing = newest !== undefined && newest !== previous;
  const isNews =
    listed !== undefined && !(newest && hasSameQuestions(listed, newest.manifest.detail));
  if (!isGrowing && !isNews && previous && !revalidates && !isOld(previous)) {
    return { ending, listed: undefined, isLast: true };
  }
  let target = isGrowing && !isNews ? newest : undefined;
  if (isNews || (!target && !previous)) {
    const list = listed ?? (await fetchListing(key, signal));
    if (!list) return { ending, listed: undefined, isLast: true };
    signal.throwIfAborted();
    target = await chooseTarget(store, list);
  }
  if (target) {
    if (isRetry) target.manifest.unavailable = [];
    target.manifest.isPaused = false;
  }
  const download = createDownload({
    store,
    target,
    previous,
    isListOnly: previous !== undefined && !isOld(previous) && !(await hasValidator(previous)),
    isWatched: () => (watched.get(cacheNameOf(key)) ?? 0) > 0,
    onProgress: showProgress(key, previous !== undefined),
    signal,
  });
  job.prefer = download.prefer;
  const end = await download.run();
  // The caches have changed since they were inspected.
  if (end.target) store.forget();
  store.notify();
  if (!end.target) {
    const isAnswered = !end.isNetworkGone && !end.isFull && !end.hasGivenUp;
    if (previous && isAnswered && isOld(previous)) {
      previous.manifest.listedAt = Date.now();
      await store.save(previous);
    }
    return { ending: endingOf(end), listed: undefined, isLast: true };
  }
  const isComplete = store.isWhole(end.target);
  // A refresh that lost the network continues when it is back.
  if (previous && !isComplete && !end.isNetworkGone) await store.drop([end.target.number]);
  // The exam may have changed during the download. No answer means that the network is gone, even
  // if too few addresses were left to notice.
  const isOver = end.isFull || end.isNetworkGone;
  const current = isOver ? undefined : (end.listed ?? (await fetchListing(key, signal)));
  return {
    ending: !current && !end.isFull ? 'interrupted' : endingOf(end),
    listed: current,
    isLast: !current || hasSameQuestions(current, end.target.manifest.detail),
  };
};

const syncWhole = async (store: ExamStore, request: SyncRequest, job: Job): Promise<Ending> => {
  const name = cacheNameOf(store.key);
  let next: SyncRequest = { ...request, isRetry: request.isRetry || isAskDue(store.key) };
  askedAt.set(name, Date.now());
  let ending: Ending = 'interrupted';
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { listed, isLast, ...rest } = await syncOnce(store, next, job, ending);
    ending = rest.ending;
    if (isLast) break;
    next = { listed };
  }
  await store.dropOutdated();
  return ending;
};

/** Responds to the tap at once, before the amount of work is known. */
const announceStart = (key: ExamKey) => {
  const status = readStatus(key);
  if (status.kind !== 'absent' && status.kind !== 'partial') return;
  const { done, total, bytes } = { ...NOTHING, ...status };
  announceStatus(key, { kind: 'saving', done, total, bytes, mayNotFit: false });
};

const finish = async (key: ExamKey, ending: Ending) => {
  jobs.delete(cacheNameOf(key));
  await announceExam(key, ending);
  await checkStorage();
};

/** Waits while another tab downloads the exam, unless that tab is suspended. */
const inTurn = async <T>(key: ExamKey, work: () => Promise<T>, signal: AbortSignal) => {
  const silence = new AbortController();
  const since = Date.now();
  const timer = setInterval(() => {
    if (Date.now() - Math.max(since, readLastHeard(key)) > SILENCE) silence.abort();
  }, SILENCE / 10);
  try {
    return await withLock(downloadLock(key), work, signal, silence.signal);
  } finally {
    clearInterval(timer);
  }
};

/**
 * Downloads what is missing from an exam and refreshes what is old. One tab does the work while the
 * others wait. Never rejects; the result is announced as a status.
 */
export const syncExam = async (key: ExamKey, request: SyncRequest = {}) => {
  const name = cacheNameOf(key);
  if (!hasCaches()) return announceExam(key);
  if (jobs.has(name)) return;
  const job: Job = { controller: new AbortController(), prefer: () => undefined };
  jobs.set(name, job);
  announceStart(key);
  try {
    const work = () => syncWhole(openStore(key), request, job);
    const ending = await inTurn(key, work, job.controller.signal);
    if (jobs.get(name) === job) await finish(key, ending);
  } catch (error) {
    job.controller.abort();
    if (jobs.get(name) === job) await finish(key, isQuotaError(error) ? 'full' : 'interrupted');
  }
};

/** Stops this tab's part of a download. Returns whether there was one. */
const stopJob = (key: ExamKey) => {
  const job = jobs.get(cacheNameOf(key));
  jobs.delete(cacheNameOf(key));
  job?.controller.abort();
  return job !== undefined;
};

/** Follows the changes other tabs make. Returns a function that stops it. */
export const followOtherTabs = () =>
  listenToOtherTabs((key, status) => {
    const store = openStore(key);
    store.forget();
    if (status.kind === 'available') store.notify();
    // Announced again, since a last progress report of this tab may have followed the removal.
    if (status.kind === 'absent' && stopJob(key)) announceStatus(key, status);
  });

/** Leaves one request of the download to the question on screen. Returns a function that ends it. */
export const watchExam = (key: ExamKey) => {
  const name = cacheNameOf(key);
  watched.set(name, (watched.get(name) ?? 0) + 1);
  return () => {
    watched.set(name, (watched.get(name) ?? 1) - 1);
  };
};

export const preferQuestion = (key: ExamKey, questionId: string) =>
  jobs.get(cacheNameOf(key))?.prefer(questionId);

/** Stops a download until the learner resumes it. */
export const pauseExam = async (key: ExamKey) => {
  stopJob(key);
  await withStolenLock(downloadLock(key), async () => {
    const store = openStore(key);
    store.forget();
    const newest = (await store.inspect()).at(-1);
    if (!newest) return;
    newest.manifest.isPaused = true;
    await store.save(newest);
  });
  await announceExam(key);
};

/** Removes an exam from the device. A download in any tab ends. */
export const removeExam = async (key: ExamKey) => {
  stopJob(key);
  const store = openStore(key);
  await withStolenLock(downloadLock(key), async () => {
    forgetFirstQuestion(key);
    // The page may be left as soon as this is said.
    await store.dropAll();
    // The background work may have begun one in the meantime.
    stopJob(key);
    announceStatus(key, { kind: 'absent' });
    await store.whileChoosing(async () => {
      // Another tab may have opened, and so created, a cache during its removal.
      await store.dropAll();
      announceStatus(key, { kind: 'absent' });
    });
  });
  await checkStorage();
};
