import type { Locator, Page } from '@playwright/test';
import { fault } from '#support/faults.ts';
import {
  clearHttpCache,
  expect,
  openSaved,
  outages,
  saveData,
  savedLine,
  seeQuestion,
  test,
  untilAvailable,
  untilControlled,
  untilStored,
} from '#support/offline-page.ts';
import { answer, goOn } from '#support/runner-page.ts';
import { otherExam, smallExam, smallExamPage } from '#support/small-exam.ts';

const EMPTY = 'No exams available for this provider yet.';
const APOLOGY = /^Unfortunately, due to an error on our side/;
const retryButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Retry' });

/** In the page, before anything else. */
const removeWorkers = () =>
  delete (Navigator.prototype as { serviceWorker?: unknown }).serviceWorker;

for (const [how, lose] of Object.entries(outages)) {
  test(`opens a saved exam from an unseen list, ${how}`, async ({ page, context, server }) => {
    await openSaved(page);
    await lose(context, server);
    await page.goto('/exams/aws');
    await expect(page.getByText(EMPTY)).toBeVisible();
    await expect(retryButton(page)).toBeVisible();
    await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([smallExam.name]);
    await page.getByRole('link', { name: 'Start', exact: true }).click();
    await seeQuestion(page, 12);
  });
}

test('an exam that is not saved names those that work offline', async ({ page, context }) => {
  await openSaved(page);
  await context.setOffline(true);
  await page.goto('/exams/aws/Another%20Exam');
  await expect(
    page.getByText('You are offline and this exam is not saved on this device.'),
  ).toBeVisible();
  const works = page.getByRole('region', { name: 'These work now' });
  await expect(works.getByRole('listitem')).toHaveCount(1);
  await expect(works.getByText('Available offline')).toBeVisible();
  await works.getByRole('link', { name: 'Practice 10' }).click();
  await expect(page.getByRole('heading', { level: 1, name: smallExam.name })).toBeVisible();
  await expect(page.getByText('Question 1 of 10')).toBeVisible();
});

test('lists and home reload when the network returns', async ({ page, context }) => {
  await openSaved(page);
  for (const path of ['/exams/aws', '/']) {
    await context.setOffline(true);
    await page.goto(path);
    if (path !== '/') await expect(page.getByText(EMPTY)).toBeVisible();
    await expect(page.getByText('You’re offline.')).toBeVisible();
    await context.setOffline(false);
    const healed = path === '/' ? /^Amazon/ : otherExam.name;
    await expect(page.getByText(healed).first()).toBeVisible();
    await expect(retryButton(page)).toBeHidden();
    await expect(page.getByText(path === '/' ? APOLOGY : EMPTY)).toBeHidden();
  }
});

test('a list that the server dropped is empty', async ({ page, server }) => {
  await page.goto('/exams/aws');
  await untilControlled(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: smallExam.name })).toBeVisible();
  await clearHttpCache(page);
  server.faults.set(/^\/api\/exams/, fault.status(503));
  await page.reload();
  await expect(page.getByRole('heading', { name: smallExam.name })).toBeVisible();
  server.faults.set(/^\/api\/exams/, fault.status(404));
  await page.reload();
  await expect(page.getByText(EMPTY)).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(0);
  await expect(retryButton(page)).toBeHidden();
  server.faults.set(/^\/api\/exams/, fault.status(503));
  await page.reload();
  await expect(retryButton(page)).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(0);
});

test('an exam that the server dropped is not served from a copy', async ({ page, server }) => {
  await page.addInitScript(() => delete (globalThis as { caches?: unknown }).caches);
  await page.goto(smallExamPage);
  await untilControlled(page);
  await page.reload();
  await expect(page.getByText('What is question 01?')).toBeVisible();
  await clearHttpCache(page);
  server.faults.set(/^\/api\/questions\?/, fault.status(404));
  await page.reload();
  await expect(page.getByText(/^We can’t find this exam\./)).toBeVisible();
});

test('the configuration survives the loss of either copy', async ({ page, server }) => {
  await openSaved(page);
  await page.reload();
  await untilStored(page, '/config.json');
  await server.refuse();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/');
  await page.getByRole('link', { name: new RegExp(`^${smallExam.name}`) }).click();
  await seeQuestion(page, 4);
  await page.evaluate(() => caches.delete('certdeck/config'));
  await page.reload();
  await seeQuestion(page, 1);
});

