import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readImage } from '#api/fetch-image.ts';
import { pngBytes, svgBytes } from '#support/test-images.ts';
import { isValidAnswer, type RequestClass } from '#worker/strategies.ts';

const SITE = 'https://certdeck.example';
const JSON_TYPE = 'application/json';
const PORTAL = '<!doctype html><title>Wi-Fi</title><h1>Please log in</h1>';

/** An address and a valid body for each kind of JSON. */
const sound: Record<RequestClass, [path: string, body: unknown]> = {
  config: ['/config.json', { apiUrl: '/' }],
  providers: ['/api/providers', { providerData: [{ id: 'aws', name: 'AWS', examCount: 1 }] }],
  exams: ['/api/exams?provider=aws', { exams: [{ name: 'clf', questionCount: 2 }] }],
  questions: [
    '/api/questions?providerId=aws&examId=clf',
    { id: 'clf', name: 'Cloud Practitioner', questionIds: ['q1', 'q2'] },
  ],
};
const kinds = Object.keys(sound) as (keyof typeof sound)[];

afterEach(() => {
  vi.unstubAllGlobals();
});

describe.each(kinds)('an answer of the kind %s', (kind) => {
  const [path, body] = sound[kind];
  const text = JSON.stringify(body);
  const judge = (answer: BodyInit | null, type = JSON_TYPE, status = 200) =>
    isValidAnswer(
      kind,
      SITE + path,
      new Response(answer, { status, headers: { 'content-type': type } }),
    );

  it.each([
    ...[JSON_TYPE, `${JSON_TYPE}; charset=utf-8`, 'Application/JSON', 'application/hal+json'],
    ...['text/plain; charset=utf-8', 'application/octet-stream', ''],
  ])('is valid if it is whole, of its own shape and of the type %j', async (type) => {
    expect(await judge(text, type)).toBe(true);
  });

  it('is invalid with another status or type, and as a captive portal’s page', async () => {
    for (const status of [201, 203, 206, 302, 304, 404, 410, 429, 500, 503]) {
      expect(await judge(status === 304 ? null : text, JSON_TYPE, status), `${status}`).toBe(false);
    }
    for (const type of ['text/html', 'application/jsonp', 'image/svg+xml', 'text/css']) {
      expect(await judge(text, type), type).toBe(false);
    }
    for (const type of ['text/html', JSON_TYPE]) expect(await judge(PORTAL, type)).toBe(false);
  });

  it('is invalid wherever it is cut off, and in any other shape', async () => {
    for (let length = 0; length < text.length; length += 1) {
      expect(await judge(text.slice(0, length)), `${length}`).toBe(false);
    }
    const others = kinds.filter((other) => other !== kind).map((other) => sound[other][1]);
    const another = { id: 'saa', name: 'Architect', questionIds: ['q1'] };
    for (const other of [...others, another, null, [], 'x', 1, {}, { error: 'x' }, [{}]]) {
      expect(await judge(JSON.stringify(other)), JSON.stringify(other)).toBe(false);
    }
    const anyBody = fc.oneof(
      fc.uint8Array().map((bytes) => new Uint8Array(bytes)),
      fc.json(),
    );
    await fc.assert(
      fc.asyncProperty(anyBody, async (any) => !(await judge(any))),
      { numRuns: 30 },
    );
  });
});

const SVG = 'image/svg+xml';
/** Reads a body as an image. */
const read = async (body: BodyInit, type: string, headers: HeadersInit = {}) => {
  const answer = new Response(null, { headers: { ...headers, 'content-type': type } });
  return readImage(await new Response(body).arrayBuffer(), answer);
};
const judgeImage = async (body: BodyInit, type: string) => (await read(body, type)) !== undefined;

