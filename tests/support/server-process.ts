import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { findPort } from './free-port.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a server in a process of its own, by Node from the project's folder unless told. */
export function startProcess(
  parameters: string[],
  environment: Record<string, string> = {},
  { program = process.execPath, cwd = project } = {},
) {
  const child = spawn(program, parameters, {
    cwd,
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  const ended = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    complaints,
  }));
  const address = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const found = /(http:\/\/127\.0\.0\.1:\d+)[/\s]/.exec(output)?.[1];
      if (found) resolve(found);
    });
    ended.then(() => reject(new Error(`The server has ended: ${output}${complaints}`)));
  });
  // Whoever expects it to fail looks at how it ended.
  address.catch(() => undefined);
  const signal = (name: NodeJS.Signals) => void child.kill(name);
  return {
    /** The address that it prints; rejects if it ends without one. */
    address,
    readOutput: () => output,
    /** Its exit code and what it wrote to stderr. */
    ended,
    signal,
    /** Stops it and returns its exit code. */
    stop: async () => {
      signal('SIGTERM');
      return (await ended).code;
    },
  };
}

const startServer = async (parameters: string[], environment?: Record<string, string>) => {
  const { address, stop } = startProcess(parameters, environment);
  return { address: await address, stop };
};

/** The built server, on a free port unless told. */
export const startBuiltServer = (environment?: Record<string, string>) =>
  startServer(['dist-server/main.js'], environment);

/** The built server at an address that stays when another build of the site is deployed. */
export const startBuiltSite = async (bank: string, site?: string) => {
  const port = await findPort();
  const start = (folder?: string) =>
    startBuiltServer({ PORT: `${port}`, BANK_DIR: bank, ...(folder && { SITE_DIR: folder }) });
  let server = await start(site);
  const { address } = server;
  const stop = async () => void (await server.stop());
  const deploy = async (folder: string) => {
    await stop();
    server = await start(folder);
  };
  return { address, deploy, stop };
};

/** A program that answers a server's requests, as a script for `node -e`. */
export const startScript = (script: string, ...parameters: string[]) =>
  startServer(['-e', script, ...parameters]);

/** `npm run dev` with another bank. */
export const startDevelopmentServer = (bank: string) =>
  startServer(['node_modules/vite/bin/vite.js', '--host', '127.0.0.1', '--port', '0'], {
    BANK_DIR: bank,
    NO_COLOR: '1',
  });
