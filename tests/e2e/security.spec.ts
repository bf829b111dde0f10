import { createHash } from 'node:crypto';
import { expect, test, WITH_WORKER } from '#support/fixtures.ts';
import { untilControlled, untilReloaded, untilStored } from '#support/offline-page.ts';
import { address, answer, goOn, openExam, picturesSettled } from '#support/runner-page.ts';

test('a run calls only its own site and sets no cookie', async ({ page, context, server }) => {
  const origins = new Set<string>();
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http')) origins.add(origin);
  });
  await page.goto('/');
  await page.getByRole('link', { name: /Amazon/ }).click();
  await page.getByPlaceholder('Search exams...').fill('v1');
  await expect(page.getByRole('link', { name: 'Start', exact: true })).toHaveCount(1);
  await page.getByRole('link', { name: 'Start', exact: true }).click();
  await expect(page.getByText('About v1.2?')).toBeVisible();
  await answer(page, 0);
  await goOn(page, 2, 2);
  await picturesSettled(page);
  await answer(page, 0);
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await page.getByRole('button', { name: 'Use light theme' }).click();
  await expect(page.getByRole('link', { name: /Amazon/ })).toBeVisible();
  expect([...origins]).toEqual([server.address]);
  expect(await context.cookies()).toEqual([]);
});

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('every page has one hashed inline script and style', async ({ page }) => {
  for (const path of ['/', '/exams/aws', address('aws', 'Every Kind'), '/nowhere']) {
    const response = await page.goto(path);
    const shell = (await response?.text()) ?? '';
    const policy = response?.headers()['content-security-policy'];
    const scripts = [...shell.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs)];
    expect(scripts).toHaveLength(2);
    for (const [, attributes, content = ''] of scripts) {
      if (content) expect(policy).toContain(`script-src 'self' ${hashOf(content)};`);
      else expect(attributes).toContain('src="/');
    }
    const [[, style = ''] = [], ...others] = [...shell.matchAll(/<style>(.*?)<\/style>/gs)];
    expect(policy).toContain(`style-src 'self' ${hashOf(style)};`);
    expect(others).toEqual([]);
    expect(shell.replaceAll(style, '')).not.toMatch(/\sstyle=|\son\w+=|javascript:/i);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('script:not([src]), style')).toHaveCount(2);
    await expect(page.locator('iframe, object, embed')).toHaveCount(0);
  }
});

test('the content policy is strict, in the header and in the page', async ({ page }) => {
  const response = await page.goto('/');
  const header = response?.headers()['content-security-policy'] ?? '';
  const meta = await page
    .locator('meta[http-equiv="Content-Security-Policy"]')
    .getAttribute('content');
  for (const policy of [header, `${meta}`]) {
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]{43}=';/);
    expect(policy).toMatch(/style-src 'self' 'sha256-[\w+/]{43}=';/);
    expect(policy).toContain("base-uri 'none'");
    expect(policy).not.toMatch(/unsafe-|script-src[^;]*(\*|data:|blob:)/);
    expect(policy).not.toMatch(/(connect|img)-src[^;]*\*/);
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toMatch(/trusted-types certdeck(;|$)/);
  }
});

/** What the app uses, and what opens nothing of the device. */
const ALLOWED =
  /^(ch-.*|web-share|clipboard-write|aria-notify|cross-origin-isolated|deferred-fetch(-minimal)?|interest-cohort|local-network(-access)?|loopback-network|media-playback-while-not-visible|screen-wake-lock)$/;

test('the page is denied each feature it doesn’t use', async ({ page, complaints }) => {
  await page.goto('/');
  const allowed = await page.evaluate(() => {
    const { featurePolicy } = document as unknown as {
      featurePolicy: { allowedFeatures: () => string[] };
    };
    return featurePolicy.allowedFeatures();
  });
  expect(allowed.filter((name) => !ALLOWED.test(name))).toEqual([]);
  expect(allowed).toContain('clipboard-write');
  expect(allowed).toContain('screen-wake-lock');
  expect(complaints).toEqual([]);
});

