import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LARGEST_OBJECT, SYNC_HEADER } from '#contract/sync.ts';
import { DAY, MINUTE } from '#primitives/time.ts';
import { createApp } from '#server/app.ts';
import { createMemoryFiles } from '#server/memory-files.ts';
import { openBucketPlace } from '#server/sync/bucket-place.ts';
import { openFolderPlace } from '#server/sync/folder-place.ts';
import type { Place } from '#server/sync/place.ts';
import { createBucket } from '#support/memory-bucket.ts';
import { anyObject, MOST_STEPS } from '#support/sync-object.ts';
import { createFolder } from '#support/temporary-folder.ts';

const A = 'a'.repeat(32);
const B = 'b'.repeat(32);
const MUCH = 64 * 1024 * 1024;
const CREATE = { 'If-None-Match': '*' };

const serve = (place: Place, now = Date.now) => {
  const logged: unknown[] = [];
  let client = 'one';
  const app = createApp({
    data: createMemoryFiles([]),
    sync: { place, clientOf: () => client, now },
    log: (error) => logged.push(error),
  });
  const ask = (method: string, address = A, headers = {}, body?: BodyInit) =>
    app.request(`/sync/${address}`, {
      method,
      headers,
      ...(body && { body }),
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    });
  return {
    ask,
    logged,
    as: (name: string) => {
      client = name;
    },
    create: (address = A, object = anyObject()) => ask('PUT', address, CREATE, object),
  };
};

const places: [string, () => Promise<Place>][] = [
  ['a folder', async () => openFolderPlace(join(await createFolder({}), 'sync'), MUCH)],
  ['a bucket', async () => openBucketPlace(createBucket())],
];

describe.each(places)('what paired devices share, in %s', (_, open) => {
  it('is made, read, replaced and deleted', async () => {
    const { ask, create } = serve(await open());
    expect((await ask('GET')).status).toBe(404);
    const made = await create();
    expect(made.status).toBe(201);
    const tag = made.headers.get('ETag') ?? '';
    const found = await ask('GET');
    expect(found.status).toBe(200);
    expect(found.headers.get('ETag')).toBe(tag);
    expect(new Uint8Array(await found.arrayBuffer())).toEqual(anyObject());
    expect((await ask('GET', A, { 'If-None-Match': tag })).status).toBe(304);
    const replaced = await ask('PUT', A, { 'If-Match': tag }, anyObject(2));
    expect(replaced.status).toBe(204);
    expect((await (await ask('GET')).arrayBuffer()).byteLength).toBe(anyObject(2).length);
    expect((await ask('GET', B)).status).toBe(404);
    expect((await ask('DELETE')).status).toBe(204);
    expect((await ask('GET')).status).toBe(404);
    expect((await ask('DELETE')).status).toBe(204);
  });

  it('is replaced only by who has seen it', async () => {
    const { ask, create } = serve(await open());
    expect((await ask('PUT', A, { 'If-Match': '"none"' }, anyObject())).status).toBe(412);
    await create(A, anyObject(1, 1));
    expect((await create(A, anyObject(1, 2))).status).toBe(412);
    expect((await ask('PUT', A, { 'If-Match': '"older"' }, anyObject(1, 2))).status).toBe(412);
    expect((await ask('PUT', A, {}, anyObject(1, 2))).status).toBe(428);
    expect(new Uint8Array(await (await ask('GET')).arrayBuffer())).toEqual(anyObject(1, 1));
  });

  it('is won by one of those that replace it at once', async () => {
    const { ask, create } = serve(await open());
    const tag = (await create()).headers.get('ETag') ?? '';
    const all = Array.from({ length: 20 }, (_, fill) =>
      ask('PUT', A, { 'If-Match': tag }, anyObject(1, fill + 10)),
    );
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(statuses.filter((status) => status === 412)).toHaveLength(19);
  });
});

