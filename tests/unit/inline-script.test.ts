import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resolveConfig } from 'vite';
import { expect, it } from 'vitest';
import { bundleScript, renderTemplates, writePolicy } from '../../src/build/first-paint.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

it('no two stylesheets bear the same name, which their classes begin with', () => {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  const names = files.filter((file) => file.endsWith('.module.css')).map((file) => basename(file));
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

it('the build writes into the page what no element ends early, the same each time', async () => {
  const config = await resolveConfig({ root, logLevel: 'error' }, 'build');
  const script = await bundleScript(config);
  expect(script).not.toMatch(/<\/|<!--|\bimport\b|\bexport\b/);
  expect(script).toContain('config.json');
  const templates = await renderTemplates(config);
  expect(templates.length).toBeGreaterThan(0);
  for (const { children } of templates) {
    expect(`${children}`).not.toMatch(/\sstyle=|\son[a-z]+=|<script|<style|undefined/i);
  }
}, 60_000);

it('the page’s policy allows its own script and style, and no other, nor any text as markup', () => {
  const policy = writePolicy("'sha256-script'", "'sha256-style'", ' https://api.example.com');
  const directives = new Map(policy.split('; ').map((each) => [each.split(' ', 1)[0], each]));
  expect(directives.size).toBe(policy.split('; ').length);
  expect(Object.fromEntries(directives)).toMatchObject({
    'default-src': "default-src 'none'",
    'script-src': "script-src 'self' 'sha256-script'",
    'style-src': "style-src 'self' 'sha256-style'",
    'img-src': "img-src 'self' https://api.example.com data: blob:",
    'connect-src': "connect-src 'self' https://api.example.com",
    'base-uri': "base-uri 'none'",
    'form-action': "form-action 'none'",
    'require-trusted-types-for': "require-trusted-types-for 'script'",
    'trusted-types': 'trusted-types certdeck',
  });
  expect(policy).not.toMatch(/unsafe|\*/);
});
