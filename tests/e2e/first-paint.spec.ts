import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { fault } from '#support/faults.ts';
import type { FaultyServer } from '#support/faulty-server.ts';
import { expect, SITE, test, WITH_WORKER } from '#support/fixtures.ts';
import { expectNoShift, watchShifts } from '#support/layout.ts';
import {
  test as offlineTest,
  saveData,
  untilAvailable,
  untilControlled,
} from '#support/offline-page.ts';
import type { RecordedRequest } from '#support/request-log.ts';
import { address } from '#support/runner-page.ts';
import { smallExamPage } from '#support/small-exam.ts';
import { bankOf } from '#support/test-bank.ts';
import { plainQuestion } from '#support/test-questions.ts';

/** What the page's inline script shows before the app's code has loaded, and what the app makes of it. */

const RUNNER = address('aws', 'Every Kind');
const scripts = /^\/assets\/.*\.js$/;

const screens = [
  { path: '/', heading: 'CertDeck', title: 'Providers', placeholders: 3 },
  { path: '/exams/aws', heading: 'aws', title: 'aws', placeholders: 6 },
  { path: '/Exams/aws/', heading: 'aws', title: 'aws', placeholders: 6 },
  { path: RUNNER, heading: 'Every Kind', title: 'Every Kind', placeholders: 4 },
  { path: address('aws', '50%2F'), heading: '50%2F', title: '50%2F', placeholders: 4 },
  { path: address('aws', '<b>x</b>'), heading: '<b>x</b>', title: '<b>x</b>', placeholders: 4 },
];

const headingOf = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });
const placeholdersOf = (page: Page) => page.locator('[data-placeholder]');
/** The options of the question, whoever shows it. */
const rows = (page: Page) => page.locator('article label');
const amazon = (page: Page) => page.getByRole('link', { name: 'Amazon Web Services' });
const checkButton = (page: Page) => page.getByRole('button', { name: 'Check Answer' });

/** Makes the next visit the first one. */
const forgetVisits = async (page: Page, origin: string) => {
  const session = await page.context().newCDPSession(page);
  await page.goto('about:blank');
  await session.send('Network.clearBrowserCache');
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.detach();
};

/** Opens an address while the app's code is held back. `untilApp` lets it load and waits for the app. */
const openPainted = async (page: Page, server: FaultyServer, path: string) => {
  const code = fault.hold();
  server.faults.set(scripts, code);
  await forgetVisits(page, server.address);
  await page.goto(path, { waitUntil: 'commit' });
  return {
    release: code.release,
    untilApp: async () => {
      await page.evaluate(() =>
        Object.assign(document.querySelector('#root > *') ?? {}, { old: 1 }),
      );
      code.release();
      await page.waitForFunction(() => !('old' in (document.querySelector('#root > *') ?? {})));
    },
  };
};

/** Counts how often something that `selector` finds goes away again. */
const watch = (page: Page, selector: string) =>
  page.addInitScript((wanted) => {
    let wasThere = false;
    Object.assign(globalThis, { flickers: 0 });
    new MutationObserver(() => {
      const isThere = document.querySelector(wanted) !== null;
      if (wasThere && !isThere) Object.assign(globalThis, { flickers: 1 });
      wasThere = isThere;
    }).observe(document, { childList: true, subtree: true });
  }, selector);

const expectNoFlicker = async (page: Page) =>
  expect(await page.evaluate(() => (globalThis as { flickers?: number }).flickers)).toBe(0);

/** Where elements are, and their color. */
const readPlaces = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((elements) =>
    elements
      .filter((element) => element.textContent !== '' || !element.matches('p'))
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [element.tagName, x, y, width, height, getComputedStyle(element).color];
      }),
  );

