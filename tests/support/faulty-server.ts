import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CompiledBank } from '#bank/compiled-bank.ts';
import { createApp } from '#server/app.ts';
import { withoutBundles } from './bundles.ts';
import { createFaultPlan } from './fault-plan.ts';
import { deliver } from './faulty-delivery.ts';
import { createRequestLog, observe } from './request-log.ts';
import { createSwappableSite } from './swappable-site.ts';
import { dataOf, testBank } from './test-bank.ts';

export type FaultyServerOptions = {
  /** What the real app answers from; the test bank unless told. */
  bank?: CompiledBank;
  /** A built site's folder, for the real app to serve; see also `site.use`. */
  site?: string;
  /** Whether the API offers each exam in one answer too. */
  bundles?: boolean;
};

export type FaultyServer = Awaited<ReturnType<typeof startFaultyServer>>;

/** A real server on its own port that misbehaves on demand and remembers every request. */
export async function startFaultyServer(options: FaultyServerOptions = {}) {
  const { bank = testBank(), bundles = false } = options;
  const site = createSwappableSite();
  const open = (served: CompiledBank) => createApp({ data: dataOf(served), site });
  const ownApp = open(bank);
  let app = ownApp;
  const answer = (request: Request) => app.fetch(request);
  const handle = bundles ? answer : withoutBundles(answer);

  const log = createRequestLog();
  const faults = createFaultPlan();
  const server = createServer((request, response) => {
    const recorded = observe(request, response);
    log.record(recorded);
    // CORS preflights are always answered; faults are for the requests themselves.
    const fault = request.method === 'OPTIONS' ? undefined : faults.take(recorded);
    deliver(response, () => handle(toRequest(request)), fault).catch((error) => {
      console.error(error);
      response.destroy();
    });
  });

  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const refuse = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  /** Serves the bank and the site that the options name. */
  const serveOptions = async () => {
    app = ownApp;
    await site.use(options.site);
    site.configure(undefined);
  };

  await serveOptions();
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const accept = async () => {
    if (!server.listening) await listen(port);
  };
  return {
    /** Without a trailing slash. */
    address: `http://127.0.0.1:${port}`,
    port,
    faults,
    site,
    /** Answers from another bank from now on. */
    publish: (next: CompiledBank) => {
      app = open(next);
    },
    /** All requests so far, oldest first, or those that match. */
    requests: log.requests,
    /** Resolves with the next matching request from now on. */
    nextRequest: log.nextRequest,
    /** Resolves with the matching requests once there are that many. */
    requestCount: log.requestCount,
    forgetRequests: log.forget,
    /** Destroys every connection; new ones are welcome. */
    dropConnections: () => server.closeAllConnections(),
    /** Destroys every connection and stops listening. */
    refuse,
    /** Listens again, on the same port. */
    accept,
    /** Undoes whatever a test did: faults, deploys, config, outages, requests. The port stays. */
    reset: async () => {
      // Requests that a closed browser had already sent still arrive; take them in first.
      await nextTurn();
      faults.clear();
      server.closeAllConnections();
      await serveOptions();
      await accept();
      log.forget();
    },
    close: refuse,
  };
}

function toRequest({ method, url = '/', headers }: IncomingMessage): Request {
  const entries = Object.entries(headers).map(([name, value]) => [name, `${value}`]);
  return new Request(`http://${headers.host ?? '127.0.0.1'}${url}`, {
    method,
    headers: Object.fromEntries(entries),
  });
}
