import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { Api } from '#api/calls.ts';
import { imageAddress } from '#contract/addresses.ts';
import type { ExamKey } from '#contract/caches.ts';
import { success } from '#contract/result.ts';
import { fetchListing } from '#offline/fetch-answer.ts';
import { listExamCaches, readManifest, writeManifest } from '#offline/library/exam-cache.ts';
import { readIsGone, readStatus } from '#offline/library/exam-status.ts';
import { forgetStores, openStore } from '#offline/library/exam-store.ts';
import { addressOfQuestion } from '#offline/library/saved-manifest.ts';
import { adoptFormerIds, findIdOfToday } from '#offline/page/former-ids.ts';
import { createMemoryCaches, SITE } from '#support/memory-caches.ts';
import { refuseStorage } from '#support/memory-store.ts';
import { detailOf } from '#support/saved-exam.ts';
import { svgBytes } from '#support/test-images.ts';

vi.mock('idb-keyval', async () => (await import('#support/memory-store.ts')).memoryStore);

const former: ExamKey = { apiUrl: SITE, providerId: 'aws', examId: 'clf' };
const today: ExamKey = { ...former, providerId: 'AWS' };
const providers = [{ id: 'AWS', name: 'AWS', examCount: 1, formerIds: ['aws'] }];

let isFull = false;
const locked = new Set<string>();

beforeEach(() => {
  isFull = false;
  locked.clear();
  vi.stubGlobal(
    'caches',
    createMemoryCaches((address) => !(isFull && address.includes('AWS'))),
  );
  const request = (name: string, ...rest: unknown[]) =>
    (rest.at(-1) as (lock: unknown) => unknown)(locked.has(name) ? null : { name });
  vi.stubGlobal('navigator', { onLine: false, locks: { request } });
  vi.stubGlobal('location', new URL(SITE));
  forgetStores();
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
});

const pictureOf = ({ apiUrl, providerId, examId }: ExamKey) =>
  imageAddress(apiUrl, providerId, examId, 'q2', 'img-1.svg');
const questionOf = (text: string, images: string[] = []) =>
  Response.json({ question: { question: text, options: ['a'], answers: ['a'] }, images });

/** Saves an exam of two questions, the second with a picture. */
const save = async (key: ExamKey, { isWhole = true, ids = ['q1', 'q2'] } = {}) => {
  const store = openStore(key);
  const generation = await store.create(detailOf(ids));
  await store.put(generation, addressOfQuestion(key, 'q1'), questionOf('One?'));
  if (isWhole) {
    const picture = new Response(svgBytes('two'), { headers: { 'content-type': 'image/svg+xml' } });
    await store.put(generation, pictureOf(key), picture);
    const second = questionOf('Two?', ['aws/clf/q2/img-1.svg']);
    await store.put(generation, addressOfQuestion(key, 'q2'), second);
  }
  forgetStores();
};

const activeOf = async (key: ExamKey) => {
  forgetStores();
  const store = openStore(key);
  const active = await store.findActive();
  return active && { ...store.coverage(active), isWhole: store.isWhole(active), active };
};
const keysLeft = async () =>
  [...(await listExamCaches()).values()].map(({ key }) => key.providerId);

it('a saved exam goes over whole, with its pictures, without the network', async () => {
  await save(former);
  await adoptFormerIds(SITE, providers);
  const moved = await activeOf(today);
  expect(moved).toMatchObject({ isWhole: true, done: 2, total: 2 });
  expect(moved?.active.present).toEqual(
    new Set([
      addressOfQuestion(today, 'q1'),
      addressOfQuestion(today, 'q2'),
      pictureOf(today),
      `${SITE}/certdeck-manifest`,
    ]),
  );
  expect(await moved?.active.cache.match(pictureOf(today)).then((entry) => entry?.text())).toBe(
    new TextDecoder().decode(svgBytes('two')),
  );
  const manifest = moved && (await readManifest(moved.active.cache));
  expect(Object.keys(manifest?.questions ?? {})).toEqual(['q1', 'q2']);
  expect(await keysLeft()).toEqual(['AWS']);
  expect(readStatus(former)).toEqual({ kind: 'absent' });
});

