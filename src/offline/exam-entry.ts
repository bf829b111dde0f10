import { parseQuestion } from '#api/wire-parser.ts';
import { imageAddress, readAddress } from '#contract/addresses.ts';
import type { ExamKey } from '#contract/caches.ts';
import type { QuestionAnswer } from '#contract/wire.ts';
import type { Generation } from './exam-cache.ts';
import { distrust, type Fetched, fetchAnswer, MATCH } from './fetch-answer.ts';
import { LONGEST_WAIT, withLock } from './locks.ts';
import type { SavedQuestion } from './saved-manifest.ts';

/** Reads a stored question; an entry that no longer parses counts as none. */
export const readQuestion = async (cache: Cache, address: string) => {
  const entry = await cache.match(address, MATCH);
  return entry && parseQuestion(await entry.json().catch(() => undefined));
};

/** The addresses of a question's images, each once. */
const imageAddresses = (
  { apiUrl, providerId, examId }: ExamKey,
  questionId: string,
  { images }: QuestionAnswer,
) => [
  ...new Set(images.map((image) => imageAddress(apiUrl, providerId, examId, questionId, image))),
];

export const sizeOf = (answer: Response | undefined) =>
  Number(answer?.headers.get('content-length') ?? 0);

/** A question as its manifest tells of it; undefined when its entry is gone or spoilt. */
export const describeQuestion = async (
  cache: Cache,
  key: ExamKey,
  questionId: string,
  entry: Response | undefined,
  present: ReadonlySet<string>,
): Promise<SavedQuestion | undefined> => {
  const question = entry && parseQuestion(await entry.json().catch(() => undefined));
  if (!question) return undefined;
  const images = imageAddresses(key, questionId, question).map(async (address) => {
    const stored = present.has(address) ? await cache.match(address, MATCH) : undefined;
    return { address, bytes: sizeOf(stored), isVerified: stored?.type !== 'opaque' };
  });
  return { bytes: sizeOf(entry), pictures: await Promise.all(images) };
};

/** Whether the server can be asked if a generation's answers have changed, without their bodies. */
export const hasValidator = async ({ cache, manifest, present }: Generation) => {
  if (manifest.bundleTag !== undefined) return true;
  const address = [...present].find((other) => readAddress(other)?.kind === 'question');
  const first = address === undefined ? undefined : await cache.match(address, MATCH);
  return Boolean(first?.headers.get('etag') ?? first?.headers.get('last-modified'));
};

export type Stored =
  | Fetched
  | { kind: 'present'; answer: Response }
  | { kind: 'unstorable'; answer: Response };

type StoreOptions = {
  /** Gets a valid answer before it is stored, when the network is no longer needed. */
  onAnswer?: (answer: Response) => Promise<void>;
  /** How long another request for the address is waited for. In milliseconds. */
  turnLimit?: number;
};

/**
 * Makes sure that an address is in the cache, asking the network at most once however many ask:
 * whoever comes second, in this tab or another, finds the entry. Throws only when aborted.
 */
export const storeOnce = (
  cache: Cache,
  kind: 'question' | 'image',
  address: string,
  signal: AbortSignal,
  { onAnswer, turnLimit = LONGEST_WAIT }: StoreOptions = {},
): Promise<Stored> => {
  const timeout = AbortSignal.timeout(turnLimit);
  return withLock(
    `certdeck/address/${address}`,
    async () => {
      const present = await cache.match(address, MATCH);
      if (present) return { kind: 'present', answer: present };
      // Another request for it may hang, and the browser's cache would make this one wait for it.
      if (timeout.aborted) distrust(address);
      const fetched = await fetchAnswer(kind, address, signal);
      if (fetched.kind !== 'valid') return fetched;
      await onAnswer?.(fetched.copy());
      try {
        await cache.put(address, fetched.copy());
      } catch {
        return { kind: 'unstorable', answer: fetched.answer };
      }
      return fetched;
    },
    signal,
    timeout,
  );
};
