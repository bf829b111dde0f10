import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { Hono } from 'hono';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createApp } from '#server/app.ts';
import { openFolder } from '#server/folder-files.ts';
import { createHttpServer, type HttpOptions, type Limits } from '#server/http-server.ts';
import { createGate } from '#support/gate.ts';
import { getRaw, sendRaw } from '#support/raw-request.ts';
import { createFolder } from '#support/temporary-folder.ts';
import { dataOf, testBank } from '#support/test-bank.ts';

async function listen(app: Hono, limits: Partial<Limits> = {}, options: HttpOptions = {}) {
  const logged: unknown[] = [];
  const { server, close } = createHttpServer(app, (error) => logged.push(error), {
    limits: { silence: 60_000, connections: 100, pipelined: 10, ...limits },
    ...options,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => close(0));
  return { port: (server.address() as AddressInfo).port, close, logged, server };
}

async function listenWithSite() {
  const parent = await createFolder({ 'secret.txt': 'SECRET', 'dist/index.html': 'shell' });
  const site = openFolder(join(parent, 'dist'));
  return listen(createApp({ data: dataOf(testBank()), site }));
}

const statusOf = (answer: string) => Number(answer.split(' ')[1]);

describe('bytes that no decent client sends', () => {
  it.each([
    ['/../secret.txt', 404],
    ['/assets/../../secret.txt', 404],
    ['/%2e%2e/secret.txt', 404],
    ['/..%2fsecret.txt', 404],
    ['/..\\secret.txt', 400],
    ['//secret.txt', 404],
    ['/%00', 404],
    ['/\x00', 400],
    ['/%', 400],
    ['/api/%', 404],
    ['/images/aws/100%/x/y', 400],
    ['/images/aws/kinds/picture-in-stem/..%2f..%2fsecret.txt', 404],
    ['http://elsewhere.example/secret.txt', 404],
    ['http://', 400],
    ['*', 400],
    ['secret.txt', 400],
    [`/${'x'.repeat(20_000)}`, 431],
    [`/api/exams?provider=${'x'.repeat(15_000)}`, 404],
    ['/api/exams?provider=%', 404],
    ['/caf\xe9', 400],
  ])('GET %j is answered by %i', async (path, status) => {
    const { port, logged } = await listenWithSite();
    const answer = await getRaw(port, path);
    expect(statusOf(answer)).toBe(status);
    expect(answer).not.toContain('SECRET');
    expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff');
    expect(statusOf(await getRaw(port, '/api/providers'))).toBe(200);
    expect(logged).toEqual([]);
  });

  it.each([
    ['nothing that is HTTP', 'HELO example.com\r\n\r\n', 400],
    ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['two Hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n', 400],
    ['one Host twice', 'GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\nConnection: close\r\n\r\n', 400],
    ['a broken Host', 'GET / HTTP/1.1\r\nHost: a b/c\r\nConnection: close\r\n\r\n', 400],
    ['HTTP/1.0', 'GET / HTTP/1.0\r\nHost: localhost\r\n\r\n', 200],
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
  ])('%s is answered in full', async (_, request, status) => {
    const { port } = await listenWithSite();
    const answer = await sendRaw(port, request);
    expect(statusOf(answer)).toBe(status);
    expect(answer.toLowerCase()).toContain('content-security-policy: ');
  });

  it('never get anything but 200, 400 and 404 for a path', async () => {
    const { port } = await listenWithSite();
    const part = fc.constantFrom(
      ...['/', '..', '%2e', '%2f', '%5c', '\\', '%00', '?', '#', '%', '%ff', ':', '@', '\xff'],
      ...['secret.txt', 'api', 'images', 'exams', 'index.html', 'aws'],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 10 }), async (parts) => {
        const answer = await getRaw(port, `/${parts.join('')}`);
        expect([200, 400, 404]).toContain(statusOf(answer));
        expect(answer).not.toContain('SECRET');
      }),
      { numRuns: 150 },
    );
  });
});

