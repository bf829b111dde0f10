import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

export const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
};

type StaticOptions = {
  /** The path that the site lies under. */
  base?: string;
  /** What config.json says instead of the file. */
  config?: unknown;
};

/**
 * Serves files as GitHub Pages does: everything may be cached for ten minutes, none of our headers,
 * and the site's 404.html with status 404 for whatever is missing.
 */
export const startStaticServer = async (
  site: string,
  { base = '/', config }: StaticOptions = {},
) => {
  let folder = site;
  const read = (path: string) =>
    path === 'config.json' && config !== undefined
      ? Buffer.from(JSON.stringify(config))
      : readFile(join(folder, path)).catch(() => undefined);
  const server = createServer(async ({ method = '', url = '/', headers }, response) => {
    if (!['GET', 'HEAD'].includes(method)) {
      response.writeHead(405).end();
      return;
    }
    const { pathname } = new URL(url, 'http://static');
    const path = pathname === base ? 'index.html' : decodeURIComponent(pathname.slice(base.length));
    const isServed = pathname.startsWith(base) && !/(^|\/)\./.test(path);
    const file = isServed ? await read(path) : undefined;
    const body = file ?? (await read('404.html')) ?? Buffer.from('Not found');
    const type = mediaTypes[file ? extname(path) : '.html'] ?? 'application/octet-stream';
    const etag = `W/"${createHash('md5').update(body).digest('hex')}"`;
    const isKnown = file !== undefined && headers['if-none-match'] === etag;
    const isPacked =
      /gzip/.test(`${headers['accept-encoding']}`) && /text|json|javascript|svg/.test(type);
    response.writeHead(isKnown ? 304 : file ? 200 : 404, {
      'Content-Type': type,
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
    /** Without a trailing slash. */
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base.slice(0, -1)}`,
    deploy: async (next: string) => {
      folder = next;
    },
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
