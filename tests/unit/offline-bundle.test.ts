import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { imageAddress, questionAddress } from '#contract/addresses.ts';
import {
  type BundlePart,
  createBundleSplitter,
  readBundle,
  readBundledImage,
  readBundledQuestion,
} from '#offline/download/exam-bundle.ts';
import { fakeTheClock } from '#support/fake-clock.ts';
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
const text = JSON.stringify(bundle);
const parts = [
  { name: 'exam', value: exam },
  ...bundle.questions.map((value) => ({ name: 'questions', value })),
  ...bundle.images.map((value) => ({ name: 'images', value })),
];

const feedAll = (pieces: string[]) => {
  const { feed, isComplete } = createBundleSplitter();
  return { parts: pieces.flatMap(feed), isComplete: isComplete() };
};

describe('the text of a bundle', () => {
  it('gives its parts if it is indented', () => {
    expect(feedAll([JSON.stringify(bundle, null, 2)])).toEqual({ parts, isComplete: true });
  });

  it('gives the parts before the place where it is cut off', () => {
    for (let length = 0; length < text.length; length += 1) {
      const cut = feedAll([text.slice(0, length)]);
      expect(cut.isComplete).toBe(false);
      expect(cut.parts).toEqual(parts.slice(0, cut.parts.length));
    }
  });

  it('gives any JSON objects, in pieces of any size', () => {
    const list = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 5 });
    fc.assert(
      fc.property(list, list, fc.integer({ min: 1, max: 9 }), (questions, images, size) => {
        const any = JSON.stringify({ exam, questions, images });
        const pieces = any.match(new RegExp(`.{1,${size}}`, 'gsu')) ?? [];
        const named = (name: string, values: unknown[]) => values.map((value) => ({ name, value }));
        const all = [
          { name: 'exam', value: exam },
          ...named('questions', questions),
          ...named('images', images),
        ];
        expect(feedAll(pieces).parts).toEqual(JSON.parse(JSON.stringify(all)));
      }),
    );
  });
});

const read = (
  respond: (init: RequestInit) => Promise<Response>,
  tag?: string,
  onPart: (part: BundlePart) => void = () => undefined,
) => {
  const network = vi.fn((_: string, init: RequestInit) => respond(init));
  vi.stubGlobal('fetch', network);
  vi.stubGlobal('location', new URL(SITE));
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const onParts = async (found: BundlePart[]) => found.forEach(onPart);
  const end = readBundle(examKey, tag, onParts, new AbortController().signal);
  return { end, network };
};
const answer = (body: BodyInit, status = 200, type = 'application/json') =>
  new Response(body, { status, headers: { 'content-type': type, etag: '"one"' } });

/** An answer whose body is cut off with the request, as a real one is. */
const stream = (body: ReadableStream<Uint8Array>) => async (init: RequestInit) => {
  const { signal } = init;
  return answer(body.pipeThrough(new TransformStream(), signal ? { signal } : {}));
};
const encode = (piece: string) => new TextEncoder().encode(piece);

