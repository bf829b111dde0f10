import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';

type App = { fetch: (request: Request) => Response | Promise<Response> };

export type HttpServer = {
  server: Server;
  /** Stops listening, lets running answers finish for `limit` milliseconds, then drops them. */
  close(limit: number): Promise<void>;
};

export type HttpOptions = {
  /** Milliseconds without any traffic before a connection is dropped. */
  silence?: number;
  mostConnections?: number;
  /** Receives a line for each finished request. */
  logRequest?: ((line: string) => void) | undefined;
  trustsProxy?: boolean;
};

/** Proxies reuse an idle connection for up to a minute, so it must stay open longer than that. */
const PROXY_KEEP_ALIVE = 65_000;

/** The app behind Node's HTTP server, which does not listen yet. */
export function createHttpServer(
  app: App,
  { silence = 30_000, mostConnections = 2000, logRequest, trustsProxy = false }: HttpOptions = {},
): HttpServer {
  const listener = getRequestListener(app.fetch);
  const server = createServer((request, response) => {
    if (logRequest) logWhenFinished(request, response, trustsProxy, logRequest);
    void listener(request, response);
  });
  server.maxConnections = mostConnections;
  server.timeout = silence;
  if (trustsProxy) server.keepAliveTimeout = PROXY_KEEP_ALIVE;
  return { server, close: prepareClose(server) };
}

/**
 * Node's own closeIdleConnections cuts answers that are written but not sent yet, and leaves alone
 * connections that never asked for anything, such as those that browsers open ahead of time.
 */
function prepareClose(server: Server): HttpServer['close'] {
  const latest = new Map<Socket, ServerResponse | undefined>();
  server.on('connection', (socket) => {
    latest.set(socket, undefined);
    socket.once('close', () => latest.delete(socket));
  });
  server.prependListener('request', ({ socket }, response) => latest.set(socket, response));

  return (limit) =>
    new Promise((resolve) => {
      server.closeIdleConnections = () => {};
      const timer = setTimeout(() => server.closeAllConnections(), limit);
      server.close(() => {
        clearTimeout(timer);
        resolve();
      });
      for (const [socket, response] of latest) {
        if (!response || response.writableEnded) socket.destroySoon();
        else response.once('finish', () => socket.destroySoon());
      }
    });
}

/** Keeps clients from forging a field or a line: no blanks, no line ends. */
const toWord = (text: string | undefined) => text?.replace(/[^!-~]/g, '?') || '-';

/** The client as the nearest proxy saw it; anyone could have written the entries before the last. */
const readClient = ({ headers, socket }: IncomingMessage, trustsProxy: boolean) => {
  const forwarded = trustsProxy ? `${headers['x-forwarded-for'] ?? ''}`.split(',').at(-1) : '';
  return forwarded?.trim() || socket.remoteAddress;
};

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
    const words = [new Date().toISOString(), client, request.method, request.url, status];
    write([...words.map(toWord), bytes, time].join(' '));
  });
}
