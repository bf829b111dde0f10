import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { examBundleAddress, imageAddress, questionAddress } from '#contract/addresses.ts';
import {
  createBundleSplitter,
  readBundle,
  readBundledImage,
  readBundledQuestion,
} from '#offline/download/exam-bundle.ts';
import { SITE } from '#support/memory-caches.ts';
import { examKey } from '#support/saved-exam.ts';
import { svgBytes } from '#support/test-images.ts';

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
      { credentials: 'omit', cache: 'no-store' },
    ]);
  });

  it('is split with breaks, however much of it comes at once', async () => {
    const questions = Array.from({ length: 1000 }, (_, id) => ({ id, text: 'x'.repeat(1000) }));
    vi.stubGlobal('fetch', async () => json(JSON.stringify({ exam, questions })));
    vi.stubGlobal('location', new URL(SITE));
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 10;
      return now;
    });
    let breaks = 0;
    const count = () => {
      breaks += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    onTestFinished(() => clearImmediate(next));
    const seen: unknown[] = [];
    const onParts = async (parts: unknown[]) => {
      seen.push(...parts);
    };
    await readBundle(examKey, undefined, onParts, new AbortController().signal);
    expect(seen).toHaveLength(1001);
    expect(breaks).toBeGreaterThan(10);
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
    ['absent', 'a 400', async () => json('{}', 400)],
    ['broken', 'a 304 without a tag', async () => new Response(null, { status: 304 })],
    ['broken', 'no body', async () => new Response(null)],
    ['broken', 'a 500', async () => json('{}', 500)],
    ['broken', 'a 203', async () => json(JSON.stringify(bundle), 203)],
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
    const { end, network } = await read(answer);
    expect(end).toEqual({ kind });
    const [, { signal } = {}] = network.mock.calls[0] as unknown as [string, RequestInit?];
    expect(signal?.aborted).toBe(true);
  });
});

describe('a bundle that is read', () => {
  const { apiUrl, providerId, examId } = examKey;
  const text = JSON.stringify(bundle);
  const stubNetwork = (body: ReadableStream<Uint8Array>) => {
    vi.stubGlobal('location', new URL(SITE));
    const headers = { 'content-type': 'application/json' };
    vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
      signal?.throwIfAborted();
      const limited = signal ? { signal } : {};
      return new Response(body.pipeThrough(new TransformStream(), limited), { headers });
    });
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
  };
  const encode = (piece: string) => new TextEncoder().encode(piece);
  const none = async () => undefined;

  const fakeTimers = () => {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
  };

  it('is broken when nothing comes for six seconds', async () => {
    fakeTimers();
    stubNetwork(new ReadableStream());
    const seen = vi.fn();
    readBundle(examKey, undefined, none, new AbortController().signal).then(seen);
    await vi.advanceTimersByTimeAsync(5999);
    expect(seen).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(seen).toHaveBeenCalledWith({ kind: 'broken' });
  });

  it('may take long as long as it keeps coming, and be cut anywhere', async () => {
    fakeTimers();
    const bytes = encode(JSON.stringify({ exam: { name: '日本語の試験問題集' } }));
    const pieces = Array.from({ length: 10 }, (_, at) => bytes.slice(at * 7, at * 7 + 7));
    const pull = async (stream: ReadableStreamDefaultController) => {
      await new Promise((resolve) => setTimeout(resolve, 5000));
      const piece = pieces.shift();
      if (piece?.length) stream.enqueue(piece);
      else stream.close();
    };
    const values: unknown[] = [];
    const collect = async (parts: { value: unknown }[]) => {
      values.push(...parts.map(({ value }) => value));
    };
    stubNetwork(new ReadableStream({ pull }));
    const reading = readBundle(examKey, undefined, collect, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await reading).toEqual({ kind: 'whole', tag: undefined });
    expect(values).toEqual([{ name: '日本語の試験問題集' }]);
  });

  it('rejects with what goes wrong with its parts', async () => {
    stubNetwork(new ReadableStream({ start: (stream) => stream.enqueue(encode(text)) }));
    const full = async () => {
      throw new DOMException('No room', 'QuotaExceededError');
    };
    const reading = readBundle(examKey, undefined, full, new AbortController().signal);
    await expect(reading).rejects.toThrow('No room');
  });

  it('gives a question as a request of its own would', async () => {
    const answer = {
      question: { question: '日本?', questionParts: [], options: ['a'], answers: ['a'] },
      images: [],
    };
    const read = readBundledQuestion(examKey, { id: 'q1', answer });
    const address = questionAddress(apiUrl, providerId, examId, 'q1');
    expect(read?.work).toEqual({ kind: 'question', questionId: 'q1', address });
    const copy = read?.copy();
    const size = encode(JSON.stringify(answer)).length;
    expect(copy?.headers.get('content-length')).toBe(`${size}`);
    expect(copy?.headers.get('content-type')).toBe('application/json');
    expect(await copy?.json()).toEqual(answer);
    expect(readBundledQuestion(examKey, { id: 7, answer })).toBeUndefined();
    expect(readBundledQuestion(examKey, { id: 'q1', answer: {} })).toBeUndefined();
  });

  it('gives an image as a request of its own would, if it is whole', async () => {
    const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
    const image = {
      questionId: 'q1',
      file: 'img-1.svg',
      type: 'image/svg+xml',
      data: toBase64(svgBytes('one')),
    };
    const read = await readBundledImage(examKey, image);
    const address = imageAddress(apiUrl, providerId, examId, 'q1', 'img-1.svg');
    expect(read?.work).toEqual({ kind: 'image', questionId: 'q1', address });
    const copy = read?.copy();
    expect(copy?.headers.get('content-type')).toBe('image/svg+xml');
    expect(new Uint8Array((await copy?.arrayBuffer()) ?? [])).toEqual(svgBytes('one'));
    for (const odd of [
      { questionId: undefined },
      { file: undefined },
      { type: undefined },
      { data: undefined },
      { data: 'not base64!' },
      { data: toBase64(svgBytes('one').slice(0, -1)) },
    ]) {
      expect(await readBundledImage(examKey, { ...image, ...odd })).toBeUndefined();
    }
  });
});
