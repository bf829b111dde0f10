import type { Page } from '@playwright/test';
import { fault } from '#support/faults.ts';
import { expect, test } from '#support/fixtures.ts';
import { test as offlineTest, untilAvailable, untilControlled } from '#support/offline-page.ts';
import { address, check } from '#support/runner-page.ts';
import { smallExamPage } from '#support/small-exam.ts';
import { plainQuestion } from '#support/test-questions.ts';

const RUNNER = address('aws', 'Every Kind');

const scripts = /^\/assets\/.*\.js$/;

const placeholdersOf = (page: Page) => page.locator('[data-placeholder]');

/** Of the question, whoever shows it. */
const rows = (page: Page) => page.locator('article label');
const inputs = (page: Page) => page.locator('article input');

/** Marks what the inline script has painted; the app replaces it. */
const markPainted = (page: Page) =>
  page.evaluate(() => Object.assign(document.querySelector('#root > *') ?? {}, { old: 1 }));

const untilApp = (page: Page) =>
  page.waitForFunction(() => !('old' in (document.querySelector('#root > *') ?? {})));

/** Counts how often the page is without a question after it had one. */
const watchFlicker = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(globalThis, { flickers: 0 });
    let isThere = false;
    new MutationObserver(() => {
      const hasQuestion = document.querySelector('#root article') !== null;
      if (isThere && !hasQuestion) (globalThis as unknown as { flickers: number }).flickers += 1;
      isThere = hasQuestion;
    }).observe(document, { childList: true, subtree: true });
  });

const readFlickers = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { flickers: number }).flickers);

/** A question's elements and attributes, without those that every render makes up anew. */
const readMarkup = (page: Page) =>
  page.locator('article').evaluate((article) =>
    [article, ...article.querySelectorAll('*')].map((element) => [
      element.localName,
      element.children.length === 0 ? element.textContent : '',
      ...[...element.attributes]
        .filter(({ name }) => !['id', 'name', 'aria-labelledby'].includes(name))
        .map(({ name, value }) => `${name}=${value}`)
        .sort(),
    ]),
  );

const readPlaces = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('h1, h1 ~ div p:not([aria-hidden], [role]), article *')].map(
      (element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [element.tagName, x, y, width, height];
      },
    ),
  );

const questions = {
  'one right answer': plainQuestion('What is it?\nTwo lines & <b>no markup</b>.'),
  'several right answers and eight options': plainQuestion('Which ones?', {
    options: ['a', 'b', 'c', 'd', 'e', 'f', 'the seventh', 'the eighth'],
    answers: ['a', 'the eighth'],
  }),
  parts: { ...plainQuestion(''), questionParts: ['The first part.', 'The second part.'] },
};

for (const [what, question] of Object.entries(questions)) {
  for (const width of [390, 1440]) {
    test(`a question with ${what} is painted as the app shows it, ${width} px`, async ({
      page,
      server,
    }) => {
      await page.setViewportSize({ width, height: 900 });
      const script = fault.hold();
      server.faults.set(scripts, script);
      server.faults.set(/^\/api\/question\?/, fault.json({ question, images: [] }));
      await watchFlicker(page);
      await page.goto(RUNNER, { waitUntil: 'commit' });
      await expect(rows(page)).toHaveCount(question.options.length);
      await expect(page.getByText(/^Question 1 of \d+$/)).toBeVisible();
      const [markup, places] = [await readMarkup(page), await readPlaces(page)];
      await markPainted(page);
      script.release();
      await untilApp(page);
      await expect(page.getByRole('button', { name: 'Check Answer' })).toBeVisible();
      expect(await readMarkup(page)).toEqual(markup);
      expect(await readPlaces(page)).toEqual(places);
      expect(await readFlickers(page)).toBe(0);
    });
  }
}

test('a choice made before the app is there stays, with its focus', async ({ page, server }) => {
  const script = fault.hold();
  server.faults.set(scripts, script);
  await page.goto(RUNNER, { waitUntil: 'commit' });
  await rows(page).nth(2).click();
  await markPainted(page);
  script.release();
  await untilApp(page);
  await expect(inputs(page).nth(2)).toBeChecked();
  await expect(inputs(page).nth(2)).toBeFocused();
  await check(page);
  await expect(page.locator('[data-verdict]').first()).toBeVisible();
  expect(
    server.requests('/api/question').filter(({ url }) => url.includes('=single')),
  ).toHaveLength(1);
});

test('keys pressed before the app is there count', async ({ page, server }) => {
  const script = fault.hold();
  server.faults.set(scripts, script);
  await page.goto(RUNNER, { waitUntil: 'commit' });
  await expect(rows(page)).toHaveCount(4);
  await page.keyboard.press('2');
  await page.keyboard.press('Enter');
  script.release();
  await expect(page.locator('[data-verdict]').first()).toBeVisible();
  await expect(inputs(page).nth(1)).toBeChecked();
});

