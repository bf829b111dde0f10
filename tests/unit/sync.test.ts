import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { PAIRING_KEY } from '#contract/config.ts';
import { isPlausible, LARGEST_OBJECT, STEP } from '#contract/sync.ts';
import { collectLearnerFile, deleteLearnerData } from '#learner/learner-file.ts';
import { commit, commitAll, readEverything, readLearning } from '#learner/learner-store.ts';
import { mergeLearning } from '#learner/merge.ts';
import {
  type Change,
  emptyLearning,
  LEARNER_VERSION,
  type Learning,
  type StoredRun,
} from '#learner/schemas.ts';
import { settle } from '#learner/settle.ts';
import { HOUR } from '#primitives/time.ts';
import { createApp } from '#server/app.ts';
import { createMemoryFiles } from '#server/memory-files.ts';
import { openBucketPlace } from '#server/sync/bucket-place.ts';
import { anyLearning } from '#support/any-learning.ts';
import { createBucket } from '#support/memory-bucket.ts';
import { refuseStorage, resetDevice, stored, stubLocalStorage } from '#support/memory-store.ts';
import { ANSWERED_AT, recordOf, reviewOf, storedRun } from '#support/stored-runs.ts';
import { seal, unseal } from '#sync/envelope.ts';
import { type Pairing, readPairing, updatePairing, writePairing } from '#sync/pairing-record.ts';
import { createSecret, deriveKeys, pairLink, readSecret } from '#sync/secret.ts';
import { activeDevices, collectShared, fitShared, joinDevices } from '#sync/shared-file.ts';
import { deleteShared, type Means, syncOnce } from '#sync/sync-once.ts';

vi.mock('idb-keyval', async () => (await import('#support/memory-store.ts')).memoryStore);

beforeEach(() => {
  resetDevice();
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  onTestFinished(() => void vi.useRealTimers());
});

const API = 'https://api.example';
const KEY = { apiUrl: API, providerId: 'aws', examId: 'x' };
const SECRET = 'AAECAwQFBgcICQoLDA0ODw';
const NOW = ANSWERED_AT + 1000;

const openWorld = () => {
  const app = createApp({
    data: createMemoryFiles([]),
    sync: { place: openBucketPlace(createBucket()), clientOf: () => `${Math.random()}` },
  });
  const asked: string[] = [];
  /** What happens to the next requests, the first first. */
  const faults: ((send: () => Promise<Response>, method: string) => Promise<Response>)[] = [];
  const means: Means = {
    syncUrl: 'https://site.example/sync',
    apiUrl: API,
    send: async (address, init) => {
      const method = init?.method ?? 'GET';
      asked.push(method);
      const send = async () => app.request(`${address}`, init);
      return (faults.shift() ?? ((normal) => normal()))(send, method);
    },
    now: () => NOW,
    wait: async () => undefined,
  };
  return { means, asked, faults, app };
};

type World = ReturnType<typeof openWorld>;

/** A device with a storage of its own, of which only one is in use at a time, and a clock that is so far ahead. */
const openDevice = ({ means }: World, name: string, ahead = 0) => {
  let values = new Map<string, unknown>();
  let pairing: Pairing = {
    version: 1,
    secret: SECRET,
    device: name,
    devices: [name],
    isFirst: true,
  };
  const use = async <T>(work: () => Promise<T>): Promise<T> => {
    const others = new Map(stored);
    const time = Date.now();
    const swap = (to: Map<string, unknown>) => {
      stored.clear();
      for (const [key, value] of to) stored.set(key, value);
    };
    swap(values);
    vi.setSystemTime(NOW + ahead);
    try {
      return await work();
    } finally {
      values = new Map(stored);
      swap(others);
      vi.setSystemTime(time);
    }
  };
  return {
    use,
    learn: (change: Change) => use(() => commitAll([{ exam: KEY, change }], { now: NOW + ahead })),
    sync: () =>
      use(async () => {
        const synced = await syncOnce(pairing, means);
        pairing = synced.pairing;
        return synced;
      }),
    read: () => use(async () => (await collectLearnerFile(new Date(0), API)).exams),
    /** All that is stored, which may be ahead of this device's clock. */
    held: () =>
      use(
        async () =>
          (await readEverything()).all.map(({ learning }) => learning)[0] ?? emptyLearning,
      ),
    pairing: () => pairing,
  };
};

