import { resolve } from 'node:path';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { createDevice, type Device } from './device.ts';
import { type FaultyServer, startFaultyServer } from './faulty-server.ts';
import { test as base, SITE, watchPage } from './fixtures.ts';
import { jumpTo } from './runner-page.ts';
import { otherExam, smallExam } from './small-exam.ts';
import { bankOf } from './test-bank.ts';

/** The built site that is served; another build's folder can be named in SITE_FOR_TESTS. */
export const builtSite = process.env.SITE_FOR_TESTS ? resolve(process.env.SITE_FOR_TESTS) : SITE;

const startSmallServer = () =>
  startFaultyServer({ site: builtSite, bank: bankOf(smallExam, otherExam) });

/** As the common fixtures, with a bank of two small exams, and a browser that can be restarted. */
export const test = base.extend<{ device: Device }>({
  serviceWorkers: 'allow',
  device: async ({ baseURL, launchOptions, viewport, complaints }, use) => {
    const device = await createDevice({ ...launchOptions, viewport, baseURL }, (context) => {
      for (const page of context.pages()) watchPage(page, complaints);
      context.on('page', (page) => watchPage(page, complaints));
    });
    await use(device);
    await device.discard();
  },
  server: async ({ browserName: _ }, use) => {
    const server = await startSmallServer();
    await use(server);
    await server.close();
  },
});

/** What becomes of the network; each leaves no way to the server, for page and worker. */
export const outages: Record<
  string,
  (context: BrowserContext, server: FaultyServer) => Promise<void>
> = {
  'with the network off': (context) => context.setOffline(true),
  'with the server gone': (_, server) => server.refuse(),
};

/** Empties the browser's own cache, so that what works afterwards works from ours. */
export const clearHttpCache = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.detach();
};

/** The line that tells what of an exam is on the device: its runner's, or its card's by name. */
export const savedLine = (page: Page, examName?: string) => {
  const lines = page.locator('[data-status]');
  return examName === undefined
    ? lines
    : page.getByRole('listitem').filter({ hasText: examName }).locator('[data-status]');
};

/** Resolves when the learner is told that the exam is wholly there. */
export const untilAvailable = (page: Page, examName?: string) =>
  expect(savedLine(page, examName)).toHaveText(/^Available offline · \d/);

const shownPictures = (page: Page) =>
  page
    .getByRole('article')
    .locator('img')
    .evaluateAll((images: HTMLImageElement[]) => images.filter((i) => i.naturalWidth > 0).length);

/** Opens a question of the small exam, by its number from 1, and sees its words and pictures. */
export const seeQuestion = async (page: Page, number: number) => {
  const questions = Object.values(smallExam.questions);
  const { questionParts = [], pictures = {} } = questions[number - 1] ?? {};
  const words = questionParts.findLast((part) => !part.startsWith('[')) ?? '';
  await jumpTo(page, number);
  await expect(page.getByText(`Question ${number} of ${questions.length}`)).toBeVisible();
  await expect(page.getByRole('article').getByText(words)).toBeVisible();
  await expect.poll(() => shownPictures(page)).toBe(Object.keys(pictures).length);
};

/** Opens every question of the small exam, in order. */
export const seeWholeExam = async (page: Page) => {
  for (const place of Object.keys(smallExam.questions).keys()) await seeQuestion(page, place + 1);
};

/** Resolves when a worker is active and controls the page. */
export const untilControlled = (page: Page) =>
  page.evaluate(async () => {
    const { serviceWorker } = navigator;
    await serviceWorker.ready;
    if (serviceWorker.controller) return;
    await new Promise((done) => {
      serviceWorker.addEventListener('controllerchange', done, { once: true });
    });
  });

export type SavedGeneration = {
  examId: string;
  generation: number;
  /** Path and query of every stored answer, without the manifest. */
  addresses: string[];
};

