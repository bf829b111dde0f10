import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { isValidAnswer } from '#offline/answer-validation.ts';
import { rebuildAnswer } from '#offline/fetch-answer.ts';
import type { RequestClass } from '#offline/strategies.ts';
import { pngBytes, svgBytes } from '#support/test-images.ts';

const SITE = 'https://certdeck.example';

const detail = { id: 'clf', name: 'Cloud Practitioner', questionIds: ['q1', 'q2'] };
const question = {
  question: { question: 'Which?', questionParts: [], options: ['a', 'b'], answers: ['a'] },
  images: [],
};

/** An address and a valid body for each kind of JSON. */
const sound: Record<Exclude<RequestClass, 'image'>, [path: string, body: unknown]> = {
  config: ['/config.json', { apiUrl: '/' }],
  providers: ['/api/providers', { providerData: [{ id: 'aws', name: 'AWS', examCount: 1 }] }],
  exams: ['/api/exams?provider=aws', { exams: [{ name: 'clf', questionCount: 2 }] }],
  questions: ['/api/questions?providerId=aws&examId=clf', detail],
  question: ['/api/question?provider=aws&examName=clf&questionId=q1', question],
};
const kinds = Object.keys(sound) as (keyof typeof sound)[];

const text = (kind: keyof typeof sound) => JSON.stringify(sound[kind][1]);

const judge = (kind: RequestClass, body: BodyInit | null, init: ResponseInit = {}, path = '/') =>
  isValidAnswer(kind, SITE + path, new Response(body, init));

const judgeJson = (kind: keyof typeof sound, body: string, init: ResponseInit = {}) =>
  judge(kind, body, { headers: { 'content-type': 'application/json' }, ...init }, sound[kind][0]);

describe('an answer that may be saved', () => {
  it.each(kinds)('is whole and of its own shape: %s', async (kind) => {
    expect(await judgeJson(kind, text(kind))).toBe(true);
  });

  it.each(kinds)('may have a type that says nothing: %s', async (kind) => {
    for (const type of ['text/plain; charset=utf-8', 'application/octet-stream', '']) {
      const init = { headers: { 'content-type': type } };
      expect(await judgeJson(kind, text(kind), init), type).toBe(true);
    }
  });
});

describe('an answer is invalid', () => {
  it.each(kinds)('with any status other than 200: %s', async (kind) => {
    const headers = { 'content-type': 'application/json' };
    for (const status of [201, 203, 206, 302, 304, 404, 410, 429, 500, 503]) {
      const body = status === 304 ? null : text(kind);
      expect(await judge(kind, body, { status, headers }, sound[kind][0]), `${status}`).toBe(false);
    }
  });

  it.each(kinds)('if it claims to be something else: %s', async (kind) => {
    for (const type of ['text/html', 'application/jsonp', 'image/svg+xml', 'text/css']) {
      expect(await judgeJson(kind, text(kind), { headers: { 'content-type': type } })).toBe(false);
    }
  });

  it.each(kinds)('if it is a captive portal’s page, of whatever type: %s', async (kind) => {
    const page = '<!doctype html><title>Wi-Fi</title><h1>Please log in</h1>';
    for (const type of ['text/html', 'application/json']) {
      expect(await judgeJson(kind, page, { headers: { 'content-type': type } })).toBe(false);
    }
  });

  it.each(kinds)('wherever it is cut off: %s', async (kind) => {
    for (let length = 0; length < text(kind).length; length += 1) {
      expect(await judgeJson(kind, text(kind).slice(0, length)), `${length}`).toBe(false);
    }
  });

  it.each(kinds)('in the shape of another kind: %s', async (kind) => {
    for (const other of kinds) {
      if (other !== kind) expect(await judgeJson(kind, text(other)), other).toBe(false);
    }
    for (const body of ['null', '[]', '"x"', '1', 'true', '{}', '{"error":"x"}', '[{}]']) {
      expect(await judgeJson(kind, body), body).toBe(false);
    }
  });

  it('for an exam that was not asked for', async () => {
    const other = JSON.stringify({ ...detail, id: 'saa', name: 'Architect' });
    expect(await judgeJson('questions', other)).toBe(false);
  });

  it('for random bytes and JSON, without an exception', async () => {
    const anyBody = fc.oneof(
      fc.uint8Array().map((bytes) => new Uint8Array(bytes)),
      fc.json(),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...kinds), anyBody, async (kind, body) => {
        const headers = { 'content-type': 'application/json' };
        expect(await judge(kind, body, { headers }, sound[kind][0])).toBe(false);
      }),
    );
  });
});

