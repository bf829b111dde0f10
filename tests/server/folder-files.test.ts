import { statSync } from 'node:fs';
import { mkdir, rename, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openFolder } from '#server/folder-files.ts';
import { createFolder } from '#support/temporary-folder.ts';

afterEach(() => vi.useRealTimers());

/** Long enough ago for a file to be kept in memory. */
const old = new Date('2020-01-01');

async function open(contents: Record<string, string | Uint8Array>) {
  const folder = await createFolder(contents);
  const files = openFolder(folder);
  const text = async (path: string) => {
    const file = await files.find(path);
    return file && new TextDecoder().decode(file.content);
  };
  return { folder, files, text };
}

describe('a folder that is served', () => {
  it('has no file for a strange name', async () => {
    const { files } = await open({
      'a/b.txt': 'b',
      '.git/config': 'x',
      'c.js': 'c',
      'c.js.br': 'c',
    });
    const paths = ['/', '/a', '/a/', '//a/b.txt', '/../a', '/a\\b.txt', '/a\0', '/.git/config'];
    for (const path of [...paths, '/c.js.br', `/${'x'.repeat(5000)}`]) {
      expect(await files.find(path), path).toBe(undefined);
    }
  });

  it('does not follow links', async () => {
    const { folder, text } = await open({ 'here.txt': 'here' });
    const outside = await createFolder({ 'secret.txt': 'secret' });
    await symlink(join(outside, 'secret.txt'), join(folder, 'link.txt'));
    await symlink(outside, join(folder, 'linked'));
    await symlink('circle.txt', join(folder, 'circle.txt'));
    expect(await text('/here.txt')).toBe('here');
    expect(await text('/link.txt')).toBe(undefined);
    expect(await text('/linked/secret.txt')).toBe(undefined);
    expect(await text('/circle.txt')).toBe(undefined);
  });

  it('notices changes, even if size and time stay the same', async () => {
    const { folder, text } = await open({ 'a.txt': 'long text' });
    const place = join(folder, 'a.txt');
    await utimes(place, old, old);
    expect(await text('/a.txt')).toBe('long text');
    await writeFile(place, 'next text');
    await utimes(place, old, old);
    expect(await text('/a.txt')).toBe('next text');
    await truncate(place, 4);
    expect(await text('/a.txt')).toBe('next');
    await rm(place);
    expect(await text('/a.txt')).toBe(undefined);
    await writeFile(place, 'back');
    expect(await text('/a.txt')).toBe('back');
  });

  it('reads a young file each time, because it may change again without a trace', async () => {
    const { folder, files } = await open({ 'a.txt': 'text' });
    const changedAt = statSync(join(folder, 'a.txt')).ctimeMs;
    vi.useFakeTimers({ toFake: ['Date'], now: changedAt + 1000 });
    const young = await files.find('/a.txt');
    expect(await files.find('/a.txt')).not.toBe(young);
    vi.setSystemTime(changedAt + 3000);
    const settled = await files.find('/a.txt');
    expect(settled).toEqual(young);
    expect(await files.find('/a.txt')).toBe(settled);
  });

  it('is in memory as far as there is room, whatever is asked for', async () => {
    const { folder, files } = await open({ 'a.txt': 'a', 'b.txt': 'b' });
    const changedAt = statSync(join(folder, 'b.txt')).ctimeMs;
    const large = 40 * 1024 * 1024;
    await truncate(join(folder, 'a.txt'), large);
    vi.useFakeTimers({ toFake: ['Date'], now: changedAt + 60_000 });
    const first = await files.find('/a.txt');
    // Compared here, because a comparison by Vitest looks at each byte.
    const isKept = async () => (await files.find('/a.txt')) === first;
    expect(await isKept()).toBe(true);
    await truncate(join(folder, 'b.txt'), large);
    expect((await files.find('/b.txt'))?.content.byteLength).toBe(large);
    // Both have no room: everything was forgotten.
    expect(await isKept()).toBe(false);
  });

  it('may be replaced as a whole', async () => {
    const { folder, text } = await open({ 'a.txt': 'one' });
    expect(await text('/a.txt')).toBe('one');
    const aside = await createFolder({ 'a.txt': 'two' });
    await mkdir(join(aside, 'x'));
    await rename(folder, join(aside, 'x/old'));
    await rename(aside, folder);
    expect(await text('/a.txt')).toBe('two');
  });

  it('ignores compressed copies of something else', async () => {
    const { files } = await open({
      'config.json': '{"apiUrl":"/"}',
      'config.json.br': brotliCompressSync('{"apiUrl":"/old"}'),
      'config.json.gz': 'broken',
    });
    expect(await files.find('/config.json')).toMatchObject({ br: undefined, gzip: undefined });
  });
});
