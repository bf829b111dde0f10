import { resolve } from 'node:path';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { RunKind } from '#learner/schemas.ts';
import { createDevice, type Device } from './device.ts';
import { saveFromList } from './exam-page.ts';
import type { FaultyServer, FaultyServerOptions } from './faulty-server.ts';
import { test as base, SITE, WITH_WORKER, watchPage } from './fixtures.ts';
import { jumpTo } from './runner-page.ts';
import { otherExam, smallExam, smallExamPage } from './small-exam.ts';
import { bankOf } from './test-bank.ts';

/** The built site to test. SITE_FOR_TESTS can name the folder of another build. */
export const builtSite = process.env.SITE_FOR_TESTS ? resolve(process.env.SITE_FOR_TESTS) : SITE;

const smallBank: FaultyServerOptions = { site: builtSite, bank: bankOf(smallExam, otherExam) };

/** For `test.use`: the API offers each exam in one answer too. */
export const WITH_BUNDLES: { serving: FaultyServerOptions } = {
  serving: { ...smallBank, bundles: true },
};

/** The common fixtures with workers, a bank of two small exams, and a browser that can be restarted. */
export const test = base.extend<{ device: Device }>({
  ...WITH_WORKER,
  serving: smallBank,
  device: async ({ baseURL, launchOptions, viewport, complaints }, use) => {
    const device = await createDevice({ ...launchOptions, viewport, baseURL }, (context) => {
      for (const page of context.pages()) watchPage(page, complaints);
      context.on('page', (page) => watchPage(page, complaints));
    });
    await use(device);
    await device.discard();
  },
});

/** Ways to lose the network. Each cuts off both the page and the worker. */
export const outages: Record<
  string,
  (context: BrowserContext, server: FaultyServer) => Promise<void>
> = {
  'with the network off': (context) => context.setOffline(true),
  'with the server gone': (_, server) => server.refuse(),
};

/** Empties the browser's own HTTP cache, so that whatever still works comes from our caches. */
export const clearHttpCache = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.detach();
};

/** An exam in a list, or as home's current one. */
export const cardOf = (page: Page, examName: string) =>
  page
    .getByRole('listitem')
    .or(page.getByRole('region', { name: 'Today' }))
    .filter({ hasText: examName });

/** The line that says how much of an exam is on the device: the runner's, or that of the named card. */
export const savedLine = (page: Page, examName?: string) => {
  const lines = page.locator('[data-status]');
  return examName === undefined ? lines : cardOf(page, examName).locator('[data-status]');
};

/** Resolves when the learner is told that the whole exam is on the device. */
export const untilAvailable = (page: Page, examName?: string) =>
  expect(savedLine(page, examName)).toHaveText(/^Available offline( · \d|$)/);

const shownPictures = (page: Page) =>
  page
    .getByRole('article')
    .locator('img')
    .evaluateAll((images: HTMLImageElement[]) => images.filter((i) => i.naturalWidth > 0).length);

/** Opens a question of the small exam by its number, and sees its words and images. */
export const seeQuestion = async (page: Page, number: number) => {
  const questions = Object.values(smallExam.questions);
  const { questionParts = [], pictures = {} } = questions[number - 1] ?? {};
  const words = questionParts.findLast((part) => !part.startsWith('[')) ?? '';
  await jumpTo(page, number);
  const place = `Question ${number} of ${questions.length}`;
  await expect(page.getByText(place, { exact: true })).toBeVisible();
  await expect(page.getByRole('article').getByText(words)).toBeVisible();
  await expect.poll(() => shownPictures(page)).toBe(Object.keys(pictures).length);
};

