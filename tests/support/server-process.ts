import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const project = fileURLToPath(new URL('../..', import.meta.url));

export type ServerProcess = {
  /** The first line it printed; undefined when it ended without one. */
  firstLine: Promise<string | undefined>;
  /** How it ended and what it had to complain about. */
  ended: Promise<{ code: number | null; complaints: string }>;
  signal(signal: NodeJS.Signals): void;
};

/** The server as its users start it, from source; it is gone when the test ends. */
export function startProcess(environment: Record<string, string>): ServerProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/server/main.ts'], {
    cwd: project,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  const lines = createInterface({ input: child.stdout });
  return {
    firstLine: Promise.race([
      once(lines, 'line').then(([line]) => line as string),
      once(lines, 'close').then(() => undefined),
    ]),
    ended: once(child, 'close').then(([code]) => ({ code: code as number | null, complaints })),
    signal: (signal) => void child.kill(signal),
  };
}
