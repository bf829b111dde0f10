import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBuiltSite } from '#support/server-process.ts';
import { describeHost, findWrong, writeHostBank } from './describe-host.ts';
import { PROJECT, startProxy } from './hosts.ts';

let bank: Awaited<ReturnType<typeof writeHostBank>>;
beforeAll(async () => {
  bank = await writeHostBank();
});
afterAll(() => bank.remove());

describeHost('the server on Node', {
  start: () => startBuiltSite(bank.folder),
  site: () => join(PROJECT, 'dist'),
  more: (host) =>
    it('does the same behind a proxy', async () => {
      const proxy = await startProxy(host().address);
      const { kinds, notes } = await findWrong(proxy.address).finally(proxy.stop);
      expect(kinds, notes).toEqual({});
    }),
});
