import type { Page } from '@playwright/test';
import { fault } from '#support/faults.ts';
import { expect, test } from '#support/fixtures.ts';
import {
  test as offlineTest,
  saveData,
  untilAvailable,
  untilControlled,
} from '#support/offline-page.ts';
import { address, rows } from '#support/runner-page.ts';
import { smallExamPage } from '#support/small-exam.ts';

const RUNNER = address('aws', 'Every Kind');

const screens = [
  { path: '/', heading: 'CertDeck', title: 'Providers · CertDeck', placeholders: 3 },
  { path: '/exams/aws', heading: 'aws', title: 'aws · CertDeck', placeholders: 6 },
  { path: '/Exams/aws/', heading: 'aws', title: 'aws · CertDeck', placeholders: 6 },
  { path: RUNNER, heading: 'Every Kind', title: 'Every Kind · CertDeck', placeholders: 4 },
  {
    path: address('aws', '50%2F'),
    heading: '50%2F',
    title: '50%2F · CertDeck',
    placeholders: 4,
  },
  {
    path: address('aws', '<b>x</b>'),
    heading: '<b>x</b>',
    title: '<b>x</b> · CertDeck',
    placeholders: 4,
  },
];

const headingOf = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });

const placeholdersOf = (page: Page) => page.locator('[data-placeholder]');

/** Where everything is that the placeholders of a screen consist of. */
const readPlaces = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('header *, h1, main p, [role=progressbar], [data-placeholder]')]
      .filter((element) => element.textContent !== '' || !element.matches('p'))
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [element.tagName, x, y, width, height];
      }),
  );

test.describe('without the code of the app', () => {
  test.use({ serviceWorkers: 'block' });
  test.beforeEach(({ page }) => page.route('**/assets/*.js', (route) => route.abort()));

  for (const { path, heading, title, placeholders } of screens) {
    test(`${path} shows its heading and its placeholders`, async ({ page, server }) => {
      server.faults.set(/^\/api\//, fault.hold());
      await page.goto(path);
      await expect(headingOf(page, heading)).toBeVisible();
      await expect(placeholdersOf(page)).toHaveCount(placeholders);
      await expect(page).toHaveTitle(title);
      await expect(
        page.getByRole('main', { name: title.replace(' · CertDeck', '') }),
      ).toBeVisible();
      const { height } = (await placeholdersOf(page).first().boundingBox()) ?? { height: 0 };
      expect(height).toBeGreaterThan(40);
      expect(await page.locator('main b').count()).toBe(0);
    });
  }

  test('the way back is there and works', async ({ page }) => {
    await page.goto(address('aws', 'a/b'));
    await page.getByRole('link', { name: 'Back to Exams' }).click();
    await expect(headingOf(page, 'aws')).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/exams/aws');
    await page.getByRole('link', { name: 'Back to Providers' }).click();
    await expect(headingOf(page, 'CertDeck')).toBeVisible();
  });

  for (const path of ['/nowhere', '/exams/aws/%E0%A4%A', '/exams/a/b/c']) {
    test(`${path} shows no screen, only the toggle`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('button', { name: 'Use light theme' })).toBeVisible();
      await expect(page.getByRole('heading')).toHaveCount(0);
    });
  }

  test('a light theme is there at once, with its toggle', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('theme', 'light'));
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Use dark theme' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await expect(page.locator('header path:visible')).toHaveAttribute('data-for', 'light');
  });

  test('what the address needs is asked for, at the API that was configured last', async ({
    page,
    server,
  }) => {
    await page.goto(RUNNER);
    await expect.poll(() => server.requests('/api/question').length).toBe(1);
    expect(server.requests('/config.json')).toHaveLength(1);
    expect(server.requests('/api/questions')).toHaveLength(1);
    await page.goto('/exams/aws');
    await expect.poll(() => server.requests('/api/exams').length).toBe(1);
    await page.goto('/');
    await expect.poll(() => server.requests('/api/providers').length).toBe(1);
  });
});

/** Counts in the page how often placeholders come after a provider's card was there. */
const watchFlicker = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(globalThis, { flickers: 0 });
    let isThere = false;
    new MutationObserver(() => {
      const hasCards = document.querySelector('#root a[href^="/exams/"]') !== null;
      if (isThere && !hasCards) (globalThis as unknown as { flickers: number }).flickers += 1;
      isThere = hasCards;
    }).observe(document, { childList: true, subtree: true });
  });