test.describe('with a worker', () => {
  test.use(WITH_WORKER);

  test('no text can become markup or a script', async ({ page, complaints }) => {
    await page.goto(address('aws', '50%2F'));
    await untilControlled(page);
    await expect(page.locator('[data-status="available"]')).toBeVisible();
    expect(complaints).toEqual([]);
    const attempts = await page.evaluate(() => {
      const nameOf = (act: () => unknown) => {
        try {
          act();
          return 'done';
        } catch (error) {
          return (error as Error).name;
        }
      };
      const { trustedTypes } = globalThis as unknown as {
        trustedTypes: { createPolicy: (name: string, rules: object) => unknown };
      };
      return [
        nameOf(() => document.createElement('div').insertAdjacentHTML('beforeend', '<b>x</b>')),
        nameOf(() => Object.assign(document.createElement('script'), { src: '/sw.js' })),
        nameOf(() => trustedTypes.createPolicy('certdeck', {})),
        nameOf(() => trustedTypes.createPolicy('another', {})),
      ];
    });
    expect(attempts).toEqual(['TypeError', 'TypeError', 'TypeError', 'TypeError']);
    complaints.length = 0;
  });

  test('the worker widens the policy by the configured API alone', async ({
    page,
    server,
    api,
    complaints,
  }) => {
    const sent = (await page.goto('/'))?.headers()['content-security-policy'];
    await untilControlled(page);
    for (const path of ['/', '/exams/aws']) {
      const kept = await page.goto(path);
      expect(kept?.fromServiceWorker()).toBe(true);
      expect(kept?.headers()['content-security-policy']).toBe(sent);
    }
    const blocked = await page.evaluate(
      (elsewhere) =>
        fetch(elsewhere).then(
          () => false,
          () => true,
        ),
      `${api.address}/api/providers`,
    );
    expect(blocked).toBe(true);
    expect(api.requests()).toEqual([]);
    complaints.length = 0;

    server.site.configure({ apiUrl: api.address });
    await page.goto('/');
    await untilReloaded(page);
    await expect(page.getByRole('link', { name: /Amazon/ })).toBeVisible();
    expect(api.requests('/api/providers').length).toBeGreaterThan(0);
    const widened = (await page.goto('/'))?.headers()['content-security-policy'];
    expect(widened).toContain(`connect-src 'self' ${api.address};`);
    expect(widened).toContain(`img-src 'self' data: blob: ${api.address};`);
    expect(widened?.replaceAll(` ${api.address}`, '')).toBe(sent);
  });

  test('reloads a page whose policy predates the API', async ({ page, server, api }) => {
    await page.addInitScript(() => {
      const { fetch } = globalThis;
      // Late enough for the worker to have stored the new answer before the page reads it.
      globalThis.fetch = async (input, init) => {
        const answer = await fetch(input, init);
        if (String(input).endsWith('/config.json'))
          await new Promise((done) => setTimeout(done, 800));
        return answer;
      };
    });
    await page.goto('/');
    await untilControlled(page);
    await page.goto('/');
    await expect(page.getByRole('link', { name: /Amazon/ })).toBeVisible();
    await untilStored(page, '/config.json');

    server.site.configure({ apiUrl: api.address });
    await page.goto('/');
    await untilReloaded(page);
    await expect(page.getByRole('link', { name: /Amazon/ })).toBeVisible();
    await expect.poll(() => api.requests('/api/providers').length).toBeGreaterThan(0);
  });
});

test('external links open a new tab without a referrer', async ({ page, server }) => {
  await openExam(page, 'v1.2');
  await answer(page, 1);
  await expect(page.getByRole('link', { name: /^Discussion/ })).toBeVisible();
  const links = await page.evaluate(() =>
    [...document.links].map(({ href, rel, target, origin }) => ({ href, rel, target, origin })),
  );
  const outside = links.filter(({ origin }) => origin !== server.address);
  expect(outside.length).toBeGreaterThanOrEqual(2);
  for (const { href, rel, target } of outside) {
    expect(href).toMatch(/^https:/);
    expect(rel.split(' ').sort(), href).toEqual(['noopener', 'noreferrer']);
    expect(target, href).toBe('_blank');
  }
});
