import * as v from 'valibot';
import { parseQuestion } from '#api/wire-parser.ts';
import { imageAddress } from '#contract/addresses.ts';
import type { ExamKey } from '#contract/caches.ts';
import {
  allQuestionIds,
  type ExamDetail,
  examDetail,
  number,
  type QuestionAnswer,
} from '#contract/wire.ts';

/** The size of a saved image in bytes and in CSS pixels, which are 0 if it has none of its own. */
export type SavedImage = { bytes: number; width: number; height: number };

/** A question as the API sent it. The ETag makes its next request conditional. */
export type SavedQuestion = { answer: QuestionAnswer; etag?: string | undefined };

/** A saved exam, all of it except the bytes of its images. */
export type ExamDocument = {
  detail: ExamDetail;
  /** By id. A question that is not saved yet is missing. */
  questions: ReadonlyMap<string, SavedQuestion>;
  /** The questions that the last refresh changed or removed, as they were before. */
  former: ReadonlyMap<string, SavedQuestion>;
  /** By address. */
  images: ReadonlyMap<string, SavedImage>;
  /** The ids of questions and addresses of images that the server does not have. */
  unavailable: ReadonlySet<string>;
  /** When the server last confirmed all of it. Milliseconds since 1970. */
  checkedAt: number;
  /** The ETag of the exam in one answer. */
  etag?: string | undefined;
  /** The learner stopped the download. */
  isPaused: boolean;
};

/** A saved exam: its document, and the addresses of the images that are there. */
export type SavedExam = { document: ExamDocument; present: ReadonlySet<string> };

export const emptyDocument = (detail: ExamDetail): ExamDocument => ({
  detail,
  questions: new Map(),
  former: new Map(),
  images: new Map(),
  unavailable: new Set(),
  checkedAt: 0,
  isPaused: false,
});

const hasImages = (answer: unknown): answer is QuestionAnswer =>
  Array.isArray((answer as Partial<QuestionAnswer> | null)?.images);

// An exam of thousands of questions must open at once, so each is parsed when it is read.
const savedQuestion = v.object({
  answer: v.custom<QuestionAnswer>(hasImages),
  etag: v.optional(v.string()),
});
const questions = v.array(v.tuple([v.string(), savedQuestion]));
const image = v.object({ bytes: number, width: number, height: number });

const storedDocument = v.object({
  detail: examDetail,
  questions,
  former: questions,
  images: v.array(v.tuple([v.string(), image])),
  unavailable: v.array(v.string()),
  checkedAt: number,
  etag: v.optional(v.string()),
  isPaused: v.boolean(),
});

export const writeDocument = (document: ExamDocument): string =>
  JSON.stringify({
    ...document,
    questions: [...document.questions],
    former: [...document.former],
    images: [...document.images],
    unavailable: [...document.unavailable],
  } satisfies v.InferInput<typeof storedDocument>);

/** Undefined for anything else. */
export const parseDocument = (body: unknown): ExamDocument | undefined => {
  const parsed = v.safeParse(storedDocument, body);
  if (!parsed.success) return undefined;
  const { questions, former, images, unavailable, ...rest } = parsed.output;
  return {
    ...rest,
    questions: new Map(questions),
    former: new Map(former),
    images: new Map(images),
    unavailable: new Set(unavailable),
  };
};

/** What the learner answered, and which answers were right at the time. */
type Graded = { selectedAnswers: string[]; correctAnswers: string[] };

const fits = ({ question }: QuestionAnswer, { selectedAnswers, correctAnswers }: Graded) =>
  // An empty text is a prompt that was left open.
  selectedAnswers.every((text) => text === '' || question.options.includes(text)) &&
  JSON.stringify(correctAnswers) === JSON.stringify(question.answers);

/**
 * A question of the exam; undefined if it is not saved. One that was answered before the exam changed
 * is given as it was then, and one that is gone as it was last.
 */
export const readQuestion = (
  { questions, former }: ExamDocument,
  id: string,
  result?: Graded,
): QuestionAnswer | undefined => {
  const newest = parseQuestion(questions.get(id)?.answer);
  if (newest && (!result || fits(newest, result))) return newest;
  const before = parseQuestion(former.get(id)?.answer);
  return before && (!newest || (result && fits(before, result))) ? before : newest;
};

/** The questions that are others in `after`, or gone. */
export const changedQuestions = (before: ExamDocument, after: ExamDocument) => {
  const isChanged = ([id, { answer }]: [string, SavedQuestion]) =>
    JSON.stringify(answer) !== JSON.stringify(after.questions.get(id)?.answer);
  return new Map([...before.questions].filter(isChanged));
};

/**
 * What an open run may still need of earlier versions: the questions that have changed. At most as many
 * as the exam has, the latest ones.
 */
export const formerQuestions = (before: ExamDocument, after: ExamDocument) => {
  const changed = changedQuestions(before, after);
  const older = [...before.former].filter(([id]) => !changed.has(id));
  return new Map([...older, ...changed].slice(-allQuestionIds(after.detail).length));
};

/** The addresses of a question's images. */
export const imagesOfQuestion = (
  { apiUrl, providerId, examId }: ExamKey,
  id: string,
  { answer }: SavedQuestion,
) => answer.images.map((file) => imageAddress(apiUrl, providerId, examId, id, file));

/** The addresses of all images that a document names. */
export const imagesOf = (key: ExamKey, { questions, former }: ExamDocument) =>
  new Set([...questions, ...former].flatMap(([id, saved]) => imagesOfQuestion(key, id, saved)));

/** How much of an exam is saved. */
export const measureExam = (key: ExamKey, { document, present }: SavedExam) => {
  const { detail, questions, images, unavailable } = document;
  const ids = allQuestionIds(detail);
  const missing = new Set<string>();
  let done = 0;
  for (const id of ids) {
    const saved = questions.get(id);
    const absent = saved
      ? imagesOfQuestion(key, id, saved).filter((address) => !present.has(address))
      : [id];
    for (const each of absent) missing.add(each);
    if (absent.length === 0) done += 1;
  }
  let bytes = 0;
  for (const { answer } of questions.values()) bytes += JSON.stringify(answer).length;
  for (const [address, image] of images) if (present.has(address)) bytes += image.bytes;
  return {
    /** Questions that are saved with all of their images. */
    done,
    total: ids.length,
    bytes,
    /** Questions and images that are missing. */
    missing: missing.size,
    /** Those of them that the server does not have. */
    unavailable: [...missing].filter((each) => unavailable.has(each)).length,
  };
};
