import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { listenTo, RUN_ENDED } from '#learner/announcements.ts';
import { allLearnerKeys } from '#learner/keys.ts';
import { deleteLearnerData } from '#learner/learner-file.ts';
import { commit, readLearning } from '#learner/learner-store.ts';
import { createApp } from '#server/app.ts';
import { createMemoryFiles } from '#server/memory-files.ts';
import { openBucketPlace } from '#server/sync/bucket-place.ts';
import { createBucket } from '#support/memory-bucket.ts';
import { resetDevice, stored, stubLocalStorage } from '#support/memory-store.ts';
import { ANSWERED_AT, reviewOf, storedRun } from '#support/stored-runs.ts';
import { join, pairNew, readSyncStatus, refreshPairing, stopHere } from '#sync/pairing.ts';
import { readPairing, writePairing } from '#sync/pairing-record.ts';
import { createSecret } from '#sync/secret.ts';
import type { Means } from '#sync/sync-once.ts';

vi.mock('idb-keyval', async () => (await import('#support/memory-store.ts')).memoryStore);

const API = 'https://api.example';
const KEY = { apiUrl: API, providerId: 'aws', examId: 'x' };
const answer = (id: string) =>
  commit(KEY, { study: { reviews: [reviewOf(ANSWERED_AT, id)] } }, { now: ANSWERED_AT });
const answers = async () => (await readLearning(KEY)).study.reviews.length;

beforeEach(async () => {
  resetDevice();
  stubLocalStorage();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('navigator', {});
  await refreshPairing(openMeans());
});

/** `gate` is waited for before each answer arrives. */
const openMeans = (gate = async (_method: string) => {}): Means => {
  const app = createApp({
    data: createMemoryFiles([]),
    sync: { place: openBucketPlace(createBucket()), clientOf: () => `${Math.random()}` },
  });
  return {
    syncUrl: 'https://site.example/sync',
    apiUrl: API,
    send: async (address, init) => {
      const found = await app.request(`${address}`, init);
      await gate(init?.method ?? 'GET');
      return found;
    },
    now: () => ANSWERED_AT,
    wait: async () => undefined,
  };
};

const settled = () => vi.waitUntil(() => !readSyncStatus().isBusy);

/** This device, one step behind another with one answer. */
const pairBehind = async (means: Means) => {
  const pairing = (await pairNew(means)).pairing;
  await settled();
  const { tag, held, ...earlier } = pairing;
  await answer('theirs');
  await refreshPairing(means);
  await settled();
  return earlier;
};

describe('while an answer of the server is on its way', () => {
  let arrive = () => {};
  let isSlow = false;
  const slow = () =>
    openMeans(async () => {
      if (isSlow) await new Promise<void>((resolve) => (arrive = resolve));
    });
  beforeEach(() => {
    isSlow = false;
  });

  it('what the learner deletes does not come back', async () => {
    const means = slow();
    await writePairing(await pairBehind(means));
    isSlow = true;
    await refreshPairing(means);
    await vi.waitUntil(() => readSyncStatus().isBusy);
    expect(await deleteLearnerData()).toBe(true);
    isSlow = false;
    arrive();
    await settled();
    expect([await answers(), await readPairing()]).toEqual([0, undefined]);
  });

  it('a new pairing is not ended by the old one’s end', async () => {
    const means = slow();
    const secret = createSecret();
    // Nothing lies at its address.
    await writePairing({ version: 1, secret, device: '0000000a', devices: ['0000000a'] });
    isSlow = true;
    await refreshPairing(means);
    await vi.waitUntil(() => readSyncStatus().isBusy);
    const other = { version: 1 as const, secret: createSecret(), device: '0000000b', devices: [] };
    await writePairing(other);
    isSlow = false;
    arrive();
    await settled();
    expect(await readPairing()).toEqual(other);
  });

  it('what is learned meanwhile goes out right after it', async () => {
    const asked: string[] = [];
    const means = openMeans(async (method) => {
      asked.push(method);
      if (isSlow) await new Promise<void>((resolve) => (arrive = resolve));
    });
    await pairNew(means);
    await settled();
    asked.length = 0;
    isSlow = true;
    await answer('first');
    window.dispatchEvent(new Event(RUN_ENDED));
    await vi.waitUntil(() => asked.length === 1);
    arrive();
    await vi.waitUntil(() => asked.length === 2);
    await answer('second');
    window.dispatchEvent(new Event(RUN_ENDED));
    isSlow = false;
    arrive();
    await vi.waitUntil(() => asked.length === 4);
    expect(asked).toEqual(['GET', 'PUT', 'GET', 'PUT']);
    await settled();
  });

  it('the device already knows that it is paired', async () => {
    const means = openMeans();
    const { pairing } = await pairNew(means);
    await settled();
    await stopHere(means);
    await writePairing(pairing);
    // Another tab holds the lock.
    vi.stubGlobal('navigator', {
      locks: {
        request: (_: string, _options: object, work: (lock: null) => unknown) => work(null),
      },
    });
    await refreshPairing(means);
    expect(readSyncStatus().pairing?.secret).toBe(pairing.secret);
  });
});

