import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CompiledBank } from '#bank/compiled-bank.ts';
import { imageAddress, questionAddress, questionsAddress } from '#contract/addresses.ts';
import { createApp } from '#server/app.ts';
import { dataOf, testBank } from '#support/test-bank.ts';
import { largePng, svgBytes } from '#support/test-images.ts';

const app = createApp({ data: dataOf(testBank()) });
const folder = '/images/aws/Every%20Kind/picture-in-stem';

describe('a picture', () => {
  it('comes as it is, with its type, and may be shown but runs nothing', async () => {
    const png = await app.request(`${folder}/img-1.png`);
    expect(png.headers.get('Content-Type')).toBe('image/png');
    expect(png.headers.get('Content-Length')).toBe(`${largePng.byteLength}`);
    expect(png.headers.get('Cache-Control')).toBe('no-cache');
    expect(new Uint8Array(await png.arrayBuffer())).toEqual(largePng);
    const svg = await app.request(`${folder}/img-2_wide.svg`);
    expect(svg.headers.get('Content-Type')).toBe('image/svg+xml');
    expect(svg.headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    );
    expect(new Uint8Array(await svg.arrayBuffer())).toEqual(svgBytes('stem'));
  });

  it.each([
    ['/images/aws/50%252F/pictured/img-1.png', 200],
    ['/images/aws/50%25252F/pictured/img-1.png', 404],
    ['/images/aws/50%2F/pictured/img-1.png', 404],
    [imageAddress('', 'aws', 'Every Kind', 'picture-in-options', '[img-2].png'), 200],
    ['/images/aws/100%/pictured/img-1.png', 400],
    ['/images/%C3/x/y/z', 400],
    ['/images', 404],
    ['/images/', 404],
    [`${folder}/`, 404],
    [`${folder}/img-3.png`, 404],
    [`${folder}/img-1.png/more`, 404],
    [`${folder}//img-1.png`, 404],
    ['/images/aws/Every%20Kind/picture-missing/img-1.png', 404],
    [`${folder}/..%2F..%2F..%2Fprovider.yaml`, 404],
    [`${folder}/%00img-1.png`, 404],
    ['/images/__proto__/Every%20Kind/picture-in-stem/img-1.png', 404],
  ])('at %s: %i', async (address, status) => {
    const answer = await app.request(address);
    expect(answer.status).toBe(status);
    if (status !== 200) expect(answer.headers.get('Content-Type')).toBe('application/json');
  });
});

// A name of dots alone cannot be a path segment; the bank refuses it.
const name = fc
  .string({
    unit: fc.oneof(fc.constantFrom(...'%/?#&+.\\ "2Ff'), fc.string({ unit: 'grapheme' })),
    minLength: 1,
  })
  .filter((text) => !/^\.*$/.test(text));

it('names of every kind survive in the addresses of images and calls', async () => {
  await fc.assert(
    fc.asyncProperty(name, name, name, async (providerId, examName, questionId) => {
      const named = createApp({
        data: dataOf(bankOf(providerId, examName, questionId), () => largePng),
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

function bankOf(providerId: string, name: string, questionId: string): CompiledBank {
  const [, example] =
    [...(testBank().providers.get('a/b')?.exams.get('a/b')?.questions ?? [])][0] ?? [];
  if (!example) throw new Error('The test bank has lost its example.');
  const exam = { id: 'id', name, domains: [], questions: new Map([[questionId, example]]) };
  const provider = { id: providerId, name: 'Provider', exams: new Map([[name, exam]]) };
  return { providers: new Map([[providerId, provider]]) };
}
