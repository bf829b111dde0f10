import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { installPackages } from '#support/browser.ts';
import { findPort } from '#support/free-port.ts';
import { ask } from './http-client.ts';

export const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** A build on some kind of host, at an address that stays when another build is deployed. */
export type RunningHost = {
  /** Without a trailing slash. */
  address: string;
  deploy: (folder: string) => Promise<void>;
  stop: () => Promise<void>;
};

/** Where hosts that only serve files have the site; the others have it at their root. */
export const SUBPATH = '/certdeck/';

export const createScratch = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'certdeck-hosts-'));
  // nginx runs as another user.
  await chmod(folder, 0o755);
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) };
};

/** What the builds for other hosts than Node say of https. */
export const HSTS = 'max-age=60; includeSubDomains';

const build = (bank: string, parameters: string[]) => {
  const vite = join(PROJECT, 'node_modules/vite/bin/vite.js');
  const { status, stderr } = spawnSync(
    process.execPath,
    [vite, 'build', '--logLevel=error', ...parameters],
    {
      cwd: PROJECT,
      env: { ...process.env, BANK_DIR: bank, HSTS, NODE_ENV: undefined },
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`The site was not built: ${stderr}`);
};

/** Builds the site for a host that only serves files. */
export const buildFiles = (folder: string, bank: string) =>
  build(bank, ['--mode', 'files', '--base', SUBPATH, '--outDir', folder]);

/** `npm run build:edge` into another folder and with another bank. */
export const buildEdge = (folder: string, bank: string) => {
  build(bank, ['--ssr', 'src/server/edge.ts', '--mode', 'edge', '--outDir', folder]);
  build(bank, ['--mode', 'edge', '--outDir', join(folder, 'site')]);
};

/** Starts a host's program. Resolves once it answers at the address, rejects if it ends before. */
export const runProgram = async (program: string, parameters: string[], address: string) => {
  const child: ChildProcess = spawn(program, parameters, {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const isAnswering = () => ask(address).then(Boolean, () => false);
  while (!(await isAnswering())) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`);
    await wait(10);
  }
  return async () => {
    child.kill('SIGTERM');
    await ended;
  };
};

const provideNginx = () => {
  const paths = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'];
  if (!paths.some(existsSync)) installPackages('nginx-light');
  const nginx = paths.find(existsSync);
  if (!nginx) throw new Error('The hosts part needs nginx: install nginx-light.');
  return nginx;
};

/** Runs nginx with one location; its folder may be used in it. */
const runNginx = async (writeLocation: (folder: string) => string) => {
  const [{ folder, remove }, port] = await Promise.all([createScratch(), findPort()]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const config = join(folder, 'nginx.conf');
  await writeFile(
    config,
    `daemon off;
pid ${folder}/nginx.pid;
error_log stderr crit;
events {}
http {
  include /etc/nginx/mime.types;
  access_log off;
  ${temporary.join(' ')}
  gzip on;
  gzip_vary on;
  gzip_types application/json application/javascript text/css image/svg+xml;
  server {
    listen 127.0.0.1:${port};
    ${writeLocation(folder)}
  }
}
`,
  );
  const address = `http://127.0.0.1:${port}`;
  const end = await runProgram(provideNginx(), ['-p', folder, '-c', config], address);
  const stop = async () => {
    await end();
    await remove();
  };
  return { address, folder, stop };
};

/** Serves files, and knows no more of the app than its 404 page. */
export const startNginx = async (site: string): Promise<RunningHost> => {
  const { address, folder, stop } = await runNginx(
    (scratch) => `location ${SUBPATH} {
      root ${scratch};
      error_page 404 ${SUBPATH}404.html;
      add_header X-Frame-Options DENY always;
    }`,
  );
  const place = join(folder, SUBPATH.replaceAll('/', ''));
  const deploy = async (next: string) => {
    // nginx runs as another user.
    await chmod(next, 0o755);
    // A single rename, so that at no time the site is missing or mixed.
    await symlink(next, `${place}.next`);
    await rename(`${place}.next`, place);
  };
  await deploy(site);
  return { address: address + SUBPATH.slice(0, -1), deploy, stop };
};

/** A proxy in front of a server. With a path in proxy_pass nginx would decode every address. */
export const startProxy = (server: string) =>
  runNginx(() => `location / { proxy_pass ${server}; }`);
