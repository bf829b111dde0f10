import { type Api, limitTime } from '#api/calls.ts';
import { fetchOnce } from '#api/fetch-answer.ts';
import { fetchImage } from '#api/fetch-image.ts';
import { cacheNameOf, type ExamKey, hasCaches } from '#contract/caches.ts';
import { type Failure, failed, type Result, success } from '#contract/result.ts';
import type { ExamDetail, QuestionAnswer } from '#contract/wire.ts';
import type { QuestionResult } from '#learner/schemas.ts';
import { delay, MAX_TRIES, unlessAborted, waitAfter } from '#primitives/delay.ts';
import { createObservable } from '#primitives/observable.ts';
import type { ImageSize } from '#primitives/svg-size.ts';
import { syncExam } from '../download/exam-sync.ts';
import { findInPartial } from '../download/partial-exam.ts';
import { isSavedElsewhere } from '../download/save-lock.ts';
import { type ExamDocument, imagesOfQuestion, readQuestion } from '../library/exam-document.ts';
import { findImage, readDocument, subscribeToLibrary } from '../library/exam-library.ts';

/** How long a question waits for the sizes of its images. In milliseconds. */
const IMAGE_LIMIT = 500;

/** How long the screen waits for what another tab is saving, and how often it looks. In milliseconds. */
const TURN_LIMIT = 8000;
const LOOK_EVERY = 50;

/** How long to wait for the device's caches, which may never answer. In milliseconds. */
const STORAGE_LIMIT = 8000;

/** Undefined for what the device can't read, or not in time. */
const readInTime = <T>(reading: Promise<T>) =>
  Promise.race([reading.catch(() => undefined), delay(STORAGE_LIMIT)]);

/** Reads all bytes at once: Firefox reads a response's blob from disk only when it is used. */
const readBlob = async (answer: Response) =>
  new Blob([await answer.arrayBuffer()], { type: answer.headers.get('content-type') ?? '' });

/**
 * What a run sees of its exam: a session over the exam's document, and over single questions while there
 * is none.
 */
const createSession = (
  api: Api,
  key: ExamKey,
  detail: ExamDetail,
  saved: ExamDocument | undefined,
  signal: AbortSignal,
) => {
  const { providerId, examId } = key;
  const document = createObservable(saved);
  const single = new Map<string, QuestionAnswer>();
  /** The sizes of images that were fetched for the screen. */
  const sizes = new Map<string, ImageSize>();

  const stop = subscribeToLibrary(async (message) => {
    if (message.kind !== 'saved' || cacheNameOf(message.key) !== cacheNameOf(key)) return;
    const latest = message.document ?? (await readDocument(key).catch(() => undefined));
    if (latest) document.set(latest);
  });
  signal.addEventListener('abort', stop);

  /**
   * A question that needs no request. One that has a result is given as it was when it was answered,
   * others as they are now.
   */
  const find = (questionId: string, result?: QuestionResult) => {
    const whole = document.read();
    const found = whole && readQuestion(whole, questionId, result);
    return found ?? single.get(questionId) ?? findInPartial(key, questionId);
  };

  const fetchQuestion = async (questionId: string, limited: AbortSignal) => {
    const turn = AbortSignal.any([limited, AbortSignal.timeout(TURN_LIMIT)]);
    let isElsewhere: boolean;
    do {
      isElsewhere = hasCaches() && !turn.aborted && (await isSavedElsewhere(key));
      // A download in this tab may have brought it while the lock was read.
      const found = find(questionId);
      if (found) return success(found);
      if (isElsewhere) await delay(LOOK_EVERY, turn);
    } while (isElsewhere);
    const options = { signal: limited, isTaken: !hasCaches() };
    return api.fetchQuestion(providerId, examId, questionId, options);
  };

  const findBlob = async (address: string, limited: AbortSignal) => {
    for (let tries = 1; tries <= MAX_TRIES && !limited.aborted; tries += 1) {
      const entry = await readInTime(findImage(key, address));
      // The browser may fail to read an entry that a tab is just replacing.
      const blob = entry && (await readBlob(entry).catch(() => undefined));
      if (blob) return { blob };
      const ask = (signal: AbortSignal) => fetchImage(address, { signal });
      const fetched = await fetchOnce(address, ask, { signal: limited });
      if (fetched.kind === 'valid') {
        sizes.set(address, fetched.value);
        return { blob: fetched.value.blob };
      }
      if (fetched.kind === 'gone') return undefined;
      if (fetched.kind === 'blocked') return { failure: fetched.kind };
      await delay(waitAfter(tries, Math.random()), limited);
    }
    return undefined;
  };

  /** Fetches images whose sizes the API doesn't give, so that nothing moves when they appear. */
  const measureImages = async (
    questionId: string,
    answer: QuestionAnswer,
    limited: AbortSignal,
  ) => {
    if (answer.question.imageSizes || !hasCaches()) return;
    const addresses = imagesOfQuestion(key, questionId, { answer });
    await Promise.all(addresses.map((address) => findBlob(address, limited)));
  };

  /** The same, requested if it must be. The result of an aborted call is meaningless. */
  const load = async (questionId: string, caller: AbortSignal, result?: QuestionResult) => {
    const known = find(questionId, result);
    if (known) return success(known);
    const limited = limitTime(caller);
    const fetching = fetchQuestion(questionId, limited).catch(() => undefined);
    const fetched = await unlessAborted(limited, fetching);
    if (fetched?.ok) {
      await Promise.race([measureImages(questionId, fetched.value, limited), delay(IMAGE_LIMIT)]);
      single.set(questionId, fetched.value);
    }
    // The document may have come in the meantime.
    const found = find(questionId, result);
    return found ? success(found) : (fetched ?? failed<Failure>('question-failed'));
  };

  /**
   * An image's bytes, or its address where nothing can be saved. Undefined if it is unavailable now.
   */
  const loadImage = async (address: string, caller: AbortSignal) => {
    if (!hasCaches()) return { address };
    const limited = limitTime(caller);
    return unlessAborted(limited, findBlob(address, limited)).catch(() => undefined);
  };

  /** An image's size, if it is known. */
  const sizeOf = (address: string) => {
    const size = document.read()?.images.get(address) ?? sizes.get(address);
    return size && size.width > 0 && size.height > 0 ? size : undefined;
  };

  /** Saves the exam on the device, or looks for changes of a saved one. */
  const save = () => {
    syncExam(key, saved ? { onlyIfSaved: true, revalidates: true } : { listed: detail });
  };

  /** Calls back when `find` may give something else. Returns a function that unsubscribes. */
  const onChange = document.subscribe;
  return { detail, find, load, onChange, sizeOf, loadImage, save };
};

export type ExamSession = ReturnType<typeof createSession>;

/** Finds a saved exam without the network, and any other with it. */
export const findSession = async (
  api: Api,
  key: ExamKey,
  signal: AbortSignal,
): Promise<Result<ExamSession, Failure>> => {
  const { providerId, examId } = key;
  const saved = hasCaches() ? await readInTime(readDocument(key)) : undefined;
  if (saved) return success(createSession(api, key, saved.detail, saved, signal));
  const limited = limitTime(signal);
  const listed = await unlessAborted(limited, api.fetchQuestions(providerId, examId, limited));
  if (!listed?.ok) return listed ?? failed('questions-failed');
  return success(createSession(api, key, listed.value, undefined, signal));
};
