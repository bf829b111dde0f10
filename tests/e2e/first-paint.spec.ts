import type { Page } from '@playwright/test';
import { fault } from '#support/faults.ts';
import type { FaultyServer } from '#support/faulty-server.ts';
import { expect, test, WITH_WORKER } from '#support/fixtures.ts';
import {
  test as offlineTest,
  saveData,
  untilAvailable,
  untilControlled,
} from '#support/offline-page.ts';
import type { RecordedRequest } from '#support/request-log.ts';
import { address, check } from '#support/runner-page.ts';
import { smallExamPage } from '#support/small-exam.ts';
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
const inputs = (page: Page) => page.locator('article input');
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

type Watched = { shift: number; flickers: number };

/** Counts layout shifts, and how often something that `selector` finds goes away again. */
const watch = (page: Page, selector: string) =>
  page.addInitScript((wanted) => {
    const watched: Watched = { shift: 0, flickers: 0 };
    Object.assign(globalThis, { watched });
    let wasThere = false;
    new MutationObserver(() => {
      const isThere = document.querySelector(wanted) !== null;
      if (wasThere && !isThere) watched.flickers += 1;
      wasThere = isThere;
    }).observe(document, { childList: true, subtree: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        watched.shift += (entry as PerformanceEntry & { value: number }).value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  }, selector);

const readWatched = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { watched: Watched }).watched);

/** Where everything is that both the inline script and the app show. */
const readPlaces = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'header *, h1, main p, [role=progressbar], [data-placeholder], article *',
      ),
    ]
      .filter((element) => element.textContent !== '' || !element.matches('p'))
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [element.tagName, x, y, width, height];
      }),
  );

test('every address shows its heading and placeholders before the code of the app', async ({
  page,
  server,
}) => {
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
  await expect(page.locator('header path:visible')).toHaveAttribute('data-for', 'light');
});

