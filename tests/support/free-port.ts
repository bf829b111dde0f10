import { once } from 'node:events';
import { createServer } from 'node:net';

/** Above the ports that browsers refuse, and below those that a system gives whoever asks for any. */
const LOWEST = 20_000;
const HIGHEST = 32_000;

const isFree = async (port: number) => {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
};

/**
 * Gives a port on which nothing listens, for a program that has to be told one. No server that
 * listens on any port takes it in the meantime.
 */
export const findPort = async (): Promise<number> => {
  const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
  return (await isFree(port)) ? port : findPort();
};
