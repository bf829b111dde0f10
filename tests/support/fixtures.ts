import { fileURLToPath } from 'node:url';
import { test as base, expect, type Page } from '@playwright/test';
import { type FaultyServer, type FaultyServerOptions, startFaultyServer } from './faulty-server.ts';

export const SITE = fileURLToPath(new URL('../../dist', import.meta.url));

type Fixtures = {
  /** What `server` serves. `test.use({ serving: { site: SITE, bank } })` gives a file another bank. */
  serving: FaultyServerOptions;
  /** The built site and its API. Tests of one worker process share it; each starts with it reset. */
  server: FaultyServer;
  /** The same API on another origin, without a site. */
  api: FaultyServer;
  /** Uncaught errors and breaches of the content policy on any page. The test fails if any are left. */
  complaints: string[];
};

type WorkerFixtures = {
  /** Gives the server for these options (compared by identity), started on first use. */
  shareServer: (options: FaultyServerOptions) => Promise<FaultyServer>;
};

/** Collects what must never happen on a page. */
export const watchPage = (page: Page, complaints: string[]) => {
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    if (/content security policy/i.test(text)) complaints.push(`${page.url()}: ${text}`);
  });
};

const SITE_AND_API: FaultyServerOptions = { site: SITE };
const API_ALONE: FaultyServerOptions = {};

/** Service workers are blocked; a test about offline, updates or installing allows them. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  serviceWorkers: 'block',
  shareServer: [
    async ({ browserName: _ }, use) => {
      const servers = new Map<FaultyServerOptions, FaultyServer>();
      await use(async (options) => {
        const server = servers.get(options) ?? (await startFaultyServer(options));
        servers.set(options, server);
        return server;
      });
      await Promise.all([...servers.values()].map(({ close }) => close()));
    },
    { scope: 'worker' },
  ],
  serving: [SITE_AND_API, { option: true }],
  server: async ({ shareServer, serving }, use) => {
    const server = await shareServer(serving);
    // Also before: a page of the last test may have sent its last requests while it was closed.
    await server.reset();
    await use(server);
    await server.reset();
  },
  api: async ({ shareServer }, use) => {
    const api = await shareServer(API_ALONE);
    await api.reset();
    await use(api);
    await api.reset();
  },
  baseURL: async ({ server }, use) => use(server.address),
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      context.on('page', (page) => watchPage(page, complaints));
      await use(complaints);
      expect(complaints, 'complaints of the browser').toEqual([]);
    },
    { auto: true },
  ],
});

/** Lets pages register service workers; for `test.use`. */
export const WITH_WORKER = { serviceWorkers: 'allow' } as const;

export { expect };
