import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createApp } from '#server/app.ts';
import { openFolder } from '#server/folder-files.ts';
import { createHttpServer, type HttpOptions } from '#server/http-server.ts';
import { createGate } from '#support/gate.ts';
import { getRaw, sendRaw } from '#support/raw-request.ts';
import { createTemporaryFolder, removeFolder } from '#support/temporary-folder.ts';
import { dataOf, testBank } from '#support/test-bank.ts';

const start = async (app: Hono, options: HttpOptions = {}) => {
  const { server, close } = createHttpServer(app, { silence: 60_000, ...options });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close, server };
};
const listen = async (app: Hono, options?: HttpOptions) => {
  const started = await start(app, options);
  onTestFinished(() => started.close(0));
  return started;
};

const statusOf = (answer: string) => Number(answer.split(' ')[1]);
const data = dataOf(testBank());

describe('bytes that no decent client sends', () => {
  let parent: string;
  let shared: Awaited<ReturnType<typeof start>>;
  const logged: unknown[] = [];
  beforeAll(async () => {
    parent = await createTemporaryFolder({ 'secret.txt': 'SECRET', 'dist/index.html': 'shell' });
    const log = (error: unknown) => logged.push(error);
    shared = await start(createApp({ data, site: openFolder(join(parent, 'dist')), log }));
  });
  afterAll(async () => {
    await shared.close(0);
    await removeFolder(parent);
  });

  it.each([
    ['/../secret.txt', 404],
    ['/assets/../../secret.txt', 404],
    ['/index.html/exams', 404],
    ['/%2e%2e/secret.txt', 404],
    ['/..%2fsecret.txt', 404],
    ['/..\\secret.txt', 400],
    ['//secret.txt', 404],
    ['/%00', 404],
    ['/\x00', 400],
    ['/%', 400],
    ['/api/%', 404],
    ['/images/aws/100%/x/y', 400],
    ['/images/aws/Every%20Kind/picture-in-stem/..%2f..%2fsecret.txt', 404],
    ['http://elsewhere.example/secret.txt', 404],
    ['http://', 400],
    ['*', 400],
    ['secret.txt', 400],
    [`/${'x'.repeat(20_000)}`, 431],
    [`/api/exams?provider=${'x'.repeat(15_000)}`, 404],
    ['/api/exams?provider=%', 404],
    ['/caf\xe9', 400],
  ])('GET %j is answered by %i', async (path, status) => {
    const answer = await getRaw(shared.port, path);
    expect(statusOf(answer)).toBe(status);
    expect(answer).not.toContain('SECRET');
    expect(statusOf(await getRaw(shared.port, '/api/providers'))).toBe(200);
    expect(logged).toEqual([]);
  });

  it.each([
    ['nothing that is HTTP', 'HELO example.com\r\n\r\n', 400],
    ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['a broken Host', 'GET / HTTP/1.1\r\nHost: a b/c\r\nConnection: close\r\n\r\n', 400],
    ['HTTP/1.0', 'GET / HTTP/1.0\r\nHost: localhost\r\n\r\n', 200],
    ['HTTP/1.0 without Host', 'GET /health HTTP/1.0\r\n\r\n', 200],
    ['TRACE', 'TRACE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 405],
    [
      'a body with GET',
      'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi',
      200,
    ],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nhi',
      400,
    ],
  ])('%s is answered', async (_, request, status) => {
    expect(statusOf(await sendRaw(shared.port, request))).toBe(status);
  });

  it('never get anything but 200, 400 and 404 for a path', async () => {
    const part = fc.constantFrom(
      ...['/', '..', '.', '%2e', '%2f', '%5c', '\\', '%00', '?', '#', '%', '%ff', ':', '@', '\xff'],
      ...['secret.txt', 'api', 'images', 'exams', 'index.html', 'aws', '%252e%252e', '..;', '~'],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 10 }), async (parts) => {
        const answer = await getRaw(shared.port, `/${parts.join('')}`);
        expect([200, 400, 404]).toContain(statusOf(answer));
        expect(answer).not.toContain('SECRET');
      }),
      { numRuns: 150 },
    );
  });
});

