import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const project = join(dirname(fileURLToPath(import.meta.url)), '../..');
const server = join(project, 'dist-server/main.js');

/** `npm start`: builds what is missing, then serves. */
if (!existsSync(join(project, 'dist/index.html')) || !existsSync(server)) {
  console.log('Building CertDeck, once…');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status } = spawnSync(npm, ['run', '--silent', 'build'], {
    cwd: project,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) {
    console.error(
      'The build failed, so there is nothing to serve. `npm run build` shows it whole.',
    );
    process.exit(1);
  }
}

await import(pathToFileURL(server).href);