test('stores a list requested before the worker took control', async ({ page, server }) => {
  const held = fault.hold();
  server.faults.set('/config.json', held);
  await page.goto('/');
  await untilControlled(page);
  held.release();
  await expect(page.getByRole('link', { name: /Amazon/ })).toBeVisible();
  await untilStored(page, '/api/providers');
});

test('requests a failed configuration again', async ({ page, server }) => {
  server.faults.set('/config.json', fault.body('{"apiUrl":"/"}', 'text/html'));
  await page.goto('/exams/aws');
  // An HTML page is never taken for the configuration, whatever it contains.
  await expect(page.getByText('App failed to load configuration.')).toBeVisible();
  server.faults.set('/config.json', fault.status(500));
  await page.reload();
  await expect(page.getByText('App failed to load configuration.')).toBeVisible();
  await expect(page.getByText(/: the server answered with an error\.$/)).toBeVisible();
  await retryButton(page).click();
  await expect(retryButton(page)).toBeVisible();
  server.faults.clear();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByRole('heading', { name: smallExam.name })).toBeVisible();
});

test('says that the configuration is loading after a second', async ({ page, server }) => {
  const held = fault.hold();
  server.faults.set('/config.json', held);
  await page.goto('/');
  await expect(page.getByText('Loading CertDeck…')).toBeVisible();
  held.release();
  await expect(page.getByRole('link', { name: /^Amazon/ })).toBeVisible();
});

test('shows the score offline without a worker, the rest later', async ({ page, context }) => {
  await page.addInitScript(removeWorkers);
  await page.goto('/exams/aws/Another%20Exam');
  for (let number = 1; number <= 3; number += 1) {
    if (number > 1) await goOn(page, number, 3);
    if (number === 3) await context.setOffline(true);
    await answer(page, 0);
  }
  await expect(page.getByRole('heading', { name: 'Exam Complete!' })).toBeVisible();
  await expect(page.getByText('Final Score: 3/3 (100%)')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Home' })).toBeVisible();
  await expect(page.getByText('This part of the app could not be loaded.')).toBeVisible();
  await retryButton(page).click();
  await expect(page.getByText('This part of the app could not be loaded.')).toBeVisible();
  await context.setOffline(false);
  await retryButton(page).click();
  await expect(page.getByRole('heading', { name: 'By domain' })).toBeVisible();
  await expect(page.getByText('Final Score: 3/3 (100%)')).toBeVisible();
});

test('a first tap on home leads to the list as soon as its code is there', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  const way = page.getByRole('link', { name: /^Amazon/ });
  await expect(way).toBeVisible();
  // From now on no timer ends, so whatever waits for one never comes.
  await page.clock.pauseAt(Date.now() + 100);
  await way.click();
  await expect(page.getByRole('link', { name: 'Start', exact: true }).first()).toBeVisible();
});

test('home survives a part that fails to load', async ({ page, server }) => {
  await page.addInitScript(removeWorkers);
  server.faults.set(/^\/assets\/home-/, fault.status(404));
  await page.goto('/');
  const missing = page.getByText('This part of the app could not be loaded.');
  await expect(missing.last()).toBeVisible();
  await expect(page.getByRole('link', { name: /^Amazon/ })).toBeVisible();
  server.faults.clear();
  await retryButton(page).last().click();
  await page.getByRole('button', { name: 'Back up or move progress' }).click();
  await expect(page.getByRole('dialog', { name: 'Back up or move progress' })).toBeVisible();
});

test('a tap whose code is slow to come is answered by a sign', async ({ page, server }) => {
  await page.addInitScript(removeWorkers);
  const held = fault.hold();
  server.faults.set(/^\/assets\/sheets-/, held);
  await page.goto('/');
  await page.getByRole('button', { name: 'Add your own questions' }).click();
  const sign = page.getByRole('status', { name: 'Loading', exact: true });
  await expect(sign).toBeInViewport({ ratio: 1 });
  await expect(sign).toHaveCSS('opacity', '1');
  held.release();
  await expect(page.getByRole('dialog', { name: 'Add your own questions' })).toBeVisible();
  await expect(sign).toHaveCount(0);
});

