import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The product as it is built, in a process of its own: on a free port and with its own bank, unless
 * its environment says otherwise.
 */
export async function startBuiltServer(environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['dist-server/main.js'], {
    cwd: project,
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([once(lines, 'line').then(([text]) => `${text}`), ended]);
  const address = /http:\/\/\S+/.exec(`${line}`)?.[0];
  if (!address) throw new Error(`The built server did not start: ${line}`);
  return {
    address,
    /** Tells it to stop and gives its exit code. */
    async stop(): Promise<number | null> {
      child.kill('SIGTERM');
      const [code] = await ended;
      return code;
    },
  };
}
