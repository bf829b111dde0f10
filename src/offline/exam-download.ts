import { parseExamDetail, parseQuestion } from '#api/wire-parser.ts';
import { imageAddress } from '#contract/addresses.ts';
import type { BundledImage, ExamDetail, QuestionAnswer } from '#contract/wire.ts';
import { isImageWhole } from './answer-validation.ts';
import { type BundlePart, readBundle } from './exam-bundle.ts';
import { describeQuestion, type Generation, listPresent, sizeOf } from './exam-cache.ts';
import type { ExamStore } from './exam-store.ts';
import {
  type Fetched,
  fetchAnswer,
  fetchListing,
  hasSameQuestions,
  isSameAnswer,
  MATCH,
  storeOnce,
} from './fetch-answer.ts';
import { addressOfQuestion, type Coverage, type SavedQuestion } from './saved-manifest.ts';
import { createWorkQueue, type WorkOutcome } from './work-queue.ts';

/** All requests at once, the one for the question on screen included. */
const MOST_REQUESTS = 4;
/** Answers being stored, which need no request any more. */
const MOST_STORING = 4;
const REPORT_EVERY = 250;

type Work = { kind: 'question' | 'image'; questionId: string; address: string };

export type DownloadJob = {
  store: ExamStore;
  /** The generation to fill. A refresh creates it when it finds the first change. */
  target: Generation | undefined;
  /** A complete generation, whose answers are reused where they have not changed. */
  previous: Generation | undefined;
  /** Refreshes the list alone, because each answer would have to be downloaded again. */
  isListOnly: boolean;
  /** A learner is waiting for questions too, so one request is left to them. */
  isWatched: () => boolean;
  onProgress: (coverage: Coverage) => void;
  signal: AbortSignal;
};

export type DownloadEnd = {
  /** The generation that was filled; undefined when nothing has changed. */
  target: Generation | undefined;
  /** The list that the download received, if any. */
  listed: ExamDetail | undefined;
  isFull: boolean;
  isNetworkGone: boolean;
  /** An address was given up, so it is unknown whether it has changed. */
  hasGivenUp: boolean;
};

/** APIs known to have no bundles, for this visit. */
const withoutBundles = new Set<string>();

/** What the queue should do about an answer that was not stored. */
const judgeFailure = (fetched: { kind: string } | Fetched, onGone: () => void): WorkOutcome => {
  if (fetched.kind === 'gone') {
    onGone();
    return { kind: 'done' };
  }
  if (fetched.kind === 'unstorable') return { kind: 'stop' };
  const retryAfter = 'retryAfter' in fetched ? fetched.retryAfter : undefined;
  return { kind: 'failed', isUnreachable: fetched.kind === 'unreachable', retryAfter };
};

export const isQuotaError = (error: unknown) =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

