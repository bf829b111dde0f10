import { parseExamDetail } from '#api/wire-parser.ts';
import type { ExamDetail } from '#contract/wire.ts';
import { inSlice } from '../delay.ts';
import {
  type Fetched,
  fetchAnswer,
  fetchListing,
  hasSameQuestions,
  isSameAnswer,
  saveOnce,
} from '../fetch-answer.ts';
import type { Generation } from '../library/exam-cache.ts';
import type { Coverage } from '../library/saved-manifest.ts';
import {
  type BundlePart,
  readBundle,
  readBundledImage,
  readBundledQuestion,
  withoutBundles,
} from './exam-bundle.ts';
import { type BuilderSources, createBuilder, type Work } from './generation-builder.ts';
import { createWorkQueue, type WorkOutcome } from './work-queue.ts';

/** Simultaneous requests, including the one for the question on screen. */
const MOST_REQUESTS = 4;
/** Answers being written to the cache. */
const MOST_SAVING = 4;
const REPORT_EVERY = 500;
/** Reporting on a large exam is slow, so it takes at most a twentieth of the time. */
const REPORT_REST = 20;

export type DownloadJob = BuilderSources & {
  /** Refreshes the list alone, because each answer would have to be downloaded again. */
  isListOnly: boolean;
  /** A learner is waiting for questions too, so one request is left to them. */
  isWatched: () => boolean;
  onProgress: (coverage: Coverage) => void;
};

export type DownloadEnd = {
  /** The generation that was filled; undefined when nothing has changed. */
  target: Generation | undefined;
  /** The list that the download received, if any. */
  listed: ExamDetail | undefined;
  isFull: boolean;
  isNetworkGone: boolean;
  /** Some address was given up. */
  hasGivenUp: boolean;
};

/** What the queue should do about an answer that was not saved. */
const judgeFailure = (fetched: { kind: string } | Fetched, onGone: () => void): WorkOutcome => {
  if (fetched.kind === 'gone') {
    onGone();
    return { kind: 'done' };
  }
  // Another try would be blocked, too.
  if (fetched.kind === 'blocked') return { kind: 'done' };
  if (fetched.kind === 'unsaved') return { kind: 'stop' };
  const retryAfter = 'retryAfter' in fetched ? fetched.retryAfter : undefined;
  return { kind: 'failed', isUnreachable: fetched.kind === 'unreachable', retryAfter };
};

export const isQuotaError = (error: unknown) =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

/**
 * Stores what is missing from a generation, or refreshes a complete one: from the API's bundle where
 * it has one, otherwise by single requests. Ends early when storage is full or the network is gone,
 * and keeps what was saved. Rejects only when aborted.
 */