it('an exam that is saved in part goes over as far as it is', async () => {
  await save(former, { isWhole: false });
  await adoptFormerIds(SITE, providers);
  expect(await activeOf(today)).toMatchObject({ isWhole: false, done: 1, total: 2 });
  expect(await keysLeft()).toEqual(['AWS']);
});

it('it completes what was begun under the id of today, and leaves what is whole there alone', async () => {
  await save(former);
  await save(today, { isWhole: false });
  await adoptFormerIds(SITE, providers);
  expect(await activeOf(today)).toMatchObject({ isWhole: true, active: { number: 1 } });

  await save(former, { isWhole: false, ids: ['q1', 'old'] });
  await adoptFormerIds(SITE, providers);
  expect(await activeOf(today)).toMatchObject({ isWhole: true, active: { number: 1 } });
  expect(await keysLeft()).toEqual(['AWS']);
});

it('without room for both the old one stays whole, and goes over the next time', async () => {
  await save(former);
  isFull = true;
  await adoptFormerIds(SITE, providers);
  expect(await activeOf(former)).toMatchObject({ isWhole: true });
  expect(await keysLeft()).toEqual(['aws']);
  isFull = false;
  await adoptFormerIds(SITE, providers);
  expect(await activeOf(today)).toMatchObject({ isWhole: true });
  expect(await keysLeft()).toEqual(['AWS']);
});

it('an exam that does not arrive whole stays where it is as well', async () => {
  await save(former);
  const { cache, manifest } = (await activeOf(former))?.active ?? {};
  if (!cache || !manifest) throw new Error('Nothing was saved');
  await writeManifest(cache, JSON.stringify(manifest));
  await cache.put(addressOfQuestion(former, 'q2'), new Response('{"question":'));
  await adoptFormerIds(SITE, providers);
  expect(await activeOf(former)).toMatchObject({ isWhole: true });
  expect(await activeOf(today)).toMatchObject({ isWhole: false, done: 1 });
});

it('the old one stays while a run may be reading it', async () => {
  await save(former);
  locked.add('certdeck/run/certdeck/exam/https%3A%2F%2Fcertdeck.example/aws/clf');
  await adoptFormerIds(SITE, providers);
  expect(await activeOf(former)).toMatchObject({ isWhole: true });
  expect(await activeOf(today)).toMatchObject({ isWhole: true });
  locked.clear();
  await adoptFormerIds(SITE, providers);
  expect(await keysLeft()).toEqual(['AWS']);
});

it('exams go over also where nothing else is stored', async () => {
  await save(former);
  refuseStorage();
  expect(await adoptFormerIds(SITE, providers)).toBe(false);
  expect(await keysLeft()).toEqual(['AWS']);
});

it('another API’s exam, and one of an id that is in use, stay where they are', async () => {
  await save(former);
  await adoptFormerIds('https://other.example', providers);
  expect(await keysLeft()).toEqual(['aws']);
  await adoptFormerIds(SITE, [...providers, { id: 'aws', name: 'Another', examCount: 1 }]);
  expect(await keysLeft()).toEqual(['aws']);
});

it('the id of today is found by a former one, and by no other', async () => {
  const api = { fetchProviders: async () => success(providers) } as unknown as Api;
  await save(former);
  expect(await findIdOfToday(api, SITE, 'azure')).toBeUndefined();
  expect(await findIdOfToday(api, SITE, 'AWS')).toBeUndefined();
  expect(await keysLeft()).toEqual(['aws']);
  expect(await findIdOfToday(api, SITE, 'aws')).toBe('AWS');
  expect(await keysLeft()).toEqual(['AWS']);
});

it('an exam whose list the server does not have is known to be gone', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ error: 'None' }, { status: 404 }));
  expect(readIsGone(former)).toBe(false);
  expect(await fetchListing(former, new AbortController().signal)).toBeUndefined();
  expect(readIsGone(former)).toBe(true);
  expect(readIsGone(today)).toBe(false);
});
