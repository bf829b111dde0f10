import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createHttpServer, type HttpOptions } from '#server/http-server.ts';

type App = Parameters<typeof createHttpServer>[0];

/** The product's HTTP server with any app, on a free port. */
export const listen = async (app: App, options?: HttpOptions) => {
  const { server, close } = createHttpServer(app, options);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, port, server, close };
};
