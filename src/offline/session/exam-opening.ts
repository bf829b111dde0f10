import type { Api } from '#api/calls.ts';
import type { ExamKey } from '#contract/caches.ts';
import { type Failure, failed, type Result, success } from '#contract/result.ts';
import type { ExamDetail } from '#contract/wire.ts';
import { delay, unlessAborted, untilAborted } from '../delay.ts';
import { announceExam, syncExam } from '../download/exam-sync.ts';
import { fetchListing, hasSameQuestions } from '../fetch-answer.ts';
import { hasCaches } from '../library/exam-cache.ts';
import { type ExamStore, openStore } from '../library/exam-store.ts';
import { type ExamSession, limitTime, savedSession } from './exam-session.ts';
import { findPrefetched, prefetchedSession } from './prefetched-session.ts';

/** A session that reads everything from the network. */
export const onlineSession = (
  api: Api,
  { providerId, examId }: ExamKey,
  detail: ExamDetail,
): ExamSession => ({
  detail,
  loadQuestion: (questionId, signal) => api.fetchQuestion(providerId, examId, questionId, signal),
  untilSaved: async (_, signal) => untilAborted(signal),
  prefetch: async () => undefined,
  prefetched: () => undefined,
  onMended: () => () => undefined,
  loadImage: async (address) => ({ address }),
});

/** The generation that has the list's questions, or a new one. */
const generationFor = (store: ExamStore, listed: ExamDetail) =>
  store.whileChoosing(async () => {
    // Another tab may have created one while the list was on its way.
    store.forget();
    const active = await store.findActive();
    return active && hasSameQuestions(active.manifest.detail, listed)
      ? active
      : store.create(listed);
  });

/** How long the network may take to say that a partly saved exam has changed. In milliseconds. */
const LIST_LIMIT = 400;

/** How long to wait for the device's caches, which may never answer. In milliseconds. */
const STORAGE_LIMIT = 8000;

const openUnsaved = async (api: Api, store: ExamStore, signal: AbortSignal) => {
  const { key } = store;
  const listed = await api.fetchQuestions(key.providerId, key.examId, signal);
  if (!listed.ok) return listed;
  const generation = generationFor(store, listed.value);
  Promise.allSettled([generation]).then(() => syncExam(key, { listed: listed.value }));
  const online = () => onlineSession(api, key, listed.value);
  const opening = Promise.race([
    // Without room even for the list, the run reads from the network.
    generation.then((own) => savedSession(store, own, signal), online),
    delay(STORAGE_LIMIT, signal).then(online),
  ]);
  const beginning = findPrefetched(key, listed.value).then((first) =>
    first ? prefetchedSession(listed.value, first, opening) : opening,
  );
  return success(await Promise.race([opening, beginning]));
};

const openSaved = async (api: Api, key: ExamKey, signal: AbortSignal) => {
  const store = openStore(key);
  const dropOutdated = async () => {
    await store.dropOutdated();
    await announceExam(key);
  };
  await store.hold(signal, () => dropOutdated().catch(() => undefined));
  const active = await store.findActive();
  if (!active) return openUnsaved(api, store, signal);
  const saved = savedSession(store, active, signal);
  if (store.isWhole(active)) {
    if (navigator.onLine) syncExam(key, { revalidates: true });
    // The run's first render then shows its question.
    await saved.prefetch(saved.detail.questionIds.slice(0, 1));
    return success(saved);
  }
  // Bypasses the worker's copies, which may be older than the saved exam.
  const listing = fetchListing(key, signal);
  listing.then(async (listed) => {
    if (signal.aborted || !(await store.exists())) return;
    syncExam(key, { listed, onlyIfSaved: true });
  });
  const listed = await Promise.race([listing, delay(LIST_LIMIT, signal)]);
  if (!listed || hasSameQuestions(listed, active.manifest.detail)) return success(saved);
  return success(savedSession(store, await generationFor(store, listed), signal));
};

/**
 * Opens an exam for a run and saves it on the device. A saved exam needs no network. The generation
 * that the run reads is kept until `signal` aborts.
 */
export const openExam = async (
  api: Api,
  key: ExamKey,
  signal: AbortSignal,
): Promise<Result<ExamSession, Failure>> => {
  const { providerId, examId } = key;
  const openOnline = async () => {
    const listed = await api.fetchQuestions(providerId, examId, signal);
    return listed.ok ? success(onlineSession(api, key, listed.value)) : listed;
  };
  if (!providerId || !examId || !hasCaches()) {
    syncExam(key);
    return openOnline();
  }
  const opened = openSaved(api, key, signal).catch(() => {
    syncExam(key);
    return openOnline();
  });
  const openInTime = async () => {
    const reading = Promise.allSettled([openStore(key).findActive()]);
    if (await Promise.race([reading, delay(STORAGE_LIMIT, signal)])) return opened;
    const online = await openOnline();
    return online.ok ? online : opened;
  };
  return (await unlessAborted(limitTime(signal), openInTime())) ?? failed('questions-failed');
};
