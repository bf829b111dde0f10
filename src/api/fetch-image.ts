import type { ImageSize } from '#primitives/svg-size.ts';
import {
  type Fetched,
  type FetchOptions,
  fetchWhole,
  GIVE_UP_AFTER,
  isOwnOrigin,
} from './fetch-answer.ts';
import { findType, measureImage } from './image-validation.ts';
import { OWN_REQUEST } from './prefetched-answers.ts';

/** An image's bytes; `copy` makes an answer of them, with the headers that are saved. */
export type FetchedImage = ImageSize & { blob: Blob; copy: () => Response; bytes: number };

const SAVED_HEADERS = ['etag', 'last-modified'];

/** Undefined for bytes that are no whole image. One whose size is `known` was measured before. */
export const readImage = async (
  body: ArrayBuffer,
  { headers: sent }: Response,
  known?: ImageSize,
): Promise<FetchedImage | undefined> => {
  const type = findType(sent.get('content-type'), body);
  const size = known ?? (await measureImage(type, body));
  if (!size) return undefined;
  const headers = new Headers({ 'content-length': `${body.byteLength}`, 'content-type': type });
  for (const name of SAVED_HEADERS) {
    const value = sent.get(name);
    if (value) headers.set(name, value);
  }
  return {
    blob: new Blob([body], { type }),
    copy: () => new Response(body, { headers }),
    bytes: body.byteLength,
    ...size,
  };
};

type ImageFile = { type: string; bytes: Uint8Array<ArrayBuffer>; size?: ImageSize | undefined };

/** Reads an image that no server has sent. Undefined for bytes that are no whole image. */
export const readImageFile = ({ type, bytes, size }: ImageFile) =>
  readImage(bytes.slice().buffer, new Response(null, { headers: { 'content-type': type } }), size);

const blockedOrigins = new Set<string>();

/** Whether a server answers, but without the CORS header that would let this site read it. */
const isBlocked = async (address: string, signal: AbortSignal) => {
  const request: RequestInit = { ...OWN_REQUEST, signal, method: 'HEAD', mode: 'no-cors' };
  const answer = await fetch(address, request).catch(() => undefined);
  if (answer?.type !== 'opaque') return false;
  const { origin } = new URL(address);
  if (!blockedOrigins.has(origin)) console.warn(`${origin} must allow its images by CORS.`);
  blockedOrigins.add(origin);
  return true;
};

/** Fetches an image, which must decode. Never rejects. */
export const fetchImage = async (
  address: string,
  options: FetchOptions = {},
): Promise<Fetched<FetchedImage>> => {
  const fetched = await fetchWhole(address, readImage, options);
  const mayBeBlocked =
    fetched.kind === 'unreachable' && !isOwnOrigin(address) && !options.signal?.aborted;
  return mayBeBlocked && (await isBlocked(address, AbortSignal.timeout(GIVE_UP_AFTER)))
    ? { kind: 'blocked' }
    : fetched;
};