const devicesOf = (world: World) => [
  openDevice(world, '0000000a'),
  openDevice(world, '0000000b', HOUR),
  openDevice(world, '0000000c', -HOUR),
];

const answered = (id: string, at = ANSWERED_AT): Change => ({
  study: { reviews: [reviewOf(at, id)] },
});

describe('a secret', () => {
  it('goes through a link, and nothing else is taken for one', () => {
    const secret = createSecret();
    expect(secret).toHaveLength(22);
    expect(readSecret(pairLink(secret, 'https://site.example'))).toBe(secret);
    expect(readSecret(`  ${secret}\n`)).toBe(secret);
    for (const text of ['', secret.slice(1), `${secret}A`, `${'A'.repeat(21)}B`, '#pair=', 'hello'])
      expect(readSecret(text), text).toBeUndefined();
  });

  it('gives an address that says nothing of the key', async () => {
    const [one, again, other] = await Promise.all(
      [SECRET, SECRET, createSecret()].map((secret) => deriveKeys(secret)),
    );
    expect(one?.address).toMatch(/^[0-9a-f]{32}$/);
    expect(again?.address).toBe(one?.address);
    expect(other?.address).not.toBe(one?.address);
    const sealed = await seal('text', (one as { key: CryptoKey }).key);
    expect(await unseal(sealed as Uint8Array<ArrayBuffer>, (again as { key: CryptoKey }).key)).toBe(
      'text',
    );
  });
});

describe('an envelope', () => {
  const sealNew = async (text: string, secret = SECRET) =>
    (await seal(text, (await deriveKeys(secret)).key)) as Uint8Array<ArrayBuffer>;
  const open = async (object: Uint8Array<ArrayBuffer>, secret = SECRET) =>
    unseal(object, (await deriveKeys(secret)).key);

  it('gives any text back, and tells its size in steps alone', () =>
    fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (text) => {
        const object = await sealNew(text.toWellFormed());
        expect(isPlausible(object)).toBe(true);
        expect(object.length).toBe(4 + 12 + STEP + 16);
        expect(await open(object)).toBe(text.toWellFormed());
      }),
      { numRuns: 50 },
    ));

  it('never has the same bytes twice', async () => {
    expect(await sealNew('same')).not.toEqual(await sealNew('same'));
  });

  it('opens with no other key, and not once anything in it has changed', async () => {
    const object = await sealNew('text');
    expect(await open(object, createSecret())).toBeUndefined();
    for (const at of [0, 5, 40, object.length - 1]) {
      const changed = object.slice();
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(await open(changed), `${at}`).toBeUndefined();
    }
    expect(await open(object.slice(0, -1))).toBeUndefined();
    expect(await open(object.slice(0, 3))).toBeUndefined();
  });

  it('holds no more than an object may', async () => {
    const { key } = await deriveKeys(SECRET);
    const noise = (bytes: number) => randomBytes(bytes).toString('base64');
    const most = await seal(noise(2_000_000), key);
    expect(most?.length).toBeLessThanOrEqual(LARGEST_OBJECT);
    expect(await seal(noise(2_100_000), key)).toBeUndefined();
  });
});

