import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const folder = new URL('../../.github/workflows/', import.meta.url);

it.each(readdirSync(folder))('%s names each action by a commit, which no tag can move', (name) => {
  const lines = readFileSync(new URL(name, folder), 'utf8').split('\n');
  const uses = lines.filter((line) => /\buses:/.test(line));
  expect(uses).not.toEqual([]);
  for (const line of uses)
    expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});
