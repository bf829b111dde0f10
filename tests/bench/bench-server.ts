import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';
import type { ReadImage } from '#bank/compile/bank-files.ts';
import type { CompiledBank } from '#bank/compiled-bank.ts';
import { createApp } from '#server/app.ts';
import { openFolder } from '#server/folder-files.ts';
import { createHttpServer } from '#server/http-server.ts';
import { rawPath } from '#server/request-address.ts';
import { createGate } from '#support/gate.ts';
import { dataOf } from '#support/test-bank.ts';

type BenchServerOptions = {
  bank: CompiledBank;
  readPicture: ReadImage;
  /** The built site's folder. */
  site: string;
  /** Milliseconds before each answer. */
  latency?: number;
  /** A path with its query that is answered only once `release` is called. No bundle has it before. */
  held?: string;
};

export type BenchServer = Awaited<ReturnType<typeof startBenchServer>>;

/** The real server on a port of its own, that takes its time and remembers what it was asked. */
export const startBenchServer = async (options: BenchServerOptions) => {
  const { bank, readPicture, latency = 0 } = options;
  const app = createApp({ data: dataOf(bank, readPicture), site: openFolder(options.site) });
  const requests: { path: string; time: number }[] = [];
  const gate = createGate();
  let isSilent = false;

  const late = new Hono({ getPath: rawPath });
  late.all('*', async (context) => {
    const { pathname, search } = new URL(context.req.url);
    requests.push({ path: pathname + search, time: Date.now() });
    if (isSilent) await new Promise(() => undefined);
    if (pathname + search === options.held) await gate.opened;
    if (options.held && pathname === '/api/exam') return context.notFound();
    if (latency > 0) await wait(latency);
    return app.fetch(context.req.raw);
  });

  const { server, close } = createHttpServer(late);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    port,
    /** What was asked so far, oldest first; times in milliseconds since 1970. */
    requests,
    release: gate.open,
    /** From now on connections are accepted and never answered. */
    fallSilent: () => {
      isSilent = true;
    },
    close: () => close(0),
  };
};