/** Whether a stylesheet is there for the element's own class, such as `sheet_content`. */
const isStyled = (part: Locator) =>
  part.evaluate(({ classList }) => {
    const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
    const own = [...classList].filter((name) => name.includes('_'));
    return own.some((name) => rules.some(({ cssText }) => cssText.includes(`.${name}`)));
  });

test('never shows a late part without its style', async ({ page, server }) => {
  await page.addInitScript(removeWorkers);
  const missing = page.getByText('This part of the app could not be loaded.');
  const retry = page.getByRole('button', { name: 'Retry' });
  for (const [path, shown] of [
    ['/', page.getByRole('button', { name: 'Back up or move progress' })],
    ['/exams/aws', page.getByRole('main').getByRole('listitem').first()],
  ] as const) {
    server.faults.set(/^\/assets\/.*\.css$/, fault.drop());
    await clearHttpCache(page);
    await page.goto(path);
    await expect(missing).toBeVisible();
    await retry.click();
    await expect(missing).toBeVisible();
    await expect(shown).toHaveCount(0);
    server.faults.clear();
    await retry.click();
    await expect(shown).toBeVisible();
    expect(await isStyled(shown)).toBe(true);
  }
});

test('judges answers of a meaningless content type by their content', async ({ page, server }) => {
  const drawn =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 6"><path d="M1 1h3v3"/></svg>';
  server.faults.set(/^\/images\/.*\.svg$/, fault.body(drawn, 'application/octet-stream'));
  const exams = { exams: [null, { name: otherExam.name, questionCount: 3 }, { name: '' }] };
  server.faults.set(/^\/api\/exams/, fault.body(JSON.stringify(exams), 'text/plain'));
  await page.goto('/exams/aws');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([otherExam.name]);
  await page.getByRole('link', { name: 'Start', exact: true }).click();
  await untilAvailable(page);
  await untilControlled(page);
  await server.refuse();
  await page.reload();
  await answer(page, 0);
  await goOn(page, 2, 3);
  await expect
    .poll(() =>
      page
        .getByRole('img', { name: 'Picture 1' })
        .evaluate((image) => (image as HTMLImageElement).naturalWidth),
    )
    .toBeGreaterThan(0);
});

test('odd ids end in a whole exam or an error', async ({ page, server }) => {
  const ids = ['__proto__', 'constructor', 'a b', '日本/%2F?#', '😀'];
  const plain = { question: 'Odd?', questionParts: ['Odd?'], options: ['a', 'b'], answers: ['a'] };
  server.faults.set(
    /^\/api\/questions\?.*Another/,
    fault.json({ id: otherExam.name, name: otherExam.name, questionIds: ids }),
  );
  server.faults.set(/^\/api\/question\?.*Another/, fault.json({ question: plain, images: [] }));
  await page.goto('/exams/aws/Another%20Exam');
  await untilAvailable(page);
  server.faults.set(
    /^\/api\/questions\?.*Small/,
    fault.body('{"id":"A Small Exam","name":"A Small Exam","questionIds":["q\\ud800"]}'),
  );
  await page.goto(smallExamPage);
  await expect(retryButton(page)).toBeVisible();
});

const firstQuestions = /\/api\/question\?.*questionId=question-01/;

test('data saver requests nothing before a tap', async ({ page, context, server }) => {
  await saveData(context);
  await page.goto('/exams/aws');
  await expect(page.getByRole('link', { name: 'Start', exact: true })).toHaveCount(2);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(server.requests(/\/api\/question/)).toEqual([]);
  await page.getByRole('link', { name: 'Start', exact: true }).first().hover();
  await page.mouse.down();
  await expect.poll(() => server.requests(firstQuestions).length).toBe(1);
});

test('background work starts late when its code failed to load', async ({ page, server }) => {
  server.faults.set(/^\/assets\/background-work-/, fault.drop());
  await page.goto('/exams/aws');
  await expect.poll(() => server.requests(/background-work-/).length).toBeGreaterThan(0);
  server.faults.clear();
  await expect(savedLine(page, smallExam.name)).toHaveText(
    /^(Saved once you start|Needs a connection)/,
  );
});
