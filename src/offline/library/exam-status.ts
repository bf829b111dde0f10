import { cacheNameOf, type ExamKey } from '#contract/caches.ts';
import { createObservable } from '../observable.ts';
import { type Coverage, isWhole } from './saved-manifest.ts';

/** Why an exam is only partly saved. */
export type PartialReason =
  /** The learner stopped the download. */
  | 'paused'
  /** The network is gone; the download continues by itself. */
  | 'interrupted'
  /** The server does not have some of it. */
  | 'unavailable'
  /** The server keeps sending invalid answers for some of it. */
  | 'faulty'
  /** The device has no room. */
  | 'full'
  /** Every answer is saved, but the app itself is not. */
  | 'shell';

type Amount = { done: number; total: number; bytes: number };

export type ExamStatus =
  | { kind: 'unknown' }
  | { kind: 'absent' }
  | ({ kind: 'saving'; mayNotFit: boolean } & Amount)
  | { kind: 'available'; bytes: number; total: number; listedAt: number }
  | ({ kind: 'partial'; reason: PartialReason; unavailable: number } & Amount)
  /** This browser can't save exams: it has no Cache API or no service worker. */
  | { kind: 'impossible'; reason: 'no-cache' | 'no-worker' };

type Circumstances = {
  listedAt: number;
  isShellCached: boolean;
  canHaveWorker: boolean;
  /** What ended the download where something is missing. */
  ending: Exclude<PartialReason, 'unavailable' | 'shell'>;
};

/** Says 'available' only when every entry and the app itself are saved. */
export const describeCoverage = (
  coverage: Coverage,
  { listedAt, isShellCached, canHaveWorker, ending }: Circumstances,
): ExamStatus => {
  const { done, total, bytes, unavailable } = coverage;
  if (!isWhole(coverage)) {
    const missing = coverage.questionIds.length + coverage.images.length;
    const reason = unavailable > 0 && unavailable === missing ? 'unavailable' : ending;
    return { kind: 'partial', reason, unavailable, done, total, bytes };
  }
  if (!canHaveWorker) return { kind: 'impossible', reason: 'no-worker' };
  if (!isShellCached)
    return { kind: 'partial', reason: 'shell', unavailable: 0, done, total, bytes };
  return { kind: 'available', bytes, total, listedAt };
};

/** Whether the rest of an exam, estimated from what is saved, exceeds the free space. In bytes. */
export const willNotFit = ({ done, total, bytes }: Amount, free: number | undefined) =>
  free !== undefined && done >= 10 && (bytes / done) * (total - done) > free;

export type SavedExam = { key: ExamKey; status: ExamStatus };

const UNKNOWN: ExamStatus = { kind: 'unknown' };
const ABSENT: ExamStatus = { kind: 'absent' };
const IMPOSSIBLE: ExamStatus = { kind: 'impossible', reason: 'no-cache' };

/** Each exam's status, as this tab or another one last announced it. The caches are the truth. */
const exams = createObservable<ReadonlyMap<string, SavedExam>>(new Map());

export const { read: readSavedExams, subscribe: subscribeToSavedExams } = exams;

let notMet: ExamStatus = UNKNOWN;

/** Every saved exam has been inspected, so an exam without a status is not on the device. */
export const endListing = (canKeep: boolean) => {
  const next = canKeep ? ABSENT : IMPOSSIBLE;
  if (notMet === next) return;
  notMet = next;
  exams.set(new Map(exams.read()));
};

/** Whether every saved exam has been inspected. */
export const readIsListed = () => notMet !== UNKNOWN;

/** An exam's last announced status. Does not inspect its caches. */
export const readStatus = (key: ExamKey): ExamStatus =>
  exams.read().get(cacheNameOf(key))?.status ?? notMet;

const isSame = (a: ExamStatus, b: ExamStatus) => JSON.stringify(a) === JSON.stringify(b);

const show = (key: ExamKey, status: ExamStatus) => {
  if (isSame(readStatus(key), status)) return;
  exams.set(new Map(exams.read()).set(cacheNameOf(key), { key, status }));
};

type Message = { kind: 'status'; key: ExamKey; status: ExamStatus };

const openChannel = () => {
  try {
    return new BroadcastChannel('certdeck');
  } catch {
    // Some browsers lack it, and Firefox throws where site data is blocked.
    return undefined;
  }
};

const channel = openChannel();

const lastHeard = new Map<string, number>();

/** When another tab last announced a status. Milliseconds since 1970. */
export const readLastHeard = (key: ExamKey) => lastHeard.get(cacheNameOf(key)) ?? 0;

/** Publishes a status in this tab and sends it to the others. */
export const announceStatus = (key: ExamKey, status: ExamStatus) => {
  show(key, status);
  channel?.postMessage({ kind: 'status', key, status } satisfies Message);
};

/** Calls `onStatus` with what other tabs announce. Returns a function that stops it. */
export const listenToOtherTabs = (onStatus: (key: ExamKey, status: ExamStatus) => void) => {
  const hear = ({ data }: MessageEvent<Message>) => {
    if (data.kind !== 'status') return;
    lastHeard.set(cacheNameOf(data.key), Date.now());
    show(data.key, data.status);
    onStatus(data.key, data.status);
  };
  channel?.addEventListener('message', hear);
  return () => channel?.removeEventListener('message', hear);
};
