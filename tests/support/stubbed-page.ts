import { onTestFinished, vi } from 'vitest';
import { createMemoryCaches, SITE } from './memory-caches.ts';
import { createLocks } from './offline-world.ts';
import { svgBytes } from './test-images.ts';

export type Network = (address: string, init: RequestInit) => Promise<Response>;

export const unreachable: Network = () => Promise.reject(new TypeError('Failed to fetch'));

/** Ends only with its signal, as a real request does. */
export const silent: Network = async (_, { signal }) => {
  signal?.throwIfAborted();
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
};

/** Sends its headers, the beginning of a body if any, and then nothing more. */
export const stalledAfter =
  (beginning?: string): Network =>
  async (_, { signal }) => {
    const start = (stream: ReadableStreamDefaultController) => {
      if (beginning !== undefined) stream.enqueue(new TextEncoder().encode(beginning));
      signal?.addEventListener('abort', () => stream.error(signal.reason));
    };
    const headers = { 'content-type': 'application/json' };
    return new Response(new ReadableStream({ start }), { headers });
  };

export const answerOf = (text: string, images: string[] = []) => ({
  question: { question: text, questionParts: [], options: ['a'], answers: ['a'] },
  images,
});
export const jsonQuestion = (text: string, init: ResponseInit = {}) =>
  Response.json(answerOf(text), init);
export const svgAnswer = (name: string) =>
  new Response(svgBytes(name), { headers: { 'content-type': 'image/svg+xml' } });
export const portalPage = (status = 200) =>
  new Response('<h1>Log in</h1>', { status, headers: { 'content-type': 'text/html' } });

type Browser = { mayPut?: () => boolean; locks?: ReturnType<typeof createLocks> | undefined };

/** A page with empty caches and this network, until the test ends. Returns the network. */
export const stubPage = (
  answer: Network = unreachable,
  { mayPut, ...browser }: Browser = { locks: createLocks() },
) => {
  const network = vi.fn(answer);
  vi.stubGlobal('caches', createMemoryCaches(mayPut));
  vi.stubGlobal('location', new URL(SITE));
  vi.stubGlobal('fetch', network);
  vi.stubGlobal('navigator', { onLine: true, ...browser });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return network;
};

/** Lets pending promises run while the clock stands still. */
export const flush = async (turns = 20) => {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((done) => setImmediate(done));
};
