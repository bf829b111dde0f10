import { parseQuestion } from '#api/wire-parser.ts';
import { type Failure, failed, type Result, success } from '#contract/result.ts';
import type { ExamDetail, QuestionAnswer } from '#contract/wire.ts';
import { delay, MAX_TRIES, unlessAborted, waitAfter } from '../delay.ts';
import { preferQuestion } from '../download/exam-sync.ts';
import { fetchAnswer, MATCH, type Saved, saveOnce } from '../fetch-answer.ts';
import {
  describeQuestion,
  findInExam,
  type Generation,
  hasValidator,
  readQuestion,
} from '../library/exam-cache.ts';
import type { ExamStore } from '../library/exam-store.ts';
import { withLock } from '../library/locks.ts';
import { addressOfQuestion } from '../library/saved-manifest.ts';

/** An image's bytes, or its address where nothing can be saved. */
type ImageSource = { address: string } | { blob: Blob } | { failure: 'blocked' };

/** Where a run reads its exam: the generation that it started with, otherwise the network. */
export type ExamSession = {
  detail: ExamDetail;
  /**
   * Saved questions need no request. A question answered in this run stays as it was then; others
   * come in their newest version. The result of an aborted call is meaningless.
   */
  loadQuestion: (
    questionId: string,
    signal: AbortSignal,
    isAnswered?: boolean,
  ) => Promise<Result<QuestionAnswer, Failure>>;
  /** Resolves when a question that was missing is saved, or when the signal aborts. */
  untilSaved: (questionId: string, signal: AbortSignal) => Promise<void>;
  /** Reads these saved questions ahead of time and drops all others from memory. */
  prefetch: (questionIds: string[]) => Promise<void>;
  /** A question that can be shown without waiting. */
  prefetched: (questionId: string, isAnswered?: boolean) => QuestionAnswer | undefined;
  /** Calls back when changed questions have arrived. Returns a function that unsubscribes. */
  onMended: (listener: () => void) => () => void;
  /** Undefined when the image can't be had now. */
  loadImage: (address: string, signal: AbortSignal) => Promise<ImageSource | undefined>;
};

/** Images for the screen are requested one at a time, in all tabs together. */
const IMAGE_LANE = 'certdeck/screen';

/** How long the screen waits for another request or for its turn. In milliseconds. */
const TURN_LIMIT = 8000;

/** When an exam, a question or an image is given up after the tap. In milliseconds. */
const GIVE_UP_AFTER = 20_000;

export const limitTime = (signal: AbortSignal) =>
  AbortSignal.any([signal, AbortSignal.timeout(GIVE_UP_AFTER)]);

const failureOf = (saved: Saved): Failure => {
  if (saved.kind === 'gone') return 'question-not-found';
  return saved.kind === 'refused' ? 'status-unexpected' : 'question-failed';
};

/** Reads all bytes at once: Firefox reads a response's blob from disk only when it is used. */
const readImage = async (answer: Response) =>
  new Blob([await answer.arrayBuffer()], { type: answer.headers.get('content-type') ?? '' });

/** Checks whether a saved question or its images have changed, and saves what has. */
const revalidateQuestion = async (
  store: ExamStore,
  generation: Generation,
  questionId: string,
  signal: AbortSignal,
) => {
  const { cache, present, manifest } = generation;
  const address = addressOfQuestion(store.key, questionId);
  const saved = await cache.match(address, MATCH);
  const fetched = await fetchAnswer('question', address, signal, saved);
  const hasNewText = fetched.kind === 'valid';
  if (!hasNewText && fetched.kind !== 'unchanged') return false;
  const describe = async () => {
    const entry = hasNewText ? fetched.copy() : await cache.match(address, MATCH);
    return describeQuestion(cache, store.key, questionId, entry, present);
  };
  const question = await describe();
  let hasNewImage = false;
  for (const image of question?.images ?? []) {
    const before = await cache.match(image.address, MATCH);
    const answer = await fetchAnswer('image', image.address, signal, before);
    if (before && answer.kind !== 'valid') continue;
    // Without its image the question would no longer be complete.
    if (answer.kind !== 'valid') return false;
    await store.put(generation, image.address, answer.copy());
    hasNewImage = true;
  }
  if (!question || !(hasNewText || hasNewImage)) return false;
  if (hasNewText) await store.put(generation, address, fetched.copy());
  manifest.questions[address] = (await describe()) ?? question;
  await store.save(generation);
  return true;
};

