import { fileURLToPath } from 'node:url';
import { resolveConfig } from 'vite';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { colourNames } from '#theme/accent.ts';
import { bundleScript, renderScreens } from '../../src/build/first-paint.ts';

/** The last color, which a random number just below 1 picks. */
const LAST = colourNames.at(-1);
const root = fileURLToPath(new URL('../..', import.meta.url));

describe('what the build writes into the page', () => {
  let script = '';
  let markup: Record<string, string> = {};

  beforeAll(async () => {
    const config = await resolveConfig({ root, logLevel: 'error' }, 'build');
    script = await bundleScript(config);
    // What is random in the app would make each build another.
    vi.spyOn(Math, 'random').mockReturnValue(0.99);
    const screens = await renderScreens(config);
    vi.restoreAllMocks();
    markup = Object.fromEntries(
      screens.map(({ attrs, children }) => [attrs?.['data-screen'], `${children}`]),
    );
  }, 60_000);

  it('is a script of a few lines that no element ends early', () => {
    expect(script.length).toBeLessThan(8000);
    expect(script).not.toMatch(/<\/|<!--|\bimport\b|\bexport\b/);
    expect(script).toContain('config.json');
  });

  it('is each screen with its heading and its placeholders', () => {
    expect(Object.keys(markup)).toEqual(['home', 'list', 'runner', 'other', 'card', 'question']);
    expect(markup.home).toContain('CertDeck</h1>');
    expect(markup.home).toContain('Stop paying for exam prep materials.');
    const counts = Object.values(markup).map((text) => text.split('data-placeholder').length - 1);
    expect(counts).toEqual([3, 6, 4, 0, 0, 0]);
    expect(markup.list).toContain('href="/"');
    expect(markup.runner).toContain('href="/exams/id"');
  });

  it('is the same in every build', () => {
    for (const text of Object.values(markup)) expect(text).not.toContain(`data-accent="${LAST}"`);
  });

  it('needs no style and no script that the policy would refuse', () => {
    for (const text of Object.values(markup)) {
      expect(text).not.toMatch(/\sstyle=|\son[a-z]+=|<script|<style|undefined/i);
    }
  });
});