test('every screen shows its frame before the app’s code loads', async ({ page, server }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  server.faults.set(/^\/api\//, fault.hold());
  for (const { path, heading, title, placeholders } of screens) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(headingOf(page, heading)).toBeVisible();
      await expect(placeholdersOf(page)).toHaveCount(placeholders);
      await expect(page).toHaveTitle(`${title} · CertDeck`);
      await expect(page.getByRole('main', { name: title })).toBeVisible();
      const box = await placeholdersOf(page).first().boundingBox();
      expect(box?.height).toBeGreaterThan(40);
      await expect(page.locator('main b')).toHaveCount(0);
    });
  }
  await page.goto(address('aws', 'a/b'));
  await page.getByRole('link', { name: 'Back to Exams' }).click();
  await expect(headingOf(page, 'aws')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/exams/aws');
  await page.getByRole('link', { name: 'Back to Providers' }).click();
  await expect(headingOf(page, 'CertDeck')).toBeVisible();

  for (const path of ['/nowhere', '/exams/aws/%E0%A4%A', '/exams/a/b/c']) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Use light theme' })).toBeVisible();
    await expect(page.getByRole('heading')).toHaveCount(0);
  }
  await page.evaluate(() => localStorage.setItem('theme', 'light'));
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Use dark theme' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('the page carries the styles of its frames', async ({ page }) => {
  const shell = await (await page.request.get('/')).text();
  const templates = [...shell.matchAll(/<template.*?<\/template>/gs)].join('');
  const shown = [...templates.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) =>
    names.split(' '),
  );
  expect(shown.length).toBeGreaterThan(20);
  const assets = join(SITE, 'assets');
  const sheets = readdirSync(assets).filter((file) => file.endsWith('.css'));
  expect(sheets.length).toBeGreaterThan(0);
  for (const file of sheets) {
    const later = [...readFileSync(join(assets, file), 'utf8').matchAll(/\.([\w-]+)/g)];
    const names = new Set(later.map(([, name]) => name));
    expect(
      shown.filter((name) => names.has(name)),
      file,
    ).toEqual([]);
  }
});

test('each animation of the styles has its keyframes', async ({ page }) => {
  const assets = join(SITE, 'assets');
  const sheets = readdirSync(assets).filter((file) => file.endsWith('.css'));
  const later = sheets.map((file) => readFileSync(join(assets, file), 'utf8'));
  const style = [await (await page.request.get('/')).text(), ...later].join('\n');
  const named = new Set([...style.matchAll(/@keyframes ([\w-]+)/g)].map(([, name]) => name));
  const used = [...style.matchAll(/[;{]animation:([^;}]*)/g)].map(([, value = '']) => value);
  expect(used.length).toBeGreaterThan(3);
  const isKnown = (value: string) =>
    value.split(' ').some((word) => word === 'none' || named.has(word));
  expect(used.filter((value) => !isKnown(value))).toEqual([]);
});

