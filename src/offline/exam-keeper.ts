import { type ExamKey, examName } from '#contract/caches.ts';
import type { ExamDetail } from '#contract/wire.ts';
import {
  createGeneration,
  deleteGenerations,
  hasCaches,
  listExamCaches,
  listGenerations,
} from './exam-cache.ts';
import { createDownload, type DownloadEnd } from './exam-download.ts';
import {
  dropOutdated,
  type Generation,
  inspectGenerations,
  pickActive,
  whileChoosing,
} from './exam-generations.ts';
import { fetchListing, hasSameQuestions } from './exam-listing.ts';
import { describeStock, type ExamStatus, willNotFit } from './exam-status.ts';
import { withLock } from './locks.ts';
import { announceStatus, endListing, readLastHeard, readStatus } from './saved-exams.ts';
import { isWhole } from './saved-manifest.ts';
import { canHaveWorker, isShellSaved } from './shell.ts';
import { checkStorage, readStorageHealth } from './storage-health.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
/** A tab that downloads and says nothing for so long is taken for suspended. In milliseconds. */
const SILENCE = 60_000;
/** An exam that keeps changing under the download is left for the next launch. */
const MAX_ROUNDS = 3;

type Ending = Exclude<Extract<ExamStatus, { kind: 'partial' }>['reason'], 'unavailable' | 'shell'>;
type Job = { controller: AbortController; prefer: (questionId: string) => void };

const jobs = new Map<string, Job>();
const watched = new Map<string, number>();

/** When this page last asked for what the server did not have. Milliseconds since 1970. */
const askedAt = new Map<string, number>();

/** A 404 may pass: it is asked about again by each launch, and every hour. */
export const isAskDue = (key: ExamKey) => Date.now() - (askedAt.get(examName(key)) ?? 0) > HOUR;

export const downloadLock = (key: ExamKey) => `certdeck/download/${examName(key)}`;

const NOTHING = { done: 0, total: 0, bytes: 0 };

const NO_ROOM: ExamStatus = { kind: 'partial', reason: 'full', unavailable: 0, ...NOTHING };

const hasExam = async (key: ExamKey) => (await listGenerations(key)).length > 0;

const describe = async (
  generation: Generation | undefined,
  ending: Ending,
): Promise<ExamStatus> => {
  if (!generation) return ending === 'full' ? NO_ROOM : { kind: 'absent' };
  const { stock, manifest } = generation;
  return describeStock(stock, {
    listedAt: manifest.listedAt,
    isShellSaved: isWhole(stock) && (await isShellSaved()),
    canHaveWorker: canHaveWorker(),
    ending: manifest.isPaused ? 'paused' : ending,
  });
};

/** Computes an exam's status from its caches and announces it. */
export const checkExam = async (key: ExamKey, ending: Ending = 'interrupted') => {
  if (!hasCaches()) {
    announceStatus(key, { kind: 'impossible', reason: 'no-cache' });
    return;
  }
  try {
    await tellExam(key, ending);
  } catch {
    // There is a Cache API, but it refuses, as in some private windows.
    announceStatus(key, { kind: 'impossible', reason: 'no-cache' });
  }
};

const tellExam = async (key: ExamKey, ending: Ending) => {
  const status = await describe(pickActive(await inspectGenerations(key)), ending);
  await whileChoosing(key, async () => {
    const isRemoved = status.kind !== 'absent' && status !== NO_ROOM && !(await hasExam(key));
    if (isRemoved) announceStatus(key, { kind: 'absent' });
    else if (!jobs.has(examName(key)) || status.kind === 'available') announceStatus(key, status);
  });
};

const endingOf = ({ isFull, isNetworkGone }: DownloadEnd): Ending =>
  isFull ? 'full' : isNetworkGone ? 'interrupted' : 'faulty';

/** The generation to work on: the newest, or a new one when the exam's list has changed. */
const chooseTarget = async (key: ExamKey, listed: ExamDetail | undefined, isRefresh: boolean) => {
  const generations = await inspectGenerations(key);
  const newest = generations.at(-1);
  const isCurrent =
    newest && !isRefresh && (!listed || hasSameQuestions(listed, newest.manifest.detail));
  if (isCurrent) return newest;
  if (!listed) return undefined;
  if (newest && generations.length > 1 && !isWhole(newest.stock)) {
    await deleteGenerations(key, [newest.number]);
  }
  const number = ((await listGenerations(key)).at(-1) ?? 0) + 1;
  return { number, ...(await createGeneration(key, number, listed, Date.now())) };
};

const showProgress = (key: ExamKey, isSilent: boolean) => (stock: Generation['stock']) => {
  if (isSilent) return;
  const { done, total, bytes } = stock;
  const mayNotFit = willNotFit(stock, readStorageHealth().free);
  announceStatus(key, { kind: 'saving', done, total, bytes, mayNotFit });
};

type Wish = {
  /** The list as the network has just given it. */
  listed: ExamDetail | undefined;
  /** Ask again for what the server did not have. */
  isRetry: boolean;
};

const isStale = ({ manifest }: Generation) => Date.now() - manifest.listedAt > DAY;

