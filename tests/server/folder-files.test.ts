import { readdirSync } from 'node:fs';
import { truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFolder } from '#server/folder-files.ts';
import { createFolder } from '#support/temporary-folder.ts';

const old = new Date('2020-01-01');
const textOf = async (files: ReturnType<typeof openFolder>, path: string) => {
  const file = await files.find(path);
  return file && new Response(file.plain.open()).text();
};

describe('a folder that is served', () => {
  it('has a file read once for all who ask at a time', async () => {
    const files = openFolder(await createFolder({ 'a.txt': 'a' }));
    const first = files.find('/a.txt');
    expect(files.find('/a.txt')).toBe(first);
    expect((await first)?.plain.size).toBe(1);
  });

  it('opens few files at a time, however many are asked for', async () => {
    const names = Array.from({ length: 400 }, (_, number) => `${number}.txt`);
    const folder = await createFolder(Object.fromEntries(names.map((name) => [name, name])));
    const files = openFolder(folder);
    let most = 0;
    const countOpen = () => {
      most = Math.max(most, readdirSync('/proc/self/fd').length);
    };
    const before = readdirSync('/proc/self/fd').length;
    const found = names.map(async (name) => {
      const text = await textOf(files, `/${name}`);
      countOpen();
      return text;
    });
    expect(await Promise.all(found)).toEqual(names);
    expect(most - before).toBeLessThan(40);
  });

  it('forgets a failure', async () => {
    const folder = await createFolder({ 'a.txt': 'a' });
    const files = openFolder(folder);
    expect(await textOf(files, '/b.txt')).toBe(undefined);
    await writeFile(join(folder, 'b.txt'), 'b');
    expect(await textOf(files, '/b.txt')).toBe('b');
  });

  it('sends a large file a piece at a time, as it was when it was asked for', async () => {
    const folder = await createFolder({ 'large.txt': 'x'.repeat(3_000_000) });
    const files = openFolder(folder);
    const file = await files.find('/large.txt');
    const body = file?.plain.open();
    expect(body).toBeInstanceOf(ReadableStream);
    expect(await new Response(body).text()).toBe('x'.repeat(3_000_000));
  });

  it('does not keep what it reads in the middle of a change', async () => {
    const folder = await createFolder({ 'a.txt': 'long text' });
    const files = openFolder(folder);
    await utimes(join(folder, 'a.txt'), old, old);
    expect(await textOf(files, '/a.txt')).toBe('long text');
    await truncate(join(folder, 'a.txt'), 4);
    expect(await textOf(files, '/a.txt')).toBe('long');
  });

  it('has no file with a name that no file has', async () => {
    const files = openFolder(await createFolder({ 'a/b.txt': 'b' }));
    const paths = [
      '/',
      '/a',
      '/a/',
      '//a/b.txt',
      '/../a',
      '/a\\b.txt',
      '/a\0',
      `/${'x'.repeat(5000)}`,
    ];
    for (const path of paths) expect(await files.find(path)).toBe(undefined);
  });
});