describe('paired devices', () => {
  it('bring each other what they have learned, and push nothing more once they are in step', async () => {
    const world = openWorld();
    const [one, two] = devicesOf(world) as [Device, Device];
    await one.learn(answered('q1'));
    await two.learn(answered('q2', ANSWERED_AT + 5));
    expect((await one.sync()).failure).toBeUndefined();
    const second = await two.sync();
    expect(second.received).toEqual([{ exam: KEY, answers: 1 }]);
    expect((await one.sync()).received).toEqual([{ exam: KEY, answers: 1 }]);
    expect(await one.read()).toEqual(await two.read());
    await two.sync();
    world.asked.length = 0;
    for (const device of [one, two, one, two])
      expect((await device.sync()).failure).toBeUndefined();
    expect(world.asked).toEqual(['GET', 'GET', 'GET', 'GET']);
    expect(one.pairing().devices).toEqual(['0000000a', '0000000b']);
    expect(two.pairing()).toMatchObject({ devices: ['0000000a', '0000000b'], at: NOW });
  });

  /** A run's kind, its questions and when it began never change. */
  const withOwnIds = (learning: Learning): Learning => {
    const named = (run: StoredRun) => {
      const { id, setup, startedAt, questionIds } = run;
      return { ...run, id: JSON.stringify([id, setup, startedAt, questionIds]) };
    };
    return { ...learning, runs: learning.runs.map(named), past: learning.past.map(named) };
  };

  /**
   * Merging it with a copy of itself, and into nothing, puts lists in the order that merging keeps. A
   * mock exam ends by the clock that is ahead of the others.
   */
  const plain = (learning: Learning) => {
    const ordered = mergeLearning(learning, structuredClone(learning));
    return JSON.parse(JSON.stringify(settle(mergeLearning(emptyLearning, ordered), NOW + HOUR)));
  };

  it('hold the same after any history, and it is all that any of them held', () => {
    const anyStep = fc.record({
      device: fc.nat({ max: 2 }),
      act: fc.oneof(
        {
          arbitrary: anyLearning.map((learning) => ({
            kind: 'learn' as const,
            learning: withOwnIds(learning),
          })),
          weight: 3,
        },
        {
          arbitrary: fc.constantFrom(
            ...(['sync', 'offline', 'lost', 'raced', 'killed'] as const).map((kind) => ({ kind })),
          ),
          weight: 4,
        },
      ),
    });
    return fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 9 }), async (steps) => {
        resetDevice();
        const world = openWorld();
        const devices = devicesOf(world);
        const at = (index: number) => devices[index % 3] as Device;
        for (const { device, act } of steps) {
          const isPut = (method: string) => method === 'PUT';
          world.faults.length = 0;
          if (act.kind === 'learn') {
            await at(device).learn(act.learning);
            continue;
          }
          if (act.kind === 'offline') world.faults.push(() => Promise.reject(new TypeError()));
          if (act.kind === 'killed')
            world.faults.push(
              (send) => send(),
              () => Promise.reject(new TypeError()),
            );
          // The server has taken it, but its answer is lost.
          if (act.kind === 'lost')
            world.faults.push(
              (send) => send(),
              async (send, method) => {
                await send();
                if (isPut(method)) throw new TypeError();
                return send();
              },
            );
          if (act.kind === 'raced')
            world.faults.push(
              (send) => send(),
              async (send) => {
                await at(device + 1).sync();
                return send();
              },
            );
          await at(device).sync();
        }
        world.faults.length = 0;
        const held = await Promise.all(devices.map(async () => emptyLearning));
        for (const [index, device] of devices.entries()) held[index] = await device.held();
        const merged = held.reduce((all: Learning, one) => mergeLearning(all, one), emptyLearning);
        for (let round = 0; round < 2; round += 1)
          for (const device of devices) expect((await device.sync()).failure).toBeUndefined();
        const all: unknown[] = [];
        for (const device of devices) all.push(plain(await device.held()));
        expect(all).toEqual([plain(merged), plain(merged), plain(merged)]);
        world.asked.length = 0;
        for (const device of devices) await device.sync();
        expect(world.asked).toEqual(['GET', 'GET', 'GET']);
      }),
      { numRuns: Number(process.env.SYNC_HISTORIES ?? 100) },
    );
  });

  it('lose nothing while others are faster, and give up after five times', async () => {
    const world = openWorld();
    const [one, two] = devicesOf(world) as [Device, Device];
    await one.learn(answered('q1'));
    await one.sync();
    let others = 0;
    const race = async (send: () => Promise<Response>, method: string) => {
      if (method === 'PUT') {
        const between = world.faults.splice(0);
        await two.learn(answered('q2', ANSWERED_AT + 10 + others));
        others += 1;
        await two.sync();
        world.faults.push(...between);
      }
      return send();
    };
    world.faults.push(...Array.from({ length: 10 }, () => race));
    await one.learn(answered('q3'));
    expect((await one.sync()).failure).toBe('busy');
    expect(others).toBe(5);
    world.faults.length = 0;
    expect((await one.sync()).failure).toBeUndefined();
    await two.sync();
    expect(await one.read()).toEqual(await two.read());
  });

  it('do not bring back what one of them has deleted everywhere', async () => {
    const world = openWorld();
    const [one, two] = devicesOf(world) as [Device, Device];
    await one.sync();
    await two.sync();
    expect(await deleteShared(one.pairing(), world.means)).toBe(true);
    await two.learn(answered('q1'));
    world.asked.length = 0;
    expect((await two.sync()).failure).toBe('gone');
    expect(world.asked).toEqual(['GET']);
    expect((await two.use(() => readLearning(KEY))).study.reviews).toHaveLength(1);
  });

  const write = async (world: World, content: Uint8Array<ArrayBuffer>) => {
    const { address } = await deriveKeys(SECRET);
    const headers = { 'If-None-Match': '*' };
    const put = await world.app.request(`/sync/${address}`, {
      method: 'PUT',
      headers,
      body: content,
    });
    expect(put.status).toBe(201);
  };
  const sealed = async (body: unknown, secret = SECRET) =>
    (await seal(
      typeof body === 'string' ? body : JSON.stringify(body),
      (
        await deriveKeys(secret)
      ).key,
    )) as Uint8Array<ArrayBuffer>;
  const frame = { kind: 'certdeck-learner-data', version: LEARNER_VERSION, devices: [] };
  const broken = { ...frame, exams: [{ providerId: 'aws', examId: 'x', history: [{}] }] };
  it.each([
    ['of another key', () => sealed(frame, createSecret()), 'unreadable'],
    ['that is no data of learners', () => sealed('hello'), 'unreadable'],
    ['with a record that can’t be read', () => sealed(broken), 'unreadable'],
    [
      'of a newer version',
      () => sealed({ ...frame, version: LEARNER_VERSION + 1, exams: [] }),
      'newer-version',
    ],
  ] as const)('leave what lies there %s as it is', async (_, make, failure) => {
    const world = openWorld();
    const [one] = devicesOf(world) as [Device];
    const object = await make();
    await write(world, object);
    await one.learn(answered('q1'));
    const before = await one.read();
    expect((await one.sync()).failure).toBe(failure);
    expect(world.asked).toEqual(['GET']);
    expect(await one.read()).toEqual(before);
    expect(one.pairing().at).toBeUndefined();
  });

  it.each([
    ['is no such place', () => new Response('<!doctype html>', { status: 200 }), 'absent'],
    ['has a page for everything', () => new Response('Sign in', { status: 404 }), 'absent'],
    ['is down', () => new Response('', { status: 503 }), 'busy'],
  ] as const)('say that the server %s', async (_, answer, failure) => {
    const world = openWorld();
    const [one] = devicesOf(world) as [Device];
    world.faults.push(async () => answer());
    expect((await one.sync()).failure).toBe(failure);
    expect(one.pairing().tag).toBeUndefined();
  });

  it('say that this device stores nothing', async () => {
    const world = openWorld();
    const [one, two] = devicesOf(world) as [Device, Device];
    await one.learn(answered('q1'));
    await one.sync();
    await two.use(async () => refuseStorage());
    expect((await two.sync()).failure).toBe('not-stored');
    expect(world.asked.filter((method) => method === 'PUT')).toHaveLength(1);
  });
});

