import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeHost, findWrong, writeHostBank } from './describe-host.ts';
import { startEdge } from './edge-host.ts';
import { buildEdge, createScratch, HSTS, type RunningHost } from './hosts.ts';
import { ask } from './http-client.ts';
import { see, seeWholeExam, startFirstExam, withBrowser } from './offline-check.ts';

let scratch: Awaited<ReturnType<typeof createScratch>>;

beforeAll(async () => {
  scratch = await createScratch();
  const bank = await writeHostBank();
  buildEdge(scratch.folder, bank.folder);
  await bank.remove();
});
afterAll(() => scratch.remove());

/** Cloudflare's network compresses what workerd gives it. */
const uncompressed = { 'texts are compressed, and caches are told so': 'advice' } as const;

const edgeTests = (host: () => RunningHost) => {
  it('answers calls of the API', async () => {
    const { kinds, notes } = await findWrong(host().address, { isApiAlone: true });
    expect(kinds, notes).toEqual(uncompressed);
  });

  it.each([
    ['', true],
    ['sw.js', true],
    ['config.json', true],
    ['data/providers.json', true],
    ['data/aws/exams.json', true],
    ['exams/aws', false],
    ['api/providers', false],
    ['nowhere', false],
  ])('answers for /%s without starting the worker: %s', async (path, isFile) => {
    const { headers } = await ask(`${host().address}/${path}`);
    // Only files have it.
    expect(headers['cf-cache-status'] !== undefined).toBe(isFile);
    expect(headers['strict-transport-security']).toBe(HSTS);
  });

  it('redirects index.html to its folder, and the page still returns after the browser evicted it', () =>
    withBrowser(async (context) => {
      const page = await context.newPage();
      await startFirstExam(page, `${host().address}/`);
      await page.evaluate(async () => {
        for (const name of await caches.keys()) {
          await (await caches.open(name)).delete('/index.html', { ignoreSearch: true });
        }
      });
      const isBack = () =>
        page.evaluate(async () =>
          Boolean(await caches.match('/index.html', { ignoreSearch: true })),
        );
      expect(await isBack()).toBe(false);
      await page.reload();
      await see.poll(isBack).toBe(true);
      await context.setOffline(true);
      await seeWholeExam(page);
    }));
};

describeHost('files and worker on workerd', {
  start: () => startEdge(scratch.folder),
  site: () => join(scratch.folder, 'site'),
  otherwise: {
    ...uncompressed,
    'a call without its parameters is refused in JSON': 'absent',
    'paired devices find what they left, and nobody else': 'absent',
  },
  more: edgeTests,
});
