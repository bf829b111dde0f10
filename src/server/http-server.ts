import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { answerText } from './answers.ts';
import { trackConnections } from './connections.ts';
import { type Bindings, repeatAnswers } from './repeated-answers.ts';
import { bareHeaders } from './security-headers.ts';

export type HttpServer = { server: Server; close(limit: number): Promise<void> };

export type Limits = {
  /** Milliseconds in which nothing is sent or taken before a connection is dropped. */
  silence: number;
  connections: number;
  /** Requests of one connection that run at a time; browsers and proxies send one. */
  pipelined: number;
  /** Bytes of answers that are kept in memory to be given again. */
  repeated: number;
};

const usualLimits: Limits = {
  silence: 30_000,
  connections: 2000,
  pipelined: 50,
  repeated: 16 * 1024 * 1024,
};

export type HttpOptions = {
  limits?: Partial<Limits>;
  /** Takes a line for each request that has ended. */
  logRequest?: ((line: string) => void) | undefined;
  trustsProxy?: boolean;
};

/** Milliseconds that a proxy may keep a connection for the next request; theirs are up to a minute. */
const PROXY_KEEPS = 65_000;

/** The app behind Node's HTTP server. It does not listen yet. */
export function createHttpServer(
  app: Hono,
  log: (error: unknown) => void,
  { limits: ownLimits, logRequest, trustsProxy = false }: HttpOptions = {},
): HttpServer {
  const limits = { ...usualLimits, ...ownLimits };
  const { remember, repeat } = repeatAnswers(limits.repeated);
  const fetch = async (request: Request, { incoming }: { incoming: IncomingMessage }) => {
    if (countHosts(incoming) > 1) {
      return answerText(400, 'The request names more than one host.', bareHeaders);
    }
    const bindings: Bindings = {};
    const response = await app.fetch(request, bindings);
    remember(incoming, response, bindings);
    return response;
  };
  const listener = getRequestListener(fetch as Parameters<typeof getRequestListener>[0], {
    errorHandler: (error) => {
      const isBadRequest = error instanceof Error && error.name === 'RequestError';
      if (!isBadRequest) log(error);
      return isBadRequest
        ? answerText(400, 'This address cannot be understood.', bareHeaders)
        : answerText(500, 'Something went wrong on the server.', bareHeaders);
    },
  });
  // A request without Host then gets our own 400, with all headers, instead of Node's bare one.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    if (logRequest) whenEnded(request, response, trustsProxy, logRequest);
    // One packet holds a thousand small requests, and each takes far more memory than its bytes.
    if (connections.count(request.socket) > limits.pipelined) request.socket.destroy();
    else if (countHosts(request) > 1 || !repeat(request, response))
      void listener(request, response);
  });
  server.maxConnections = limits.connections;
  server.timeout = limits.silence;
  // A proxy that reuses a connection just as it is closed tells its client of a bad gateway.
  if (trustsProxy) server.keepAliveTimeout = PROXY_KEEPS;
  const connections = trackConnections(server);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Raw bytes in the middle of another answer would be taken for a part of it.
    if (!socket.writable || error.code === 'ECONNRESET' || connections.count(socket) > 0) {
      socket.destroy();
    } else {
      socket.end(rawError(error.code));
    }
  });
  return { server, close: connections.close };
}

/** Nobody can forge a line or a field of one: what stands in an address has no blanks and no ends. */
const inOneWord = (text: string | undefined) => text?.replace(/[^!-~]/g, '?') || '-';

/** The client as the nearest proxy saw it; what stands before that anybody may have written. */
const readClient = ({ headers, socket }: IncomingMessage, trustsProxy: boolean) => {
  const forwarded = trustsProxy ? `${headers['x-forwarded-for'] ?? ''}`.split(',').at(-1) : '';
  return forwarded?.trim() || socket.remoteAddress;
};

/** Time, client, method, address, status, bytes with headers, milliseconds; `-` for what is not known. */
function whenEnded(
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
    write([...words.map(inOneWord), bytes, time].join(' '));
  });
}

const countHosts = ({ rawHeaders }: IncomingMessage) =>
  rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length;

const errorStatuses: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** The answer to what is not even HTTP. */
function rawError(code = ''): string {
  const status = errorStatuses[code] ?? 400;
  const headers = { Connection: 'close', 'Content-Length': '0', ...bareHeaders };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`;
}
