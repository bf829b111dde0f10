import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createFolder } from '#support/temporary-folder.ts';
import { keepPrevious } from '../../src/build/host-files.ts';

const SITE = 'https://name.example/certdeck/';

const hashOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

const entry = (path: string, text: string) =>
  `{"integrity":"${hashOf(text)}","revision":null,"url":"/certdeck/${path}"}`;

const deployed: Record<string, string> = {
  'sw.js': `x=[${entry('assets/home-1.js', 'old')},${entry('assets/same-1.js', 'same')}]`,
  'assets/home-1.js': 'old',
  'assets/same-1.js': 'changed by somebody',
};

it('brings the hashed files of the deployed version along, and leaves those of the new one', async () => {
  const asked: [string, string | undefined][] = [];
  vi.stubGlobal('fetch', async (address: URL, init?: RequestInit) => {
    asked.push([address.href, init?.integrity]);
    const text = deployed[address.href.slice(SITE.length)];
    return new Response(text ?? '', { status: text === undefined ? 404 : 200 });
  });
  const folder = await createFolder({ 'assets/home-2.js': 'new', 'assets/same-1.js': 'same' });
  await keepPrevious(folder, SITE);
  vi.unstubAllGlobals();

  expect(await readdir(join(folder, 'assets'))).toEqual(['home-1.js', 'home-2.js', 'same-1.js']);
  expect(await readFile(join(folder, 'assets/home-1.js'), 'utf8')).toBe('old');
  expect(await readFile(join(folder, 'assets/same-1.js'), 'utf8')).toBe('same');
  expect(asked).toEqual([
    [`${SITE}sw.js`, undefined],
    [`${SITE}assets/home-1.js`, hashOf('old')],
  ]);
});

it('brings nothing along where nothing is deployed yet', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
  const folder = await createFolder({ 'assets/home-2.js': 'new' });
  await keepPrevious(folder, SITE);
  vi.unstubAllGlobals();
  expect(await readdir(join(folder, 'assets'))).toEqual(['home-2.js']);
});
