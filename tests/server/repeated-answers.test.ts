import { once } from 'node:events';
import { rename, rm, symlink, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { Hono } from 'hono';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { questionAddress, questionsAddress } from '#contract/addresses.ts';
import * as dataFiles from '#contract/data-files.ts';
import { createApp } from '#server/app.ts';
import { openFolder } from '#server/folder-files.ts';
import { createHttpServer, type Limits } from '#server/http-server.ts';
import { createRecentMap } from '#server/recent-map.ts';
import { getRaw, sendRaw } from '#support/raw-request.ts';
import { createFolder } from '#support/temporary-folder.ts';

const fileOf = (id: string) => dataFiles.question('aws', 'An Exam', id);
const pathOf = (id: string) => questionAddress('', 'aws', 'An Exam', id);
const textOf = (id: string) => JSON.stringify({ question: { question: `${id}?`.repeat(300) } });

/** Seconds from now, when all files have been on disk for long enough to be kept. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 });
  onTestFinished(() => void vi.useRealTimers());
});

/** A server of these questions, and how often it has asked the app. */
async function serve(ids: string[], limits: Partial<Limits> = {}) {
  const files = Object.fromEntries(ids.map((id) => [fileOf(id), textOf(id)]));
  const folder = await createFolder(files);
  const logged: unknown[] = [];
  const log = (error: unknown) => void logged.push(error);
  const inner = createApp({ data: openFolder(folder), log });
  const app = new Hono();
  let asked = 0;
  app.all('*', (c) => {
    asked += 1;
    return inner.fetch(c.req.raw, c.env);
  });
  const { server, close } = createHttpServer(app, log, { limits });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => close(0));
  const { port } = server.address() as AddressInfo;
  const ask = async (id: string, headers = '', method = 'GET') => {
    const head = `${method} ${pathOf(id)} HTTP/1.1\r\nHost: x\r\n${headers}Connection: close\r\n\r\n`;
    const [start = '', body = ''] = (await sendRaw(port, head)).split('\r\n\r\n');
    return { status: Number(start.split(' ')[1]), start, body };
  };
  return { ask, port, folder, logged, asked: () => asked };
}