for (const { path, heading } of screens.filter((_, index) => [0, 1, 3].includes(index))) {
  test(`nothing of ${path} moves when the app takes over`, async ({ page, server }) => {
    const data = fault.hold();
    server.faults.set(/^\/api\//, data);
    await watch(page, 'h1');
    const { untilApp } = await openPainted(page, server, path);
    await expect(headingOf(page, heading)).toBeVisible();
    const before = await readPlaces(page);
    await untilApp();
    await expect.poll(() => server.requests(/^\/api\//).length).toBeGreaterThan(0);
    expect(await readPlaces(page)).toEqual(before);
    data.release();
    await expect(placeholdersOf(page)).toHaveCount(0);
    expect(await readWatched(page)).toEqual({ shift: 0, flickers: 0 });
  });
}

test('home shows its providers before the app, which keeps them', async ({ page, server }) => {
  await watch(page, '#root a[href^="/exams/"]');
  const { untilApp } = await openPainted(page, server, '/');
  await expect(amazon(page)).toHaveAttribute('href', '/exams/aws');
  await expect(amazon(page)).toContainText(/Exams$/);
  const place = await amazon(page).boundingBox();
  await untilApp();
  await expect(page.getByRole('button', { name: 'Your progress data' })).toBeVisible();
  expect(await amazon(page).boundingBox()).toEqual(place);
  expect((await readWatched(page)).flickers).toBe(0);
  expect(server.requests('/api/providers')).toHaveLength(1);
});

test('a provider tapped before the app is there opens', async ({ page, server }) => {
  const { release } = await openPainted(page, server, '/');
  await amazon(page).click({ noWaitAfter: true });
  await expect(headingOf(page, 'aws')).toBeVisible();
  release();
  await expect(page.getByRole('link', { name: 'Start' }).first()).toBeVisible();
});

test('opening the context menu does not keep the app from starting', async ({ page, server }) => {
  const { release } = await openPainted(page, server, '/');
  await amazon(page).hover();
  await page.mouse.down({ button: 'right' });
  release();
  await expect(page.getByRole('button', { name: 'Have you practiced elsewhere?' })).toBeVisible();
});

test('a theme chosen before the app is there counts', async ({ page, server }) => {
  const { release } = await openPainted(page, server, '/');
  await page.getByRole('button', { name: 'Use light theme' }).click();
  const dark = page.getByRole('button', { name: 'Use dark theme' });
  await expect(dark).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  release();
  await expect(placeholdersOf(page)).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await dark.click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

for (const [what, question] of Object.entries({
  'one right answer': plainQuestion('What is it?\nTwo lines & <b>no markup</b>.'),
  'several right answers and eight options': plainQuestion('Which ones?', {
    options: ['a', 'b', 'c', 'd', 'e', 'f', 'the seventh', 'the eighth'],
    answers: ['a', 'the eighth'],
  }),
  parts: { ...plainQuestion(''), questionParts: ['The first part.', 'The second part.'] },
})) {
  test(`a question with ${what} looks the same before and after the app takes over`, async ({
    page,
    server,
  }) => {
    server.faults.set(/^\/api\/question\?/, fault.json({ question, images: [] }));
    await watch(page, '#root article');
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const { untilApp } = await openPainted(page, server, RUNNER);
      await expect(rows(page)).toHaveCount(question.options.length);
      await expect(page.getByText(/^Question 1 of \d+$/)).toBeVisible();
      const article = page.locator('article');
      const [text, places] = [await article.innerText(), await readQuestionPlaces(page)];
      await untilApp();
      await expect(checkButton(page)).toBeVisible();
      expect(await article.innerText()).toBe(text);
      expect(await readQuestionPlaces(page)).toEqual(places);
      expect((await readWatched(page)).flickers).toBe(0);
    }
  });
}

const readQuestionPlaces = (page: Page) =>
  page.locator('h1, article *').evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [element.tagName, x, y, width, height];
    }),
  );

test('a choice made before the app is there stays, with its focus', async ({ page, server }) => {
  const { untilApp } = await openPainted(page, server, RUNNER);
  await rows(page).nth(2).click();
  await untilApp();
  await expect(inputs(page).nth(2)).toBeChecked();
  await expect(inputs(page).nth(2)).toBeFocused();
  await check(page);
  await expect(page.locator('[data-verdict]').first()).toBeVisible();
  const asked = server.requests('/api/question').filter(({ url }) => url.includes('=single'));
  expect(asked).toHaveLength(1);
});

test('keys pressed before the app is there count', async ({ page, server }) => {
  const { release } = await openPainted(page, server, RUNNER);
  await expect(rows(page)).toHaveCount(4);
  await page.keyboard.press('2');
  await page.keyboard.press('Enter');
  release();
  await expect(page.locator('[data-verdict]').first()).toBeVisible();
  await expect(inputs(page).nth(1)).toBeChecked();
});

test('Enter on a button before the app is there does not check the answer', async ({
  page,
  server,
}) => {
  const { untilApp } = await openPainted(page, server, RUNNER);
  await rows(page).first().click();
  await page.getByRole('button', { name: 'Use light theme' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Use dark theme' })).toBeVisible();
  await untilApp();
  await expect(checkButton(page)).toBeEnabled();
  await expect(page.locator('[data-verdict]')).toHaveCount(0);
});

test('what the inline script can’t show is left to the app', async ({ page, server }) => {
  for (const [what, question] of Object.entries({
    'with code': plainQuestion('What does `ls` do?'),
    'with an image': plainQuestion('What is this? [img-1]'),
    'with a blank option': plainQuestion('Which?', { options: ['right', ' '] }),
    'without options': plainQuestion('Read this.', { options: [] }),
  })) {
    await test.step(`a question ${what}`, async () => {
      server.forgetRequests();
      server.faults.set(/^\/api\/question\?/, fault.json({ question, images: [] }));
      const { release } = await openPainted(page, server, RUNNER);
      await server.requestCount('/api/question', 1);
      await expect(placeholdersOf(page)).toHaveCount(4);
      release();
      await expect(page.locator('article')).toBeVisible();
    });
  }
  for (const [what, answer] of Object.entries({
    'of another shape': { providerData: [{ id: 'aws' }] },
    'with an id that no address can hold': {
      providerData: [{ id: '\ud800', name: 'Odd', examCount: 1 }],
    },
    'without providers': { providerData: [] },
  })) {
    await test.step(`a list ${what}`, async () => {
      server.forgetRequests();
      server.faults.set(/^\/api\/providers/, fault.json(answer));
      const { release } = await openPainted(page, server, '/');
      await expect(placeholdersOf(page)).toHaveCount(3);
      await server.requestCount('/api/providers', 1);
      release();
      await expect(page.getByText(/^Unfortunately, due to an error on our side/)).toBeVisible();
    });
  }
  server.forgetRequests();
  const { release } = await openPainted(page, server, `${RUNNER}?count=2&order=random`);
  await server.requestCount('/api/questions', 1);
  await expect(placeholdersOf(page)).toHaveCount(4);
  release();
});

test('an answer of another shape is reported by the app', async ({ page, server, complaints }) => {
  server.faults.set(/^\/api\/question\?/, fault.json({ question: { options: 'none' } }));
  const { release } = await openPainted(page, server, RUNNER);
  await server.requestCount('/api/question', 1);
  await expect(placeholdersOf(page)).toHaveCount(4);
  release();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  complaints.length = 0;
});

test('on a first visit nothing is requested twice', async ({ page, context, server }) => {
  await saveData(context);
  await page.goto(RUNNER);
  await expect(rows(page)).toHaveCount(4);
  const [first] = server.requests('/api/question').filter(({ url }) => url.includes('=single'));
  await expect
    .poll(() => page.evaluate(async () => (await caches.keys()).join()))
    .toContain('/exam/');
  await page.goto('/exams/aws');
  await expect(page.getByRole('link', { name: 'Start' }).first()).toBeVisible();
  await page.goto('/');
  await expect(amazon(page)).toBeVisible();
  expect(server.requests('/config.json')).toHaveLength(3);
  for (const path of ['/api/providers', '/api/exams', `${first?.url}`])
    expect(server.requests(path), path).toHaveLength(1);
});

test('an API on another origin is asked as soon as the configuration names it', async ({
  page,
  server,
  api,
}) => {
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

  for (const [what, path, pressed, done] of [
    ['a provider', '/', amazon, (page: Page) => expect(headingOf(page, 'aws')).toBeVisible()],
    [
      'an option',
      RUNNER,
      (page: Page) => rows(page).nth(1),
      async (page: Page) => {
        await expect(checkButton(page)).toBeEnabled();
        await expect(inputs(page).nth(1)).toBeChecked();
      },
    ],
  ] as const) {
    test(`${what} pressed while the app takes over gets its tap`, async ({ page, server }) => {
      const { release } = await openPainted(page, server, path);
      await pressed(page).hover();
      await page.mouse.down();
      release();
      await untilControlled(page);
      await page.mouse.up();
      await done(page);
    });
  }

  test('offline, every screen is there at once', async ({ page, server }) => {
    await page.goto('/');
    await untilControlled(page);
    await server.refuse();
    for (const [path, heading] of [
      ['/', 'CertDeck'],
      ['/exams/aws', 'aws'],
      [RUNNER, 'Every Kind'],
    ] as const) {
      const response = await page.goto(path);
      expect(response?.fromServiceWorker()).toBe(true);
      await expect(headingOf(page, heading)).toBeVisible();
    }
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
    expect((await readWatched(page)).flickers).toBe(0);
  },
);

test('a note of the first question that makes no sense does no harm', async ({ page }) => {
  const exam = { apiUrl: '', providerId: 'aws', examId: 'Every Kind' };
  const other = plainQuestion('Which one is right?', { options: ['right', 'no longer there'] });
  const notes = [
    '{',
    'null',
    '1',
    '{"exam":{}}',
    JSON.stringify({ exam, name: 'Every Kind', total: 1, question: { options: [1] } }),
    JSON.stringify({ exam, name: 'Every Kind', total: 10, question: other }),
  ];
  await page.goto('/');
  for (const note of notes) {
    await page.evaluate((text) => {
      const filled = text.replace('"apiUrl":""', `"apiUrl":"${location.origin}"`);
      localStorage.setItem('first-question', filled);
    }, note);
    await page.goto(RUNNER);
    await expect(page.getByText('Which one is right?')).toBeVisible();
    await expect(rows(page)).toHaveCount(4);
    await expect(checkButton(page)).toBeDisabled();
    await rows(page).first().click();
    await check(page);
    await expect(page.locator('[data-verdict]').first()).toBeVisible();
  }
});
