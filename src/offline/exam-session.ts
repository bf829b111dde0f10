import type { Api } from '#api/calls.ts';
import { parseQuestion } from '#api/wire-parser.ts';
import type { ExamKey } from '#contract/caches.ts';
import type { Failure } from '#contract/failure.ts';
import { failed, type Result, success } from '#contract/result.ts';
import type { ExamDetail, QuestionAnswer } from '#contract/wire.ts';
import { MAX_TRIES, waitAfter } from './backoff.ts';
import { createGeneration, findInExam, hasCaches, listGenerations } from './exam-cache.ts';
import { readQuestion, type Stored, storeOnce } from './exam-entry.ts';
import {
  dropOutdated,
  holdGenerations,
  inspectGenerations,
  pickActive,
  whileChoosing,
} from './exam-generations.ts';
import { checkExam, keepExam, preferQuestion } from './exam-keeper.ts';
import { fetchListing, hasSameQuestions } from './exam-listing.ts';
import { withLock } from './locks.ts';
import { addressOfQuestion, isWhole } from './saved-manifest.ts';
import { untilAborted, wait } from './waiting.ts';

/** Where a picture's `img` gets it from: the address itself, or bytes that are at hand. */
type PictureSource = { address: string } | { blob: Blob };

/** What a run reads from: one generation of an exam, else the network. */
export type ExamSession = {
  detail: ExamDetail;
  /** Stored questions need no request. A result is a value; an aborted call's is nobody's. */
  loadQuestion: (
    questionId: string,
    signal: AbortSignal,
  ) => Promise<Result<QuestionAnswer, Failure>>;
  hasQuestion: (questionId: string) => Promise<boolean>;
  /** Reads stored questions before they are asked for; only these then stay at hand. */
  readAhead: (questionIds: string[]) => Promise<void>;
  /** What can be shown at once. */
  questionAtHand: (questionId: string) => QuestionAnswer | undefined;
  /** Undefined when the picture can't be had now. */
  loadPicture: (address: string, signal: AbortSignal) => Promise<PictureSource | undefined>;
};

/** One picture at once for what the learner looks at, over all tabs, beside the download's. */
const PICTURE_LANE = 'certdeck/screen';

/** How long what is on screen waits for another request for it, or for its turn. In milliseconds. */
const TURN_LIMIT = 8000;

/** When a question or a picture is given up, counted from the tap that asked for it. In milliseconds. */
const GIVE_UP_AFTER = 20_000;

const limitTime = (signal: AbortSignal) =>
  AbortSignal.any([signal, AbortSignal.timeout(GIVE_UP_AFTER)]);

/** What `work` gives, or undefined as soon as the signal aborts. */
const unlessAborted = <T>(signal: AbortSignal, work: Promise<T>) =>
  Promise.race([work, untilAborted(signal)]);

const failureOf = (stored: Stored): Failure => {
  if (stored.kind === 'gone') return 'question-not-found';
  return stored.kind === 'refused' ? 'status-unexpected' : 'question-failed';
};

const onlineSession = (
  api: Api,
  { providerId, examId }: ExamKey,
  detail: ExamDetail,
): ExamSession => ({
  detail,
  loadQuestion: (questionId, signal) => api.fetchQuestion(providerId, examId, questionId, signal),
  hasQuestion: async () => false,
  readAhead: async () => undefined,
  questionAtHand: () => undefined,
  loadPicture: async (address) => ({ address }),
});