export const createDownload = (job: DownloadJob) => {
  const { store, previous, isWatched, onProgress, signal } = job;
  const { key } = store;
  const builder = createBuilder(job);
  let listed: ExamDetail | undefined;
  let saving = 0;
  let report: ReturnType<typeof setTimeout> | undefined;
  let reportEvery = REPORT_EVERY;

  /** Reports at intervals, and always after the last answer. */
  const reportSoon = () => {
    report ??= setTimeout(() => {
      report = undefined;
      const target = builder.target();
      if (signal.aborted || !target) return;
      const began = performance.now();
      onProgress(store.coverage(target));
      // A lack of space shows at the end of the download.
      store.save(target).catch(() => undefined);
      reportEvery = Math.max(REPORT_EVERY, (performance.now() - began) * REPORT_REST);
    }, reportEvery);
  };

  const fillOne = async (
    generation: Generation,
    work: Work,
    add: (more: Work[]) => void,
  ): Promise<WorkOutcome> => {
    let isSaving = 0;
    const onAnswer = async (answer: Response) => {
      const more = await builder.record(generation, work, answer);
      isSaving = 1;
      saving += 1;
      add(more ?? []);
    };
    const saveNow = saveOnce(generation.cache, work.kind, work.address, signal, { onAnswer });
    const saved = await saveNow.finally(() => {
      saving -= isSaving;
    });
    if (saved.kind !== 'valid' && saved.kind !== 'present') {
      return judgeFailure(saved, () => generation.manifest.unavailable.push(work.address));
    }
    if (saved.kind === 'present') {
      const more = await builder.record(generation, work, saved.answer);
      if (!more) {
        await generation.cache.delete(work.address);
        return { kind: 'failed', isUnreachable: false };
      }
      add(more);
    }
    generation.present.add(work.address);
    store.notify(work.address);
    reportSoon();
    return { kind: 'done' };
  };

  const putChanged = async (work: Work, copy: () => Response) => {
    const more = await builder.putChanged(work, copy);
    reportSoon();
    return more;
  };

  const refreshOne = async (work: Work, add: (more: Work[]) => void): Promise<WorkOutcome> => {
    const saved = await builder.findPrevious(work.address);
    const fetched = await fetchAnswer(work.kind, work.address, signal, saved);
    if (fetched.kind !== 'valid' && fetched.kind !== 'unchanged') {
      return judgeFailure(fetched, () => builder.target()?.manifest.unavailable.push(work.address));
    }
    if (fetched.kind === 'unchanged') add(builder.keepUnchanged(work));
    else add(await putChanged(work, fetched.copy));
    return { kind: 'done' };
  };

  const queue = createWorkQueue<Work>((work, add) => {
    const target = builder.target();
    return target && !previous ? fillOne(target, work, add) : refreshOne(work, add);
  });

  const takeList = async (next: ExamDetail) => {
    listed = next;
    await builder.takeList(next);
  };

  const takeBundled = async (found: ReturnType<typeof readBundledQuestion>) => {
    if (!found || builder.isThere(found.work.address)) return;
    const { work, copy } = found;
    const saved = await builder.findPrevious(work.address);
    if (saved && (await isSameAnswer(work.kind, saved, copy()))) builder.keepUnchanged(work);
    else await putChanged(work, copy);
  };

  /** The ids of the bundle's exam, if it is the one that is being filled. */
  let expected = new Set<string>();

  const takeQuestion = async (value: unknown) => {
    const found = await inSlice(() => readBundledQuestion(key, value));
    if (found && expected.has(found.work.questionId)) await takeBundled(found);
  };

  const takeParts = async (parts: BundlePart[]) => {
    const exam = parts.find(({ name }) => name === 'exam');
    if (exam) {
      const next = parseExamDetail(exam.value, key.examId);
      if (!next) throw new SyntaxError('Another exam');
      await takeList(next);
      const detail = builder.detail();
      expected = new Set(detail && hasSameQuestions(next, detail) ? next.questionIds : []);
    }
    if (expected.size === 0) return;
    const takeAll = async (wanted: string, take: (value: unknown) => Promise<void>) => {
      const named = parts.filter(({ name }) => name === wanted);
      for (let at = 0; at < named.length; at += MOST_SAVING) {
        const some = named.slice(at, at + MOST_SAVING);
        await Promise.all(some.map(({ value }) => take(value)));
      }
    };
    await takeAll('questions', takeQuestion);
    await takeAll('images', async (value) =>
      takeBundled(await inSlice(() => readBundledImage(key, value))),
    );
  };

  /** Returns how the bundle ended, and keeps the tag that spares the next refresh its body. */
  const takeBundle = async () => {
    const tag = job.target ? undefined : previous?.manifest.bundleTag;
    const end = await readBundle(key, tag, takeParts, signal);
    if (end.kind === 'absent') withoutBundles.add(key.apiUrl);
    const generation = builder.target() ?? previous;
    if (end.kind === 'whole' && generation) generation.manifest.bundleTag = end.tag;
    return end.kind;
  };

  const isBundleWorthIt = () => {
    if (withoutBundles.has(key.apiUrl)) return false;
    if (!job.target) return true;
    const { done, total } = store.coverage(job.target);
    return done * 2 < total;
  };

  const countLanes = () =>
    (isWatched() ? MOST_REQUESTS - 1 : MOST_REQUESTS) + Math.min(saving, MOST_SAVING);

  const endWith = (isFull: boolean, isNetworkGone: boolean, hasGivenUp = false): DownloadEnd => ({
    target: builder.target(),
    listed,
    isFull,
    isNetworkGone,
    hasGivenUp,
  });

  const fill = async (): Promise<DownloadEnd> => {
    if (job.target) onProgress(store.coverage(job.target));
    const bundle = isBundleWorthIt() ? await takeBundle() : 'absent';
    if (bundle === 'unchanged') return endWith(false, false);
    const detail = builder.detail();
    // The bundle belongs to another list than the target.
    if (listed && detail && !hasSameQuestions(listed, detail)) return endWith(false, false);
    if (!job.target && !listed) {
      const next = await fetchListing(key, signal);
      // The bundle may have been absent because the exam is.
      if (!next) withoutBundles.delete(key.apiUrl);
      if (!next) return endWith(false, true);
      await takeList(next);
      if (job.isListOnly && !builder.target()) return endWith(false, false);
    }
    queue.add(builder.listMissing());
    const end = await queue.run(MOST_REQUESTS + MOST_SAVING, countLanes, signal);
    signal.throwIfAborted();
    await builder.finish();
    if (bundle !== 'whole' && job.target) listed = undefined;
    return endWith(end.isStopped, end.isNetworkGone, end.givenUp.length > 0);
  };

  const run = async (): Promise<DownloadEnd> => {
    try {
      return await fill();
    } catch (error) {
      signal.throwIfAborted();
      if (isQuotaError(error)) return endWith(true, false);
      throw error;
    } finally {
      clearTimeout(report);
    }
  };

  /** Brings a question and its images to the front of the queue. */
  const prefer = (questionId: string) => queue.prefer((work) => work.questionId === questionId);

  return { run, prefer };
};
