import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { installPackages } from '#support/browser.ts';
import { startBuiltServer } from '#support/built-server.ts';
import { findPort } from '#support/free-port.ts';
import { ask } from './http-client.ts';

export const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** A build on a host of some kind, at an address that stays when the build changes. */
export type RunningHost = {
  /** With a slash at its end. */
  address: string;
  /** Serves another build's folder from now on. */
  deploy: (folder: string) => Promise<void>;
  stop: () => Promise<void>;
};

/** Where the hosts of files have the site; the others have it at their root. */
export const SUBPATH = '/certdeck/';

export const createScratch = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'certdeck-hosts-'));
  // nginx reads it as another user.
  await chmod(folder, 0o755);
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) };
};

const build = (bank: string, parameters: string[]) => {
  const vite = join(PROJECT, 'node_modules/vite/bin/vite.js');
  const { status, stderr } = spawnSync(
    process.execPath,
    [vite, 'build', '--logLevel=error', ...parameters],
    {
      cwd: PROJECT,
      env: { ...process.env, BANK_DIR: bank, NODE_ENV: undefined },
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`The site was not built: ${stderr}`);
};

/** Builds the site as the operator of a host of files does, with another bank. */
export const buildFiles = (folder: string, bank: string) =>
  build(bank, ['--mode', 'files', '--base', SUBPATH, '--outDir', folder]);

/** `npm run build:edge`, into another folder and with another bank. */
export const buildEdge = (folder: string, bank: string) => {
  build(bank, ['--ssr', 'src/server/edge.ts', '--mode', 'edge', '--outDir', folder]);
  build(bank, ['--mode', 'edge', '--outDir', join(folder, 'site')]);
};

/** Resolves when something answers there. Rejects when the process ends before. */
export const untilAnswered = async (address: string, child: ChildProcess) => {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The host ended with ${code}`);
  });
  const answered = (async () => {
    for (;;) {
      const answer = await ask(address).catch(() => undefined);
      if (answer) return;
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  await Promise.race([answered, ended]);
};

export const endProcess = async (child: ChildProcess) => {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
};

export const startNode = async (site: string, bank: string): Promise<RunningHost> => {
  const port = await findPort();
  const start = (folder: string) =>
    startBuiltServer({ PORT: `${port}`, SITE_DIR: folder, BANK_DIR: bank });
  let server = await start(site);
  return {
    address: `${server.address}/`,
    deploy: async (folder) => {
      await server.stop();
      server = await start(folder);
    },
    stop: async () => {
      await server.stop();
    },
  };
};

const NGINX = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'];
const findNginx = () => NGINX.find(existsSync);

const provideNginx = () => {
  if (!findNginx()) installPackages('nginx-light');
  const nginx = findNginx();
  if (!nginx) {
    throw new Error('The site is tested on nginx, and this machine lacks it: install nginx-light.');
  }
  return nginx;
};

const nginxConfig = (folder: string, port: number, location: string) => `
daemon off;
pid ${folder}/nginx.pid;
error_log stderr crit;
events {}
http {
  include /etc/nginx/mime.types;
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  gzip on;
  gzip_vary on;
  gzip_types application/json application/javascript image/svg+xml;
  server {
    listen 127.0.0.1:${port};
    ${location}
  }
}
`;

/** Debian's nginx with one location, in a folder of its own. */
const runNginx = async (folder: string, location: string, base: string) => {
  const port = await findPort();
  const config = join(folder, 'nginx.conf');
  await writeFile(config, nginxConfig(folder, port, location));
  const child = spawn(provideNginx(), ['-p', folder, '-c', config], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const address = `http://127.0.0.1:${port}${base}`;
  await untilAnswered(address, child);
  return { address, end: () => endProcess(child) };
};

/** A host of files that knows no more of the app than its 404 page. */
export const startNginx = async (site: string): Promise<RunningHost> => {
  const { folder, remove } = await createScratch();
  await mkdir(join(folder, 'www'));
  const place = join(folder, 'www', SUBPATH.replaceAll('/', ''));
  /** One rename, so that no moment has neither or a mixture. */
  const deploy = async (next: string) => {
    // nginx reads it as another user.
    await chmod(next, 0o755);
    await symlink(next, `${place}.next`);
    await rename(`${place}.next`, place);
  };
  await deploy(site);
  const files = `location ${SUBPATH} { root ${folder}/www; error_page 404 ${SUBPATH}404.html; }`;
  const { address, end } = await runNginx(folder, files, SUBPATH);
  return {
    address,
    deploy,
    stop: async () => {
      await end();
      await remove();
    },
  };
};

/** A proxy before a server, which is named without a path: with one, nginx decodes every address. */
export const startProxy = async (server: string) => {
  const { folder, remove } = await createScratch();
  const location = `location / { proxy_pass ${new URL(server).origin}; }`;
  const { address, end } = await runNginx(folder, location, '/');
  return {
    address,
    stop: async () => {
      await end();
      await remove();
    },
  };
};

/** As hosts of files know them. */
export const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
};

/** Answers as GitHub Pages does: ten minutes for everything, and the site's 404.html as a 404. */
export const startPages = async (site: string): Promise<RunningHost> => {
  let folder = site;
  const read = (path: string) => readFile(join(folder, path)).catch(() => undefined);
  const server = createServer(async ({ method = '', url = '/', headers }, response) => {
    if (!['GET', 'HEAD'].includes(method)) {
      response.writeHead(405).end();
      return;
    }
    const { pathname } = new URL(url, 'http://pages');
    const inside = pathname.startsWith(SUBPATH) ? pathname.slice(SUBPATH.length) : undefined;
    const path = inside === '' ? 'index.html' : decodeURIComponent(inside ?? '');
    const file = inside === undefined || /(^|\/)\./.test(path) ? undefined : await read(path);
    const body = file ?? (await read('404.html')) ?? Buffer.from('Not found');
    const type = file ? mediaTypes[extname(path)] : mediaTypes['.html'];
    const etag = `W/"${createHash('md5').update(body).digest('hex')}"`;
    const isPacked =
      /gzip/.test(`${headers['accept-encoding']}`) && /text|json|javascript|svg/.test(`${type}`);
    const isKnown = file !== undefined && headers['if-none-match'] === etag;
    response.writeHead(isKnown ? 304 : file ? 200 : 404, {
      'Content-Type': type ?? 'application/octet-stream',
      'Cache-Control': 'max-age=600',
      'Access-Control-Allow-Origin': '*',
      Vary: 'Accept-Encoding',
      ...(file && { ETag: etag }),
      ...(isPacked && { 'Content-Encoding': 'gzip' }),
    });
    response.end(isKnown || method === 'HEAD' ? undefined : isPacked ? gzipSync(body) : body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${SUBPATH}`,
    deploy: async (next) => {
      folder = next;
    },
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
