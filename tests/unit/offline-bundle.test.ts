import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { imageAddress, questionAddress } from '#contract/addresses.ts';
import {
  type BundlePart,
  createBundleSplitter,
  readBundle,
  readBundledImage,
  readBundledQuestion,
} from '#offline/download/exam-bundle.ts';
import { timed } from '#support/fake-clock.ts';
import { examKey } from '#support/saved-exam.ts';
import { answerOf, stalledAfter, stubPage } from '#support/stubbed-page.ts';
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
  it('gives the parts before the place where it is cut off', () => {
    for (let length = 0; length < text.length; length += 1) {
      const cut = feedAll([text.slice(0, length)]);
      expect(cut.isComplete).toBe(false);
      expect(cut.parts).toEqual(parts.slice(0, cut.parts.length));
    }
  });

  it('gives any JSON objects, indented or not, in pieces of any size', () => {
    const list = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 5 });
    fc.assert(
      fc.property(
        list,
        list,
        fc.integer({ min: 1, max: 9 }),
        fc.nat(2),
        (questions, images, size, indent) => {
          const any = JSON.stringify({ exam, questions, images }, null, indent);
          const pieces = any.match(new RegExp(`.{1,${size}}`, 'gsu')) ?? [];
          const named = (name: string, values: unknown[]) =>
            values.map((value) => ({ name, value }));
          const all = [
            { name: 'exam', value: exam },
            ...named('questions', questions),
            ...named('images', images),
          ];
          expect(feedAll(pieces)).toEqual({
            parts: JSON.parse(JSON.stringify(all)),
            isComplete: true,
          });
        },
      ),
    );
  });
});

const read = (
  respond: (init: RequestInit) => Promise<Response>,
  tag?: string,
  onPart: (part: BundlePart) => void = () => undefined,
) => {
  const network = stubPage((_, init) => respond(init));
  const onParts = async (found: BundlePart[]) => found.forEach(onPart);
  const end = readBundle(examKey, tag, onParts, new AbortController().signal);
  return { end, network };
};
const answer = (body: BodyInit, status = 200, type = 'application/json') =>
  new Response(body, { status, headers: { 'content-type': type, etag: '"one"' } });

const encode = (piece: string) => new TextEncoder().encode(piece);

describe('a bundle', () => {
  const broken = { kind: 'broken' };
  const whole = { kind: 'whole', tag: '"one"' };
  const notModified = () => new Response(null, { status: 304 });

  it.each<[string, object, () => Response, string?]>([
    ['the whole of it', whole, () => answer(text)],
    ['a newer one', whole, () => answer(text), '"old"'],
    ['a 304', { kind: 'unchanged' }, notModified, '"one"'],
    ['a 304 without a tag', broken, notModified],
    ['a 404', { kind: 'absent' }, () => answer('{}', 404)],
    ['a 400', { kind: 'absent' }, () => answer('{}', 400)],
    ['a 503', broken, () => answer('{}', 503)],
    ['a 203', broken, () => answer(text, 203)],
    ['no body', broken, () => new Response(null)],
    ['a portal', broken, () => answer('<h1>', 200, 'text/html')],
    ['half of it', broken, () => answer(text.slice(0, 200))],
    ['no JSON', broken, () => answer('{"exam":{a}}')],
    [
      'no network',
      broken,
      () => {
        throw new TypeError('gone');
      },
    ],
  ])('ends as expected with %s', async (_, expected, respond, tag) => {
    const { end, network } = read(async () => respond(), tag);
    expect(await end).toEqual(expected);
    const [, init] = network.mock.calls[0] ?? [];
    expect(init).toMatchObject({ credentials: 'omit', cache: 'no-store' });
    expect(init?.headers).toEqual(tag && { 'if-none-match': tag });
    expect(init?.signal?.aborted).toBe(true);
  });

  it('is broken after six seconds of silence, and keeps the parts before', async () => {
    const names: string[] = [];
    const stalled = (init: RequestInit) => stalledAfter(text.slice(0, 250))('', init);
    const end = () => read(stalled, undefined, ({ name }) => names.push(name)).end;
    expect(await timed(end)).toEqual({ value: { kind: 'broken' }, after: 6000 });
    expect(names).toEqual(['exam', 'questions', 'questions']);
  });

  it('may be slow and split in the middle of a character', async () => {
    const bytes = encode(JSON.stringify({ exam: { name: '日本語の試験問題集' } }));
    const pieces = Array.from({ length: 10 }, (_, at) => bytes.slice(at * 7, at * 7 + 7));
    const pull = async (body: ReadableStreamDefaultController) => {
      await new Promise((resolve) => setTimeout(resolve, 5000));
      const piece = pieces.shift();
      if (piece?.length) body.enqueue(piece);
      else body.close();
    };
    const values: unknown[] = [];
    const slow = async () => answer(new ReadableStream({ pull }));
    const end = () => read(slow, undefined, ({ value }) => values.push(value)).end;
    expect((await timed(end, 120_000)).value).toMatchObject({ kind: 'whole' });
    expect(values).toEqual([{ name: '日本語の試験問題集' }]);
  });

  it('rejects with the error of a part that can’t be saved', async () => {
    const fail = () => {
      throw new DOMException('No room', 'QuotaExceededError');
    };
    await expect(read(async () => answer(text), undefined, fail).end).rejects.toThrow('No room');
  });
});

describe('a part of a bundle equals the answer to a single request', () => {
  const { apiUrl, providerId, examId } = examKey;
  const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  const image = { questionId: 'q1', file: 'img-1.svg', type: 'image/svg+xml' };
  const whole = { ...image, data: toBase64(svgBytes('one')) };
  const half = { ...image, data: toBase64(svgBytes('one').slice(0, -1)) };

  it('for a question', async () => {
    const single = answerOf('日本?');
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

  it('for an image, if it is whole', async () => {
    const found = await readBundledImage(examKey, whole);
    const address = imageAddress(apiUrl, providerId, examId, 'q1', 'img-1.svg');
    expect(found?.work).toEqual({ kind: 'image', questionId: 'q1', address });
    const copy = found?.copy();
    expect(copy?.headers.get('content-type')).toBe('image/svg+xml');
    expect(new Uint8Array((await copy?.arrayBuffer()) ?? [])).toEqual(svgBytes('one'));
    for (const odd of [image, half, { ...image, data: '!' }, { ...whole, file: undefined }]) {
      expect(await readBundledImage(examKey, odd)).toBeUndefined();
    }
  });
});
