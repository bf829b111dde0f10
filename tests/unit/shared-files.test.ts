import { expect, it, vi } from 'vitest';
import { SHARED_CACHE } from '#contract/caches.ts';
import { receiveFiles } from '#screens/own-exams/received-files.ts';
import { SITE } from '#support/memory-caches.ts';
import { stubPage } from '#support/stubbed-page.ts';
import { isShare, takeShare } from '#worker/shared-files.ts';

const share = (parts: [string, File | string][]) => {
  const body = new FormData();
  for (const [name, value] of parts) body.append(name, value);
  return new Request(`${SITE}/share`, { method: 'POST', body });
};

/** What the page finds at the address that the worker sends it to. */
const openShared = async (search: string) => {
  const received: File[][] = [];
  vi.stubGlobal('location', { search, pathname: '/' });
  vi.stubGlobal('history', { state: null, replaceState: vi.fn() });
  await receiveFiles((files) => received.push(files));
  return received;
};

it('only a file that is shared with the app is taken', () => {
  expect(isShare(share([]))).toBe(true);
  expect(isShare(new Request(`${SITE}/share`))).toBe(false);
  expect(isShare(new Request(`${SITE}/exams/share`, { method: 'POST' }))).toBe(false);
});

it('files and text that another app shares reach the page, which has them once', async () => {
  stubPage();
  // Node makes no redirect to a path.
  vi.spyOn(Response, 'redirect').mockImplementation(
    (url, status) => ({ url, status }) as unknown as Response,
  );
  const answer = await takeShare(
    share([
      ['files', new File(['a,b'], 'Größe 100%.csv')],
      ['files', new File(['{}'], 'two.json')],
      ['text', 'Q: What? A: That.'],
      ['text', '  '],
    ]),
  );
  expect(answer).toMatchObject({ url: '/?shared', status: 303 });
  const [files = []] = await openShared('?shared');
  expect(await Promise.all(files.map(async (file) => [file.name, await file.text()]))).toEqual([
    ['Größe 100%.csv', 'a,b'],
    ['two.json', '{}'],
    ['shared text', 'Q: What? A: That.'],
  ]);
  expect(await caches.has(SHARED_CACHE)).toBe(false);
  expect(await openShared('?shared')).toEqual([]);
  expect(await openShared('')).toEqual([]);
});

it('a share without a form leads to the app all the same', async () => {
  stubPage();
  vi.spyOn(Response, 'redirect').mockImplementation(
    (url, status) => ({ url, status }) as unknown as Response,
  );
  const plain = new Request(`${SITE}/share`, { method: 'POST', body: 'a text' });
  expect(await takeShare(plain)).toMatchObject({ url: '/?shared', status: 303 });
  expect(await openShared('?shared')).toEqual([]);
});