describe('an image', () => {
  const judgeImage = (body: BodyInit, type: string, status = 200) =>
    judge('image', body, { status, headers: { 'content-type': type } });

  it('in SVG is whole if its root element is closed', async () => {
    expect(await judgeImage(svgBytes('one'), 'image/svg+xml')).toBe(true);
    expect(await judgeImage(svgBytes('one'), 'image/svg+xml; charset=utf-8')).toBe(true);
    for (const text of [
      '<?xml version="1.0"?>\n<svg width="1"/>\n',
      '<svg xmlns="http://www.w3.org/2000/svg"></svg>\n<!-- drawn by hand -->\n',
      '<SVG >\n</SVG >',
    ]) {
      expect(await judgeImage(text, 'image/svg+xml'), text).toBe(true);
    }
  });

  it.each([
    ['shapes', svgBytes('one')],
    ['nested images', new TextEncoder().encode('<svg><svg><a/></svg><svg/><!-- </svg> --></svg>')],
  ])('in SVG is invalid wherever it is cut off, with %s', async (_, whole) => {
    for (let length = 0; length < whole.length; length += 1) {
      expect(await judgeImage(whole.slice(0, length), 'image/svg+xml'), `${length}`).toBe(false);
    }
  });

  it('is invalid if it is a page, of whatever type', async () => {
    const page = '<!doctype html><title>Wi-Fi</title><h1>Please log in</h1>';
    for (const type of ['text/html', 'image/svg+xml', 'image/png', '']) {
      expect(await judgeImage(page, type), type).toBe(false);
    }
  });

  it('is invalid with another type or status, or empty', async () => {
    expect(await judgeImage(svgBytes('one'), 'text/html')).toBe(false);
    expect(await judgeImage(svgBytes('one'), 'application/xml')).toBe(false);
    expect(await judgeImage(svgBytes('one'), 'x-image/svg+xml')).toBe(false);
    expect(await judgeImage(svgBytes('one'), 'image/svg+xml', 503)).toBe(false);
    expect(await judgeImage('', 'image/svg+xml')).toBe(false);
    expect(await judgeImage('', 'image/png')).toBe(false);
  });

  describe('in SVG, in a page', () => {
    /** Stubs the parser, which finds a sound image unless told otherwise. */
    const judgeInPage = async (text: string, { root = 'svg', error = false } = {}) => {
      const parseFromString = vi.fn((_text: string, _type: string) => ({
        documentElement: { localName: root },
        querySelector: (name: string) => (error && name === 'parsererror' ? {} : null),
      }));
      vi.stubGlobal(
        'DOMParser',
        class {
          parseFromString = parseFromString;
        },
      );
      vi.resetModules();
      const { isImageWhole } = await import('#offline/answer-validation.ts');
      vi.unstubAllGlobals();
      vi.resetModules();
      const bytes = new TextEncoder().encode(text);
      const isWhole = await isImageWhole('image/svg+xml', bytes.buffer);
      return { isWhole, parsed: parseFromString.mock.calls };
    };

    it.each([
      '<svg></svg>',
      '<svg/>',
      '<draw:svg></draw:svg>',
      '<SVG></SVG \n>\n',
      '<svg/><!-- a --><?b c?>\n<!----><??>',
    ])('is parsed if its end is there: %s', async (text) => {
      const { isWhole, parsed } = await judgeInPage(text);
      expect(isWhole).toBe(true);
      expect(parsed).toEqual([[text, 'image/svg+xml']]);
    });

    it.each([
      '',
      '<svg></svg',
      '<svg></svg>x',
      '<svg></svgs>',
      '<svg/><!-->',
      '<svg/>-->',
      '<!-- a -->',
    ])('is not even parsed if it ends otherwise: %s', async (text) => {
      expect(await judgeInPage(text)).toEqual({ isWhole: false, parsed: [] });
    });

    it('is parsed without styles, which the content policy would report', async () => {
      const text = '<svg><style>a{}</style><a style="b:c" STYLE = "d" font-style="e"/></svg>';
      const { parsed } = await judgeInPage(text);
      expect(parsed[0]?.[0]).toBe(
        '<svg><unstyled>a{}</unstyled><a unstyled="b:c" unstyled = "d" font-style="e"/></svg>',
      );
    });

    it.each([
      ['comments after a closed element', `<svg><a/>${'<!-- a -->'.repeat(20_000)}x`, false],
      ['comments after the root', `<svg/>${'<!-- a -->\n'.repeat(20_000)}`, true],
      ['instructions after the root', `<svg></svg>${'<?a b?>'.repeat(20_000)}`, true],
      ['closings without a beginning', `<svg/>${'-->'.repeat(50_000)}`, false],
      ['comments that are never closed', `<svg/>${'<!--'.repeat(50_000)}`, false],
      ['elements that are never closed', '<svg '.repeat(200_000), false],
      ['beginnings of one element', `${'<svg '.repeat(200_000)}>`, false],
      ['white space', `<svg/>${' '.repeat(200_000)}x`, false],
    ])('is judged in linear time with many %s', async (_, text, expected) => {
      const started = performance.now();
      expect((await judgeInPage(text)).isWhole).toBe(expected);
      expect(await judgeImage(text, 'image/svg+xml')).toBe(expected);
      expect(performance.now() - started).toBeLessThan(1000);
    });
  });

  describe('in pixels', () => {
    const close = vi.fn();

    /** Decodes as a browser does: a PNG must have its end. */
    const decodeWholePng = async (image: Blob) => {
      const bytes = new Uint8Array(await image.arrayBuffer());
      const end = [...'IEND'].map((letter) => letter.charCodeAt(0));
      const isWhole = end.every((byte, place) => bytes.at(place - 8) === byte);
      if (!isWhole) throw new DOMException('Cut off', 'InvalidStateError');
      return { close };
    };

    it('is whole if it decodes, and frees its memory', async () => {
      vi.stubGlobal('createImageBitmap', decodeWholePng);
      expect(await judgeImage(pngBytes, 'image/png')).toBe(true);
      expect(close).toHaveBeenCalledOnce();
      vi.unstubAllGlobals();
    });

    it('is invalid wherever it is cut off', async () => {
      vi.stubGlobal('createImageBitmap', decodeWholePng);
      for (const length of [1, 8, pngBytes.length / 2, pngBytes.length - 1]) {
        expect(await judgeImage(pngBytes.slice(0, length), 'image/png')).toBe(false);
      }
      vi.unstubAllGlobals();
    });

    it('is invalid under another type, although it decodes', async () => {
      vi.stubGlobal('createImageBitmap', decodeWholePng);
      for (const type of ['text/html', 'application/json', 'text/plain', 'x-image/png']) {
        expect(await judgeImage(pngBytes, type), type).toBe(false);
      }
      vi.unstubAllGlobals();
    });

    it('is judged by its bytes under a type that says nothing', async () => {
      vi.stubGlobal('createImageBitmap', decodeWholePng);
      for (const type of ['application/octet-stream ; a=b', 'binary/octet-stream', '']) {
        expect(await judgeImage(pngBytes, type), type).toBe(true);
        expect(await judgeImage(pngBytes.slice(0, -1), type), type).toBe(false);
        expect(await judgeImage(svgBytes('one'), type), type).toBe(true);
        expect(await judgeImage(svgBytes('one').slice(0, -1), type), type).toBe(false);
        expect(await judgeImage('\n <svg/>', type), type).toBe(true);
      }
      for (const bytes of [pngBytes, svgBytes('one')]) {
        expect(await judge('image', new Uint8Array(bytes))).toBe(true);
      }
      vi.unstubAllGlobals();
    });
  });
});

