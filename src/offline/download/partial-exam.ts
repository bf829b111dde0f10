import { cacheNameOf, type ExamKey } from '#contract/caches.ts';
import type { ExamDocument, SavedQuestion } from '../library/exam-document.ts';
import { putDocument } from '../library/exam-library.ts';
import type { Beginning, DownloadJob } from './exam-beginning.ts';

/** The most questions to request again if the app is killed during a download. */
const PUT_EVERY = 20;

/**
 * An exam that is being downloaded: what has come so far, and how much of it is saved. `signal` aborts
 * when the job does, or when the device is full.
 */
export const createPartial = (
  job: DownloadJob,
  { document: begun, bundled, isWhole }: Beginning,
  signal: AbortSignal,
) => {
  const { saved, isRefresh, isRetry } = job;
  const before = saved?.document;
  const present = new Set(saved?.present);
  const images = new Map(before?.images);
  const questions = new Map(begun.questions);
  /** Questions and images that the server has confirmed, so another try does not ask again. */
  const confirmed = new Set(isWhole || !isRefresh ? questions.keys() : []);
  if (!isRefresh || begun === before) {
    for (const address of images.keys()) {
      if (present.has(address) && !bundled.has(address)) confirmed.add(address);
    }
  }
  const document = {
    ...begun,
    questions,
    former: new Map(before?.former),
    images,
    unavailable: new Set(isRetry ? [] : before?.unavailable),
    isPaused: false,
  };
  return {
    ...{ job, bundled, isWhole, document, present, confirmed, signal },
    /** Something differs from what was saved before. */
    isChanged: begun !== before,
    /** Questions and images that would have to be requested again if the app were killed now. */
    unsaved: questions.size,
    /** The document that is being written. */
    saving: Promise.resolve(),
  };
};

export type PartialExam = ReturnType<typeof createPartial>;

/** Writes to the exam's cache. Rejects if the exam has been removed meanwhile. */
export const put = async ({ signal }: PartialExam, work: () => Promise<void>) => {
  signal.throwIfAborted();
  await work();
  signal.throwIfAborted();
};

/** Saves the document, or a later version of it, once the current write has ended. */
export const save = (partial: PartialExam, document: ExamDocument = partial.document) => {
  partial.unsaved = 0;
  partial.saving = partial.saving.then(() =>
    put(partial, () => putDocument(partial.job.key, document)),
  );
  return partial.saving;
};

/** Notes that a question or an image has arrived. */
export const note = async (partial: PartialExam, what: string, wasRequested = true) => {
  partial.confirmed.add(what);
  partial.isChanged = true;
  if (wasRequested) partial.unsaved += 1;
  // The first question is saved at once, for other tabs. A whole exam stays until the next is whole.
  const isTime = partial.unsaved >= PUT_EVERY || partial.document.questions.size === 1;
  if (isTime && !partial.job.isRefresh) await save(partial);
};

/** The questions that downloads of this tab have fetched, by exam. */
const partials = new Map<string, ReadonlyMap<string, SavedQuestion>>();

/** Lets the screen find the questions of a partial until the work ends. */
export const whilePartial = async <T>({ job, document }: PartialExam, work: () => Promise<T>) => {
  const name = cacheNameOf(job.key);
  partials.set(name, document.questions);
  try {
    return await work();
  } finally {
    partials.delete(name);
  }
};

/** A question that a running download has already fetched. */
export const findInPartial = (key: ExamKey, questionId: string) =>
  partials.get(cacheNameOf(key))?.get(questionId)?.answer;