describe('the server between paired devices', () => {
  const openOne = async (most = MUCH, now = Date.now) => {
    const folder = join(await createFolder({}), 'sync');
    return { folder, ...serve(openFolderPlace(folder, most, now), now) };
  };

  it('answers so that no browser shows or keeps anything', async () => {
    const { ask, create } = await openOne();
    await create();
    for (const [method, address] of [
      ['GET', A],
      ['GET', B],
      ['PATCH', A],
      ['OPTIONS', A],
      ['DELETE', B],
    ] as const) {
      const { headers } = await ask(method, address);
      expect(headers.get('Content-Security-Policy'), method).toContain("default-src 'none'");
      expect(headers.get('X-Content-Type-Options'), method).toBe('nosniff');
      expect(headers.get('Content-Disposition'), method).toBe('attachment');
    }
    const { headers } = await ask('GET');
    expect(headers.get('Content-Type')).toBe('application/octet-stream');
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get(SYNC_HEADER)).toBe('1');
    expect(headers.get('Access-Control-Expose-Headers')).toContain(SYNC_HEADER);
    const preflight = await ask('OPTIONS');
    expect(preflight.headers.get('Access-Control-Allow-Methods')).toBe('GET,HEAD,PUT,DELETE');
    expect((await ask('PATCH')).status).toBe(405);
  });

  it.each([
    ['another mark', anyObject().fill(88, 0, 4), 400],
    ['nothing', new Uint8Array(), 400],
    ['half a step', anyObject().slice(0, 9000), 400],
    ['a mark alone', anyObject().slice(0, 32), 400],
    ['3 MB', anyObject(200).slice(0, 3_000_000), 413],
  ])('takes no object of %s', async (_, object, status) => {
    const { ask, create } = await openOne();
    expect((await create(A, object)).status).toBe(status);
    expect((await ask('GET')).status).toBe(404);
  });

  it('takes an object of 2 MiB', async () => {
    const { create } = await openOne();
    expect(anyObject(MOST_STEPS + 1).length).toBeGreaterThan(LARGEST_OBJECT);
    expect((await create(A, anyObject(MOST_STEPS))).status).toBe(201);
  });

  it.each(['', 'a'.repeat(31), 'a'.repeat(33), 'A'.repeat(32), `${A}%2F`, '..%2f..%2fx'])(
    'knows no address like %j',
    async (address) => {
      const { ask, create } = await openOne();
      expect((await ask('GET', address)).status).toBe(404);
      expect((await create(address)).status).toBeGreaterThanOrEqual(404);
    },
  );

  it('lets one client make few, and others go on', async () => {
    let now = 0;
    const { as, create, ask } = await openOne(MUCH, () => now);
    const statuses = [];
    for (let at = 0; at < 10_000; at += 1) {
      statuses.push((await create(`${at}`.padStart(32, '0'))).status);
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(10);
    expect(statuses.at(-1)).toBe(429);
    as('another');
    expect((await create(B)).status).toBe(201);
    expect((await ask('GET', B)).status).toBe(200);
    as('one');
    now += MINUTE;
    expect((await create(A)).status).toBe(201);
  });

  it('takes the addresses of one network for one client', async () => {
    const { as, create } = await openOne();
    const statuses = [];
    for (let at = 0; at < 20; at += 1) {
      as(`2001:db8:1:2:3:4:5:${at}`);
      statuses.push((await create(`${at}`.padStart(32, '0'))).status);
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(10);
    as('2001:db8:1:3::1');
    expect((await create(B)).status).toBe(201);
  });

  it('has few bodies in memory at once', async () => {
    const { ask, create } = await openOne();
    const slow = new Set<ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>>();
    const slowly = () => {
      let body: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;
      return new ReadableStream<Uint8Array<ArrayBuffer>>({
        start: (controller) => {
          body = controller;
          body.enqueue(anyObject(MOST_STEPS));
          slow.add(body);
        },
        cancel: () => void slow.delete(body),
      });
    };
    const statuses: number[] = [];
    const waiting = Array.from({ length: 20 }, async () => {
      const { status } = await ask('PUT', A, { 'If-Match': '"none"' }, slowly());
      statuses.push(status);
    });
    await expect.poll(() => statuses).toEqual([429, 429, 429, 429]);
    for (const body of slow) body.close();
    await Promise.all(waiting);
    expect(statuses.filter((status) => status === 412)).toHaveLength(16);
    expect((await create()).status).toBe(201);
  });

  it('lets one client guess few addresses, and still read its own', async () => {
    const { ask, create } = await openOne();
    await create();
    const statuses = [];
    for (let at = 0; at < 200; at += 1) {
      statuses.push((await ask('GET', `${at}`.padStart(32, 'f'))).status);
    }
    expect(statuses.filter((status) => status === 404)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
    expect((await ask('GET')).status).toBe(200);
  });

  it('has room for so many bytes in all, over a restart, too', async () => {
    const { folder, create, ask } = await openOne(2 * anyObject().length);
    expect((await create(A)).status).toBe(201);
    const again = serve(openFolderPlace(folder, 2 * anyObject().length));
    expect((await again.create(B)).status).toBe(201);
    expect((await again.create('c'.repeat(32))).status).toBe(507);
    await again.ask('DELETE', B);
    expect((await again.create('c'.repeat(32))).status).toBe(201);
    const tag = (await ask('GET')).headers.get('ETag') ?? '';
    expect((await again.ask('PUT', A, { 'If-Match': tag }, anyObject(2))).status).toBe(507);
    expect((await again.ask('PUT', A, { 'If-Match': tag }, anyObject(1, 9))).status).toBe(204);
  });

  it('forgets what nobody has asked for in 180 days, and what was left half written', async () => {
    let now = Date.now();
    const { folder, create, ask } = await openOne(MUCH, () => now);
    await create(A);
    await create(B);
    await writeFile(join(folder, 'half'), 'x');
    now += 100 * DAY;
    expect((await ask('GET', A)).status).toBe(200);
    now += 100 * DAY;
    await utimes(join(folder, B), (now - 200 * DAY) / 1000, (now - 200 * DAY) / 1000);
    await create('c'.repeat(32));
    expect((await readdir(folder)).sort()).toEqual([A, 'c'.repeat(32)]);
  });

  it('says without any address that its folder fails', async () => {
    const { folder, create, logged } = await openOne();
    await mkdir(join(folder, A), { recursive: true });
    expect((await create()).status).toBe(500);
    expect(`${logged}`).toContain('EISDIR');
    expect(`${logged}${(logged[0] as Error).stack}`).not.toContain(A);
  });

  it('is not there unless it is asked for', async () => {
    const app = createApp({ data: createMemoryFiles([]) });
    const answer = await app.request(`/sync/${A}`);
    expect([answer.status, answer.headers.get(SYNC_HEADER)]).toEqual([404, null]);
  });

  it('keeps bytes as they are', async () => {
    const { folder, create } = await openOne();
    await create(A, anyObject(3, 200));
    expect(new Uint8Array(await readFile(join(folder, A)))).toEqual(anyObject(3, 200));
  });
});