/** A session that reads the saved generations, and what they lack from the network. */
export const savedSession = (
  store: ExamStore,
  own: Generation,
  signal: AbortSignal,
): ExamSession => {
  const { key } = store;
  const { detail } = own.manifest;
  const savedBefore = new Set(own.present);
  const validated = new Set<string>();
  const listeners = new Set<() => void>();
  /** The questions as last shown. Those that are answered stay that way. */
  const shown = new Map<string, QuestionAnswer>();
  let newest = own;
  let read = new Map<string, QuestionAnswer>();

  const tellMended = () => {
    for (const listener of listeners) listener();
  };

  const readSaved = (questionId: string) => {
    const address = addressOfQuestion(key, questionId);
    const source = newest.present.has(address) ? newest : own;
    return readQuestion(source.cache, address);
  };

  /** The question in the newest generation that has it. */
  const findQuestion = async (questionId: string) => {
    const elsewhere = () => findInExam(key, addressOfQuestion(key, questionId));
    return (
      (await readSaved(questionId)) ??
      parseQuestion(await (await elsewhere())?.json().catch(() => undefined))
    );
  };

  const prefetch = async (questionIds: string[]) => {
    const next = new Map([...read].filter(([id]) => questionIds.includes(id)));
    read = next;
    for (const id of questionIds) {
      if (next.has(id)) continue;
      const question = await readSaved(id).catch(() => undefined);
      if (question) next.set(id, question);
    }
  };

  const readAgain = async (questionIds: string[]) => {
    for (const id of questionIds) read.delete(id);
    await prefetch([...new Set([...read.keys(), ...questionIds])]);
    tellMended();
  };

  const unsubscribe = store.subscribe(async (address) => {
    if (address !== undefined) return;
    const active = await store.findActive().catch(() => undefined);
    if (!active || active.number <= newest.number || !store.isWhole(active)) return;
    newest = active;
    const known = active.manifest.questions;
    await readAgain([...read.keys()].filter((id) => known[addressOfQuestion(key, id)]));
  });
  signal.addEventListener('abort', unsubscribe);

  /** Checks a question on screen for changes, if the server can't say whether the exam has any. */
  const revalidate = async (questionId: string) => {
    const isOlder = savedBefore.has(addressOfQuestion(key, questionId));
    if (!isOlder || newest !== own || !navigator.onLine || validated.has(questionId)) return;
    if (await hasValidator(own)) return;
    validated.add(questionId);
    if (await revalidateQuestion(store, own, questionId, signal)) await readAgain([questionId]);
  };

  const saveForScreen = (kind: 'question' | 'image', address: string, limited: AbortSignal) => {
    const put = () => saveOnce(own.cache, kind, address, limited, { turnLimit: TURN_LIMIT });
    return kind === 'question'
      ? put()
      : withLock(IMAGE_LANE, put, limited, AbortSignal.timeout(TURN_LIMIT));
  };

  const fetchQuestion = async (
    questionId: string,
    limited: AbortSignal,
  ): Promise<Result<QuestionAnswer, Failure>> => {
    preferQuestion(key, questionId);
    const address = addressOfQuestion(key, questionId);
    const fetched = await saveForScreen('question', address, limited);
    if (!('answer' in fetched)) return failed(failureOf(fetched));
    const question = parseQuestion(await fetched.answer.json());
    return question ? success(question) : failed('question-failed');
  };

  const loadQuestion: ExamSession['loadQuestion'] = async (questionId, caller, isAnswered) => {
    const answered = isAnswered ? shown.get(questionId) : undefined;
    if (answered) return success(answered);
    const limited = limitTime(caller);
    const find = async () => {
      const saved = read.get(questionId) ?? (await findQuestion(questionId));
      if (!saved) return fetchQuestion(questionId, limited);
      if (!isAnswered) revalidate(questionId).catch(() => undefined);
      return success(saved);
    };
    const found = await unlessAborted(limited, find()).catch(() => undefined);
    if (found?.ok) shown.set(questionId, found.value);
    return found ?? failed('question-failed');
  };

  const untilSaved: ExamSession['untilSaved'] = async (questionId, caller) => {
    const address = addressOfQuestion(key, questionId);
    const saved = new Promise<void>((resolve) => {
      const look = async (put?: string) => {
        if (put === address || (put === undefined && (await own.cache.match(address, MATCH)))) {
          resolve();
        }
      };
      const stop = store.subscribe(look);
      caller.addEventListener('abort', stop);
      look().catch(() => undefined);
    });
    await unlessAborted(caller, saved);
  };

  const findImage: ExamSession['loadImage'] = async (address, limited) => {
    for (let tries = 1; tries <= MAX_TRIES && !limited.aborted; tries += 1) {
      const answer =
        (await newest.cache.match(address, MATCH)) ??
        (await own.cache.match(address, MATCH)) ??
        (await findInExam(key, address));
      const found: Saved = answer
        ? { kind: 'present', answer }
        : await saveForScreen('image', address, limited);
      if ('answer' in found) {
        // The browser may fail to read an entry that another tab is just replacing.
        const blob = await readImage(found.answer).catch(() => undefined);
        if (blob) return { blob };
      }
      if (found.kind === 'gone') return undefined;
      if (found.kind === 'blocked') return { failure: 'blocked' };
      await delay(waitAfter(tries, Math.random()), limited);
    }
    return undefined;
  };

  const loadImage: ExamSession['loadImage'] = async (address, caller) => {
    const limited = limitTime(caller);
    return unlessAborted(limited, findImage(address, limited)).catch(() => undefined);
  };

  const onMended = (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };

  const prefetched: ExamSession['prefetched'] = (questionId, isAnswered) =>
    (isAnswered && shown.get(questionId)) || read.get(questionId);
  return { detail, loadQuestion, untilSaved, prefetch, prefetched, onMended, loadImage };
};
