import { createServer, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { answerText } from './answers.ts';
import { trackConnections } from './connections.ts';
import { protectionHeaders } from './protection.ts';

export type HttpServer = { server: Server; close(limit: number): Promise<void> };

/** The app behind Node's HTTP server. It does not listen yet. */
export function createHttpServer(app: Hono, log: (error: unknown) => void): HttpServer {
  const listener = getRequestListener(app.fetch, {
    errorHandler: (error) => {
      const refused = error instanceof Error && error.name === 'RequestError';
      if (!refused) log(error);
      return answerText(
        refused ? 400 : 500,
        refused ? 'This address cannot be understood.' : 'Something went wrong on the server.',
        protectionHeaders('site', 'GET'),
      );
    },
  });
  // A request without Host then gets our own 400, with all headers, instead of Node's bare one.
  const server = createServer({ requireHostHeader: false }, listener);
  const connections = trackConnections(server);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Raw bytes in the middle of another answer would be taken for a part of it.
    if (!socket.writable || error.code === 'ECONNRESET' || connections.isBusy(socket)) {
      socket.destroy();
    } else {
      socket.end(rawRefusal(error.code));
    }
  });
  return { server, close: connections.close };
}

const refusals: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** The answer to what is not even HTTP. */
function rawRefusal(code = ''): string {
  const status = refusals[code] ?? 400;
  const headers = {
    Connection: 'close',
    'Content-Length': '0',
    ...protectionHeaders('site', 'GET'),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`;
}
