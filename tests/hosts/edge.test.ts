import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeHost, writeHostBank } from './describe-host.ts';
import { startEdge } from './edge-host.ts';
import { buildEdge, createScratch, type RunningHost } from './hosts.ts';
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

const start = () => startEdge(scratch.folder);
const site = () => join(scratch.folder, 'site');

describeHost('files and worker on workerd', {
  start,
  site,
  base: '/',
  otherwise: { ...uncompressed, 'a call without its parameters is refused in JSON': 'absent' },
});

describeHost('the API of the worker on workerd', {
  start,
  otherwise: uncompressed,
});

describe('the worker on workerd', () => {
  let host: RunningHost;
  beforeAll(async () => {
    host = await start();
  });
  afterAll(() => host.stop());

  /** Only files have it. */
  const isFile = async (path: string) =>
    (await ask(host.address + path)).headers['cf-cache-status'] !== undefined;

  it('is not started for what is a file', async () => {
    for (const path of ['', 'sw.js', 'config.json', 'data/providers.json', 'data/aws/exams.json']) {
      expect(await isFile(path), path).toBe(true);
    }
  });

  it('answers for the rest', async () => {
    for (const path of ['exams/aws', 'api/providers', 'nowhere']) {
      expect(await isFile(path), path).toBe(false);
    }
  });

  it('leads from index.html to its folder, and the page comes back all the same where it was cleared away', () =>
    withBrowser(async (context) => {
      const page = await context.newPage();
      await startFirstExam(page, host.address);
      await page.evaluate(async () => {
        for (const name of await caches.keys()) {
          const cache = await caches.open(name);
          for (const request of await cache.keys()) {
            if (new URL(request.url).pathname === '/index.html') await cache.delete(request);
          }
        }
      });
      const isBack = () =>
        page.evaluate(async () =>
          Boolean(await caches.match('/index.html', { ignoreSearch: true })),
        );
      await page.reload();
      await see.poll(isBack).toBe(true);
      await context.setOffline(true);
      await seeWholeExam(page);
    }));
});