const decodeBase64 = (data: string) => {
  try {
    return Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
};

const toResponse = (body: BodyInit, length: number, type: string) =>
  new Response(body, { headers: { 'content-type': type, 'content-length': `${length}` } });

/**
 * Stores what is missing from a generation, or refreshes a complete one: from the API's bundle where
 * it has one, otherwise by single requests. Ends early when storage is full or the network is gone,
 * and keeps what was stored. Rejects only when aborted.
 */
export const createDownload = (job: DownloadJob) => {
  const { store, previous, isWatched, onProgress, signal } = job;
  const { key } = store;
  let { target } = job;
  let detail = (target ?? previous)?.manifest.detail;
  let listed: ExamDetail | undefined;
  let making: Promise<Generation> | undefined;
  /** Answers of the previous generation that have not changed. */
  const unchanged = new Map<string, Work>();
  let storing = 0;
  let report: ReturnType<typeof setTimeout> | undefined;

  const openTarget = async (): Promise<Generation> => {
    if (target) return target;
    const list = detail;
    if (!list) throw new Error('A download without a list');
    making ??= store.whileChoosing(async () => {
      signal.throwIfAborted();
      return store.create(list);
    });
    target = await making;
    return target;
  };

  /** Reports at intervals, and always after the last answer. */
  const reportSoon = () => {
    report ??= setTimeout(() => {
      report = undefined;
      if (signal.aborted || !target) return;
      onProgress(store.coverage(target));
      // A lack of space shows at the end of the download.
      store.save(target).catch(() => undefined);
    }, REPORT_EVERY);
  };

  const findPrevious = (address: string) =>
    previous?.present.has(address) ? previous.cache.match(address, MATCH) : undefined;

  const isThere = (address: string) => target?.present.has(address) || unchanged.has(address);

  const imagesOf = (questionId: string, question: SavedQuestion | undefined): Work[] =>
    (question?.pictures ?? [])
      .filter(({ address }) => !isThere(address))
      .map(({ address }) => ({ kind: 'image', questionId, address }));

  const keepUnchanged = (work: Work): Work[] => {
    unchanged.set(work.address, work);
    return work.kind === 'question'
      ? imagesOf(work.questionId, previous?.manifest.questions[work.questionId])
      : [];
  };

  const recordImage = (generation: Generation, work: Work, answer: Response) => {
    const image = generation.manifest.questions[work.questionId]?.pictures.find(
      ({ address }) => address === work.address,
    );
    if (!image) return;
    image.bytes = sizeOf(answer);
    image.isVerified = answer.type !== 'opaque';
  };

  /** Adds an answer to the manifest. Returns the work it leads to; undefined when it is invalid. */
  const record = async (generation: Generation, work: Work, answer: Response) => {
    if (work.kind === 'image') {
      recordImage(generation, work, answer);
      return [];
    }
    const { cache, present } = generation;
    const question = await describeQuestion(cache, key, work.questionId, answer, present);
    if (!question) return undefined;
    generation.manifest.questions[work.questionId] = question;
    return imagesOf(work.questionId, question);
  };

  const fillOne = async (
    generation: Generation,
    work: Work,
    add: (more: Work[]) => void,
  ): Promise<WorkOutcome> => {
    let isStoring = 0;
    const onAnswer = async (answer: Response) => {
      const more = await record(generation, work, answer);
      isStoring = 1;
      storing += 1;
      add(more ?? []);
    };
    const storeNow = storeOnce(generation.cache, work.kind, work.address, signal, { onAnswer });
    const stored = await storeNow.finally(() => {
      storing -= isStoring;
    });
    if (stored.kind !== 'valid' && stored.kind !== 'present') {
      return judgeFailure(stored, () => generation.manifest.unavailable.push(work.address));
    }
    if (stored.kind === 'present') {
      const more = await record(generation, work, stored.answer);
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

  /** Stores a changed answer in the target, which is created if there is none yet. */
  const putChanged = async (work: Work, copy: () => Response) => {
    const generation = await openTarget();
    const more = (await record(generation, work, copy())) ?? [];
    await store.put(generation, work.address, copy());
    reportSoon();
    return more;
  };

  const refreshOne = async (work: Work, add: (more: Work[]) => void): Promise<WorkOutcome> => {
    const stored = await findPrevious(work.address);
    const fetched = await fetchAnswer(work.kind, work.address, signal, stored);
    if (fetched.kind === 'unchanged') {
      add(keepUnchanged(work));
      return { kind: 'done' };
    }
    if (fetched.kind !== 'valid') {
      return judgeFailure(fetched, () => target?.manifest.unavailable.push(work.address));
    }
    if (fetched.answer.type === 'opaque' && stored?.type === 'opaque') {
      add(keepUnchanged(work));
      return { kind: 'done' };
    }
    add(await putChanged(work, fetched.copy));
    return { kind: 'done' };
  };

  const queue = createWorkQueue<Work>((work, add) =>
    target && !previous ? fillOne(target, work, add) : refreshOne(work, add),
  );

  /** Takes the current list of questions. */
  const takeList = async (next: ExamDetail) => {
    listed = next;
    if (!detail || JSON.stringify(next) === JSON.stringify(detail)) return;
    if (job.target) {
      if (hasSameQuestions(next, detail)) job.target.manifest.detail = next;
      return;
    }
    detail = next;
    await openTarget();
  };

  const takePart = async (work: Work, copy: () => Response) => {
    if (isThere(work.address)) return;
    const stored = await findPrevious(work.address);
    if (stored && (await isSameAnswer(work.kind, stored, copy()))) keepUnchanged(work);
    else await putChanged(work, copy);
  };

  const takeQuestion = async (value: unknown) => {
    const { id, answer } = value as { id?: unknown; answer?: QuestionAnswer };
    if (typeof id !== 'string' || !detail?.questionIds.includes(id) || !parseQuestion(answer))
      return;
    const body = new TextEncoder().encode(JSON.stringify(answer));
    const work: Work = { kind: 'question', questionId: id, address: addressOfQuestion(key, id) };
    await takePart(work, () => toResponse(body, body.length, 'application/json'));
  };

  /** Skips an image that is invalid or not included: it is requested by itself later. */
  const takeImage = async (value: unknown) => {
    const { questionId, file, type, data } = value as Partial<BundledImage>;
    if (!questionId || !file || !type || typeof data !== 'string') return;
    const bytes = decodeBase64(data);
    if (!bytes || !(await isImageWhole(type, bytes.buffer))) return;
    const { apiUrl, providerId, examId } = key;
    const address = imageAddress(apiUrl, providerId, examId, questionId, file);
    await takePart({ kind: 'image', questionId, address }, () =>
      toResponse(bytes, bytes.length, type),
    );
  };

  const takeParts = async (parts: BundlePart[]) => {
    const exam = parts.find(({ name }) => name === 'exam');
    if (exam) {
      const next = parseExamDetail(exam.value, key.examId);
      if (!next) throw new SyntaxError('Another exam');
      await takeList(next);
    }
    if (!listed || !detail || !hasSameQuestions(listed, detail)) return;
    const named = (wanted: string) => parts.filter(({ name }) => name === wanted);
    await Promise.all(named('questions').map(({ value }) => takeQuestion(value)));
    await Promise.all(named('images').map(({ value }) => takeImage(value)));
  };

  /** Returns how the bundle ended, and keeps the tag that spares the next refresh its body. */
  const takeBundle = async () => {
    const tag = job.target ? undefined : previous?.manifest.bundleTag;
    const end = await readBundle(key, tag, takeParts, signal);
    if (end.kind === 'absent') withoutBundles.add(key.apiUrl);
    const generation = target ?? previous;
    if (end.kind === 'whole' && generation) generation.manifest.bundleTag = end.tag;
    return end.kind;
  };

  const listMissing = (): Work[] => {
    const gone = new Set(target?.manifest.unavailable);
    const works = (detail?.questionIds ?? []).flatMap((questionId): Work[] => {
      const address = addressOfQuestion(key, questionId);
      const generation = target?.present.has(address) ? target : previous;
      if (!isThere(address)) return [{ kind: 'question', questionId, address }];
      return imagesOf(questionId, generation?.manifest.questions[questionId]);
    });
    return works.filter(({ address }) => !gone.has(address));
  };

  const isBundleWorthIt = () => {
    if (withoutBundles.has(key.apiUrl)) return false;
    if (!job.target) return true;
    const { done, total } = store.coverage(job.target);
    return done * 2 < total;
  };

  const countLanes = () =>
    (isWatched() ? MOST_REQUESTS - 1 : MOST_REQUESTS) + Math.min(storing, MOST_STORING);

  const endWith = (isFull: boolean, isNetworkGone: boolean, hasGivenUp = false): DownloadEnd => ({
    target,
    listed,
    isFull,
    isNetworkGone,
    hasGivenUp,
  });

  const takeOverUnchanged = async (generation: Generation) => {
    for (const { kind, questionId, address } of unchanged.values()) {
      if (generation.present.has(address)) continue;
      const stored = await findPrevious(address);
      if (!stored) continue;
      await generation.cache.put(address, stored);
      generation.present.add(address);
      const known = previous?.manifest.questions[questionId];
      if (kind === 'question' && known) generation.manifest.questions[questionId] = known;
    }
  };

  const finish = async () => {
    const generation = target ?? previous;
    if (!generation) return;
    if (target) {
      await takeOverUnchanged(target);
      target.present = await listPresent(target.cache);
    }
    await store.save(generation);
  };

  const fill = async (): Promise<DownloadEnd> => {
    if (target) onProgress(store.coverage(target));
    const bundle = isBundleWorthIt() ? await takeBundle() : 'absent';
    if (bundle === 'unchanged') return endWith(false, false);
    // The bundle belongs to another list than the target.
    if (listed && detail && !hasSameQuestions(listed, detail)) return endWith(false, false);
    if (!job.target && !listed) {
      const next = await fetchListing(key, signal);
      if (!next) return endWith(false, true);
      await takeList(next);
      if (job.isListOnly && !target) return endWith(false, false);
    }
    queue.add(listMissing());
    const end = await queue.run(MOST_REQUESTS + MOST_STORING, countLanes, signal);
    signal.throwIfAborted();
    await finish();
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
