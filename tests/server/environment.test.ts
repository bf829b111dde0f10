import { describe, expect, it } from 'vitest';
import { readEnvironment } from '#server/environment.ts';

const read = (environment: Record<string, string | undefined>) =>
  readEnvironment(environment, '/project');

const said = {
  port: 0,
  host: '::1',
  bankFolder: '/bank',
  cacheFolder: '/cache',
  siteFolder: '/site',
  siteWanted: true,
  logsRequests: true,
  trustsProxy: true,
  hsts: 'max-age=31536000; includeSubDomains; preload',
  sync: { folder: '/pairs', most: 5 },
  syncBucket: 'pairs',
};
const unsaid = {
  port: 4173,
  host: '127.0.0.1',
  bankFolder: undefined,
  cacheFolder: '/project/.cache',
  siteFolder: '/project/dist',
  siteWanted: false,
  logsRequests: false,
  trustsProxy: false,
  hsts: undefined,
  sync: { folder: '/project/.cache/sync', most: 1024 ** 3 },
  syncBucket: undefined,
};
const folders = { BANK_DIR: '/bank', SITE_DIR: '/site', CACHE_DIR: '/cache' };

describe('the settings', () => {
  it('are what the environment says, otherwise those of a developer', () => {
    const switches = { ACCESS_LOG: '1', TRUST_PROXY: '1', HSTS: said.hsts };
    const pairs = { SYNC: '1', SYNC_DIR: '/pairs', SYNC_MAX_BYTES: '5', SYNC_BUCKET: 'pairs' };
    expect(read({ PORT: '0', HOST: '::1', ...folders, ...switches, ...pairs })).toEqual({
      ok: true,
      value: said,
    });
    expect(read({ PATH: '/bin' })).toEqual({ ok: true, value: unsaid });
  });

  it('leave paired devices without a place where they are told to', () => {
    expect(read({ SYNC: '0' })).toMatchObject({ ok: true, value: { sync: undefined } });
  });

  it('count as unsaid when empty', () => {
    expect(read({ PORT: '', HOST: '', BANK_DIR: '', SITE_DIR: '', CACHE_DIR: '' })).toEqual(
      read({}),
    );
  });

  const port = 'PORT must be a whole number from 0 to 65535';
  const bucket = 'SYNC_BUCKET must be the name of a bucket';
  const most = 'SYNC_MAX_BYTES must be a whole number';
  const host = 'HOST must be a host name or an IP address';
  const hsts = 'HSTS must be like "max-age=31536000; includeSubDomains"';
  it.each([
    ...['-1', '65536', '123456', '4173 ', '1e3', '0x10', 'http'].map((text) => [port, text]),
    ...['a b', 'http://localhost', 'a/b', ' '].map((text) => [host, text]),
    ...['a', 'A b', 'x'.repeat(64)].map((text) => [bucket, text]),
    ...['-1', '1e9', '1 GB', '1'.repeat(16)].map((text) => [most, text]),
    ...['1', 'max-age', 'max-age=1, x', 'max-age=1\nX: y'].map((text) => [hsts, text]),
  ])('say that %s, not %j', (rule = '', text = '') => {
    const [name = ''] = rule.split(' ');
    expect(read({ [name]: text })).toEqual({
      ok: false,
      failure: `${rule}, not ${JSON.stringify(text)}.`,
    });
  });

  it.each(['ACCESS_LOG', 'TRUST_PROXY'])('take %s for a switch', (name) => {
    expect(read({ [name]: '0' })).toEqual(read({}));
    expect(read({ [name]: '' })).toEqual(read({}));
    expect(read({ [name]: 'yes' })).toEqual({
      ok: false,
      failure: `${name} must be 0 or 1, not "yes".`,
    });
  });
});
