import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';
import { createApp } from '#server/app.ts';
import type { Files } from '#server/files.ts';
import { openFolder } from '#server/folder-files.ts';
import { rawPath } from '#server/request-address.ts';
import { createGate } from '#support/gate.ts';
import { listen } from '#support/listen.ts';
import { openSlowLine } from './slow-line.ts';

/** The built site; SITE_FOR_TESTS names the folder of another build. */
export const SITE = resolve(process.env.SITE_FOR_TESTS ?? 'dist');

/** The compiled bank that was built with the site. */
export const builtData = () => openFolder(join(SITE, 'data'));

type BenchServerOptions = {
  site?: Files;
  /** Milliseconds before each answer. */
  latency?: number;
  /** A path with its query that is answered only after `release`. There are no bundles then. */
  held?: string;
};

export type BenchServer = Awaited<ReturnType<typeof startBenchServer>>;

/** The real server, which remembers its requests and can be slow. */
export const startBenchServer = async (data: Files, options: BenchServerOptions = {}) => {
  const { site = openFolder(SITE), latency = 0, held } = options;
  const app = createApp({ data, site });
  const requests: { path: string; time: number }[] = [];
  const log: string[] = [];
  const gate = createGate();
  let isSilent = false;

  const late = new Hono({ getPath: rawPath });
  late.all('*', async (context) => {
    const { pathname, search } = new URL(context.req.url);
    requests.push({ path: pathname + search, time: Date.now() });
    if (isSilent) await new Promise(() => undefined);
    if (pathname + search === held) await gate.opened;
    if (held && pathname === '/api/exam') return context.notFound();
    if (latency > 0) await wait(latency);
    return app.fetch(context.req.raw);
  });

  const { address, port, close } = await listen(late, { logRequest: (line) => log.push(line) });
  return {
    address,
    port,
    /** All requests so far, oldest first; times in milliseconds since 1970. */
    requests,
    /** The server's own log. */
    log,
    release: gate.open,
    /** Connections are accepted from now on, but nothing is answered. */
    fallSilent: () => {
      isSilent = true;
    },
    close: () => close(0),
  };
};

/** Does the work with a server, which it closes. */
export const onServer = async <T>(
  data: Files,
  options: BenchServerOptions,
  work: (server: BenchServer) => Promise<T>,
) => {
  const server = await startBenchServer(data, options);
  try {
    return await work(server);
  } finally {
    await server.close();
  }
};

/** The same over the slow line, at whose end the server's address is. */
export const onSlowLine: typeof onServer = (data, options, work) =>
  onServer(data, options, async (server) => {
    const line = await openSlowLine(server.port);
    try {
      return await work({ ...server, address: line.address });
    } finally {
      line.close();
    }
  });
