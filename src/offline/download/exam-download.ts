import { type Fetched, type FetchOptions, fetchJson, fetchOnce } from '#api/fetch-answer.ts';
import { type FetchedImage, fetchImage, readImageFile } from '#api/fetch-image.ts';
import { parseQuestion } from '#api/wire-parser.ts';
import { questionAddress } from '#contract/addresses.ts';
import { allQuestionIds, type BundledImage, type ExamDetail } from '#contract/wire.ts';
import { fromBase64 } from '#primitives/base64.ts';
import { HOUR } from '#primitives/time.ts';
import { formerQuestions, imagesOfQuestion, measureExam } from '../library/exam-document.ts';
import { dropUnnamed, findImage, putImage } from '../library/exam-library.ts';
import type { Shortfall } from '../library/exam-status.ts';
import { beginDocument, type DownloadJob, fetchList } from './exam-beginning.ts';
import { fetchAll, isSettled } from './fetch-all.ts';
import { createPartial, note, type PartialExam, put, save, whilePartial } from './partial-exam.ts';

/** How often progress is reported and saved, in milliseconds. */
const REPORT_EVERY = 500;

const readBundled = async ({ type, data = '' }: BundledImage): Promise<Fetched<FetchedImage>> => {
  try {
    const value = await readImageFile({ type, bytes: fromBase64(data) });
    return value ? { kind: 'valid', value, etag: undefined } : { kind: 'invalid' };
  } catch {
    return { kind: 'invalid' };
  }
};

/** Makes a conditional request for what is saved, and shares the request for anything else. */
const fetchSharing = async <T>(
  { signal }: PartialExam,
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

type FetchPart = (partial: PartialExam, what: string) => Promise<Fetched<unknown>>;

const fetchQuestion: FetchPart = async (partial, id) => {
  const { apiUrl, providerId, examId } = partial.job.key;
  const { questions } = partial.document;
  const address = questionAddress(apiUrl, providerId, examId, id);
  const ask = (options: FetchOptions) => fetchJson(address, parseQuestion, options);
  const fetched = await fetchSharing(partial, address, questions.get(id)?.etag, ask);
  if (fetched.kind !== 'valid') return fetched;
  questions.set(id, { answer: fetched.value, etag: fetched.etag });
  await note(partial, id);
  return fetched;
};

const fetchPicture: FetchPart = async (partial, address) => {
  const { key } = partial.job;
  const { images } = partial.document;
  const sent = partial.bundled.get(address);
  const known = sent || !images.has(address) ? undefined : await findImage(key, address);
  const etag = known?.headers.get('etag') ?? undefined;
  const ask = (options: FetchOptions) => fetchImage(address, options);
  const fetched = sent ? await readBundled(sent) : await fetchSharing(partial, address, etag, ask);
  if (fetched.kind !== 'valid') return fetched;
  const { copy, bytes, width, height } = fetched.value;
  await put(partial, () => putImage(key, address, copy()));
  images.set(address, { bytes, width, height });
  partial.present.add(address);
  await note(partial, address, !sent);
  return fetched;
};

/** Fetches a part unless the server has confirmed it, or does not have it. */
const fetchMissing = async (
  partial: PartialExam,
  what: string,
  fetchPart: FetchPart,
): Promise<Fetched<unknown>> => {
  const { unavailable } = partial.document;
  if (partial.confirmed.has(what)) return { kind: 'unchanged' };
  if (unavailable.has(what)) return { kind: 'gone' };
  const fetched = await fetchPart(partial, what);
  if (fetched.kind === 'unchanged') partial.confirmed.add(what);
  if (fetched.kind === 'gone') unavailable.add(what);
  return fetched;
};

const fetchWithImages = async (partial: PartialExam, id: string) => {
  const fetched = await fetchMissing(partial, id, fetchQuestion);
  const question = partial.document.questions.get(id);
  if (!isSettled(fetched) || !question) return fetched;
  let missing: Fetched<unknown> | undefined;
  for (const address of imagesOfQuestion(partial.job.key, id, question)) {
    const image = await fetchMissing(partial, address, fetchPicture);
    if (!isSettled(image)) missing = image;
  }
  return missing ?? fetched;
};

/** The list if it has changed during the download; the exam in one answer can't have. */
const fetchNewList = async ({
  isWhole,
  job,
  document,
}: PartialExam): Promise<ExamDetail | undefined> => {
  const latest = isWhole ? undefined : await fetchList({ ...job, listed: undefined });
  const detail = latest?.document.detail;
  const isEqual = JSON.stringify(detail) === JSON.stringify(document.detail);
  return isEqual ? undefined : detail;
};

/** Starts over with a changed list, without requesting again what has arrived. */
const downloadAgain = async (partial: PartialExam, listed: ExamDetail) => {
  const { job } = partial;
  if (job.isRefresh) return downloadExam({ ...job, listed });
  await save(partial);
  return downloadExam({ ...job, saved: partial, listed });
};

/** Saves the document as the exam's latest, and deletes the images that it no longer needs. */
const finish = async (partial: PartialExam) => {
  const { job, document, isChanged } = partial;
  const before = job.saved?.document;
  // An unchanged document isn't written again within an hour.
  const isRecent = Date.now() - (before?.checkedAt ?? 0) < HOUR;
  if (job.isRefresh && !isChanged && isRecent) return;
  const former = before ? formerQuestions(before, document) : document.former;
  const latest = { ...document, former, checkedAt: Date.now() };
  await save(partial, latest);
  await put(partial, () => dropUnnamed(job.key, latest));
};

const complete = async (partial: PartialExam): Promise<Shortfall | undefined> => {
  const { job, document, signal } = partial;
  const { key, isRefresh } = job;
  if (!isRefresh && partial.unsaved > 0) await save(partial);
  const ids = allQuestionIds(document.detail);
  const shortfall = await fetchAll(ids, (id) => fetchWithImages(partial, id), signal);
  const listed = shortfall ? undefined : await fetchNewList(partial);
  if (listed) return downloadAgain(partial, listed);
  // Only a whole exam replaces a whole one.
  const isWhole = measureExam(key, partial).missing === 0;
  if (isRefresh && (shortfall || !isWhole)) return shortfall ?? 'faulty';
  if (shortfall) await save(partial);
  else await finish(partial);
  return shortfall;
};

/**
 * Saves an exam, or what has changed of it. Resolves to why some of it is missing, if any is. Rejects
 * when `signal` aborts, and with the browser's error when there is no room.
 */
export const downloadExam = async (job: DownloadJob): Promise<Shortfall | undefined> => {
  const begun = await beginDocument(job);
  job.signal.throwIfAborted();
  if (!begun) return 'interrupted';
  const full = new AbortController();
  const partial = createPartial(job, begun, AbortSignal.any([job.signal, full.signal]));
  /** Reports and saves progress, even while the last requests hang. */
  const report = () => {
    if (job.isRefresh || job.signal.aborted) return;
    job.onProgress(partial);
    if (partial.unsaved > 0) save(partial).catch((error) => full.abort(error));
  };
  const timer = setInterval(report, REPORT_EVERY);
  try {
    return await whilePartial(partial, () => complete(partial));
  } finally {
    clearInterval(timer);
  }
};