test.describe('without a worker, which asks once more', () => {
  test.use({ serviceWorkers: 'block' });

  test('home shows its providers before the app is there, which goes on from them', async ({
    page,
    server,
  }) => {
    const script = fault.hold();
    server.faults.set(/^\/assets\/.*\.js$/, script);
    await watchFlicker(page);
    await page.goto('/', { waitUntil: 'commit' });
    const provider = page.getByRole('link', { name: 'Amazon Web Services' });
    await expect(provider).toHaveAttribute('href', '/exams/aws');
    await expect(provider).toContainText(/Exams$/);
    const place = await provider.boundingBox();
    await page.evaluate(() => Object.assign(document.querySelector('#root > *') ?? {}, { old: 1 }));
    script.release();
    await page.waitForFunction(() => !('old' in (document.querySelector('#root > *') ?? {})));
    await expect(page.getByRole('button', { name: 'Your progress data' })).toBeVisible();
    expect(await provider.boundingBox()).toEqual(place);
    expect(
      await page.evaluate(() => (globalThis as unknown as { flickers: number }).flickers),
    ).toBe(0);
    expect(server.requests('/api/providers')).toHaveLength(1);
  });
});

test('a provider that is tapped before the app is there opens', async ({ page, server }) => {
  const script = fault.hold();
  server.faults.set(/^\/assets\/.*\.js$/, script);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Amazon Web Services' }).click({ noWaitAfter: true });
  await expect(headingOf(page, 'aws')).toBeVisible();
  script.release();
  await expect(page.getByRole('link', { name: 'Start' }).first()).toBeVisible();
});

test('a provider that is being pressed while the app takes over opens', async ({
  page,
  server,
}) => {
  const script = fault.hold();
  server.faults.set(/^\/assets\/.*\.js$/, script);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Amazon Web Services' }).hover();
  await page.mouse.down();
  script.release();
  await untilControlled(page);
  await page.mouse.up();
  await expect(headingOf(page, 'aws')).toBeVisible();
});

test('a press that opens a menu does not keep the app from starting', async ({ page, server }) => {
  const script = fault.hold();
  server.faults.set(/^\/assets\/.*\.js$/, script);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Amazon Web Services' }).hover();
  await page.mouse.down({ button: 'right' });
  script.release();
  await expect(page.getByRole('button', { name: 'Have you practiced elsewhere?' })).toBeVisible();
});

for (const [what, answer] of Object.entries({
  'of another shape': { providerData: [{ id: 'aws' }] },
  'with an id that no address can hold': {
    providerData: [{ id: '\ud800', name: 'Odd', examCount: 1 }],
  },
  'without providers': { providerData: [] },
})) {
  test(`an answer ${what} is left to the app`, async ({ page, server }) => {
    const script = fault.hold();
    server.faults.set(/^\/assets\/.*\.js$/, script);
    server.faults.set(/^\/api\/providers/, fault.json(answer));
    await page.goto('/', { waitUntil: 'commit' });
    await expect(placeholdersOf(page)).toHaveCount(3);
    await expect.poll(() => server.requests('/api/providers').length).toBe(1);
    script.release();
    await expect(page.getByText(/^Unfortunately, due to an error on our side/)).toBeVisible();
  });
}

