import { type ExamKey, examName } from '#contract/caches.ts';
import type { ExamStatus } from './exam-status.ts';
import { createObservable } from './observable.ts';

export type SavedExam = { key: ExamKey; status: ExamStatus };

const UNKNOWN: ExamStatus = { kind: 'unknown' };
const ABSENT: ExamStatus = { kind: 'absent' };
const IMPOSSIBLE: ExamStatus = { kind: 'impossible', reason: 'no-cache' };

/** What is known of each exam, here and in other tabs. A display of the caches, never the truth. */
const exams = createObservable<ReadonlyMap<string, SavedExam>>(new Map());

export const { read: readSavedExams, subscribe: subscribeToSavedExams } = exams;

let notMet: ExamStatus = UNKNOWN;

/** All that is on the device has been looked at: an exam that was not met is not there. */
export const endListing = (canKeep: boolean) => {
  const next = canKeep ? ABSENT : IMPOSSIBLE;
  if (notMet === next) return;
  notMet = next;
  exams.set(new Map(exams.read()));
};

/** Whether all that is on the device has been looked at. */
export const readIsListed = () => notMet !== UNKNOWN;

/** What is known of an exam's being here, without looking. */
export const readStatus = (key: ExamKey): ExamStatus =>
  exams.read().get(examName(key))?.status ?? notMet;

const isSame = (a: ExamStatus, b: ExamStatus) => JSON.stringify(a) === JSON.stringify(b);

const show = (key: ExamKey, status: ExamStatus) => {
  if (isSame(readStatus(key), status)) return;
  exams.set(new Map(exams.read()).set(examName(key), { key, status }));
};

type Message = { kind: 'status'; key: ExamKey; status: ExamStatus };

const openChannel = () => {
  try {
    return new BroadcastChannel('certdeck');
  } catch {
    // Some browsers have none, and Firefox refuses one where site data is blocked.
    return undefined;
  }
};

const channel = openChannel();

const lastHeard = new Map<string, number>();

/** When another tab last said something about an exam. Milliseconds since 1970. */
export const readLastHeard = (key: ExamKey) => lastHeard.get(examName(key)) ?? 0;

/** Shows a status in this tab and tells the other ones. */
export const announceStatus = (key: ExamKey, status: ExamStatus) => {
  show(key, status);
  channel?.postMessage({ kind: 'status', key, status } satisfies Message);
};

/** `onStatus` hears what other tabs say; returns the end of listening. */
export const listenToOtherTabs = (onStatus: (key: ExamKey, status: ExamStatus) => void) => {
  const hear = ({ data }: MessageEvent<Message>) => {
    if (data.kind !== 'status') return;
    lastHeard.set(examName(data.key), Date.now());
    show(data.key, data.status);
    onStatus(data.key, data.status);
  };
  channel?.addEventListener('message', hear);
  return () => channel?.removeEventListener('message', hear);
};
