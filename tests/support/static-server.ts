import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** Any static host: files of a folder, the shell for everything else, and not one header more. */
export async function startStaticServer(folder: string, config: unknown) {
  const read = (path: string) => readFile(join(folder, path)).catch(() => undefined);
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://static');
    const isFile = extname(pathname) in types;
    const path = isFile ? pathname : '/index.html';
    const body = path === '/config.json' ? JSON.stringify(config) : await read(path);
    response.writeHead(body ? 200 : 404, { 'Content-Type': types[extname(path)] ?? 'text/plain' });
    response.end(body ?? 'not found');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
