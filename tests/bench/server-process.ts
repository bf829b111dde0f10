import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const project = fileURLToPath(new URL('../..', import.meta.url));

export const BUILT_SERVER = 'dist-server/main.js';

export const buildServer = () =>
  build({ root: project, logLevel: 'warn', build: { ssr: 'src/server/main.ts' } });

/** Node in a process of its own, once its first line has told the address that it serves. */
export const startProcess = async (args: string[], variables: Record<string, string> = {}) => {
  const child = spawn(process.execPath, args, {
    cwd: project,
    env: { ...process.env, ...variables, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const stop = async () => {
    child.kill();
    await once(child, 'close');
  };
  return { address: /http\S+/.exec(line)?.[0] ?? '', stop };
};