describe('a request that comes again', () => {
  it.each([
    ['GET', ''],
    ['GET', 'Accept-Encoding: gzip, br\r\n'],
    ['GET', 'Accept-Encoding: gzip\r\n'],
    ['GET', 'If-None-Match: *\r\n'],
    ['GET', 'If-None-Match: "old"\r\n'],
    ['GET', 'If-Match: *\r\n'],
    ['HEAD', ''],
    ['HEAD', 'Accept-Encoding: br\r\n'],
  ])('gets the same answer without the app: %s %s', async (method, headers) => {
    const { ask, asked, folder } = await serve(['q']);
    await writeFile(join(folder, `${fileOf('q')}.br`), brotliCompressSync(textOf('q')));
    await writeFile(join(folder, `${fileOf('q')}.gz`), gzipSync(textOf('q')));
    const first = await ask('q', headers, method);
    expect([200, 304]).toContain(first.status);
    expect(first.start.toLowerCase()).toContain('x-content-type-options: nosniff');
    expect(await ask('q', headers, method)).toEqual(first);
    expect(asked()).toBe(1);
  });

  it('gets nothing of the answers to other ones', async () => {
    const { ask, asked } = await serve(['q', 'r']);
    const { start, body } = await ask('q');
    const tag = /etag: (.*)/i.exec(start)?.[1];
    expect(body).toBe(textOf('q'));
    expect((await ask('r')).body).toBe(textOf('r'));
    expect((await ask('q', '', 'HEAD')).body).toBe('');
    expect(await ask('q', `If-None-Match: ${tag}\r\n`)).toMatchObject({ status: 304, body: '' });
    expect((await ask('q', 'If-Match: "old"\r\n')).status).toBe(412);
    expect((await ask('q', 'Host: y\r\n')).status).toBe(400);
    expect((await ask('q', '', 'POST')).status).toBe(405);
    expect((await ask('q')).body).toBe(textOf('q'));
    expect(asked()).toBe(6);
  });

  it.each(['', 'Accept-Encoding: br\r\n', 'If-None-Match: "old"\r\n'])(
    'gets what has changed on disk: %s',
    async (headers) => {
      const { ask, folder } = await serve(['q']);
      const before = await ask('q', headers);
      expect(await ask('q', headers)).toEqual(before);
      await writeFile(join(folder, 'new'), textOf('another'));
      await rename(join(folder, 'new'), join(folder, fileOf('q')));
      expect((await ask('q', headers)).body).toBe(textOf('another'));
      await rm(join(folder, fileOf('q')));
      expect((await ask('q', headers)).status).toBe(404);
    },
  );

  it('gets a compressed form as soon as there is one, and a better one instead', async () => {
    const { ask, folder } = await serve(['q']);
    const encodingOf = async () =>
      /content-encoding: (.*)/i.exec((await ask('q', 'Accept-Encoding: gzip, br\r\n')).start)?.[1];
    for (const [ending, content, expected] of [
      ['.gz', gzipSync(textOf('q')), 'gzip'],
      ['.br', brotliCompressSync(textOf('q')), 'br'],
    ] as const) {
      await encodingOf();
      await writeFile(join(folder, fileOf('q') + ending), content);
      expect(await encodingOf()).toBe(expected);
    }
  });

  it('gets a 500 when the disk fails, and the server goes on', async () => {
    const { ask, folder, logged } = await serve(['q']);
    await ask('q');
    const provider = join(folder, 'aws');
    await rename(provider, `${folder}/kept`);
    await symlink(provider, provider);
    expect((await ask('q')).status).toBe(500);
    expect(logged).toHaveLength(1);
    await rm(provider);
    await rename(`${folder}/kept`, provider);
    expect((await ask('q')).body).toBe(textOf('q'));
  });

  it('asks the app when the answer is an error or an exam goes by its id', async () => {
    const { ask, asked, folder, port } = await serve(['q']);
    for (const _ of [1, 2]) expect((await ask('gone')).status).toBe(404);
    await writeFile(join(folder, dataFiles.exam('aws', 'An Exam')), '{"id":"an-exam"}');
    await writeFile(join(folder, dataFiles.examNames('aws')), '{"an-exam":"An Exam"}');
    for (const _ of [1, 2]) {
      expect(await getRaw(port, questionsAddress('', 'aws', 'an-exam'))).toContain('{"id":');
    }
    expect(asked()).toBe(4);
  });
});

describe('the memory for answers', () => {
  it('is limited: the answer that nobody missed for longest goes', async () => {
    const ids = Array.from({ length: 20 }, (_, number) => `question-${number}`);
    const { ask, asked } = await serve(ids, { repeated: 40_000 });
    for (const id of ids) await ask(id);
    expect(asked()).toBe(20);
    await ask('question-19');
    expect(asked()).toBe(20);
    await ask('question-0');
    expect(asked()).toBe(21);
  });

  it('is not filled by long requests beyond its limit', async () => {
    const { ask, asked } = await serve(['q'], { repeated: 20_000 });
    await ask('q');
    for (const number of [1, 2]) await ask('q', `Accept-Encoding: ${`${number}`.repeat(7000)}\r\n`);
    await ask('q');
    expect(asked()).toBe(4);
  });

  it('never holds more bytes or values than it may, and keeps what was used last', () => {
    const entry = fc.record({ key: fc.constantFrom(...'abcdefgh'), bytes: fc.nat(60) });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 60 }), (entries) => {
        const map = createRecentMap<{ bytes: number }>(100, 4);
        for (const { key, bytes } of entries) {
          if (bytes === 0) map.forget(key);
          else map.keep(key, { bytes });
          const held = [...'abcdefgh'].flatMap((each) => map.get(each) ?? []);
          expect(held.reduce((sum, value) => sum + value.bytes, 0)).toBeLessThanOrEqual(100);
          expect(held.length).toBeLessThanOrEqual(4);
          expect(map.get(key)).toEqual(bytes === 0 ? undefined : { bytes });
        }
      }),
    );
  });
});