it('what another device has left is announced to this page, once', async () => {
  let asked = 0;
  const means = openMeans(async () => {
    asked += 1;
  });
  const hear = vi.fn();
  onTestFinished(listenTo(KEY, hear));
  await commit(KEY, { runs: [storedRun({ results: [], index: 0 })] }, { now: ANSWERED_AT });
  const earlier = await pairBehind(means);
  for (const key of allLearnerKeys(KEY)) stored.delete(key);
  expect(hear, 'what this page wrote itself').not.toHaveBeenCalled();
  await writePairing(earlier);
  await refreshPairing(means);
  await vi.waitFor(() => expect(hear).toHaveBeenCalledTimes(1));
  expect(await answers()).toBe(1);
  await settled();
  asked = 0;
  await writePairing(earlier);
  await refreshPairing(means);
  await vi.waitUntil(() => asked > 0);
  await settled();
  expect(hear, 'nothing new').toHaveBeenCalledTimes(1);
});

it('a second tab does not pair anew over the first one’s pairing', async () => {
  const means = openMeans();
  const { pairing } = await pairNew(means);
  expect((await pairNew(means)).pairing.secret).toBe(pairing.secret);
  expect((await readPairing())?.secret).toBe(pairing.secret);
  await settled();
});

it('its own link adds no device', async () => {
  const means = openMeans();
  const { pairing } = await pairNew(means);
  await settled();
  expect((await join(pairing.secret, means)).pairing.devices).toEqual([pairing.device]);
  await settled();
});

it('a device that joins others leaves those that it was paired with', async () => {
  const means = openMeans();
  const first = (await pairNew(means)).pairing;
  await settled();
  await writePairing(undefined);
  const second = (await pairNew(means)).pairing;
  await settled();
  await join(first.secret, means);
  await settled();
  const left = async () => {
    const found = await join(second.secret, means);
    return found.pairing.devices.includes(`-${second.device}`);
  };
  await vi.waitUntil(left, { interval: 20 });
  await settled();
});

it('a device that finds nobody behind a link stays with those that it is paired with', async () => {
  const asked: string[] = [];
  const means = openMeans(async (method) => void asked.push(method));
  const { device } = (await pairNew(means)).pairing;
  await vi.waitUntil(() => asked.length === 3);
  await settled();
  asked.length = 0;
  expect((await join(createSecret(), means)).failure).toBe('gone');
  await refreshPairing(means);
  await vi.waitUntil(() => asked.length > 1);
  await settled();
  expect((await readPairing())?.devices).toEqual([device]);
  // One question behind the link, one to look for what is new: nothing was left there.
  expect(asked).toEqual(['GET', 'GET']);
});

it('a browser that can’t encrypt says so', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  expect((await join('AAECAwQFBgcICQoLDA0ODw', openMeans())).failure).toBe('unable');
});
