import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resolveConfig } from 'vite';
import { expect, it } from 'vitest';
import { bundleScript, renderTemplates } from '../../src/build/first-paint.ts';

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
