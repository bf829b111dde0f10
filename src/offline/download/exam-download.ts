import {
  type Fetched,
  type FetchedImage,
  type FetchOptions,
  fetchImage,
  fetchJson,
  fetchOnce,
  readImage,
} from '#api/fetch-answer.ts';
import { parseExamDetail, parseQuestion } from '#api/wire-parser.ts';
import {
  examBundleAddress,
  imageAddress,
  questionAddress,
  questionsAddress,
} from '#contract/addresses.ts';
import { cacheNameOf, type ExamKey } from '#contract/caches.ts';
import { delay, MAX_TRIES, waitAfter } from '#contract/delay.ts';
import {
  allQuestionIds,
  type BundledImage,
  type ExamBundle,
  type ExamDetail,
} from '#contract/wire.ts';
import {
  type ExamDocument,
  emptyDocument,
  formerQuestions,
  imagesOfQuestion,
  measureCoverage,
  type SavedQuestion,
} from '../library/exam-document.ts';
import {
  dropUnnamed,
  findImage,
  putDocument,
  putImage,
  type SavedExam,
} from '../library/exam-library.ts';
import type { Shortfall } from '../library/exam-status.ts';

/**
 * Brings an exam's document up to date: in one answer where the API has it, otherwise from the list
 * and single questions. Then it brings the images.
 */

/** Simultaneous requests. */
const LANES = 4;

/** So many questions are fetched again at most if the app is killed in a download. */
const PUT_EVERY = 20;

/** After this many unreachable answers in a row, the network is taken to be gone. */
const GONE_AFTER = 8;

/** How long the exam in one answer may stall before single questions are requested. In milliseconds. */
const BUNDLE_SILENCE = 6000;

/** So many questions are parsed without a pause. */
const SLICE = 50;

/** How often progress is told and saved. In milliseconds. */
const REPORT_EVERY = 500;

/** A document that has not changed is not put again for so long. In milliseconds. */
const HOUR = 60 * 60 * 1000;

/** Whether asking again can't change it. */
const isSettled = ({ kind }: Fetched<unknown>) => ['valid', 'unchanged', 'gone'].includes(kind);

/** Fetches every item, four at a time. One that fails is tried again, five times at most. */
const fetchAll = async <T>(
  items: Iterable<T>,
  fetchItem: (item: T) => Promise<Fetched<unknown>>,
  signal: AbortSignal,
): Promise<Shortfall | undefined> => {
  const waiting = [...items];
  let unreachable = 0;
  let shortfall: Shortfall | undefined;
  const isGone = () => unreachable >= GONE_AFTER;

  const tryItem = async (item: T) => {
    for (let tries = 1; !isGone(); tries += 1) {
      const fetched = await fetchItem(item);
      const isUnreachable = fetched.kind === 'unreachable';
      unreachable = isUnreachable ? unreachable + 1 : 0;
      if (isSettled(fetched)) return;
      if (fetched.kind === 'blocked' || tries === MAX_TRIES) {
        shortfall = isUnreachable ? (shortfall ?? 'network') : 'faulty';
        return;
      }
      const retryAfter = fetched.kind === 'refused' ? fetched.retryAfter : undefined;
      await delay(waitAfter(tries, Math.random(), retryAfter), signal);
      signal.throwIfAborted();
    }
  };
  const workThrough = async () => {
    for (let item = waiting.shift(); item !== undefined && !isGone(); item = waiting.shift()) {
      await tryItem(item);
    }
  };
  await Promise.all(Array.from({ length: LANES }, workThrough));
  return isGone() ? 'network' : shortfall;
};

export type DownloadJob = {
  key: ExamKey;
  /** What is saved so far. */
  saved: SavedExam | undefined;
  /** The saved exam is whole, so it stays until everything that has changed is there. */
  isRefresh: boolean;
  /** Asks again for what the server did not have. */
  isRetry: boolean;
  /** The list, if it was just fetched. */
  listed?: ExamDetail | undefined;
  onProgress: (document: ExamDocument, present: ReadonlySet<string>) => void;
  signal: AbortSignal;
};

/** What a download starts with. */
type Beginning = {
  document: ExamDocument;
  /** Images that came with it, by address. */
  bundled?: ReadonlyMap<string, BundledImage>;
};

/** APIs that don't have an exam in one answer. */
const withoutBundles = new Set<string>();

const parseBundle = ({ examId }: ExamKey, body: unknown) => {
  const { exam, questions, images } = (body ?? {}) as Partial<ExamBundle>;
  const detail = parseExamDetail(exam, examId);
  if (!detail || !Array.isArray(questions) || !Array.isArray(images)) return undefined;
  return { detail, questions, images };
};

