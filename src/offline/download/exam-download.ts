import { type Fetched, type FetchOptions, fetchJson, fetchOnce } from '#api/fetch-answer.ts';
import { type FetchedImage, fetchImage, readImage } from '#api/fetch-image.ts';
import { parseQuestion } from '#api/wire-parser.ts';
import { questionAddress } from '#contract/addresses.ts';
import { allQuestionIds, type BundledImage, type ExamDetail } from '#contract/wire.ts';
import type { Shortfall } from '../library/describe-status.ts';
import { formerQuestions, imagesOfQuestion, measureCoverage } from '../library/exam-document.ts';
import { dropUnnamed, findImage, putImage } from '../library/exam-library.ts';
import { beginDocument, type DownloadJob, fetchList } from './exam-beginning.ts';
import { createDraft, type Draft, note, put, save, whileInDraft } from './exam-draft.ts';
import { fetchAll, isSettled } from './fetch-all.ts';

/** How often progress is reported and saved, in milliseconds. */
const REPORT_EVERY = 500;

/** How long an unchanged document isn't written again, in milliseconds. */
const HOUR = 60 * 60 * 1000;

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

/** Makes a conditional request for what is saved, and shares the request for anything else. */
const fetchSharing = async <T>(
  { signal }: Draft,
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

type FetchPart = (draft: Draft, what: string) => Promise<Fetched<unknown>>;

const fetchQuestion: FetchPart = async (draft, id) => {
  const { apiUrl, providerId, examId } = draft.job.key;
  const { questions } = draft.document;
  const address = questionAddress(apiUrl, providerId, examId, id);
  const ask = (options: FetchOptions) => fetchJson(address, parseQuestion, options);
  const fetched = await fetchSharing(draft, address, questions.get(id)?.etag, ask);
  if (fetched.kind !== 'valid') return fetched;
  questions.set(id, { answer: fetched.value, etag: fetched.etag });
  await note(draft, id);
  return fetched;
};

const fetchPicture: FetchPart = async (draft, address) => {
  const { key } = draft.job;
  const { images } = draft.document;
  const sent = draft.bundled.get(address);
  const known = sent || !images.has(address) ? undefined : await findImage(key, address);
  const etag = known?.headers.get('etag') ?? undefined;
  const ask = (options: FetchOptions) => fetchImage(address, options);
  const fetched = sent ? await readBundled(sent) : await fetchSharing(draft, address, etag, ask);
  if (fetched.kind !== 'valid') return fetched;
  const { copy, bytes, width, height } = fetched.value;
  await put(draft, () => putImage(key, address, copy()));
  images.set(address, { bytes, width, height });
  draft.present.add(address);
  await note(draft, address, !sent);
  return fetched;
};

/** Fetches a part unless the server has confirmed it, or does not have it. */
const fetchMissing = async (
  draft: Draft,
  what: string,
  fetchPart: FetchPart,
): Promise<Fetched<unknown>> => {
  const { unavailable } = draft.document;
  if (draft.confirmed.has(what)) return { kind: 'unchanged' };
  if (unavailable.has(what)) return { kind: 'gone' };
  const fetched = await fetchPart(draft, what);
  if (fetched.kind === 'unchanged') draft.confirmed.add(what);
  if (fetched.kind === 'gone') unavailable.add(what);
  return fetched;
};

const fetchWithImages = async (draft: Draft, id: string) => {
  const fetched = await fetchMissing(draft, id, fetchQuestion);
  const question = draft.document.questions.get(id);
  if (!isSettled(fetched) || !question) return fetched;
  let missing: Fetched<unknown> | undefined;
  for (const address of imagesOfQuestion(draft.job.key, id, question)) {
    const image = await fetchMissing(draft, address, fetchPicture);
    if (!isSettled(image)) missing = image;
  }
  return missing ?? fetched;
};

/** The list if it has changed during the download; the exam in one answer can't have. */
const fetchNewList = async ({ isWhole, job, document }: Draft): Promise<ExamDetail | undefined> => {
  const latest = isWhole ? undefined : await fetchList({ ...job, listed: undefined });
  const detail = latest?.document.detail;
  const isEqual = JSON.stringify(detail) === JSON.stringify(document.detail);
  return isEqual ? undefined : detail;
};

/** Starts over with a changed list, without requesting again what has arrived. */
const downloadAgain = async (draft: Draft, listed: ExamDetail) => {
  const { job, document, present } = draft;
  if (job.isRefresh) return downloadExam({ ...job, listed });
  await save(draft);
  return downloadExam({ ...job, saved: { document, present }, listed });
};

/** Saves the document as the exam's latest, and deletes the images that it no longer needs. */
const finish = async (draft: Draft) => {
  const { job, document, isChanged } = draft;
  const before = job.saved?.document;
  const isRecent = Date.now() - (before?.checkedAt ?? 0) < HOUR;
  if (job.isRefresh && !isChanged && isRecent) return;
  const former = before ? formerQuestions(before, document) : document.former;
  const latest = { ...document, former, checkedAt: Date.now() };
  await save(draft, latest);
  await put(draft, () => dropUnnamed(job.key, latest));
};

const complete = async (draft: Draft): Promise<Shortfall | undefined> => {
  const { job, document, present, signal } = draft;
  const { key, isRefresh } = job;
  if (!isRefresh && draft.unsaved > 0) await save(draft);
  const ids = allQuestionIds(document.detail);
  const shortfall = await fetchAll(ids, (id) => fetchWithImages(draft, id), signal);
  const listed = shortfall ? undefined : await fetchNewList(draft);
  if (listed) return downloadAgain(draft, listed);
  // Only a whole exam replaces a whole one.
  const isWhole = measureCoverage(key, document, present).missing === 0;
  if (isRefresh && (shortfall || !isWhole)) return shortfall ?? 'faulty';
  if (shortfall) await save(draft);
  else await finish(draft);
  return shortfall;
};

/**
 * Saves an exam, or what has changed of it. Resolves to why some of it is missing, if any is. Rejects
 * when `signal` aborts, and with the browser's error when there is no room.
 */
export const downloadExam = async (job: DownloadJob): Promise<Shortfall | undefined> => {
  const begun = await beginDocument(job);
  job.signal.throwIfAborted();
  if (!begun) return 'network';
  const full = new AbortController();
  const draft = createDraft(job, begun, AbortSignal.any([job.signal, full.signal]));
  /** Reports and saves progress, even while the last requests hang. */
  const report = () => {
    if (job.isRefresh || job.signal.aborted) return;
    job.onProgress(draft.document, draft.present);
    if (draft.unsaved > 0) save(draft).catch((error) => full.abort(error));
  };
  const timer = setInterval(report, REPORT_EVERY);
  try {
    return await whileInDraft(draft, () => complete(draft));
  } finally {
    clearInterval(timer);
  }
};
