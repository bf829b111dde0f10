import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../..', import.meta.url));
const vite = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url));

/** `npm run dev` with another bank, on a port of its own; resolves once it says where it is. */
export const startDevelopmentServer = async (bankFolder: string) => {
  const child = spawn(process.execPath, [vite, '--host', '127.0.0.1', '--port', '0'], {
    cwd: project,
    env: { ...process.env, BANK_DIR: bankFolder, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  let output = '';
  const address = new Promise<string>((resolve, reject) => {
    const listen = (text: string) => {
      output += text;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
      if (found) resolve(found);
    };
    child.stdout.setEncoding('utf8').on('data', listen);
    child.stderr.setEncoding('utf8').on('data', listen);
    ended.then(() => reject(new Error(`The development server has ended: ${output}`)));
  });
  const close = async () => {
    child.kill();
    await ended;
  };
  return { address: await address, close };
};
