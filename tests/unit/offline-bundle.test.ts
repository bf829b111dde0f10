import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { examBundleAddress } from '#contract/addresses.ts';
import { createBundleSplitter, readBundle } from '#offline/exam-bundle.ts';
import { SITE } from '#support/memory-caches.ts';
import { examKey } from '#support/saved-exam.ts';

const exam = { id: 'clf', name: 'clf', questionIds: ['q1', 'q2'], domains: [{ id: 'd' }] };
const bundle = {
  exam,
  questions: [
    { id: 'q1', answer: { question: { options: ['"', '\\', '}]', '\\"{['] }, images: [] } },
    { id: 'q2', answer: {} },
  ],
  images: [{ questionId: 'q1', file: 'img-1.png', data: 'aGVsbG8=' }],
};
const whole = [
  { name: 'exam', value: exam },
  ...bundle.questions.map((value) => ({ name: 'questions', value })),
  ...bundle.images.map((value) => ({ name: 'images', value })),
];

const feedAll = (pieces: string[]) => {
  const { feed, isComplete } = createBundleSplitter();
  return { parts: pieces.flatMap(feed), isComplete: isComplete() };
};

describe('the text of a bundle', () => {
  it.each([undefined, 2])('gives its parts, indented or not', (indent) => {
    const text = JSON.stringify(bundle, null, indent);
    expect(feedAll([text])).toEqual({ parts: whole, isComplete: true });
  });

  it('gives the same parts in whatever pieces it comes', () => {
    const text = JSON.stringify(bundle);
    fc.assert(
      fc.property(fc.array(fc.nat({ max: text.length })), (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), text.length];
        const pieces = places.slice(1).map((end, index) => text.slice(places[index], end));
        expect(feedAll(pieces)).toEqual({ parts: whole, isComplete: true });
      }),
    );
  });

  it('gives what was complete wherever it was cut off', () => {
    const text = JSON.stringify(bundle);
    for (let length = 0; length < text.length; length += 1) {
      const { parts, isComplete } = feedAll([text.slice(0, length)]);
      expect(isComplete).toBe(false);
      expect(parts).toEqual(whole.slice(0, parts.length));
    }
  });

  it('gives any JSON’s objects as they are, in pieces of any size', () => {
    const list = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 5 });
    fc.assert(
      fc.property(list, list, fc.integer({ min: 1, max: 9 }), (questions, images, size) => {
        const text = JSON.stringify({ exam, questions, images });
        const pieces = text.match(new RegExp(`.{1,${size}}`, 'gsu')) ?? [];
        const named = (name: string, values: unknown[]) => values.map((value) => ({ name, value }));
        expect(feedAll(pieces).parts).toEqual(
          JSON.parse(
            JSON.stringify([
              { name: 'exam', value: exam },
              ...named('questions', questions),
              ...named('images', images),
            ]),
          ),
        );
      }),
    );
  });
});

describe('a bundle that is asked for', () => {
  const read = async (answer: () => Promise<Response>, tag?: string) => {
    const network = vi.fn(answer);
    vi.stubGlobal('fetch', network);
    vi.stubGlobal('location', new URL(SITE));
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    const seen: string[] = [];
    const onParts = async (parts: { name: string }[]) => {
      seen.push(...parts.map(({ name }) => name));
    };
    const end = await readBundle(examKey, tag, onParts, new AbortController().signal);
    return { end, seen, network };
  };
  const json = (text: string, status = 200) =>
    new Response(text, { status, headers: { 'content-type': 'application/json', etag: '"one"' } });

  it('is whole with its tag, and gives what it holds', async () => {
    const { end, seen, network } = await read(async () => json(JSON.stringify(bundle)));
    expect(end).toEqual({ kind: 'whole', tag: '"one"' });
    expect(seen).toEqual(['exam', 'questions', 'questions', 'images']);
    const { apiUrl, providerId, examId } = examKey;
    expect(network).toHaveBeenCalledOnce();
    expect(network.mock.calls[0]).toMatchObject([
      examBundleAddress(apiUrl, providerId, examId),
      { credentials: 'omit' },
    ]);
  });

  it('is unchanged when the server says so of its tag', async () => {
    const { end, network } = await read(async () => new Response(null, { status: 304 }), '"one"');
    expect(end).toEqual({ kind: 'unchanged' });
    expect(network.mock.calls[0]).toMatchObject([
      expect.any(String),
      { headers: { 'if-none-match': '"one"' } },
    ]);
  });

  it.each<[string, string, () => Promise<Response>]>([
    ['absent', 'a 404', async () => json('{}', 404)],
    ['broken', 'a 503', async () => json('{}', 503)],
    [
      'broken',
      'a portal',
      async () => new Response('<h1>', { headers: { 'content-type': 'text/html' } }),
    ],
    ['broken', 'half of it', async () => json(JSON.stringify(bundle).slice(0, 200))],
    ['broken', 'no JSON', async () => json('{"exam":{a}}')],
    ['broken', 'nothing', async () => json('')],
    ['broken', 'no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('is %s with %s', async (kind, _, answer) => {
    expect((await read(answer)).end).toEqual({ kind });
  });

  it('is broken when its body stalls, and keeps what had come', async () => {
    vi.useFakeTimers();
    const text = JSON.stringify(bundle).slice(0, 250);
    const stalled = new ReadableStream({
      start: (stream) => stream.enqueue(new TextEncoder().encode(text)),
    });
    const fetchStalled = async (_: string, init?: RequestInit) => {
      const body = stalled.pipeThrough(new TransformStream(), {
        signal: init?.signal ?? undefined,
      });
      return new Response(body, { headers: { 'content-type': 'application/json' } });
    };
    vi.stubGlobal('fetch', fetchStalled);
    vi.stubGlobal('location', new URL(SITE));
    const seen: string[] = [];
    const reading = readBundle(
      examKey,
      undefined,
      async (parts) => {
        seen.push(...parts.map(({ name }) => name));
      },
      new AbortController().signal,
    );
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await reading).toEqual({ kind: 'broken' });
    expect(seen).toEqual(['exam', 'questions', 'questions']);
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
});