describe('clients that take more than their share', () => {
  const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

  it('are dropped when they never read', async () => {
    const app = new Hono().get('/', (c) => c.body(new Uint8Array(64 * 1024 * 1024)));
    const { port, server } = await listen(app, { silence: 100 });
    const client = connect(port, '127.0.0.1', () => client.write(request));
    client.pause();
    const [socket] = (await once(server, 'connection')) as [Socket];
    await once(socket, 'close');
    expect(client.bytesRead).toBeLessThan(64 * 1024 * 1024);
    client.destroy();
  });

  it('are dropped when they ask for nothing', async () => {
    const { port, server } = await listen(new Hono(), { silence: 100 });
    const client = connect(port, '127.0.0.1');
    const [socket] = (await once(server, 'connection')) as [Socket];
    await once(socket, 'close');
    client.destroy();
  });

  it('are dropped when they send a thousand requests at once', async () => {
    let count = 0;
    const app = new Hono().get('/', async (c) => {
      count += 1;
      return c.text('here');
    });
    const { port } = await listen(app);
    await sendRaw(port, request.repeat(1300));
    expect(count).toBeLessThanOrEqual(10);
  });

  it('are served when they send a few', async () => {
    const { port } = await listen(new Hono().get('/', (c) => c.text('here')));
    const last = request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
    const answers = await sendRaw(port, request.repeat(5) + last);
    expect(answers.match(/^here/gm)).toHaveLength(6);
  });

  it('find no room when there are too many', async () => {
    const { port, server } = await listen(new Hono(), { connections: 1 });
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
  it('does not wait for connections that ask for nothing', async () => {
    const { port, close } = await listenWithSite();
    const silent = connect(port, '127.0.0.1');
    await once(silent, 'connect');
    const kept = connect(port, '127.0.0.1');
    kept.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(kept, 'data');
    await close(600_000);
    silent.destroy();
    kept.destroy();
  });

  it('does wait for a running request, and hangs up after it', async () => {
    const gate = createGate();
    const entered = createGate();
    const app = new Hono().get('/slow', async (c) => {
      entered.open();
      await gate.opened;
      return c.text('done');
    });
    const { port, close } = await listen(app);
    const answer = sendRaw(port, 'GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await entered.opened;
    const closed = close(600_000);
    gate.open();
    expect(await answer).toContain('done');
    await closed;
  });

  it('does not wait for ever', async () => {
    const entered = createGate();
    const app = new Hono().get('/never', () => {
      entered.open();
      return new Promise<Response>(() => {});
    });
    const { port, close } = await listen(app);
    const answer = sendRaw(port, 'GET /never HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await entered.opened;
    await close(1);
    expect(await answer).toBe('');
  });
});

describe('the line of a request', () => {
  const listenLogged = async (trustsProxy = false) => {
    const lines: string[] = [];
    const app = createApp({ data: dataOf(testBank()) });
    const logRequest = (line: string) => lines.push(line);
    const { port } = await listen(app, {}, { logRequest, trustsProxy });
    const ask = async (path: string, headers = '') => {
      const before = lines.length;
      await sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}Connection: close\r\n\r\n`);
      await vi.waitFor(() => expect(lines).toHaveLength(before + 1));
      return lines.at(-1);
    };
    return { ask };
  };
  const forwarded = 'X-Forwarded-For: 6.6.6.6, 10.0.0.7\r\n';

  it('says when who asked for what, and what became of it', async () => {
    const { ask } = await listenLogged();
    expect(await ask('/health')).toMatch(
      /^\d{4}-\d\d-\d\dT[\d:.]+Z 127\.0\.0\.1 GET \/health 200 [1-9]\d+ \d+$/,
    );
    expect(await ask('/api/exams?provider=gone')).toContain(' GET /api/exams?provider=gone 404 ');
  });

  it('is one line whatever is asked for', async () => {
    const { ask } = await listenLogged();
    expect((await ask('/%0a%20x'))?.split(' ')).toHaveLength(7);
  });

  it('names the client that a proxy tells of, only where the proxy is trusted', async () => {
    const { ask } = await listenLogged();
    expect(await ask('/health', forwarded)).toContain(' 127.0.0.1 GET ');
    const behindProxy = await listenLogged(true);
    expect(await behindProxy.ask('/health', forwarded)).toContain(' 10.0.0.7 GET ');
    expect(await behindProxy.ask('/health')).toContain(' 127.0.0.1 GET ');
    const forged = 'X-Forwarded-For: a\tb\r\n';
    expect(await behindProxy.ask('/health', forged)).toContain(' a?b GET ');
  });
});
