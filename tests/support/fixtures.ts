import { fileURLToPath } from 'node:url';
import { test as base, expect, type Page } from '@playwright/test';
import { type FaultyServer, startFaultyServer } from './faulty-server.ts';

export const SITE = fileURLToPath(new URL('../../dist', import.meta.url));

type Fixtures = {
  /** The built site and the API of the test bank, on a port of their own. */
  server: FaultyServer;
  /** The same API on another origin, without a site. */
  api: FaultyServer;
  /** Fails the test on an uncaught error or a breach of the content policy, on any of its pages. */
  complaints: string[];
};

/** Collects what must never happen on a page. */
export const watchPage = (page: Page, complaints: string[]) => {
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    if (/content security policy/i.test(text)) complaints.push(`${page.url()}: ${text}`);
  });
};

export const test = base.extend<Fixtures>({
  server: async ({ browserName: _ }, use) => {
    const server = await startFaultyServer({ site: SITE });
    await use(server);
    await server.close();
  },
  api: async ({ browserName: _ }, use) => {
    const api = await startFaultyServer();
    await use(api);
    await api.close();
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

export { expect };
