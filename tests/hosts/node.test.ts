import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { describeHost, writeHostBank } from './describe-host.ts';
import { PROJECT, startNode } from './hosts.ts';

const site = join(PROJECT, 'dist');
let bank: Awaited<ReturnType<typeof writeHostBank>>;

beforeAll(async () => {
  bank = await writeHostBank();
});
afterAll(() => bank.remove());

describeHost('the server on Node', {
  start: () => startNode(site, bank.folder),
  site: () => site,
  base: '/',
});