test('Enter on a control before the app is there belongs to that control', async ({
  page,
  server,
}) => {
  const script = fault.hold();
  server.faults.set(scripts, script);
  await page.goto(RUNNER, { waitUntil: 'commit' });
  await rows(page).first().click();
  await page.getByRole('button', { name: 'Use light theme' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Use dark theme' })).toBeVisible();
  await markPainted(page);
  script.release();
  await untilApp(page);
  await expect(page.getByRole('button', { name: 'Check Answer' })).toBeEnabled();
  await expect(page.locator('[data-verdict]')).toHaveCount(0);
});

test('a choice on a question that the app knows otherwise is dropped', async ({ page, server }) => {
  const script = fault.hold();
  server.faults.set(scripts, script);
  const options = ['right', 'wrong', 'almost', 'far off', 'no longer there'];
  await page.addInitScript(
    (question) => {
      const exam = { apiUrl: location.origin, providerId: 'aws', examId: 'Every Kind' };
      const note = { exam, name: 'Every Kind', total: 10, question };
      localStorage.setItem('first-question', JSON.stringify(note));
    },
    plainQuestion('Which one is right?', { options }),
  );
  await page.goto(RUNNER, { waitUntil: 'commit' });
  await rows(page).nth(4).click();
  script.release();
  await expect(rows(page)).toHaveCount(4);
  await expect(page.getByRole('button', { name: 'Check Answer' })).toBeDisabled();
});

test('an option that is being pressed while the app takes over is chosen', async ({
  page,
  server,
}) => {
  const script = fault.hold();
  server.faults.set(scripts, script);
  await page.goto(RUNNER, { waitUntil: 'commit' });
  await rows(page).nth(1).hover();
  await page.mouse.down();
  script.release();
  await untilControlled(page);
  await page.mouse.up();
  await expect(page.getByRole('button', { name: 'Check Answer' })).toBeEnabled();
  await expect(inputs(page).nth(1)).toBeChecked();
});

for (const [what, question] of Object.entries({
  'with code': plainQuestion('What does `ls` do?'),
  'with an image': plainQuestion('What is this? [img-1]'),
  'with a blank option': plainQuestion('Which?', { options: ['right', ' '] }),
  'without options': plainQuestion('Read this.', { options: [] }),
})) {
  test(`a question ${what} is left to the app`, async ({ page, server }) => {
    const script = fault.hold();
    server.faults.set(scripts, script);
    server.faults.set(/^\/api\/question\?/, fault.json({ question, images: [] }));
    await page.goto(RUNNER, { waitUntil: 'commit' });
    await expect.poll(() => server.requests('/api/question').length).toBe(1);
    await expect(placeholdersOf(page)).toHaveCount(4);
    script.release();
    await expect(page.locator('article')).toBeVisible();
  });
}

test('an answer of another shape is left to the app', async ({ page, server, complaints }) => {
  const script = fault.hold();
  server.faults.set(scripts, script);
  server.faults.set(/^\/api\/question\?/, fault.json({ question: { options: 'none' } }));
  await page.goto(RUNNER, { waitUntil: 'commit' });
  await expect.poll(() => server.requests('/api/question').length).toBe(1);
  await expect(placeholdersOf(page)).toHaveCount(4);
  script.release();
  await expect(
    page.getByText(/could not be loaded|couldn.t be loaded|error/i).first(),
  ).toBeVisible();
  complaints.length = 0;
});

test('another run than the plain one begins with its own question', async ({ page, server }) => {
  const script = fault.hold();
  server.faults.set(scripts, script);
  await page.goto(`${RUNNER}?count=2&order=random`, { waitUntil: 'commit' });
  await expect.poll(() => server.requests('/api/questions').length).toBe(1);
  await expect(placeholdersOf(page)).toHaveCount(4);
  script.release();
  await expect(page.locator('article')).toBeVisible();
});

offlineTest('a saved exam shows its question offline before the app', async ({ page, server }) => {
  await page.goto(smallExamPage);
  await untilAvailable(page);
  await untilControlled(page);
  await page.addInitScript(() => {
    const note = new MutationObserver(() => {
      const input = document.querySelector('article input');
      if (!input) return;
      const isOfApp = Object.keys(input).some((key) => key.startsWith('__react'));
      Object.assign(globalThis, { isQuestionOfApp: isOfApp });
      note.disconnect();
    });
    note.observe(document, { childList: true, subtree: true });
  });
  await watchFlicker(page);
  await server.refuse();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Check Answer' })).toBeVisible();
  const isOfApp = await page.evaluate(
    () => (globalThis as unknown as { isQuestionOfApp: boolean }).isQuestionOfApp,
  );
  expect(isOfApp).toBe(false);
  expect(await readFlickers(page)).toBe(0);
});

for (const note of ['{', 'null', '1', '{"exam":{}}', 'with another question']) {
  test(`the note "${note}" does no harm`, async ({ page }) => {
    const found = { exam: {}, name: 'Every Kind', total: 1, question: { options: [1] } };
    await page.addInitScript(
      ([text, found]) => {
        const exam = { apiUrl: location.origin, providerId: 'aws', examId: 'Every Kind' };
        const odd = JSON.stringify({ ...found, exam });
        localStorage.setItem('first-question', text.startsWith('with') ? odd : text);
      },
      [note, found] as const,
    );
    await page.goto(RUNNER);
    await expect(page.getByText('Which one is right?')).toBeVisible();
    await rows(page).first().click();
    await check(page);
    await expect(page.locator('[data-verdict]').first()).toBeVisible();
  });
}
