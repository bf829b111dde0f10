import { describe, expect, it } from 'vitest';
import { CONFIG_CACHE } from '#contract/caches.ts';
import { SITE } from '#support/memory-caches.ts';
import { stubPage } from '#support/stubbed-page.ts';
import { findApiOrigin, widenPolicy } from '#worker/widen-policy.ts';

const originOf = async (body: BodyInit) => {
  stubPage();
  const cache = await caches.open(CONFIG_CACHE);
  await cache.put('/config.json', new Response(body));
  return findApiOrigin();
};

describe('the API that the page of the worker may call', () => {
  it.each([
    ['https://api.example.com:8443/base/', 'https://api.example.com:8443'],
    ['http://[::1]:4000', 'http://[::1]:4000'],
    ['/', undefined],
    [`${SITE}/api`, undefined],
    ["https://a;script-src'unsafe-inline'", undefined],
    ['https://a,b', undefined],
    ['ftp://api.example.com', undefined],
    [7, undefined],
  ])('by the configuration %j is %s', async (apiUrl, origin) => {
    expect(await originOf(JSON.stringify({ apiUrl }))).toBe(origin);
  });

  it('is its own without a configuration', async () => {
    stubPage();
    expect(await findApiOrigin()).toBeUndefined();
    await expect(originOf('<h1>Log in</h1>')).rejects.toThrow(SyntaxError);
  });
});

describe('a policy that is widened', () => {
  const policy =
    "default-src 'none'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'";
  const api = 'https://api.example.com';

  it('lets one more origin send answers and images, and nothing else', () => {
    expect(widenPolicy(policy, api)).toBe(
      `default-src 'none'; img-src 'self' data: ${api}; connect-src 'self' ${api}; frame-ancestors 'none'`,
    );
  });

  it('is not widened twice, and each of several policies is', () => {
    const wide = widenPolicy(policy, api);
    expect(widenPolicy(wide, api)).toBe(wide);
    expect(widenPolicy("connect-src 'self', connect-src a", api)).toBe(
      `connect-src 'self' ${api}, connect-src a ${api}`,
    );
  });
});