type Device = ReturnType<typeof openDevice>;

describe('what is shared', () => {
  it('leaves the oldest runs and history on the device where there is too much', async () => {
    const past = Array.from({ length: 16 }, (_, at) => storedRun({ id: `run ${at}`, at: at + 1 }));
    const history = past.map(({ id, at }) => ({ ...recordOf(id), finishedAt: at }));
    const exam = { providerId: 'aws', examId: 'x', ...emptyLearning, past, history };
    const shared = { ...(await collectShared(API, [])), exams: [exam] };
    const fit = async (most: number) => {
      const tried = (text: string) => text.split('"id":"run ').length - 1;
      const found = await fitShared(shared, async (text) =>
        tried(text) <= most ? `${tried(text)}` : undefined,
      );
      const { exams = [] } = JSON.parse(found?.text ?? '{}') as Partial<typeof shared>;
      const inOrder = (times: number[]) => times.sort((a, b) => a - b);
      return exams.map((one) => [
        inOrder(one.past.map(({ at }) => at)),
        inOrder(one.history.map(({ finishedAt }) => finishedAt)),
      ]);
    };
    const latest = (count: number) => Array.from({ length: count }, (_, at) => 17 - count + at);
    for (const [most, count] of [
      [16, 16],
      [15, 8],
      [3, 2],
      [0, 0],
    ] as const) {
      expect(await fit(most)).toEqual([[latest(count), latest(count)]]);
    }
    expect(await fit(-1)).toEqual([]);
  });

  it('tells devices that have stopped from the others', () => {
    expect(activeDevices(['-0000000a', '0000000a', '0000000b'])).toEqual(['0000000b']);
  });

  it('names few devices, each once', () => {
    const many = Array.from({ length: 50 }, (_, at) => `${at}`.padStart(8, '0'));
    expect(joinDevices(many, many)).toHaveLength(50);
    const more = Array.from({ length: 90 }, (_, at) => `${at}`.padStart(8, '0'));
    expect(joinDevices(more)).toHaveLength(64);
    expect(joinDevices(['0000000b', 'x'], ['0000000a', '0000000b'])).toEqual([
      '0000000a',
      '0000000b',
    ]);
  });
});

