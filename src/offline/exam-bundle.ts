import { isJson } from '#api/json-answer.ts';
import { examBundleAddress } from '#contract/addresses.ts';
import type { ExamKey } from '#contract/caches.ts';
import { ownRequest } from './fetch-answer.ts';

/** A piece of a bundle under the name that it has there: the exam, one question, one image. */
export type BundlePart = { name: string; value: unknown };

/**
 * Takes a bundle's text as it comes and gives each part as soon as it is complete, so that a bundle
 * cut off on its way still brings what it held until then. Throws where a part is not JSON.
 */
export const createBundleSplitter = () => {
  /** From the beginning of the part or string under way. */
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

export type BundleEnd =
  /** All of it came. `tag` is its ETag, for the next time. */
  | { kind: 'whole'; tag: string | undefined }
  /** Nothing has changed since the bundle with the tag. */
  | { kind: 'unchanged' }
  /** The API has no bundle. */
  | { kind: 'absent' }
  /** It did not come, broke off or is spoilt; what came before was given. */
  | { kind: 'broken' };

/** Without a byte for so long, a bundle is taken for broken off. In milliseconds. */
const SILENCE = 6000;

/**
 * Asks for the whole exam in one answer, unless it is the one with `tag`. `onParts` gets what came,
 * and is waited for before more is read. Rejects only when aborted, or with what `onParts` throws.
 */
export const readBundle = async (
  { apiUrl, providerId, examId }: ExamKey,
  tag: string | undefined,
  onParts: (parts: BundlePart[]) => Promise<void>,
  signal: AbortSignal,
): Promise<BundleEnd> => {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE);
  const limited = AbortSignal.any([signal, silence.signal]);
  try {
    const address = examBundleAddress(apiUrl, providerId, examId);
    const request: RequestInit = {
      ...ownRequest(address, tag),
      cache: 'no-store',
      signal: limited,
    };
    const response = await fetch(address, request).catch(() => undefined);
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
      const parts = splitter.feed(decoder.decode(value, { stream: !done }));
      await onParts(parts);
      if (done) break;
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
