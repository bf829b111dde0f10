import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compressSite, writeHeaders, writeSecurityText } from '#build/site-files.ts';
import { createFolder } from '#support/temporary-folder.ts';
import { testSite } from '#support/test-site.ts';

const shipped = await readFile(new URL('../../public/_headers', import.meta.url), 'utf8');

describe('the _headers of a build', () => {
  const write = async (hsts?: string) => {
    const folder = await createFolder({ ...testSite(), _headers: shipped });
    await writeHeaders(folder, hsts);
    return readFile(join(folder, '_headers'), 'utf8');
  };

  it('ask for https only if the operator said so', async () => {
    const hsts = 'max-age=60; includeSubDomains';
    expect(await write(hsts)).toContain(`\n  strict-transport-security: ${hsts}\n`);
    expect(await write()).not.toContain('strict-transport');
  });

  it('have a value in each line', async () => {
    for (const text of [await write(), await write('max-age=60')]) {
      for (const line of text.trimEnd().split('\n')) {
        expect(line).toMatch(/^\/|^ {2}(?:! )?[\w-]+$|^ {2}[\w-]+: [^{}]+$/);
      }
    }
  });
});

it('the texts of a build are compressed, but not what operators edit or the bank has', async () => {
  const text = 'text '.repeat(500);
  const folder = await createFolder({
    'index.html': text,
    'assets/a.js': text,
    'config.json': text,
    'data/providers.json': text,
    _headers: text,
  });
  compressSite(folder);
  const files = await readdir(folder, { recursive: true });
  expect(files.filter((file) => /\.(br|gz)$/.test(file)).sort()).toEqual([
    'assets/a.js.br',
    'assets/a.js.gz',
    'index.html.br',
    'index.html.gz',
  ]);
});

describe('the security.txt of a build', () => {
  const now = new Date('2026-11-26T00:00:00Z');
  const write = async (securityContact?: unknown) => {
    const config = JSON.stringify({ apiUrl: '/', securityContact });
    const folder = await createFolder({ 'config.json': config });
    await writeSecurityText(folder, now);
    return readFile(join(folder, '.well-known/security.txt'), 'utf8').catch(() => undefined);
  };

  it.each(['mailto:security@example.org', 'https://example.org/report'])(
    'names %s, and lasts a year',
    async (contact) => {
      expect(await write(contact)).toBe(
        `Contact: ${contact}\nExpires: 2027-11-26T00:00:00.000Z\nPreferred-Languages: en\n`,
      );
    },
  );

  it('is absent when nobody is named', async () => {
    expect(await write()).toBe(undefined);
  });

  it.each(['security@example.org', 'http://example.org', 'mailto:a\nExpires: never', 7])(
    'is refused for %j',
    async (contact) => {
      await expect(write(contact)).rejects.toThrow('securityContact in config.json must');
    },
  );
});
