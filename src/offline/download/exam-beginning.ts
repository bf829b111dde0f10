import { fetchJson } from '#api/fetch-answer.ts';
import { parseExamDetail, parseQuestion } from '#api/wire-parser.ts';
import { examBundleAddress, imageAddress, questionsAddress } from '#contract/addresses.ts';
import type { ExamKey } from '#contract/caches.ts';
import {
  allQuestionIds,
  type BundledImage,
  type ExamBundle,
  type ExamDetail,
} from '#contract/wire.ts';
import { delay } from '#primitives/delay.ts';
import {
  type ExamDocument,
  emptyDocument,
  type SavedExam,
  type SavedQuestion,
} from '../library/exam-document.ts';

/** How long the exam in one answer may stall before single questions are requested. In milliseconds. */
const BUNDLE_SILENCE = 6000;

/** Questions parsed before yielding to input and rendering. */
const SLICE = 50;

export type DownloadJob = {
  key: ExamKey;
  /** What is saved so far. */
  saved: SavedExam | undefined;
  /** The saved exam is complete, so it stays until every change has arrived. */
  isRefresh: boolean;
  /** Requests again what the server lacked. */
  isRetry: boolean;
  /** The list, if it was just fetched. */
  listed?: ExamDetail | undefined;
  onProgress: (partial: SavedExam) => void;
  signal: AbortSignal;
};

/** What a download starts with: the list of questions, and what is saved or came with it. */
export type Beginning = {
  document: ExamDocument;
  /** Images that came with it, by address. */
  bundled: ReadonlyMap<string, BundledImage>;
  /** It came in one answer, so no question is missing or out of date. */
  isWhole: boolean;
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
  if (before && fetched.kind === 'unchanged')
    return { document: before, bundled: new Map(), isWhole: true };
  if (fetched.kind === 'gone') withoutBundles.add(apiUrl);
  if (fetched.kind !== 'valid') return undefined;
  const { detail, questions: sent, images } = fetched.value;
  const listed = new Set(allQuestionIds(detail));
  const questions = new Map<string, SavedQuestion>();
  for (const [index, { id, answer: body }] of sent.entries()) {
    const answer = listed.has(id) ? parseQuestion(body) : undefined;
    if (answer) questions.set(id, { answer });
    // Lets input and rendering go first in an exam of thousands.
    if (index % SLICE === SLICE - 1) await delay(0);
  }
  const addressOf = ({ questionId, file }: BundledImage) =>
    imageAddress(apiUrl, providerId, examId, questionId, file);
  return {
    document: { ...emptyDocument(detail), questions, etag: fetched.etag },
    bundled: new Map(images.flatMap((each) => (each.data ? [[addressOf(each), each]] : []))),
    isWhole: true,
  };
};

/** Undefined when the list does not arrive. */
export const fetchList = async ({
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
  return { document: { ...emptyDocument(detail), questions }, bundled: new Map(), isWhole: false };
};

/** The exam in one answer where the API has that, otherwise its list. */
export const beginDocument = async (job: DownloadJob) =>
  (await fetchBundle(job)) ?? (await fetchList(job));
