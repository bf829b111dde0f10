import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export type Connections = {
  /** How many requests of a connection are running. */
  count(socket: Socket): number;
  /** Stops listening and lets running requests finish, at most for `limit` milliseconds. */
  close(limit: number): Promise<void>;
};

/**
 * Knows which connections have a request running. Node's own idea of idle cuts an answer that is
 * written but not yet sent, and spares connections that never asked for anything, such as those
 * that a browser opens in advance.
 */
export function trackConnections(server: Server): Connections {
  const running = new Map<Socket, number>();
  let closing = false;

  server.on('connection', (socket) => {
    running.set(socket, 0);
    socket.once('close', () => running.delete(socket));
  });
  server.prependListener('request', (request, response) => {
    const { socket } = request;
    running.set(socket, (running.get(socket) ?? 0) + 1);
    if (closing) response.setHeader('Connection', 'close');
    response.once('close', () => {
      const left = (running.get(socket) ?? 1) - 1;
      if (running.has(socket)) running.set(socket, left);
      // end() lets the answer's last bytes out first.
      if (closing && left === 0) socket.end();
    });
  });

  return {
    count: (socket) => running.get(socket) ?? 0,
    close: (limit) =>
      new Promise((resolve) => {
        closing = true;
        // server.close() would call it.
        server.closeIdleConnections = () => {};
        const timer = setTimeout(() => server.closeAllConnections(), limit);
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
        for (const [socket, requests] of running) if (requests === 0) socket.destroy();
      }),
  };
}
