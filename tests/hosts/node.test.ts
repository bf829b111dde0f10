import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { checkConformance } from './conformance.ts';
import { describeHost, writeHostBank } from './describe-host.ts';
import { PROJECT, startNode, startProxy } from './hosts.ts';

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

it('the server on Node is sound behind a proxy, too', async () => {
  const server = await startNode(site, bank.folder);
  onTestFinished(server.stop);
  const proxy = await startProxy(server.address);
  onTestFinished(proxy.stop);
  const outcomes = await checkConformance(proxy.address);
  expect(outcomes.filter(({ kind }) => kind !== 'ok')).toEqual([]);
});
