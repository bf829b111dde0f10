import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** Runs Node in a process of its own. Resolves once it has printed the address that it serves. */
export async function startNodeServer(parameters: string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, parameters, {
    cwd: project,
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([once(lines, 'line').then(([text]) => `${text}`), ended]);
  const address = /http:\/\/\S+/.exec(`${line}`)?.[0];
  if (!address) throw new Error(`The server did not start: ${line}`);
  return {
    address,
    /** Stops it and returns its exit code. */
    async stop(): Promise<number | null> {
      child.kill('SIGTERM');
      const [code] = await ended;
      return code;
    },
  };
}

/** The built product, on a free port with its own bank unless its environment says otherwise. */
export const startBuiltServer = (environment: Record<string, string> = {}) =>
  startNodeServer(['dist-server/main.js'], environment);
