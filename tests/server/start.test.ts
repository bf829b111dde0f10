import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createFolder, type Files } from '#support/temporary-folder.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const built: Files = {
  'dist/index.html': '',
  'dist/data/providers.json': '{}',
  'dist-server/main.js': "console.log('It serves.');",
};

/** `npm start` in a tree that has these files and no packages. */
async function start(files: Files) {
  const manifest = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'));
  const [program, script] = manifest.scripts.start.split(' ');
  expect(program).toBe('node');
  const folder = await createFolder({
    ...files,
    'package.json': '{"type":"module"}',
    [script]: await readFile(join(project, script)),
  });
  return promisify(execFile)(process.execPath, [script], { cwd: folder }).catch((error) => error);
}

describe('npm start without the tools', () => {
  it('serves what is built', async () => {
    expect((await start(built)).stdout).toBe('It serves.\n');
  });

  it.each(Object.keys(built))('says what to do when %s is missing', async (missing) => {
    const files = Object.entries(built).filter(([path]) => path !== missing);
    const { code, stderr } = await start(Object.fromEntries(files));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^CertDeck is not built, and the tools .* `npm ci && npm run build`/);
  });
});