/** Opens every question of the small exam, in order. */
export const seeWholeExam = async (page: Page) => {
  for (const index of Object.keys(smallExam.questions).keys()) await seeQuestion(page, index + 1);
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

/** Opens the small exam and resolves when all of it, and the app, is on the device. */
export const openSaved = async (page: Page) => {
  await page.goto(smallExamPage);
  await untilAvailable(page);
  await untilControlled(page);
};

/** Saves an exam from its page, and comes back to the list. */
export const saveFromCard = async (page: Page, examName = smallExam.name) => {
  await page.goto('/exams/aws');
  await saveFromList(page, examName);
};

/** Goes from the home screen into an exam. */
export const startFromHome = async (page: Page, examName = smallExam.name) => {
  await page.goto('/');
  await page.getByRole('link', { name: /^Amazon/ }).click();
  await cardOf(page, examName).getByRole('link', { name: 'Start', exact: true }).click();
};

/** An exam's questions as saved on the device, by address without the origin, and its images. */
const readSaved = (page: Page, examName: string) =>
  page.evaluate(async (name) => {
    const exam = encodeURIComponent(name);
    const caught = (await caches.keys()).find(
      (cache) => cache.startsWith('certdeck/exam/') && cache.endsWith(`/${exam}`),
    );
    const saved: Record<string, number[]> = {};
    if (!caught) return saved;
    const cache = await caches.open(caught);
    for (const request of await cache.keys()) {
      const entry = await cache.match(request);
      const { pathname } = new URL(request.url);
      if (pathname !== '/certdeck-document') {
        saved[pathname] = [...new Uint8Array((await entry?.arrayBuffer()) ?? [])];
        continue;
      }
      const document: { questions: [string, { answer: unknown }][] } = await entry?.json();
      for (const [id, { answer }] of document.questions) {
        const address = `/api/question?provider=aws&examName=${exam}&questionId=${encodeURIComponent(id)}`;
        saved[address] = [...new TextEncoder().encode(JSON.stringify(answer))];
      }
    }
    return saved;
  }, examName);

/** The addresses of an exam's questions and images that are saved on the device, in order. */
export const savedAddresses = async (page: Page, examName = smallExam.name) =>
  Object.keys(await readSaved(page, examName)).sort();

/** A saved question or image, or any other stored answer; undefined if there is none. */
export const readStored = async (page: Page, address: string, examName = smallExam.name) => {
  const saved = await readSaved(page, examName);
  const bytes =
    saved[address] ??
    (await page.evaluate(async (path) => {
      const stored = await caches.match(path, { ignoreVary: true });
      return stored && [...new Uint8Array(await stored.arrayBuffer())];
    }, address));
  return bytes && Uint8Array.from(bytes);
};

/** Resolves when every address is in some cache. The worker stores what loaded before it late. */
export const untilStored = (page: Page, ...addresses: string[]) =>
  expect
    .poll(() => Promise.all(addresses.map((address) => readStored(page, address))))
    .not.toContain(undefined);

/** A digest of everything in our caches, to compare before and after. */
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

/** From the next page on it is two days later, so that saved exams are due for a refresh. */
export const skipTwoDays = (page: Page) =>
  page.addInitScript(() => {
    const now = Date.now;
    Date.now = () => now() + 2 * 24 * 60 * 60 * 1000;
  });

/** From the next page on, the page's clock, timers and time limits run ten times as fast. */
export const hurry = (page: Page) =>
  page.addInitScript(() => {
    const [now, limit] = [Date.now, AbortSignal.timeout.bind(AbortSignal)];
    const start = now();
    Date.now = () => start + (now() - start) * 10;
    AbortSignal.timeout = (time) => limit(time / 10);
    for (const name of ['setTimeout', 'setInterval'] as const) {
      const set: (work: TimerHandler, time: number, ...given: unknown[]) => number =
        globalThis[name];
      Object.assign(globalThis, {
        [name]: (work: TimerHandler, time = 0, ...given: unknown[]) =>
          set(work, time / 10, ...given),
      });
    }
  });

const downloads = /^\/(api\/question\?|images\/)/;

/** How often each question and image was requested, by path and query. */
export const countDownloads = (server: FaultyServer) => {
  const counts: Record<string, number> = {};
  for (const { url } of server.requests(downloads)) counts[url] = (counts[url] ?? 0) + 1;
  return counts;
};

/** What `countDownloads` gives when each address was requested once. */
export const onceEach = (addresses: string[]) =>
  Object.fromEntries(addresses.map((address) => [address, 1]));

export { expect };

/** Turns on the browser's data saver, so that the app requests nothing before a tap. */
export const saveData = (context: BrowserContext) =>
  context.addInitScript(() => {
    const connection = (navigator as { connection?: object }).connection ?? {};
    Object.defineProperty(connection, 'saveData', { value: true });
  });

const readNavigation = () => performance.getEntriesByType('navigation')[0]?.toJSON().type;

/** Resolves after the reload by which a page switches to an API on another origin. */
export const untilReloaded = (page: Page) =>
  expect.poll(() => page.evaluate(readNavigation).catch(() => undefined)).toBe('reload');

type StoredRun = { index?: number; selection?: number[]; results: unknown[] };

/** What is stored of an exam's run of a kind. */
export const readStoredRun = (
  page: Page,
  examName: string,
  kind: RunKind = 'all',
): Promise<StoredRun> =>
  page.evaluate(
    ([exam = '', runKind = '']) =>
      new Promise<StoredRun>((resolve, reject) => {
        const opening = indexedDB.open('certdeck');
        opening.onerror = reject;
        opening.onsuccess = () => {
          const store = opening.result.transaction('learner').objectStore('learner');
          const key = ['run', encodeURIComponent(location.origin), 'aws', exam, runKind].join('/');
          const reading = store.get(key);
          reading.onerror = reject;
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result?.run ?? { results: [] });
          };
        };
      }),
    [encodeURIComponent(examName), kind],
  );