describe('an image in SVG', () => {
  it.each([
    '<?xml version="1.0"?>\n<svg width="1"/>\n',
    '<svg xmlns="http://www.w3.org/2000/svg"></svg>\n<!-- drawn by hand -->\n',
    '<SVG >\n</SVG >',
    '<draw:svg></draw:svg>',
    '<svg/><!-- a --><?b c?>\n<!----><??>',
  ])('is whole if its root element is closed: %s', async (text) => {
    expect(await judgeImage(text, SVG)).toBe(true);
    expect(await judgeImage(text, `${SVG}; charset=utf-8`)).toBe(true);
  });

  it.each(['', '<svg></svg>x', '<svg></svgs>', '<svg/><!-->', '<svg/>-->', '<!-- a -->', PORTAL])(
    'is invalid if it ends otherwise: %s',
    async (text) => {
      expect(await judgeImage(text, SVG)).toBe(false);
    },
  );

  it.each([
    ['shapes', svgBytes('one')],
    ['nested images', new TextEncoder().encode('<svg><svg><a/></svg><svg/><!-- </svg> --></svg>')],
  ])('is invalid wherever it is cut off, with %s', async (_, whole) => {
    expect(await judgeImage(whole, SVG)).toBe(true);
    for (let length = 0; length < whole.length; length += 1) {
      expect(await judgeImage(whole.slice(0, length), SVG), `${length}`).toBe(false);
    }
  });

  it('is parsed in a page, without styles and handlers, which the content policy would report', async () => {
    const svg = { localName: 'svg', getAttribute: () => null };
    const parse = vi.fn((_: string) => ({
      documentElement: svg,
      querySelector: (): object | null => null,
    }));
    vi.stubGlobal(
      'DOMParser',
      class {
        parseFromString = parse;
      },
    );
    vi.resetModules();
    const { measureImage } = await import('#api/image-validation.ts');
    vi.resetModules();
    const judge = async (text: string) =>
      (await measureImage(SVG, new TextEncoder().encode(text).buffer)) !== undefined;
    expect(
      await judge('<svg><style>a{}</style><a style="b:c" STYLE = "d" font-style="e"/></svg>'),
    ).toBe(true);
    expect(parse.mock.lastCall?.[0]).toBe(
      '<svg><unstyled>a{}</unstyled><a unstyled="b:c" unstyled = "d" font-style="e"/></svg>',
    );
    expect(
      await judge('<svg onload="a()"\nONCLICK = \'b\' only="c"><text>on x = 1</text></svg>'),
    ).toBe(true);
    expect(parse.mock.lastCall?.[0]).toBe(
      '<svg unonload="a()"\nunONCLICK = \'b\' unonly="c"><text>on x = 1</text></svg>',
    );
    // The parser's error page would break the content policy, so half an image never gets there.
    expect(await judge('<svg></svg')).toBe(false);
    expect(parse).toHaveBeenCalledTimes(2);
    parse.mockReturnValue({ documentElement: svg, querySelector: () => ({}) });
    expect(await judge('<svg><a></svg>')).toBe(false);
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
    [
      'handlers without a value',
      `<svg>${' onx'.repeat(50_000)} on${'x'.repeat(200_000)}</svg>`,
      true,
    ],
  ])('is judged in linear time with many %s', async (_, text, expected) => {
    const started = process.cpuUsage();
    expect(await judgeImage(text, SVG)).toBe(expected);
    expect(process.cpuUsage(started).user).toBeLessThan(1e6);
  });
});

describe('an image in pixels', () => {
  const close = vi.fn();
  /** Decodes as a browser does: a PNG must have its end. */
  const stubDecoder = () =>
    vi.stubGlobal('createImageBitmap', async (image: Blob) => {
      if (!(await image.slice(-8).text()).startsWith('IEND')) throw new Error('Cut off');
      return { close, width: 40, height: 30 };
    });

  it.each([
    ['image/png', true],
    ['application/octet-stream ; a=b', true],
    ['binary/octet-stream', true],
    ['', true],
    ['text/html', false],
    [JSON_TYPE, false],
    ['text/plain', false],
    ['x-image/png', false],
  ])('of the type %j, if it decodes, is valid: %s', async (type, isValid) => {
    stubDecoder();
    expect(await judgeImage(pngBytes, type)).toBe(isValid);
    for (const length of [0, 1, 8, pngBytes.length / 2, pngBytes.length - 1]) {
      expect(await judgeImage(pngBytes.slice(0, length), type)).toBe(false);
    }
    expect(await judgeImage(PORTAL, type)).toBe(false);
    expect(close).toHaveBeenCalledTimes(isValid ? 1 : 0);
    close.mockClear();
  });

  it.each(['application/octet-stream', ''])(
    'is an SVG if its type is %j and its bytes are an SVG’s, and is saved as one',
    async (type) => {
      stubDecoder();
      expect(await judgeImage(svgBytes('one'), type)).toBe(true);
      expect(await judgeImage(svgBytes('one').slice(0, -1), type)).toBe(false);
      expect(await judgeImage('\n <svg/>', type)).toBe(true);
      // Browsers would not show it otherwise.
      const saved = await read(svgBytes('one'), type);
      expect(saved?.copy().headers.get('content-type')).toBe(SVG);
      expect(await judgeImage('{"a":"<svg/>"}', type)).toBe(false);
    },
  );

  it.each(['text/html', 'application/xml', 'x-image/svg+xml'])(
    'is invalid as an SVG of the type %s',
    async (type) => {
      expect(await judgeImage(svgBytes('one'), type)).toBe(false);
    },
  );
});

it('a saved image keeps its bytes, type and validators, and gets its real length and its size', async () => {
  const validators = { 'last-modified': 'Sat, 01 Nov 2025 00:00:00 GMT', etag: '"one"' };
  const others = { 'content-length': '5', 'content-encoding': 'gzip', vary: 'Origin' };
  vi.stubGlobal('createImageBitmap', async () => ({ close: () => {}, width: 40, height: 30 }));
  const image = await read(pngBytes, 'image/png', { ...validators, ...others });
  const saved = image?.copy();
  const length = `${pngBytes.length}`;
  expect(Object.fromEntries(saved?.headers ?? [])).toEqual({
    ...validators,
    'content-type': 'image/png',
    'content-length': length,
  });
  expect(new Uint8Array((await saved?.arrayBuffer()) ?? [])).toEqual(new Uint8Array(pngBytes));
  expect(image).toMatchObject({ bytes: pngBytes.length, width: 40, height: 30 });
});