describe('clients that take more than their share', () => {
  it.each([
    ['never read', 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['ask for nothing', ''],
  ])('are dropped when they %s', async (_, request) => {
    const app = new Hono().get('/', (c) => c.body(new Uint8Array(64 * 1024 * 1024)));
    const { port, server } = await listen(app, { silence: 100 });
    const client = connect(port, '127.0.0.1', () => client.write(request));
    client.pause();
    const [socket] = (await once(server, 'connection')) as [Socket];
    await once(socket, 'close');
    expect(client.bytesRead).toBeLessThan(64 * 1024 * 1024);
    client.destroy();
  });

  const dripping = 'GET / HTTP/1.1\r\nX: ';
  const endless = 'GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';

  it.each([
    ['headers', dripping, 'x'],
    ['a body that nobody asked for', endless, '1\r\nx\r\n'],
  ])('are dropped when they send %s without end', async (_, beginning, more) => {
    const { port, server } = await listen(new Hono(), { slowest: 200 });
    const client = connect(port, '127.0.0.1', () => client.write(beginning));
    client.on('error', () => {}).resume();
    const timer = setInterval(() => client.write(more), 10);
    const [socket] = (await once(server, 'connection')) as [Socket];
    await new Promise((resolve) => socket.on('error', () => {}).once('close', resolve));
    clearInterval(timer);
    client.destroy();
  });

  /** Opens a connection and says whether the server keeps it for a question and an answer. */
  const asksFrom = (port: number, localAddress: string) =>
    new Promise<boolean>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      onTestFinished(() => void socket.destroy());
      socket.on('connect', () => socket.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n'));
      socket.on('data', () => resolve(true));
      socket.on('error', () => {}).on('close', () => resolve(false));
    });

  it('leave room for others', async () => {
    const { port, server } = await listen(new Hono(), { mostOfClient: 3 });
    const held = Array.from({ length: 2 }, () => connect(port, '127.0.0.1'));
    onTestFinished(() => held.forEach((socket) => void socket.destroy()));
    await Promise.all(held.map((socket) => once(socket, 'connect')));
    // This one is the third, and stays.
    expect(await asksFrom(port, '127.0.0.1')).toBe(true);
    expect(await asksFrom(port, '127.0.0.1')).toBe(false);
    expect(await asksFrom(port, '127.0.0.2')).toBe(true);
    held[0]?.destroy();
    await vi.waitFor(async () => expect(await asksFrom(port, '127.0.0.1')).toBe(true));
    expect(server.listening).toBe(true);
  });

  it('are not counted behind a proxy, whose address all of them have', async () => {
    const { port } = await listen(new Hono(), { mostOfClient: 1, trustsProxy: true });
    expect(await asksFrom(port, '127.0.0.1')).toBe(true);
    expect(await asksFrom(port, '127.0.0.1')).toBe(true);
  });

  it('find no room when there are too many', async () => {
    const { port, server } = await listen(new Hono(), { mostConnections: 1 });
    const first = connect(port, '127.0.0.1');
    await once(first, 'connect');
    const dropped = once(server, 'drop');
    const second = connect(port, '127.0.0.1').on('error', () => {});
    await dropped;
    first.destroy();
    second.destroy();
  });
});

describe('the end of the server', () => {
  const request = 'GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n';

  it('does not wait for connections that ask for nothing', async () => {
    const { port, close } = await listen(new Hono());
    const silent = connect(port, '127.0.0.1');
    await once(silent, 'connect');
    const answered = connect(port, '127.0.0.1', () => answered.write(request));
    await once(answered, 'data');
    await close(600_000);
    silent.destroy();
    answered.destroy();
  });

  it('is announced to clients that go on asking, and cuts none of them off', async () => {
    const { port, close } = await listen(new Hono());
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const ask = () =>
      new Promise<string | undefined>((resolve, reject) => {
        get({ port, host: '127.0.0.1', agent }, (answer) => {
          answer.resume().on('end', () => resolve(answer.headers.connection));
        }).on('error', reject);
      });
    let asking = 0;
    const askUntilTold = async () => {
      for (let said = await ask(); said !== 'close'; said = await ask()) asking += 1;
    };
    const clients = Array.from({ length: 20 }, askUntilTold);
    await vi.waitFor(() => expect(asking).toBeGreaterThan(100));
    await Promise.all([close(600_000), ...clients]);
  });

  it('does not wait forever', async () => {
    const entered = createGate();
    const app = new Hono().get('/slow', () => {
      entered.open();
      return new Promise<Response>(() => {});
    });
    const { port, close } = await listen(app);
    const answer = sendRaw(port, request);
    await entered.opened;
    await close(1);
    expect(await answer).toBe('');
  });
});

it('every answer asks for https, if the operator said so', async () => {
  const hsts = 'max-age=60; includeSubDomains';
  const { port } = await listen(createApp({ data }), { hsts });
  for (const path of ['/health', '/api/providers', '/gone', '/api/%']) {
    const answer = await getRaw(port, path);
    expect(answer).toContain(`\r\nStrict-Transport-Security: ${hsts}\r\n`);
    expect(answer).toContain('X-Content-Type-Options: nosniff');
  }
  const { port: other } = await listen(createApp({ data }));
  expect(await getRaw(other, '/health')).not.toMatch(/strict-transport/i);
});

describe('the line of a request', () => {
  const listenLogged = async (trustsProxy = false) => {
    const lines: string[] = [];
    const logRequest = (line: string) => lines.push(line);
    const { port } = await listen(createApp({ data }), { logRequest, trustsProxy });
    return async (path: string, headers = '') => {
      const before = lines.length;
      await sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}Connection: close\r\n\r\n`);
      await vi.waitFor(() => expect(lines).toHaveLength(before + 1));
      return lines.at(-1);
    };
  };
  const forwarded = 'X-Forwarded-For: 6.6.6.6, 10.0.0.7\r\n';

  it('says when who asked for what, and what came of it, in one line', async () => {
    const ask = await listenLogged();
    expect(await ask('/health')).toMatch(
      /^\d{4}-\d\d-\d\dT[\d:.]+Z 127\.0\.0\.1 GET \/health 200 [1-9]\d+ \d+$/,
    );
    expect(await ask('/api/exams?provider=gone')).toContain(' GET /api/exams?provider=gone 404 ');
    expect((await ask('/%0a%20x'))?.split(' ')).toHaveLength(7);
  });

  it('names the client that a proxy reports, only if the proxy is trusted', async () => {
    const ask = await listenLogged();
    expect(await ask('/health', forwarded)).toContain(' 127.0.0.1 GET ');
    const askBehindProxy = await listenLogged(true);
    expect(await askBehindProxy('/health', forwarded)).toContain(' 10.0.0.7 GET ');
    expect(await askBehindProxy('/health')).toContain(' 127.0.0.1 GET ');
    expect(await askBehindProxy('/health', 'X-Forwarded-For: a\tb\r\n')).toContain(' a?b GET ');
  });
});
