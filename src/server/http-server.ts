import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { networkOf } from './sync/limit-clients.ts';

type App = { fetch: (request: Request) => Response | Promise<Response> };

export type HttpOptions = {
  /** Milliseconds without any traffic before a connection is dropped. */
  silence?: number;
  /** Milliseconds within which a request must have come in whole. */
  slowest?: number;
  mostConnections?: number;
  /** Connections of one client. Not counted behind a proxy, whose address all clients have. */
  mostOfClient?: number;
  /** Receives a line for each finished request. */
  logRequest?: ((line: string) => void) | undefined;
  trustsProxy?: boolean;
  /** The value of Strict-Transport-Security. */
  hsts?: string | undefined;
};

/** Proxies reuse an idle connection for up to a minute, so it must stay open longer than that. */
const PROXY_KEEP_ALIVE = 65_000;
/**
 * How long clients that keep sending requests are told that the connection will close, in
 * milliseconds.
 */
const FAREWELL = 1000;

/** The app behind Node's HTTP server, which does not listen yet. */
export function createHttpServer(
  app: App,
  {
    silence = 30_000,
    slowest = 10_000,
    mostConnections = 2000,
    mostOfClient = 500,
    logRequest,
    trustsProxy = false,
    hsts,
  }: HttpOptions = {},
) {
  // Clients of HTTP/1.0 may name no host. Newer ones that name none are refused before.
  const listener = getRequestListener(app.fetch, { hostname: 'localhost' });
  const server = createServer(
    { requestTimeout: slowest, headersTimeout: slowest, connectionsCheckingInterval: slowest / 5 },
    (request, response) => {
      if (hsts) response.setHeader('Strict-Transport-Security', hsts);
      if (logRequest) logWhenFinished(request, response, trustsProxy, logRequest);
      void listener(request, response);
    },
  );
  server.maxConnections = mostConnections;
  server.timeout = silence;
  if (trustsProxy) server.keepAliveTimeout = PROXY_KEEP_ALIVE;
  else limitEachClient(server, mostOfClient);
  return { server, close: prepareClose(server) };
}

/** Drops the connections of a client beyond its share. */
function limitEachClient(server: Server, most: number): void {
  const counts = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const client = networkOf(socket.remoteAddress ?? '');
    const count = (counts.get(client) ?? 0) + 1;
    counts.set(client, count);
    socket.once('close', () => {
      const rest = (counts.get(client) ?? 1) - 1;
      if (rest > 0) counts.set(client, rest);
      else counts.delete(client);
    });
    if (count > most) socket.destroy();
  });
}

/**
 * Gives a function that stops listening, lets running answers finish for `limit` milliseconds, then
 * drops them. Node's own closeIdleConnections cuts answers that are written but not sent yet, and
 * leaves alone connections that never asked for anything, such as those that browsers open ahead of
 * time.
 */
function prepareClose(server: Server) {
  const latest = new Map<Socket, ServerResponse | undefined>();
  server.on('connection', (socket) => {
    latest.set(socket, undefined);
    socket.once('close', () => latest.delete(socket));
  });
  let isClosing = false;
  server.prependListener('request', ({ socket }, response) => {
    latest.set(socket, response);
    if (isClosing) response.shouldKeepAlive = false;
  });
  const hangUp = () => {
    for (const [socket, response] of latest) {
      if (!response || response.writableEnded) socket.destroySoon();
      else response.once('finish', () => socket.destroySoon());
    }
  };

  return (limit: number) =>
    new Promise<void>((resolve) => {
      isClosing = true;
      // A client that is about to ask again would be cut off.
      server.closeIdleConnections = () => {};
      const farewell = setTimeout(hangUp, Math.min(limit, FAREWELL));
      const end = setTimeout(() => server.closeAllConnections(), limit);
      server.close(() => {
        clearTimeout(farewell);
        clearTimeout(end);
        resolve();
      });
      for (const response of latest.values()) {
        if (response && !response.headersSent) response.shouldKeepAlive = false;
      }
    });
}

/** Keeps clients from forging a field or a line: no blanks, no line ends. */
const toWord = (text: string | undefined) => text?.replace(/[^!-~]/g, '?') || '-';

/** The client as the nearest proxy saw it; anyone could have written the entries before the last. */
export const readClient = ({ headers, socket }: IncomingMessage, trustsProxy: boolean) => {
  const forwarded = trustsProxy ? `${headers['x-forwarded-for'] ?? ''}`.split(',').at(-1) : '';
  return forwarded?.trim() || socket.remoteAddress;
};

/** The address of what paired devices share is a secret of theirs. */
const withoutSecret = (url = '') => url.replace(/^\/sync\/.*/s, '/sync/-');

/** Time, client, method, address, status, bytes with headers, milliseconds; `-` if unknown. */
function logWhenFinished(
  request: IncomingMessage,
  response: ServerResponse,
  trustsProxy: boolean,
  write: (line: string) => void,
): void {
  const startedAt = performance.now();
  const client = readClient(request, trustsProxy);
  const sentBefore = request.socket.bytesWritten;
  response.once('close', () => {
    const time = Math.round(performance.now() - startedAt);
    const status = response.writableFinished ? `${response.statusCode}` : '-';
    const bytes = request.socket.bytesWritten - sentBefore;
    const words = [
      new Date().toISOString(),
      client,
      request.method,
      withoutSecret(request.url),
      status,
    ];
    write([...words.map(toWord), bytes, time].join(' '));
  });
}