describe('a pairing', () => {
  const pairing: Pairing = { version: 1, secret: SECRET, device: 'd', devices: ['d'] };

  it('is remembered, is no part of a backup, and goes with the learner’s data', async () => {
    stubLocalStorage();
    await commit(KEY, answered('q1'), { now: NOW });
    expect(await writePairing(pairing)).toBe(true);
    expect(await readPairing()).toEqual(pairing);
    expect(JSON.stringify(await collectLearnerFile(new Date(0), API))).not.toContain(SECRET);
    expect(await deleteLearnerData()).toBe(true);
    expect([await readPairing(), stored.has(PAIRING_KEY)]).toEqual([undefined, false]);
  });

  it('does not come back by a sync that ends late', async () => {
    await writePairing(pairing);
    await updatePairing(pairing, { ...pairing, tag: '"1"' });
    expect((await readPairing())?.tag).toBe('"1"');
    await writePairing(undefined);
    await updatePairing(pairing, { ...pairing, tag: '"2"' });
    expect(await readPairing()).toBeUndefined();
  });

  it('that can’t be read is none', async () => {
    stored.set(PAIRING_KEY, { ...pairing, secret: 'short' });
    expect(await readPairing()).toBeUndefined();
    refuseStorage();
    expect(await readPairing()).toBeUndefined();
    expect(await writePairing(pairing)).toBe(false);
  });
});