const storedSession = (key: ExamKey, cache: Cache, detail: ExamDetail): ExamSession => {
  const storeForScreen = (kind: 'question' | 'image', address: string, signal: AbortSignal) => {
    const store = () => storeOnce(cache, kind, address, signal, { turnLimit: TURN_LIMIT });
    return kind === 'question'
      ? store()
      : withLock(PICTURE_LANE, store, signal, AbortSignal.timeout(TURN_LIMIT));
  };

  const readStored = async (address: string) =>
    (await readQuestion(cache, address)) ??
    parseQuestion(await (await findInExam(key, address))?.json().catch(() => undefined));

  let atHand = new Map<string, QuestionAnswer>();

  const readAhead = async (questionIds: string[]) => {
    const next = new Map([...atHand].filter(([id]) => questionIds.includes(id)));
    atHand = next;
    for (const id of questionIds) {
      if (next.has(id)) continue;
      const question = await readQuestion(cache, addressOfQuestion(key, id)).catch(() => undefined);
      if (question) next.set(id, question);
    }
  };

  const findQuestion: ExamSession['loadQuestion'] = async (questionId, signal) => {
    const address = addressOfQuestion(key, questionId);
    const stored = atHand.get(questionId) ?? (await readStored(address));
    if (stored) return success(stored);
    preferQuestion(key, questionId);
    const fetched = await storeForScreen('question', address, signal);
    if (!('answer' in fetched)) return failed(failureOf(fetched));
    const question = parseQuestion(await fetched.answer.json());
    return question ? success(question) : failed('question-failed');
  };

  const loadQuestion: ExamSession['loadQuestion'] = async (questionId, signal) => {
    const limited = limitTime(signal);
    const found = await unlessAborted(limited, findQuestion(questionId, limited)).catch(
      () => undefined,
    );
    return found ?? failed('question-failed');
  };

  const findPicture: ExamSession['loadPicture'] = async (address, signal) => {
    const toSource = async (answer: Response) =>
      answer.type === 'opaque' ? { address } : { blob: await answer.blob() };
    const entry = (await cache.match(address)) ?? (await findInExam(key, address));
    if (entry) return toSource(entry);
    for (let tries = 1; tries <= MAX_TRIES && !signal.aborted; tries += 1) {
      const fetched = await storeForScreen('image', address, signal);
      if ('answer' in fetched) return toSource(fetched.answer);
      if (fetched.kind === 'gone') return undefined;
      await wait(waitAfter(tries, Math.random()), signal);
    }
    return undefined;
  };

  const loadPicture: ExamSession['loadPicture'] = async (address, signal) => {
    const limited = limitTime(signal);
    return unlessAborted(limited, findPicture(address, limited)).catch(() => undefined);
  };

  const hasQuestion = async (questionId: string) =>
    (await cache.match(addressOfQuestion(key, questionId))) !== undefined;

  const questionAtHand = (questionId: string) => atHand.get(questionId);

  return { detail, loadQuestion, hasQuestion, readAhead, questionAtHand, loadPicture };
};

/** The generation for a fresh list: the one that has these questions, or a new one. */
const generationFor = (key: ExamKey, listed: ExamDetail) =>
  whileChoosing(key, async () => {
    const active = pickActive(await inspectGenerations(key));
    if (active && hasSameQuestions(active.manifest.detail, listed)) return active;
    const number = ((await listGenerations(key)).at(-1) ?? 0) + 1;
    return createGeneration(key, number, listed, Date.now());
  });

/** How long the network may take to say that a partly saved exam has changed. In milliseconds. */
const LIST_PATIENCE = 400;

const openUnsaved = async (api: Api, key: ExamKey, signal: AbortSignal) => {
  const listed = await api.fetchQuestions(key.providerId, key.examId, signal);
  if (!listed.ok) return listed;
  keepExam(key, { listed: listed.value });
  try {
    const { cache, manifest } = await generationFor(key, listed.value);
    return success(storedSession(key, cache, manifest.detail));
  } catch {
    // No room even for the list: the run goes on from the network, and the keeper says why.
    return success(onlineSession(api, key, listed.value));
  }
};

const openStored = async (api: Api, key: ExamKey, signal: AbortSignal) => {
  await holdGenerations(key, signal, () =>
    dropOutdated(key).then(
      () => checkExam(key),
      () => undefined,
    ),
  );
  const active = pickActive(await inspectGenerations(key));
  if (!active) return openUnsaved(api, key, signal);
  // Past the worker's copies, which may be older than what is saved.
  const listing = fetchListing(key, signal);
  listing.then(async (listed) => {
    // Removed meanwhile, it stays removed.
    if ((await listGenerations(key)).length > 0 && !signal.aborted) keepExam(key, { listed });
  });
  const saved = storedSession(key, active.cache, active.manifest.detail);
  if (isWhole(active.stock)) return success(saved);
  const listed = await Promise.race([listing, wait(LIST_PATIENCE, signal)]);
  if (!listed || hasSameQuestions(listed, active.manifest.detail)) return success(saved);
  const { cache, manifest } = await generationFor(key, listed);
  return success(storedSession(key, cache, manifest.detail));
};

/**
 * Starts reading an exam and has it kept on the device. A saved exam needs no network; another
 * one needs its list. The generation it reads stays until `signal` aborts.
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
    keepExam(key);
    return openOnline();
  }
  const limited = limitTime(signal);
  const opened = openStored(api, key, signal).catch(() => {
    keepExam(key);
    return openOnline();
  });
  return (await unlessAborted(limited, opened)) ?? failed('questions-failed');
};
