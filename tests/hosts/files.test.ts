import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { startStaticServer } from '#support/static-server.ts';
import { describeHost, writeHostBank } from './describe-host.ts';
import { buildFiles, createScratch, SUBPATH, startNginx } from './hosts.ts';

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
  'what changes is asked for again': 'advice',
  'hashed files may be kept for good, unlike the rest': 'advice',
  "the page's policies allow its own script and style": 'advice',
  'deep links get the page': 'advice',
  'nothing but the site is served': 'advice',
} as const;

describeHost('files under a subpath of nginx', {
  start: () => startNginx(site()),
  site,
  base: SUBPATH,
  otherwise: { ...withoutHeaders, 'another origin may ask': 'advice' },
});

describeHost('files as GitHub Pages serves them', {
  start: () => startStaticServer(site(), { base: SUBPATH }),
  site,
  base: SUBPATH,
  canUndo: true,
  otherwise: withoutHeaders,
});
