import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startStaticServer } from '#support/static-server.ts';
import { describeHost, writeHostBank } from './describe-host.ts';
import { buildFiles, createScratch, SUBPATH, startNginx } from './hosts.ts';
import { ask } from './http-client.ts';

let scratch: Awaited<ReturnType<typeof createScratch>>;
const site = () => join(scratch.folder, 'site');

beforeAll(async () => {
  scratch = await createScratch();
  const bank = await writeHostBank();
  buildFiles(site(), bank.folder);
  await bank.remove();
});
afterAll(() => scratch.remove());

/** What a host without our headers can't do better; the app works all the same. */
const withoutHeaders = {
  'a call without its parameters is refused in JSON': 'absent',
  'paired devices find what they left, and nobody else': 'absent',
  'what changes is asked for again': 'advice',
  'hashed files may be kept for good, unlike the rest': 'advice',
  "the page's policies allow its own script and style": 'advice',
  'deep links get the page': 'advice',
  'nothing but the site is served': 'advice',
} as const;

it('the page of a files build calls nobody but its own host', async () => {
  const page = await readFile(join(site(), 'index.html'), 'utf8');
  expect(page).toContain('connect-src &#39;self&#39;;');
  expect(page).toContain('img-src &#39;self&#39; data: blob:;');
});

describeHost('files under a subpath of nginx', {
  start: () => startNginx(site()),
  site,
  base: SUBPATH,
  otherwise: { ...withoutHeaders, 'another origin may ask': 'advice' },
  more: (host) =>
    it('refuses to be framed, also where it has no file', async () => {
      for (const path of ['/', '/exams/aws', '/assets/gone.js']) {
        const { headers } = await ask(host().address + path);
        expect(headers['x-frame-options'], path).toBe('DENY');
      }
    }),
});

describeHost('files as GitHub Pages serves them', {
  start: () => startStaticServer(site(), { base: SUBPATH }),
  site,
  base: SUBPATH,
  canUndo: true,
  otherwise: withoutHeaders,
});
