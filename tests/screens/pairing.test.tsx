import { Blob as NodeBlob } from 'node:buffer';
import { webcrypto } from 'node:crypto';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PAIRING_KEY } from '#contract/config.ts';
import { SYNC_HEADER } from '#contract/sync.ts';
import { createApp } from '#server/app.ts';
import { createMemoryFiles } from '#server/memory-files.ts';
import { openBucketPlace } from '#server/sync/bucket-place.ts';
import { createGate } from '#support/gate.ts';
import { createBucket } from '#support/memory-bucket.ts';
import { stored } from '#support/memory-store.ts';
import { openApp } from '#support/short-exam.tsx';

const OURS = { [SYNC_HEADER]: '1' };

// jsdom has no ciphers, and no blobs that can be streamed.
beforeEach(() => {
  vi.stubGlobal('crypto', webcrypto);
  vi.stubGlobal('Blob', NodeBlob);
});

const openData = async (syncUrl?: string) => {
  const place = createApp({
    data: createMemoryFiles([]),
    sync: { place: openBucketPlace(createBucket()), clientOf: () => '' },
  });
  const asked: string[] = [];
  let isDown = false;
  const instead = (url: URL, init?: RequestInit) => {
    if (!url.pathname.startsWith('/sync/')) return undefined;
    asked.push(init?.method ?? 'GET');
    return isDown ? Promise.reject(new TypeError()) : place.request(url.href, init);
  };
  const { user } = openApp('/', { config: { apiUrl: '/', ...(syncUrl && { syncUrl }) }, instead });
  await user.click(await screen.findByRole('button', { name: 'Back up or move progress' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Back up or move progress' }));
  const press = async (name: string) => user.click(await sheet.findByRole('button', { name }));
  const cutOff = (isCut: boolean) => {
    isDown = isCut;
  };
  return { user, sheet, press, asked, cutOff };
};

it('is not offered where the site has no place for it', async () => {
  const { sheet, asked } = await openData();
  await sheet.findByText(
    /^Your runs, scores and practice lists never leave this device unless you export them\. /,
  );
  expect(sheet.queryByRole('heading', { name: 'Two devices in step' })).toBeNull();
  expect(asked).toEqual([]);
});

it('asks for nothing until it is wanted, shows a code and a link, and stops', async () => {
  const { sheet, press, asked } = await openData('/sync');
  await sheet.findByRole('button', { name: 'Pair another device' });
  expect(asked).toEqual([]);
  await press('Pair another device');
  await sheet.findByRole('img', { name: 'QR code of the link below' });
  const link = sheet.getByText(/#pair=/).textContent ?? '';
  expect(link).toMatch(/^http:\/\/localhost(?::\d+)?\/#pair=[\w-]{22}$/);
  await sheet.findByText('No other device has opened the link yet.');
  expect(stored.get(PAIRING_KEY)).toMatchObject({ secret: link.slice(-22) });
  await press('Stop everywhere and delete the copy');
  await sheet.findByText(/^Stopped\. This site’s copy is deleted/);
  expect(asked).toContain('DELETE');
  expect(stored.has(PAIRING_KEY)).toBe(false);
});

it('says in one line what is wrong, and remembers no pairing that did not come about', async () => {
  const { user, sheet, press, asked, cutOff } = await openData('/sync');
  await press('I have a link');
  const field = sheet.getByRole('textbox', { name: 'Link from the other device' });
  await user.type(field, 'hello');
  await press('Pair');
  await sheet.findByText('This is not such a link. Copy all of it.');
  expect(asked).toEqual([]);
  await user.clear(field);
  await user.type(field, 'AAECAwQFBgcICQoLDA0ODw');
  await press('Pair');
  await sheet.findByText(/^There is nothing behind this code any more/);
  expect(sheet.queryByText('This is not such a link. Copy all of it.')).toBeNull();
  cutOff(true);
  await press('Pair another device');
  await sheet.findByText(/^This site can’t be reached right now/);
  expect(asked).not.toContain('PUT');
  expect(stored.has(PAIRING_KEY)).toBe(false);
});

it('joins once, however often Enter is pressed on a link', async () => {
  const { user, sheet, press, asked } = await openData('/sync');
  await press('I have a link');
  const field = sheet.getByRole('textbox', { name: 'Link from the other device' });
  await user.type(field, 'AAECAwQFBgcICQoLDA0ODw{Enter}{Enter}{Enter}');
  await sheet.findByText(/^There is nothing behind this code any more/);
  expect(asked).toEqual(['GET']);
});

it('goes on where stopping everywhere did not reach the site', async () => {
  const { sheet, press, cutOff } = await openData('/sync');
  await press('Pair another device');
  await sheet.findByText(/#pair=/);
  cutOff(true);
  await press('Stop everywhere and delete the copy');
  await sheet.findByText(/^That could not be done right now/);
  expect(stored.has(PAIRING_KEY)).toBe(true);
  await press('Stop on this device');
  await sheet.findByText(/^Stopped on this device/);
  expect(stored.has(PAIRING_KEY)).toBe(false);
});

describe('another device’s link', () => {
  const SECRET = 'AAECAwQFBgcICQoLDA0ODw';

  it('leaves the address at once, and nothing else does', async () => {
    openApp(`/exams/aws?exam=A+Short+Exam#pair=${SECRET}`, {
      config: { apiUrl: '/', syncUrl: '/sync' },
    });
    await screen.findByRole('dialog', { name: 'Pair this device?' });
    expect(location.pathname + location.search + location.hash).toBe(
      '/exams/aws?exam=A+Short+Exam',
    );
  });

  it('is told to be cut, and not that these devices are paired', async () => {
    openApp('/#pair=AAECAwQF', { config: { apiUrl: '/', syncUrl: '/sync' } });
    const sheet = within(await screen.findByRole('dialog', { name: 'Pair this device?' }));
    expect(sheet.getByText(/^This link is not whole\./)).toBeTruthy();
    expect(sheet.getByRole('status').textContent).toBe('');
    expect(sheet.getByRole('button', { name: 'Done' })).toBeTruthy();
  });

  it('is joined once, however often Pair is pressed while it is', async () => {
    const gate = createGate();
    const asked: string[] = [];
    const instead = (url: URL, init?: RequestInit) => {
      if (!url.pathname.startsWith('/sync/')) return undefined;
      asked.push(init?.method ?? 'GET');
      return gate.opened.then(() => new Response(null, { status: 404, headers: OURS }));
    };
    const config = { apiUrl: '/', syncUrl: '/sync' };
    const { user } = openApp(`/#pair=${SECRET}`, { config, instead });
    const sheet = within(await screen.findByRole('dialog', { name: 'Pair this device?' }));
    await user.click(sheet.getByRole('button', { name: 'Pair' }));
    await sheet.findByText('Looking for what is new…');
    await user.click(sheet.getByRole('button', { name: 'Pair' }));
    gate.open();
    await sheet.findByText(/^There is nothing behind this code any more/);
    expect(asked).toEqual(['GET']);
  });
});
