import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

// Plain JavaScript without packages: a copied build must start where no tool is installed.
const project = join(dirname(fileURLToPath(import.meta.url)), '../..');
const server = join(project, 'dist-server/main.js');
const built = [join(project, 'dist/index.html'), join(project, 'dist/data/providers.json'), server];

const fail = (message) => {
  console.error(message);
  process.exit(1);
};

const parent = process.ppid;

/** `npm start`: builds what is missing, then serves. */
if (!built.every((file) => existsSync(file))) {
  if (!existsSync(join(project, 'node_modules/vite'))) {
    fail(
      'CertDeck is not built, and the tools for it are not installed. Run `npm ci && npm run build`, or copy `dist` and `dist-server` from where that was done.',
    );
  }
  console.log('Building CertDeck, once…');
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: project,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) fail('The build failed. `npm run build` shows why.');
  // npm was stopped meanwhile.
  if (process.ppid !== parent) process.exit();
}

await import(pathToFileURL(server).href);