/** Every generation of every exam in the caches, as it lies there. */
export const readSaved = (page: Page): Promise<SavedGeneration[]> =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('certdeck/exam/'));
    const read = await Promise.all(
      names.map(async (name) => {
        const [, , examId = '', generation] = name.slice('certdeck/exam/'.length).split('/');
        const requests = await (await caches.open(name)).keys();
        // It was removed after its name was read, and opening it has created it again.
        if (requests.length === 0) return [];
        const saved = {
          examId: decodeURIComponent(examId),
          generation: Number(generation),
          addresses: requests
            .map(({ url }) => url.slice(new URL(url).origin.length))
            .filter((address) => address !== '/certdeck-manifest')
            .sort(),
        };
        return [saved];
      }),
    );
    return read.flat();
  });

/** A stored answer's bytes, from whichever cache has it; undefined when none does. */
export const readStored = async (page: Page, address: string) => {
  const bytes = await page.evaluate(async (path) => {
    const stored = await caches.match(path, { ignoreVary: true });
    return stored && [...new Uint8Array(await stored.arrayBuffer())];
  }, address);
  return bytes && Uint8Array.from(bytes);
};

/** Resolves when a cache has each: the worker stores late what the page asked for before it was there. */
export const untilStored = (page: Page, ...addresses: string[]) =>
  expect
    .poll(() => Promise.all(addresses.map((address) => readStored(page, address))))
    .not.toContain(undefined);

/** A digest of every entry of every cache: the app's own files, lists, questions, pictures. */
export const readAllCaches = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const digest = async (response: Response | undefined) => {
      const hash = await crypto.subtle.digest(
        'SHA-256',
        (await response?.arrayBuffer()) ?? new ArrayBuffer(0),
      );
      return btoa(String.fromCharCode(...new Uint8Array(hash)));
    };
    const entries: [string, string][] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        entries.push([`${name} ${request.url}`, await digest(await cache.match(request))]);
      }
    }
    return Object.fromEntries(entries.sort());
  });

/** Makes every saved exam look as if its list had last been asked for days ago. */
export const ageSavedExams = (page: Page) =>
  page.evaluate(async () => {
    for (const name of await caches.keys()) {
      if (!name.startsWith('certdeck/exam/')) continue;
      const cache = await caches.open(name);
      const manifest = await (await cache.match('/certdeck-manifest'))?.json();
      await cache.put('/certdeck-manifest', Response.json({ ...manifest, listedAt: 0 }));
    }
  });

/** From the next page on, the app's patience with answers that never end is a tenth of its own. */
export const hurry = (page: Page) =>
  page.addInitScript(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (time) => timeout(time / 10);
  });

const downloads = /^\/(api\/question\?|images\/)/;

/** How often each question and picture was asked for, by path and query. */
export const countDownloads = (server: FaultyServer) => {
  const counts: Record<string, number> = {};
  for (const { url } of server.requests(downloads)) counts[url] = (counts[url] ?? 0) + 1;
  return counts;
};

/** What `countDownloads` gives when each of the addresses was asked for once. */
export const onceEach = (addresses: string[]) =>
  Object.fromEntries(addresses.map((address) => [address, 1]));

export { expect };

/** The learner has asked the browser to save data: nothing is requested before a tap. */
export const saveData = (context: BrowserContext) =>
  context.addInitScript(() => {
    const connection = (navigator as { connection?: object }).connection ?? {};
    Object.defineProperty(connection, 'saveData', { value: true });
  });

/** Holds locks by their names, as a tab that the system has suspended may do. */
export const holdLocks = (page: Page, names: string[]) =>
  page.evaluate((wanted) => {
    for (const name of wanted) navigator.locks.request(name, () => new Promise(() => undefined));
  }, names);

const readNavigation = () => performance.getEntriesByType('navigation')[0]?.toJSON().type;

/** Resolves after the reload with which a page takes over an API of another origin. */
export const untilReloaded = (page: Page) =>
  expect.poll(() => page.evaluate(readNavigation).catch(() => undefined)).toBe('reload');
