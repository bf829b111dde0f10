import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CompiledBank } from '#bank/compiled-bank.ts';
import { imageAddress, questionAddress, questionsAddress } from '#contract/addresses.ts';
import { createApp } from '#server/app.ts';
import { awkwardNames, dataOf, testBank } from '#support/test-bank.ts';
import { pngBytes, svgBytes } from '#support/test-images.ts';

const app = createApp({ data: dataOf(testBank()) });
const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer());

describe('a picture', () => {
  it('comes as it is, with its type', async () => {
    const png = await app.request('/images/aws/kinds/picture-in-stem/img-1.png');
    expect(png.headers.get('Content-Type')).toBe('image/png');
    expect(png.headers.get('Content-Length')).toBe(`${pngBytes.byteLength}`);
    expect(await bytesOf(png)).toEqual(pngBytes);
    const svg = await app.request('/images/aws/kinds/picture-in-stem/img-2_wide.svg');
    expect(svg.headers.get('Content-Type')).toBe('image/svg+xml');
    expect(await bytesOf(svg)).toEqual(svgBytes('stem'));
  });

  it.each(awkwardNames)('is found under the exam name %j', async (name) => {
    const answer = await app.request(imageAddress('', 'aws', name, 'pictured', 'img-1.png'));
    expect(answer.status).toBe(200);
  });

  it('is found whatever its question and file are called', async () => {
    const slashed = imageAddress('', 'a/b', 'a/b', 'q/1 50%', 'x/img-1.png');
    expect((await app.request(slashed)).status).toBe(200);
    const bracketed = imageAddress('', 'aws', 'kinds', 'picture-in-options', '[img-2].png');
    expect((await app.request(bracketed)).status).toBe(200);
  });

  it('is revalidated, and not sent again', async () => {
    const address = '/images/aws/kinds/picture-in-stem/img-1.png';
    const whole = await app.request(address);
    expect(whole.headers.get('Cache-Control')).toBe('no-cache');
    const etag = whole.headers.get('ETag') ?? '';
    for (const fresh of [app, createApp({ data: dataOf(testBank()) })]) {
      const again = await fresh.request(address, { headers: { 'If-None-Match': etag } });
      expect(again.status).toBe(304);
      expect(again.headers.get('ETag')).toBe(etag);
    }
  });

  it('may be shown by pages of other origins, and runs nothing', async () => {
    const { headers } = await app.request('/images/aws/kinds/picture-in-stem/img-2_wide.svg');
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    );
  });

  it('decodes each segment once', async () => {
    const once = '/images/aws/50%252F/pictured/img-1.png';
    const twice = '/images/aws/50%25252F/pictured/img-1.png';
    const never = '/images/aws/50%2F/pictured/img-1.png';
    expect((await app.request(once)).status).toBe(200);
    expect((await app.request(twice)).status).toBe(404);
    expect((await app.request(never)).status).toBe(404);
  });

  it.each(['/images/aws/100%/pictured/img-1.png', '/images/%C3/x/y/z', '/images/%ZZ/x/y/z'])(
    'has no malformed address such as %s',
    async (address) => {
      expect((await app.request(address)).status).toBe(400);
    },
  );

  it.each([
    '/images',
    '/images/',
    '/images/aws/kinds/picture-in-stem/',
    '/images/aws/kinds/picture-in-stem/img-3.png',
    '/images/aws/kinds/picture-in-stem/img-1.png/more',
    '/images/aws/kinds/picture-in-stem//img-1.png',
    '/images/aws/kinds/picture-missing/img-1.png',
    '/images/aws/kinds/picture-in-stem/..%2F..%2F..%2Fprovider.yaml',
    '/images/aws/kinds/picture-in-stem/%00img-1.png',
    '/images/__proto__/kinds/picture-in-stem/img-1.png',
  ])('is not found at %s', async (address) => {
    const answer = await app.request(address);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('Content-Type')).toBe('application/json');
  });

  it('cannot be written', async () => {
    const answer = await app.request('/images/aws/kinds/picture-in-stem/img-1.png', {
      method: 'PUT',
    });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('Allow')).toBe('GET, HEAD, OPTIONS');
  });
});

describe('names of every kind', () => {
  // A name of dots alone cannot be a path segment; the bank refuses it.
  const name = fc
    .string({
      unit: fc.oneof(fc.constantFrom(...'%/?#&+.\\ "2Ff'), fc.string({ unit: 'grapheme' })),
      minLength: 1,
    })
    .filter((text) => !/^\.*$/.test(text));

  it('survive the way through image and call addresses', async () => {
    await fc.assert(
      fc.asyncProperty(name, name, name, async (providerId, examName, questionId) => {
        const named = createApp({
          data: dataOf(bankOf(providerId, examName, questionId), () => pngBytes),
        });
        const addresses = [
          imageAddress('', providerId, examName, questionId, 'img-1.png'),
          questionsAddress('', providerId, examName),
          questionAddress('', providerId, examName, questionId),
        ];
        for (const address of addresses) expect((await named.request(address)).status).toBe(200);
      }),
    );
  });
});

function bankOf(providerId: string, name: string, questionId: string): CompiledBank {
  const [, example] =
    [...(testBank().providers.get('a/b')?.exams.get('a/b')?.questions ?? [])][0] ?? [];
  if (!example) throw new Error('The test bank has lost its example.');
  const exam = { id: 'id', name, domains: [], questions: new Map([[questionId, example]]) };
  const provider = { id: providerId, name: 'Provider', exams: new Map([[name, exam]]) };
  return { providers: new Map([[providerId, provider]]) };
}