test('a tap on the theme before the app is there counts', async ({ page, server }) => {
  const script = fault.hold();
  server.faults.set(/^\/assets\/.*\.js$/, script);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Use light theme' }).click();
  const dark = page.getByRole('button', { name: 'Use dark theme' });
  await expect(dark).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  script.release();
  await expect(placeholdersOf(page)).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await dark.click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

for (const { path, heading } of screens.filter((_, place) => [0, 1, 3].includes(place))) {
  test(`nothing of ${path} moves when the app takes over`, async ({ page, server }) => {
    const [script, data] = [fault.hold(), fault.hold()];
    server.faults.set(/^\/assets\/.*\.js$/, script);
    server.faults.set(/^\/api\//, data);
    await page.addInitScript(() => {
      Object.assign(globalThis, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          (globalThis as unknown as { shift: number }).shift += (
            entry as PerformanceEntry & { value: number }
          ).value;
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(path, { waitUntil: 'commit' });
    await expect(headingOf(page, heading)).toBeVisible();
    const before = await readPlaces(page);
    await page.evaluate(() => Object.assign(document.querySelector('#root > *') ?? {}, { old: 1 }));
    script.release();
    await page.waitForFunction(() => !('old' in (document.querySelector('#root > *') ?? {})));
    await expect.poll(() => server.requests(/^\/api\//).length).toBeGreaterThan(0);
    expect(await readPlaces(page)).toEqual(before);
    data.release();
    await expect(placeholdersOf(page)).toHaveCount(0);
    expect(await page.evaluate(() => (globalThis as unknown as { shift: number }).shift)).toBe(0);
  });
}

test.describe('on a first visit', () => {
  test.use({ serviceWorkers: 'block' });

  test('nothing is asked for twice', async ({ page, context, server }) => {
    await saveData(context);
    await page.goto(RUNNER);
    await expect(rows(page)).toHaveCount(4);
    // What has been shown is stored right after.
    const [first] = server.requests('/api/question').filter(({ url }) => url.includes('=single'));
    await expect
      .poll(() => page.evaluate(async (url) => Boolean(await caches.match(url)), `${first?.url}`))
      .toBe(true);
    await page.goto('/exams/aws');
    await expect(page.getByRole('link', { name: 'Start' }).first()).toBeVisible();
    await page.goto('/');
    await expect(page.getByRole('link', { name: /Amazon/ })).toBeVisible();
    expect(server.requests('/config.json')).toHaveLength(3);
    expect(server.requests('/api/providers')).toHaveLength(1);
    expect(server.requests('/api/exams')).toHaveLength(1);
    expect(server.requests(`${first?.url}`)).toHaveLength(1);
  });

  test('another API that the configuration names gets its own requests', async ({
    page,
    server,
    api,
  }) => {
    server.site.configure({ apiUrl: api.address });
    const script = fault.hold();
    server.faults.set(/^\/assets\/.*\.js$/, script);
    await page.goto('/', { waitUntil: 'commit' });
    await expect.poll(() => server.requests('/api/providers').length).toBe(1);
    await expect(placeholdersOf(page)).toHaveCount(3);
    script.release();
    await expect(page.getByRole('link', { name: /Amazon/ })).toBeVisible();
    expect(api.requests('/api/providers')).toHaveLength(1);
    const asked = server.requests(/^\/api\//).length;
    await page.reload();
    await expect(page.getByRole('link', { name: /Amazon/ })).toBeVisible();
    expect(api.requests('/api/providers')).toHaveLength(2);
    expect(server.requests(/^\/api\//)).toHaveLength(asked);
  });
});

test('with the worker, and offline, the screen is there before the code', async ({
  page,
  server,
}) => {
  await page.goto('/');
  await untilControlled(page);
  await page.addInitScript(() => {
    const note = new MutationObserver(() => {
      if (document.querySelector('#root h1')) {
        const heading = document.querySelector('#root h1') ?? {};
        const isOfApp = Object.keys(heading).some((key) => key.startsWith('__react'));
        Object.assign(globalThis, { isHeadingOfApp: isOfApp });
        note.disconnect();
      }
    });
    note.observe(document, { childList: true, subtree: true });
  });
  await server.refuse();
  for (const [path, heading] of [
    ['/', 'CertDeck'],
    ['/exams/aws', 'aws'],
    [RUNNER, 'Every Kind'],
  ] as const) {
    const response = await page.goto(path);
    expect(response?.fromServiceWorker()).toBe(true);
    await expect(headingOf(page, heading)).toBeVisible();
    const isOfApp = await page.evaluate(
      () => (globalThis as unknown as { isHeadingOfApp: boolean }).isHeadingOfApp,
    );
    expect(isOfApp).toBe(false);
  }
});

offlineTest('a saved exam asks for nothing early', async ({ page }) => {
  await page.goto(smallExamPage);
  await untilAvailable(page);
  await untilControlled(page);
  await page.reload();
  await expect(rows(page).first()).toBeVisible();
  // What the app does not take stays there.
  const left = await page.evaluate(() => [
    ...(
      globalThis as unknown as { prefetchedAnswers: Map<string, unknown> }
    ).prefetchedAnswers.keys(),
  ]);
  expect(left).toEqual([]);
});
