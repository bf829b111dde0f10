import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { collectLicenses } from '../../src/build/licenses.ts';

const licenses = collectLicenses(fileURLToPath(new URL('../..', import.meta.url)));

it('names what the product ships, with the texts of the licenses', () => {
  for (const name of ['certdeck', 'react', 'react-dom', 'workbox-precaching', 'hono', 'valibot']) {
    expect(licenses).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(MIT\\)\\n\\n\\S`, 'm'));
  }
  expect(licenses).toContain('Copyright (c) Meta Platforms');
});

it('leaves out the tools', () => {
  expect(licenses).not.toMatch(/^(vitest|knip|typescript) /m);
});