const keepWhole = async (key: ExamKey, wish: Wish, job: Job): Promise<Ending> => {
  const { signal } = job.controller;
  let { listed } = wish;
  let ending: Ending = 'interrupted';
  const asksAgain = wish.isRetry || isAskDue(key);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const active = pickActive(await inspectGenerations(key));
    const isOffered = active !== undefined && isWhole(active.stock);
    const isRefresh = isOffered && round === 0 && isStale(active);
    if (!isOffered || isRefresh) listed ??= await fetchListing(key, signal);
    const target = await whileChoosing(key, async () => {
      signal.throwIfAborted();
      return chooseTarget(key, listed, isRefresh);
    });
    if (!target) return ending;
    const { cache, manifest } = target;
    if (asksAgain && round === 0) manifest.unavailable = [];
    askedAt.set(examName(key), Date.now());
    manifest.isPaused = false;
    const isWatched = () => (watched.get(examName(key)) ?? 0) > 0;
    const onProgress = showProgress(key, isOffered);
    const download = createDownload({ key, cache, manifest, isWatched, onProgress, signal });
    job.prefer = download.prefer;
    const before = 'stock' in target && isWhole(target.stock);
    const end = await download.run();
    ending = endingOf(end);
    if (before && isWhole(end.stock)) break;
    // The exam may have changed on its way, and what is missing may then not be missed. Without
    // an answer the network is gone, however few addresses were left to show it.
    listed = end.isFull || end.isNetworkGone ? undefined : await fetchListing(key, signal);
    if (!listed && !end.isFull) ending = 'interrupted';
    if (!isWhole(end.stock) && isOffered && target.number !== active.number) {
      await deleteGenerations(key, [target.number]);
    }
    if (!listed || hasSameQuestions(listed, manifest.detail)) break;
  }
  return ending;
};

/** The answer to the tap comes at once, before anybody knows how much there is to do. */
const announceStart = (key: ExamKey) => {
  const status = readStatus(key);
  if (status.kind !== 'absent' && status.kind !== 'partial') return;
  const { done, total, bytes } = { ...NOTHING, ...status };
  announceStatus(key, { kind: 'saving', done, total, bytes, mayNotFit: false });
};

const finish = async (key: ExamKey, ending: Ending) => {
  jobs.delete(examName(key));
  await checkExam(key, ending);
  await checkStorage();
};

/** Waits while another tab downloads the exam and says so; a suspended one is not waited for. */
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
 * Makes an exam wholly there: fetches what is missing, refreshes what is old. One tab works, the
 * others wait their turn and find nothing left to do. Never rejects; the status tells the end.
 */
export const keepExam = async (key: ExamKey, wish: Partial<Wish> = {}) => {
  const name = examName(key);
  if (!hasCaches()) return checkExam(key);
  if (jobs.has(name)) return;
  const job: Job = { controller: new AbortController(), prefer: () => undefined };
  jobs.set(name, job);
  announceStart(key);
  const { signal } = job.controller;
  try {
    const ending = await inTurn(
      key,
      () => keepWhole(key, { listed: undefined, isRetry: false, ...wish }, job),
      signal,
    );
    if (jobs.get(name) !== job) return;
    await dropOutdated(key);
    await finish(key, ending);
  } catch (error) {
    job.controller.abort();
    if (jobs.get(name) === job) await finish(key, isQuota(error) ? 'full' : 'interrupted');
  }
};

const isQuota = (error: unknown) =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

/** Ends this tab's part in a download; tells whether it had one. */
export const stopJob = (key: ExamKey) => {
  const job = jobs.get(examName(key));
  jobs.delete(examName(key));
  job?.controller.abort();
  return job !== undefined;
};

/** While watched, a download leaves room for the question on screen. Returns the end of it. */
export const watchExam = (key: ExamKey) => {
  const name = examName(key);
  watched.set(name, (watched.get(name) ?? 0) + 1);
  return () => {
    watched.set(name, (watched.get(name) ?? 1) - 1);
  };
};

export const preferQuestion = (key: ExamKey, questionId: string) =>
  jobs.get(examName(key))?.prefer(questionId);

/** Whether a download would find something to do: the rest, a half-made refresh, an old list. */
const needsDownload = async (key: ExamKey) => {
  const status = readStatus(key);
  if (status.kind === 'partial') {
    if (status.reason === 'unavailable') return isAskDue(key);
    return ['interrupted', 'faulty', 'full'].includes(status.reason);
  }
  if (status.kind !== 'available') return false;
  const generations = await inspectGenerations(key);
  return Date.now() - status.listedAt > DAY || generations.at(-1) !== pickActive(generations);
};

/** Looks at every exam of an API on the device and goes on with those that need it. */
export const keepAllExams = async (apiUrl: string) => {
  if (!hasCaches()) return endListing(false);
  const exams = await listExamCaches().catch(() => undefined);
  if (!exams) return endListing(false);
  for (const { key } of exams.values()) {
    if (key.apiUrl !== apiUrl) continue;
    // One that can't be read keeps nobody from the others.
    await dropOutdated(key).catch(() => undefined);
    await checkExam(key);
    const isWanted = await needsDownload(key).catch(() => false);
    if (isWanted && navigator.onLine) keepExam(key);
  }
  endListing(true);
};
