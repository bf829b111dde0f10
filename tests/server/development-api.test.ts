import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { bankFiles } from '#support/small-bank.ts';
import { createFolder, writeFiles } from '#support/temporary-folder.ts';
import { createDevelopmentApi } from '../../src/build/development-api.ts';

async function start(folder: string) {
  const { handle, refresh } = createDevelopmentApi(folder);
  const server = createServer((request, response) =>
    handle(request, response, () => response.end('left to the site')),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, refresh };
}

it('takes the API and the images and leaves the rest, and answers from the bank as last read', async () => {
  const folder = await createFolder(bankFiles);
  const { address, refresh } = await start(folder);
  const getText = async (path: string) => (await fetch(address + path)).text();
  expect((await fetch(`${address}/images/x`)).status).toBe(404);
  for (const path of ['/', '/src/api/calls.ts', '/apiary', '/config.json', '/exams/api/x']) {
    expect(await getText(path)).toBe('left to the site');
  }
  await getText('/api/providers');
  await writeFiles(folder, { 'aws/provider.yaml': 'id: aws\nname: Renamed\n' });
  expect(await getText('/api/providers')).toContain('"Amazon Web Services"');
  expect(await refresh()).toEqual([]);
  expect(await getText('/api/providers')).toContain('"Renamed"');
});

it('says that the bank is broken', async () => {
  const { address, refresh } = await start(
    await createFolder({ 'aws/provider.yaml': 'id: aws\n' }),
  );
  const answer = await fetch(`${address}/api/providers`);
  expect(answer.status).toBe(503);
  expect((await answer.json()).error).toMatch(/^The bank is broken\. The bank has \d+ problem/);
  expect(await refresh()).toContainEqual(expect.stringContaining('aws/provider.yaml:1: '));
});
