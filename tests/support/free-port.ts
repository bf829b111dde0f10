import { once } from 'node:events';
import { createServer } from 'node:net';

/** Gives a port on which nothing listens. */
export const findPort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port is free');
  return address.port;
};