describe('a saved answer', () => {
  it('keeps its bytes, type and validators, and gets its real length', async () => {
    const answer = new Response('{"a":"日本"}', {
      headers: {
        'content-type': 'application/json',
        'content-length': '5',
        'content-encoding': 'gzip',
        'content-security-policy': "default-src 'none'",
        'last-modified': 'Sat, 01 Nov 2025 00:00:00 GMT',
        etag: '"one"',
        vary: 'Origin',
        'cache-control': 'no-store',
      },
    });
    const stored = (await rebuildAnswer(answer))();
    expect(Object.fromEntries(stored.headers)).toEqual({
      'content-length': '14',
      'content-type': 'application/json',
      etag: '"one"',
      'last-modified': 'Sat, 01 Nov 2025 00:00:00 GMT',
    });
    expect(stored.status).toBe(200);
    expect(await stored.json()).toEqual({ a: '日本' });
    const bare = (await rebuildAnswer(new Response(new Uint8Array(3))))();
    expect(Object.fromEntries(bare.headers)).toEqual({ 'content-length': '3' });
  });

  it.each(['application/octet-stream', ''])(
    'is named an SVG if it came as %j, because browsers would not show it otherwise',
    async (type) => {
      const headers = { 'content-type': type };
      const stored = (await rebuildAnswer(new Response(svgBytes('one'), { headers })))();
      expect(stored.headers.get('content-type')).toBe('image/svg+xml');
      const other = (await rebuildAnswer(new Response('{"a":"<svg/>"}', { headers })))();
      expect(other.headers.get('content-type') ?? '').toBe(type);
    },
  );
});
