import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

// Plain JavaScript that needs no package: what is built also starts where no tool is installed.
const project = join(dirname(fileURLToPath(import.meta.url)), '../..');
const server = join(project, 'dist-server/main.js');
const built = [join(project, 'dist/index.html'), join(project, 'dist/data/providers.json'), server];

/** `npm start`: builds what is missing, then serves. */
if (!built.every((file) => existsSync(file))) {
  if (!existsSync(join(project, 'node_modules/vite'))) {
    console.error(
      'CertDeck is not built, and the tools for it are not installed. Run `npm ci && npm run build`, or copy `dist` and `dist-server` from where that was done.',
    );
    process.exit(1);
  }
  console.log('Building CertDeck, once…');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status } = spawnSync(npm, ['run', '--silent', 'build'], {
    cwd: project,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error(
      'The build failed, so there is nothing to serve. `npm run build` shows it whole.',
    );
    process.exit(1);
  }
}

await import(pathToFileURL(server).href);
