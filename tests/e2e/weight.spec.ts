import type { Page, Request } from '@playwright/test';
import { expect, test } from '#support/fixtures.ts';
import { address, rows } from '#support/runner-page.ts';

// The page alone is weighed: the worker fetches the shell once more for the next visit.
test.use({ serviceWorkers: 'block' });

const KIB = 1000;

const load = async (page: Page) => {
  const requests: Request[] = [];
  page.on('requestfinished', (request) => requests.push(request));
  await page.goto(address('aws', 'Every Kind'));
  await expect(rows(page)).toHaveCount(4);
  await page.waitForLoadState('load');
  return requests;
};

/** Bytes on the wire of all answers whose type matches, bodies as they were transferred. */
const weigh = async (requests: Request[], type: RegExp) => {
  let bytes = 0;
  for (const request of requests) {
    const response = await request.response();
    if (!type.test(response?.headers()['content-type'] ?? '')) continue;
    bytes += (await request.sizes()).responseBodySize;
  }
  return bytes;
};

test('a question is on the screen after fewer than 12 requests', async ({ page }) => {
  const requests = await load(page);
  const shown = requests.map((request) => new URL(request.url()).pathname);
  expect(shown.length, shown.join('\n')).toBeLessThan(12);
  expect(shown).toContain('/api/question');
});

for (const encoding of ['gzip', 'br']) {
  test(`scripts and styles are light with ${encoding}`, async ({ page, server }) => {
    await page.setExtraHTTPHeaders({ 'Accept-Encoding': encoding });
    const requests = await load(page);
    const scripts = await weigh(requests, /javascript/);
    const styles = await weigh(requests, /text\/css/);
    expect(scripts).toBeGreaterThan(10 * KIB);
    expect(scripts).toBeLessThan(95 * KIB);
    expect(styles).toBeGreaterThan(1 * KIB);
    expect(styles).toBeLessThan(10 * KIB);
    const [script] = server.requests(/^\/assets\/.*\.js$/);
    expect(script?.headers['accept-encoding']).toContain(encoding);
  });
}