/** Undefined where the API has no such answer, or it does not arrive. */
const fetchBundle = async ({
  key,
  saved,
  isRefresh,
  signal,
}: DownloadJob): Promise<Beginning | undefined> => {
  const { apiUrl, providerId, examId } = key;
  const before = saved?.document;
  const isResumed = !isRefresh && before?.etag === undefined && (before?.questions.size ?? 0) > 0;
  if (withoutBundles.has(apiUrl) || isResumed) return undefined;
  const address = examBundleAddress(apiUrl, providerId, examId);
  const parse = (body: unknown) => parseBundle(key, body);
  const options = { etag: before?.etag, silence: BUNDLE_SILENCE, signal };
  const fetched = await fetchJson(address, parse, options);
  if (before && fetched.kind === 'unchanged') return { document: before };
  if (fetched.kind === 'gone') withoutBundles.add(apiUrl);
  if (fetched.kind !== 'valid') return undefined;
  const { detail, questions: sent, images } = fetched.value;
  const listed = new Set(allQuestionIds(detail));
  const questions = new Map<string, SavedQuestion>();
  for (const [place, { id, answer: body }] of sent.entries()) {
    const answer = listed.has(id) ? parseQuestion(body) : undefined;
    if (answer) questions.set(id, { answer });
    // Lets taps and drawing go first in an exam of thousands.
    if (place % SLICE === SLICE - 1) await delay(0);
  }
  const addressOf = ({ questionId, file }: BundledImage) =>
    imageAddress(apiUrl, providerId, examId, questionId, file);
  return {
    document: { ...emptyDocument(detail), questions, etag: fetched.etag },
    bundled: new Map(images.flatMap((each) => (each.data ? [[addressOf(each), each]] : []))),
  };
};

/** Undefined when the list does not arrive. */
const fetchList = async ({
  key,
  saved,
  listed,
  signal,
}: DownloadJob): Promise<Beginning | undefined> => {
  const { apiUrl, providerId, examId } = key;
  const address = questionsAddress(apiUrl, providerId, examId);
  const parse = (body: unknown) => parseExamDetail(body, examId);
  const fetched = listed ? undefined : await fetchJson(address, parse, { signal });
  const detail = listed ?? (fetched?.kind === 'valid' ? fetched.value : undefined);
  if (!detail) {
    // A missing exam may have made it look as if there were no bundles.
    withoutBundles.delete(apiUrl);
    return undefined;
  }
  const wanted = new Set(allQuestionIds(detail));
  const known = [...(saved?.document.questions ?? [])];
  const questions = new Map(known.filter(([id]) => wanted.has(id)));
  return { document: { ...emptyDocument(detail), questions } };
};

const readBundled = async ({ type, data = '' }: BundledImage): Promise<Fetched<FetchedImage>> => {
  try {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    const answer = new Response(null, { headers: { 'content-type': type } });
    const value = await readImage(bytes.buffer, answer);
    return value ? { kind: 'valid', value, etag: undefined } : { kind: 'invalid' };
  } catch {
    return { kind: 'invalid' };
  }
};

const isEqual = (a: ExamDetail, b: ExamDetail) => JSON.stringify(a) === JSON.stringify(b);

/** The questions that downloads of this tab have fetched, by exam. */
const drafts = new Map<string, ReadonlyMap<string, SavedQuestion>>();

/** A question that a running download has already fetched. */
export const findInDraft = (key: ExamKey, questionId: string) =>
  drafts.get(cacheNameOf(key))?.get(questionId)?.answer;

/**
 * Saves an exam, or what has changed of it. Resolves to why some of it is missing, if any is. Rejects
 * when `signal` aborts, and with the browser's error when there is no room.
 */
