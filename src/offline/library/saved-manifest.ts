import * as v from 'valibot';
import { examDetail } from '#api/wire-parser.ts';
import { questionAddress } from '#contract/addresses.ts';
import type { ExamKey } from '#contract/caches.ts';
import type { ExamDetail } from '#contract/wire.ts';

const savedImage = v.object({ address: v.string(), bytes: v.number() });
const savedQuestion = v.object({ bytes: v.number(), images: v.array(savedImage) });
export type SavedQuestion = v.InferOutput<typeof savedQuestion>;

const manifest = v.object({
  version: v.literal(1),
  /** When the exam's list was last fetched. Milliseconds since 1970. */
  listedAt: v.number(),
  detail: examDetail,
  /** Describes each saved question, by address. A missing one is read from its cache entry. */
  questions: v.record(v.string(), savedQuestion),
  /** Addresses the server has answered with 404 or 410. */
  unavailable: v.array(v.string()),
  /** The ETag of the bundle with the same content. */
  bundleTag: v.optional(v.string()),
  /** The learner stopped the download, which continues when they ask for it. */
  isPaused: v.optional(v.boolean(), false),
});

/** Describes one generation of a saved exam, in whose cache it lies. */
export type SavedManifest = v.InferOutput<typeof manifest>;

export const emptyManifest = (detail: ExamDetail, listedAt: number): SavedManifest => ({
  version: 1,
  listedAt,
  detail,
  questions: {},
  unavailable: [],
  isPaused: false,
});

export const parseManifest = (body: unknown): SavedManifest | undefined => {
  const parsed = v.safeParse(manifest, body);
  return parsed.success ? parsed.output : undefined;
};

const addresses = new WeakMap<ExamKey, Map<string, string>>();

/** Cached, because coverage is measured often. */
export const addressOfQuestion = (key: ExamKey, questionId: string) => {
  const known = addresses.get(key) ?? new Map<string, string>();
  addresses.set(key, known);
  const { apiUrl, providerId, examId } = key;
  const address = known.get(questionId) ?? questionAddress(apiUrl, providerId, examId, questionId);
  known.set(questionId, address);
  return address;
};

export type Coverage = {
  /** Questions that are saved with all their images. */
  done: number;
  total: number;
  bytes: number;
  /** Questions that are not saved, or saved but not known to the manifest. */
  questionIds: string[];
  images: { questionId: string; address: string }[];
  /** Of the missing addresses, those the server does not have. */
  unavailable: number;
};

/**
 * Which parts of an exam are saved and which are missing, computed from the addresses in its
 * cache. A question counts as done when its entry and those of all its images are saved.
 */
export const measureCoverage = (
  key: ExamKey,
  { detail, questions, unavailable }: SavedManifest,
  present: ReadonlySet<string>,
): Coverage => {
  const gone = new Set(unavailable);
  const coverage: Coverage = {
    done: 0,
    total: detail.questionIds.length,
    bytes: 0,
    questionIds: [],
    images: [],
    unavailable: 0,
  };
  for (const questionId of detail.questionIds) {
    const address = addressOfQuestion(key, questionId);
    const known = questions[address];
    if (!known || !present.has(address)) {
      coverage.questionIds.push(questionId);
      if (gone.has(address)) coverage.unavailable += 1;
      continue;
    }
    const missing = known.images.filter((image) => !present.has(image.address));
    for (const image of missing) {
      coverage.images.push({ questionId, address: image.address });
      if (gone.has(image.address)) coverage.unavailable += 1;
    }
    if (missing.length === 0) coverage.done += 1;
    coverage.bytes += known.bytes;
    for (const image of known.images) {
      if (present.has(image.address)) coverage.bytes += image.bytes;
    }
  }
  return coverage;
};

export const isWhole = ({ done, total }: Coverage) => total > 0 && done === total;