for (const { path, heading } of screens.filter((_, index) => [0, 1, 3].includes(index))) {
  test(`nothing of ${path} moves when the app takes over`, async ({ page, server }) => {
    const data = fault.hold();
    server.faults.set(/^\/api\//, data);
    await watch(page, 'h1');
    await watchShifts(page);
    const frame =
      'header a, header [data-slot=theme], h1, main p, [role=progressbar], [data-placeholder], article *';
    const { untilApp } = await openPainted(page, server, path);
    await expect(headingOf(page, heading)).toBeVisible();
    const before = await readPlaces(page, frame);
    await untilApp();
    await expect.poll(() => server.requests(/^\/api\//).length).toBeGreaterThan(0);
    expect(await readPlaces(page, frame)).toEqual(before);
    data.release();
    await expect(placeholdersOf(page)).toHaveCount(0);
    await expectNoShift(page);
    await expectNoFlicker(page);
  });
}

test('home shows its providers before the app, which takes them over', async ({ page, server }) => {
  await watch(page, '#root a[href^="/exams/"]');
  const { untilApp } = await openPainted(page, server, '/');
  await expect(amazon(page)).toHaveAttribute('href', '/exams/aws');
  await expect(amazon(page)).toContainText(/Exams$/);
  const place = await amazon(page).boundingBox();
  await untilApp();
  await expect(page.getByRole('button', { name: 'Back up or move progress' })).toBeVisible();
  expect(await amazon(page).boundingBox()).toEqual(place);
  await expectNoFlicker(page);
});

test('opens a provider tapped before the app is there', async ({ page, server }) => {
  const { release } = await openPainted(page, server, '/');
  await amazon(page).click({ noWaitAfter: true });
  await expect(headingOf(page, 'aws')).toBeVisible();
  release();
  await expect(page.getByRole('link', { name: 'Start', exact: true }).first()).toBeVisible();
});

test('opening the context menu does not keep the app from starting', async ({ page, server }) => {
  const { release } = await openPainted(page, server, '/');
  await amazon(page).hover();
  await page.mouse.down({ button: 'right' });
  release();
  await expect(page.getByRole('button', { name: 'Back up or move progress' })).toBeVisible();
});

test('keeps a theme chosen before the app is there', async ({ page, server }) => {
  const { untilApp } = await openPainted(page, server, '/');
  await page.getByRole('button', { name: 'Use light theme' }).click();
  const dark = page.getByRole('button', { name: 'Use dark theme' });
  await untilApp();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await dark.click();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('the app takes over a painted question unchanged', async ({ page, server }) => {
  const places = () => readPlaces(page, 'h1, article *');
  const article = page.locator('article');
  await watch(page, '#root article');
  for (const question of [
    plainQuestion('What is it?\nTwo lines & <b>no markup</b>.'),
    plainQuestion('Which ones?', {
      options: ['a', 'b', 'c', 'd', 'e', 'f', 'the seventh', 'the eighth'],
      answers: ['a', 'the eighth'],
    }),
    { ...plainQuestion(''), questionParts: ['The first part.', 'The second part.'] },
  ]) {
    server.faults.set(/^\/api\/question\?/, fault.json({ question, images: [] }));
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const { untilApp } = await openPainted(page, server, RUNNER);
      await expect(rows(page)).toHaveCount(question.options.length);
      await expect(page.getByText(/^Question 1 of \d+$/)).toBeVisible();
      // It can't act before the app is there, and says so.
      await expect(article).toHaveAttribute('aria-busy', 'true');
      await expect(page.locator('article input:enabled')).toHaveCount(0);
      const before = { text: await article.innerText(), places: await places() };
      await untilApp();
      await expect(checkButton(page)).toBeVisible();
      expect({ text: await article.innerText(), places: await places() }).toEqual(before);
      await expectNoFlicker(page);
      await rows(page).first().click();
      await expect(checkButton(page)).toBeEnabled();
    }
  }
});

test.describe('an exam whose name ends in its code', () => {
  const name = 'AWS Certified Cloud Practitioner (CLF-C02)';
  const questions = { one: plainQuestion('What is it?') };
  test.use({ serving: { site: SITE, bank: bankOf({ id: 'clf', name, questions }) } });

  /** On how many lines the end of the heading is drawn, and whether within its box. */
  const placeOfCode = (page: Page) =>
    page.locator('h1').evaluate((heading) => {
      const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
      const tops = new Set<number>();
      let isWithin = true;
      let at = 0;
      const from = heading.textContent.length - '(CLF-C02)'.length;
      while (walker.nextNode()) {
        const node = walker.currentNode as Text;
        for (let index = 0; index < node.length; index += 1, at += 1) {
          if (at < from) continue;
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + 1);
          const { top, right } = range.getBoundingClientRect();
          tops.add(Math.round(top));
          isWithin &&= right <= heading.getBoundingClientRect().right + 1;
        }
      }
      return { lines: tops.size, isWithin };
    });

  test('has that on one line and in sight, before the app and with it', async ({
    page,
    server,
  }) => {
    for (const [width, height] of [
      [320, 640],
      [844, 390],
    ] as const) {
      await page.setViewportSize({ width, height });
      const { untilApp } = await openPainted(page, server, address('aws', name));
      await expect(rows(page)).toHaveCount(4);
      await expect(headingOf(page, name)).toBeVisible();
      const seen = { lines: 1, isWithin: true };
      expect(await placeOfCode(page), `at ${width}, painted`).toEqual(seen);
      const before = await readPlaces(page, 'h1, h1 *');
      await untilApp();
      await expect(checkButton(page)).toBeVisible();
      expect(await placeOfCode(page), `at ${width}`).toEqual(seen);
      expect(await readPlaces(page, 'h1, h1 *')).toEqual(before);
    }
  });
});

const painted = { question: /^\/api\/question\?/, providers: /^\/api\/providers/ };
const asked = (question: object) =>
  [RUNNER, painted.question, { question, images: [] }, 4] as const;
const listed = (providerData: object[]) => ['/', painted.providers, { providerData }, 3] as const;

// Each in a browser of its own: what the page before saved could still be written after it was cleared.
for (const [what, [path, call, answer, placeholders], shown] of [
  ['a question with code', asked(plainQuestion('What does `ls` do?')), 'What does'],
  ['a question with an image', asked(plainQuestion('What is this? [img-1]')), 'What is this?'],
  ['a blank option', asked(plainQuestion('Which?', { options: ['right', ' '] })), 'Which?'],
  ['no options', asked(plainQuestion('Read this.', { options: [] })), 'Read this.'],
  ['a question of another shape', asked({ options: 'none' }), 'Retry'],
  ['a provider of another shape', listed([{ id: 'aws' }]), 'Unfortunately, due to'],
  ['an impossible id', listed([{ id: '\ud800', name: 'Odd', examCount: 1 }]), 'Unfortunately'],
  ['no providers', listed([]), 'Unfortunately, due to an error on our side'],
] as const) {
  test(`leaves to the app what it can’t paint: ${what}`, async ({ page, server, complaints }) => {
    server.faults.set(call, fault.json(answer));
    const request = server.nextRequest(call);
    const { release } = await openPainted(page, server, path);
    await request;
    await expect(placeholdersOf(page)).toHaveCount(placeholders);
    release();
    await expect(page.getByText(shown).first()).toBeVisible();
    complaints.length = 0;
  });
}

test('a run in another order shows no question before the app', async ({ page, server }) => {
  const { untilApp } = await openPainted(page, server, `${RUNNER}?count=2&order=random`);
  await server.requestCount('/api/questions', 1);
  await expect(placeholdersOf(page)).toHaveCount(4);
  await untilApp();
  await expect(page.getByText(/^Question 1 of/)).toBeVisible();
});

test('requests nothing twice on a first visit', async ({ page, context, server }) => {
  await saveData(context);
  await page.goto(RUNNER);
  await expect(rows(page)).toHaveCount(4);
  const [first] = server.requests('/api/question').filter(({ url }) => url.includes('=single'));
  await expect
    .poll(() => page.evaluate(async () => (await caches.keys()).join()))
    .toContain('/exam/');
  await page.goto('/exams/aws');
  await expect(page.getByRole('link', { name: 'Start', exact: true }).first()).toBeVisible();
  expect(server.requests('/api/exams')).toHaveLength(1);
  await page.goto('/');
  await expect(amazon(page)).toBeVisible();
  expect(server.requests('/config.json')).toHaveLength(3);
  for (const path of ['/api/providers', `${first?.url}`])
    expect(server.requests(path), path).toHaveLength(1);
});

test('an API on another origin is called early, too', async ({ page, server, api }) => {
  server.site.configure({ apiUrl: api.address });
  const { release } = await openPainted(page, server, '/');
  await server.requestCount('/api/providers', 1);
  await expect(placeholdersOf(page)).toHaveCount(3);
  release();
  await expect(amazon(page)).toBeVisible();
  expect(api.requests('/api/providers')).toHaveLength(1);
  const asked = server.requests(/^\/api\//).length;
  await page.reload();
  await expect(amazon(page)).toBeVisible();
  expect(api.requests('/api/providers')).toHaveLength(2);
  expect(server.requests(/^\/api\//)).toHaveLength(asked);
});

test.describe('with a worker', () => {
  test.use(WITH_WORKER);

  test('a provider pressed while the app takes over gets its tap', async ({ page, server }) => {
    const { release } = await openPainted(page, server, '/');
    await amazon(page).hover();
    await page.mouse.down();
    release();
    await untilControlled(page);
    await page.mouse.up();
    await expect(headingOf(page, 'aws')).toBeVisible();
  });
});

offlineTest(
  'a saved exam shows its question at once, fetching none again',
  async ({ page, server }) => {
    await page.goto(smallExamPage);
    await untilAvailable(page);
    await untilControlled(page);
    server.forgetRequests();
    await page.reload();
    await expect(rows(page).first()).toBeVisible();
    await expect(checkButton(page)).toBeVisible();
    // A saved question may be asked about, never fetched again.
    const isFetch = ({ headers }: RecordedRequest) => !headers['if-none-match'];
    expect(server.requests('/api/question').filter(isFetch)).toEqual([]);
    await watch(page, '#root article');
    await server.refuse();
    await page.reload();
    await expect(checkButton(page)).toBeVisible();
    await expectNoFlicker(page);
  },
);
