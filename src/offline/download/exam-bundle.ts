import { isJson } from '#api/json-answer.ts';
import { dropPrefetched, OWN_REQUEST, prefetch, takePrefetched } from '#api/prefetched-answers.ts';
import { parseQuestion } from '#api/wire-parser.ts';
import { examBundleAddress, imageAddress } from '#contract/addresses.ts';
import type { ExamKey } from '#contract/caches.ts';
import type { BundledImage, QuestionAnswer } from '#contract/wire.ts';
import { isImageWhole } from '../answer-validation.ts';
import { inSlice } from '../delay.ts';
import { ownRequest } from '../fetch-answer.ts';
import { addressOfQuestion } from '../library/saved-manifest.ts';
import type { Work } from './generation-builder.ts';

/** A part of a bundle with the name of its list: the exam, a question or an image. */
export type BundlePart = { name: string; value: unknown };

/**
 * Takes a bundle's text in chunks and returns each part as soon as it is complete, so that a
 * truncated bundle still yields the parts before the cut. Throws if a part is not JSON.
 */
export const createBundleSplitter = () => {
  /** Starts at the part or string that is being read. */
  let text = '';
  let at = 0;
  let depth = 0;
  let name = '';
  let string = -1;
  let part = { start: -1, depth: 0 };

  const isEscaped = (quote: number) => {
    let start = quote;
    while (text[start - 1] === '\\') start -= 1;
    return (quote - start) % 2 === 1;
  };

  const endString = () => {
    const quote = text.indexOf('"', at);
    at = quote < 0 ? text.length : quote + 1;
    if (quote < 0 || isEscaped(quote)) return;
    if (depth === 1) name = text.slice(string + 1, quote);
    string = -1;
  };

  const forgetRead = () => {
    const kept = part.start >= 0 ? part.start : string >= 0 ? string : at;
    text = text.slice(kept);
    at -= kept;
    if (string >= 0) string -= kept;
    if (part.start >= 0) part.start = 0;
  };

  const feed = (more: string): BundlePart[] => {
    const parts: BundlePart[] = [];
    text += more;
    while (at < text.length) {
      if (string >= 0) {
        endString();
        continue;
      }
      const character = text[at];
      if (character === '"') string = at;
      if (character === '{' || character === '[') {
        if (character === '{' && depth > 0 && part.start < 0) part = { start: at, depth };
        depth += 1;
      }
      if (character === '}' || character === ']') {
        depth -= 1;
        if (part.start >= 0 && depth === part.depth) {
          parts.push({ name, value: JSON.parse(text.slice(part.start, at + 1)) });
          part.start = -1;
        }
      }
      at += 1;
    }
    forgetRead();
    return parts;
  };

  return { feed, isComplete: () => name !== '' && depth === 0 };
};

const decodeBase64 = (data: string) => {
  try {
    return Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
};

type BundledAnswer = { work: Work; copy: () => Response };

const toAnswer = (work: Work, body: Uint8Array<ArrayBuffer>, type: string): BundledAnswer => ({
  work,
  copy: () =>
    new Response(body, { headers: { 'content-type': type, 'content-length': `${body.length}` } }),
});

/** A bundled question as the answer to a single request would be. Undefined if it is invalid. */
export const readBundledQuestion = (key: ExamKey, value: unknown): BundledAnswer | undefined => {
  const { id, answer } = value as { id?: unknown; answer?: QuestionAnswer };
  if (typeof id !== 'string' || !parseQuestion(answer)) return undefined;
  const body = new TextEncoder().encode(JSON.stringify(answer));
  const address = addressOfQuestion(key, id);
  return toAnswer({ kind: 'question', questionId: id, address }, body, 'application/json');
};

/** The same for an image; also undefined if the bundle lists it without its bytes. */
export const readBundledImage = async (
  { apiUrl, providerId, examId }: ExamKey,
  value: unknown,
): Promise<BundledAnswer | undefined> => {
  const { questionId, file, type, data } = value as Partial<BundledImage>;
  if (!questionId || !file || !type || typeof data !== 'string') return undefined;
  const bytes = decodeBase64(data);
  if (!bytes || !(await isImageWhole(type, bytes.buffer))) return undefined;
  const address = imageAddress(apiUrl, providerId, examId, questionId, file);
  return toAnswer({ kind: 'image', questionId, address }, bytes, type);
};

export type BundleEnd =
  /** All of it arrived. `tag` is its ETag, for the next request. */
  | { kind: 'whole'; tag: string | undefined }
  /** Nothing has changed since the bundle with the tag. */
  | { kind: 'unchanged' }
  /** The API has no bundle. */
  | { kind: 'absent' }
  /** It did not arrive, broke off or is invalid; the parts before that were passed on. */
  | { kind: 'broken' };

/** How many bytes are split at a time, because a fast network delivers large chunks. */
const PIECE = 32_768;

/** A bundle that sends nothing for this long has broken off. In milliseconds. */
const SILENCE = 6000;

/** APIs without bundles, as far as this visit knows. */
export const withoutBundles = new Set<string>();

const bundleOf = ({ apiUrl, providerId, examId }: ExamKey) =>
  examBundleAddress(apiUrl, providerId, examId);

/** Requests a bundle that the download will read once it has a place for it. */
export const askBundle = (key: ExamKey) => {
  if (withoutBundles.has(key.apiUrl)) return;
  const address = bundleOf(key);
  prefetch(address, { ...OWN_REQUEST, cache: 'no-store' });
  // Nobody reads it if another tab is downloading the exam.
  setTimeout(dropPrefetched, SILENCE, address);
};

/**
 * Requests the whole exam in one answer, unless `tag` is still current. Reads on only when `onParts`
 * has finished with the parts before. Rejects when aborted, or with what `onParts` throws.
 */
export const readBundle = async (
  key: ExamKey,
  tag: string | undefined,
  onParts: (parts: BundlePart[]) => Promise<void>,
  signal: AbortSignal,
): Promise<BundleEnd> => {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE);
  const limited = AbortSignal.any([signal, silence.signal]);
  try {
    const address = bundleOf(key);
    const request: RequestInit = {
      ...ownRequest(address, tag),
      cache: 'no-store',
      signal: limited,
    };
    const prefetched = tag === undefined ? takePrefetched(address, limited) : undefined;
    const response = await (prefetched ?? fetch(address, request)).catch(() => undefined);
    signal.throwIfAborted();
    if (!response) return { kind: 'broken' };
    if (response.status === 304 && tag !== undefined) return { kind: 'unchanged' };
    if (response.status >= 400 && response.status < 500) return { kind: 'absent' };
    if (response.status !== 200 || !response.body || !isJson(response)) return { kind: 'broken' };
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    const splitter = createBundleSplitter();
    for (;;) {
      const { done, value } = await reader.read();
      clearTimeout(timer);
      if (done) break;
      const parts: BundlePart[] = [];
      for (let at = 0; at < value.length; at += PIECE) {
        const piece = value.subarray(at, at + PIECE);
        const feed = () => splitter.feed(decoder.decode(piece, { stream: true }));
        parts.push(...(await inSlice(feed)));
      }
      await onParts(parts);
      timer = setTimeout(() => silence.abort(), SILENCE);
    }
    if (!splitter.isComplete()) return { kind: 'broken' };
    return { kind: 'whole', tag: response.headers.get('etag') ?? undefined };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TypeError || error instanceof SyntaxError || silence.signal.aborted) {
      return { kind: 'broken' };
    }
    throw error;
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
};