export const downloadExam = async (job: DownloadJob): Promise<Shortfall | undefined> => {
  const { key, saved, isRefresh, isRetry, onProgress } = job;
  const { apiUrl, providerId, examId } = key;
  const before = saved?.document;
  const whole = await fetchBundle(job);
  const begun = whole ?? (await fetchList(job));
  job.signal.throwIfAborted();
  if (!begun) return 'network';
  const { bundled = new Map<string, BundledImage>() } = begun;
  const present = new Set(saved?.present);
  const questions = new Map(begun.document.questions);
  const images = new Map(before?.images);
  const unavailable = new Set(isRetry ? [] : before?.unavailable);
  const former = before?.former ?? new Map<string, SavedQuestion>();
  const document = { ...begun.document, questions, former, images, unavailable, isPaused: false };
  /** What the server has confirmed, so that another try does not ask again. */
  const confirmed = new Set(whole || !isRefresh ? questions.keys() : []);
  if (!isRefresh || begun.document === before) {
    for (const address of images.keys()) {
      if (present.has(address) && !bundled.has(address)) confirmed.add(address);
    }
  }
  const full = new AbortController();
  const signal = AbortSignal.any([job.signal, full.signal]);
  let isChanged = begun.document !== before;
  /** Questions and images whose requests would have to be repeated if the app was killed now. */
  let unsaved = questions.size;
  let saving = Promise.resolve();

  // A removal in the meantime wins.
  const put = async (work: () => Promise<void>) => {
    signal.throwIfAborted();
    await work();
    signal.throwIfAborted();
  };
  const save = (latest: ExamDocument = document) => {
    unsaved = 0;
    saving = saving.then(() => put(() => putDocument(key, latest)));
    return saving;
  };
  /** The first question is saved at once, for other tabs. */
  const isTimeToSave = () => !isRefresh && (unsaved >= PUT_EVERY || questions.size === 1);

  const note = async (what: string, wasRequested = true) => {
    confirmed.add(what);
    isChanged = true;
    if (wasRequested) unsaved += 1;
    if (isTimeToSave()) await save();
  };

  /** Fetches conditionally what is known, and shares the request for anything else. */
  const fetchSharing = async <T>(
    address: string,
    etag: string | undefined,
    work: (options: FetchOptions) => Promise<Fetched<T>>,
  ): Promise<Fetched<T>> => {
    const fetched = etag
      ? await work({ etag, signal })
      : await fetchOnce(address, (whole) => work({ signal: whole }), { isTaken: true, signal });
    signal.throwIfAborted();
    return fetched;
  };

  const fetchQuestion = async (id: string) => {
    const address = questionAddress(apiUrl, providerId, examId, id);
    const ask = (options: FetchOptions) => fetchJson(address, parseQuestion, options);
    const fetched = await fetchSharing(address, questions.get(id)?.etag, ask);
    if (fetched.kind === 'unchanged') confirmed.add(id);
    if (fetched.kind !== 'valid') return fetched;
    questions.set(id, { answer: fetched.value, etag: fetched.etag });
    await note(id);
    return fetched;
  };

  const fetchPicture = async (address: string): Promise<Fetched<unknown>> => {
    const sent = bundled.get(address);
    const known = sent || !images.has(address) ? undefined : await findImage(key, address);
    const fetched = sent
      ? await readBundled(sent)
      : await fetchSharing(address, known?.headers.get('etag') ?? undefined, (options) =>
          fetchImage(address, options),
        );
    if (fetched.kind === 'unchanged') confirmed.add(address);
    if (fetched.kind !== 'valid') return fetched;
    const { copy, bytes, width, height } = fetched.value;
    await put(() => putImage(key, address, copy()));
    images.set(address, { bytes, width, height });
    present.add(address);
    await note(address, !sent);
    return fetched;
  };

  type Ask = (what: string) => Promise<Fetched<unknown>>;
  const fetchMissing = async (what: string, ask: Ask): ReturnType<Ask> => {
    if (confirmed.has(what)) return { kind: 'unchanged' };
    if (unavailable.has(what)) return { kind: 'gone' };
    const fetched = await ask(what);
    if (fetched.kind === 'gone') unavailable.add(what);
    return fetched;
  };

  /** Fetches a question with its images. */
  const fetchWithImages = async (id: string) => {
    const fetched = await fetchMissing(id, fetchQuestion);
    const question = questions.get(id);
    if (!isSettled(fetched) || !question) return fetched;
    let missing: Fetched<unknown> | undefined;
    for (const address of imagesOfQuestion(key, id, question)) {
      const image = await fetchMissing(address, fetchPicture);
      if (!isSettled(image)) missing = image;
    }
    return missing ?? fetched;
  };

  /** Tells and saves how far it has come, even while the last requests hang. */
  const report = () => {
    if (isRefresh || job.signal.aborted) return;
    onProgress(document, present);
    if (unsaved > 0) save().catch((error) => full.abort(error));
  };

  /** The exam has changed in the meantime. What has come so far is not asked for again. */
  const downloadAgain = async (listed: ExamDetail) => {
    if (!isRefresh) await save();
    return downloadExam({ ...job, saved: isRefresh ? saved : { document, present }, listed });
  };

  const download = async (): Promise<Shortfall | undefined> => {
    if (!isRefresh && unsaved > 0) await save();
    const shortfall = await fetchAll(allQuestionIds(document.detail), fetchWithImages, signal);
    const latestList =
      whole || shortfall ? undefined : await fetchList({ ...job, listed: undefined });
    const listed = latestList?.document.detail;
    if (listed && !isEqual(listed, document.detail)) return downloadAgain(listed);
    // Only a whole exam replaces a whole one.
    const isWhole = measureCoverage(key, document, present).missing === 0;
    if (isRefresh && !isWhole) return shortfall ?? 'faulty';
    if (shortfall) {
      if (!isRefresh) await save();
      return shortfall;
    }
    if (isRefresh && !isChanged && Date.now() - (before?.checkedAt ?? 0) < HOUR) return undefined;
    const latest = {
      ...document,
      former: before ? formerQuestions(before, document) : former,
      checkedAt: Date.now(),
    };
    await save(latest);
    await put(() => dropUnnamed(key, latest));
    return undefined;
  };

  drafts.set(cacheNameOf(key), questions);
  const timer = setInterval(report, REPORT_EVERY);
  try {
    return await download();
  } finally {
    clearInterval(timer);
    drafts.delete(cacheNameOf(key));
  }
};