describe('a bundle', () => {
  it.each<[string, object, string | undefined, () => Promise<Response>]>([
    ['the whole of it', { kind: 'whole', tag: '"one"' }, undefined, async () => answer(text)],
    ['a newer one', { kind: 'whole', tag: '"one"' }, '"old"', async () => answer(text)],
    ['a 304', { kind: 'unchanged' }, '"one"', async () => new Response(null, { status: 304 })],
    [
      'a 304 without a tag',
      { kind: 'broken' },
      undefined,
      async () => new Response(null, { status: 304 }),
    ],
    ['a 404', { kind: 'absent' }, undefined, async () => answer('{}', 404)],
    ['a 400', { kind: 'absent' }, undefined, async () => answer('{}', 400)],
    ['a 503', { kind: 'broken' }, undefined, async () => answer('{}', 503)],
    ['a 203', { kind: 'broken' }, undefined, async () => answer(text, 203)],
    ['no body', { kind: 'broken' }, undefined, async () => new Response(null)],
    ['a portal', { kind: 'broken' }, undefined, async () => answer('<h1>', 200, 'text/html')],
    ['half of it', { kind: 'broken' }, undefined, async () => answer(text.slice(0, 200))],
    ['no JSON', { kind: 'broken' }, undefined, async () => answer('{"exam":{a}}')],
    ['no network', { kind: 'broken' }, undefined, () => Promise.reject(new TypeError('gone'))],
  ])('ends as expected with %s', async (_, expected, tag, respond) => {
    const { end, network } = read(respond, tag);
    expect(await end).toEqual(expected);
    const [, init] = network.mock.calls[0] ?? [];
    expect(init).toMatchObject({ credentials: 'omit', cache: 'no-store' });
    expect(init?.headers).toEqual(tag && { 'if-none-match': tag });
    expect(init?.signal?.aborted).toBe(true);
  });

  it('is broken after six seconds of silence, and keeps the parts before', async () => {
    fakeTheClock();
    const start = (body: ReadableStreamDefaultController) =>
      body.enqueue(encode(text.slice(0, 250)));
    const names: string[] = [];
    const { end } = read(stream(new ReadableStream({ start })), undefined, ({ name }) =>
      names.push(name),
    );
    const seen = vi.fn();
    end.then(seen);
    await vi.advanceTimersByTimeAsync(5999);
    expect(seen).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(seen).toHaveBeenCalledWith({ kind: 'broken' });
    expect(names).toEqual(['exam', 'questions', 'questions']);
  });

  it('may be slow and split in the middle of a character', async () => {
    fakeTheClock();
    const bytes = encode(JSON.stringify({ exam: { name: '日本語の試験問題集' } }));
    const pieces = Array.from({ length: 10 }, (_, at) => bytes.slice(at * 7, at * 7 + 7));
    const pull = async (body: ReadableStreamDefaultController) => {
      await new Promise((resolve) => setTimeout(resolve, 5000));
      const piece = pieces.shift();
      if (piece?.length) body.enqueue(piece);
      else body.close();
    };
    const values: unknown[] = [];
    const { end } = read(stream(new ReadableStream({ pull })), undefined, ({ value }) =>
      values.push(value),
    );
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await end).toMatchObject({ kind: 'whole' });
    expect(values).toEqual([{ name: '日本語の試験問題集' }]);
  });

  it('lets taps in between if all of it comes at once', async () => {
    const questions = Array.from({ length: 1000 }, (_, id) => ({ id, text: 'x'.repeat(1000) }));
    // Later than on the fake clock of the tests before.
    let now = performance.now() + 1e6;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 10;
      return now;
    });
    let taps = 0;
    const tap = () => {
      taps += 1;
      next = setImmediate(tap);
    };
    let next = setImmediate(tap);
    onTestFinished(() => clearImmediate(next));
    await read(async () => answer(JSON.stringify({ exam, questions }))).end;
    expect(taps).toBeGreaterThan(10);
  });

  it('rejects with the error of a part that can’t be saved', async () => {
    const fail = () => {
      throw new DOMException('No room', 'QuotaExceededError');
    };
    await expect(read(async () => answer(text), undefined, fail).end).rejects.toThrow('No room');
  });
});

describe('a part of a bundle', () => {
  const { apiUrl, providerId, examId } = examKey;

  it('equals the answer to a single request for the question', async () => {
    const single = {
      question: { question: '日本?', questionParts: [], options: ['a'], answers: ['a'] },
      images: [],
    };
    const found = readBundledQuestion(examKey, { id: 'q1', answer: single });
    const address = questionAddress(apiUrl, providerId, examId, 'q1');
    expect(found?.work).toEqual({ kind: 'question', questionId: 'q1', address });
    const copy = found?.copy();
    expect(copy?.headers.get('content-length')).toBe(`${encode(JSON.stringify(single)).length}`);
    expect(copy?.headers.get('content-type')).toBe('application/json');
    expect(await copy?.json()).toEqual(single);
    expect(readBundledQuestion(examKey, { id: 7, answer: single })).toBeUndefined();
    expect(readBundledQuestion(examKey, { id: 'q1', answer: {} })).toBeUndefined();
  });

  it('equals the answer to a single request for the image, if it is whole', async () => {
    const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
    const data = toBase64(svgBytes('one'));
    const image = { questionId: 'q1', file: 'img-1.svg', type: 'image/svg+xml', data };
    const found = await readBundledImage(examKey, image);
    const address = imageAddress(apiUrl, providerId, examId, 'q1', 'img-1.svg');
    expect(found?.work).toEqual({ kind: 'image', questionId: 'q1', address });
    const copy = found?.copy();
    expect(copy?.headers.get('content-type')).toBe('image/svg+xml');
    expect(new Uint8Array((await copy?.arrayBuffer()) ?? [])).toEqual(svgBytes('one'));
    const half = toBase64(svgBytes('one').slice(0, -1));
    for (const odd of [{ file: undefined }, { data: undefined }, { data: '!' }, { data: half }]) {
      expect(await readBundledImage(examKey, { ...image, ...odd })).toBeUndefined();
    }
  });
});
