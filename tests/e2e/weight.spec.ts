import type { Page, Request } from '@playwright/test';
import { expect, test } from '#support/fixtures.ts';
import { address, openExam, rows } from '#support/runner-page.ts';

const KB = 1000;

const watch = (page: Page) => {
  const requests: Request[] = [];
  page.on('requestfinished', (request) => requests.push(request));
  return requests;
};

/** Bytes on the wire of all bodies whose type matches. */
const weigh = async (requests: Request[], type: RegExp) => {
  let bytes = 0;
  for (const request of requests) {
    const response = await request.response();
    if (!type.test(response?.headers()['content-type'] ?? '')) continue;
    bytes += (await request.sizes()).responseBodySize;
  }
  return bytes;
};

/** Requests for the rest of the exam, or for saving it or the app, are not needed to answer the question. */
const isAhead = ({ pathname, searchParams }: URL) =>
  /^\/(images|assets\/(background-work))/.test(pathname) ||
  (pathname === '/api/question' && searchParams.get('questionId') !== 'single');

test('a question is answerable after fewer than 12 requests', async ({ page }) => {
  await page.addInitScript(() => {
    const look = () => {
      // The button for the check is there before the question is.
      if (!document.querySelector('article input:enabled')) return;
      Object.assign(globalThis, { answerableAt: Date.now() });
      observer.disconnect();
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { childList: true, subtree: true, attributes: true });
  });
  const requests = watch(page);
  await page.goto(address('aws', 'Every Kind'));
  await expect(page.getByRole('button', { name: 'Check Answer' })).toBeVisible();
  await expect(rows(page)).toHaveCount(4);
  await expect.poll(() => requests.some((request) => /=single$/.test(request.url()))).toBe(true);
  const answerableAt = await page.evaluate(
    () => (globalThis as unknown as { answerableAt: number }).answerableAt,
  );
  const begun = requests.filter((request) => request.timing().startTime <= answerableAt);
  const addresses = begun.map((request) => new URL(request.url()));
  const needed = addresses.filter((address) => !isAhead(address)).map(({ pathname }) => pathname);
  expect(needed.length, needed.join('\n')).toBeLessThan(12);
  expect(needed).toContain('/api/question');
});

for (const encoding of ['gzip', 'br']) {
  test(`scripts, page and style are light with ${encoding}`, async ({ page, server }) => {
    await page.setExtraHTTPHeaders({ 'Accept-Encoding': encoding });
    const requests = watch(page);
    await page.goto('/');
    await expect(page.getByRole('link', { name: /Amazon/ })).toBeVisible();
    // Other scripts are prefetched once home is idle.
    const named = await page.content();
    const first = requests.filter((request) =>
      new RegExp(`(src|href)="${new URL(request.url()).pathname}"`).test(named),
    );
    const scripts = await weigh(first, /javascript/);
    const shell = await weigh(requests, /text\/html/);
    expect(scripts).toBeGreaterThan(10 * KB);
    expect(scripts).toBeLessThan(100 * KB);
    expect(shell).toBeGreaterThan(5 * KB);
    expect(shell).toBeLessThan(14.5 * KB);
    const [script] = server.requests(/^\/assets\/.*\.js$/);
    expect(script?.headers['accept-encoding']).toContain(encoding);
    await openExam(page, 'Every Kind');
    expect(await weigh(requests, /javascript/)).toBeLessThan(150 * KB);
  });
}
