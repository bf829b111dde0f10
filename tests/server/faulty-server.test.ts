import { once } from 'node:events';
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { imageAddress, providersAddress, questionAddress } from '#contract/addresses.ts';
import { fault } from '#support/faults.ts';
import { type FaultyServerOptions, startFaultyServer } from '#support/faulty-server.ts';
import { createFolder } from '#support/temporary-folder.ts';
import { pngBytes } from '#support/test-images.ts';
import { testSite } from '#support/test-site.ts';

async function start(options?: FaultyServerOptions) {
  const server = await startFaultyServer(options);
  onTestFinished(() => server.close());
  return server;
}

type Received = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; whole: boolean };

/** A request on a connection of its own: what came, and whether it came to its end. */
function ask(address: string, method = 'GET'): Promise<Received> {
  return new Promise((resolve, reject) => {
    const request = get(address, { agent: false, method }, (response) => {
      const chunks: Buffer[] = [];
      const { statusCode: status = 0, headers } = response;
      const end = (whole: boolean) =>
        resolve({ status, headers, bytes: Buffer.concat(chunks), whole });
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => end(false));
      response.on('end', () => end(true));
    });
    request.on('error', reject);
  });
}

const askJson = async (address: string) => JSON.parse((await ask(address)).bytes.toString());

describe('a server that misbehaves on demand', () => {
  it('is the real one until told otherwise', async () => {
    const { address } = await start();
    expect((await askJson(providersAddress(address))).providerData).toHaveLength(3);
    const picture = await ask(imageAddress(address, 'aws', '100%', 'pictured', 'img-1.png'));
    expect(new Uint8Array(picture.bytes)).toEqual(pngBytes);
    expect(picture.headers['access-control-allow-origin']).toBe('*');
    const head = await ask(providersAddress(address), 'HEAD');
    expect(head.headers['content-length']).not.toBe('0');
  });

  it('answers from a table', async () => {
    const { address } = await start({ handler: { '/api/a': { a: 1 }, '/api/b?c=1': [2] } });
    expect(await askJson(`${address}/api/a?any=1`)).toEqual({ a: 1 });
    expect(await askJson(`${address}/api/b?c=1`)).toEqual([2]);
    const unknown = await ask(`${address}/api/b`);
    expect(unknown.status).toBe(404);
    expect(unknown.headers['access-control-allow-origin']).toBe('*');
  });

  it('answers with a status, as often as told', async () => {
    const { address, faults } = await start();
    faults.set('/api/providers', fault.status(503, { retryAfter: 7 }), { times: 2 });
    for (const status of [503, 503, 200]) {
      expect((await ask(providersAddress(address))).status).toBe(status);
    }
    faults.set('/api/providers', fault.status(429, { retryAfter: 7 }));
    const { headers } = await ask(providersAddress(address));
    expect(headers['retry-after']).toBe('7');
    expect(headers['access-control-allow-origin']).toBe('*');
    faults.clear();
    expect((await ask(providersAddress(address))).status).toBe(200);
  });

  it('answers with what is no answer', async () => {
    const { address, faults } = await start();
    const providers = providersAddress(address);
    faults.set('/api/*', fault.html());
    expect((await ask(providers)).headers['content-type']).toBe('text/html');
    faults.set('/api/*', fault.garbage());
    await expect(askJson(providers)).rejects.toThrow(SyntaxError);
    faults.set('/api/*', fault.json({ providerData: 'none' }));
    expect(await askJson(providers)).toEqual({ providerData: 'none' });
  });

  it('sends half of a picture as if it were all', async () => {
    const { address, faults } = await start();
    faults.set(/img-1\.png$/, fault.half());
    const half = await ask(
      imageAddress(address, 'aws', 'Every Kind', 'picture-in-stem', 'img-1.png'),
    );
    expect(half.whole).toBe(true);
    expect(half.headers['content-type']).toBe('image/png');
    expect(new Uint8Array(half.bytes)).toEqual(pngBytes.slice(0, pngBytes.length / 2));
  });

  it('cuts a body in the middle', async () => {
    const { address, faults } = await start();
    faults.set('/api/providers', fault.cut());
    const answer = await ask(providersAddress(address));
    expect(answer.status).toBe(200);
    expect(answer.headers['transfer-encoding']).toBe('chunked');
    expect(answer.whole).toBe(false);
    expect(answer.bytes.length).toBeGreaterThan(0);
  });

  it('drops a request', async () => {
    const { address, faults, requests } = await start();
    faults.set('/api/providers', fault.drop());
    await expect(ask(providersAddress(address))).rejects.toThrow();
    expect(requests('/api/providers')).toHaveLength(1);
  });

  it('hangs, and notices when the client gives up', async () => {
    const { address, faults, requestCount } = await start();
    faults.set('/api/providers', fault.hang());
    const request = get(providersAddress(address), { agent: false }).on('error', () => {});
    const [hanging] = await requestCount('/api/providers', 1);
    expect(hanging).toMatchObject({ aborted: false, status: undefined });
    request.destroy();
    await hanging?.ended;
    expect(hanging?.aborted).toBe(true);
  });

  it('stalls in the middle of a body', async () => {
    const { address, faults, dropConnections } = await start();
    faults.set('/api/providers', fault.stall());
    const request = get(providersAddress(address), { agent: false }).on('error', () => {});
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const [chunk] = (await once(response, 'data')) as [Buffer];
    expect(chunk.length).toBe(Math.floor(Number(response.headers['content-length']) / 2));
    const failed = once(response, 'error');
    dropConnections();
    expect(response.complete).toBe(false);
    await failed.catch(() => {});
  });

  it('holds an answer until it is released', async () => {
    const { address, faults, requestCount } = await start();
    const held = fault.hold();
    faults.set('/api/question?*', held);
    const answer = ask(questionAddress(address, 'aws', 'Every Kind', 'single'));
    const [waiting] = await requestCount('/api/question', 1);
    await askJson(providersAddress(address));
    expect(waiting?.status).toBe(undefined);
    held.release();
    expect((await answer).status).toBe(200);
  });

  it('holds a fault until it is released', async () => {
    const { address, faults } = await start();
    const held = fault.hold(fault.status(500));
    faults.set('/api/providers', held);
    held.release();
    expect((await ask(providersAddress(address))).status).toBe(500);
  });

  it('is slow and still right', async () => {
    const { address, faults } = await start();
    const whole = await ask(providersAddress(address));
    faults.set('/api/providers', fault.slow(3, 1));
    expect((await ask(providersAddress(address))).bytes).toEqual(whole.bytes);
  });

  it('forgets to allow other origins', async () => {
    const { address, faults } = await start();
    faults.set('/images/*', fault.withoutCors());
    const { headers, status } = await ask(
      imageAddress(address, 'aws', 'Every Kind', 'picture-in-stem', 'img-1.png'),
    );
    expect(status).toBe(200);
    expect(headers['access-control-allow-origin']).toBe(undefined);
  });

  it('still answers preflights', async () => {
    const { address, faults } = await start();
    faults.set('*', fault.status(500));
    expect((await ask(providersAddress(address), 'OPTIONS')).status).toBe(204);
  });
});

describe('its memory', () => {
  it('holds every request, in order', async () => {
    const { address, requests, forgetRequests } = await start();
    await ask(providersAddress(address));
    await ask(`${address}/api/exams?provider=aws`);
    await ask(`${address}/api/exams?provider=gcp`, 'HEAD');
    expect(requests().map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/providers',
      'GET /api/exams?provider=aws',
      'HEAD /api/exams?provider=gcp',
    ]);
    expect(requests('/api/exams')).toHaveLength(2);
    expect(requests('/api/exams?provider=aws')).toHaveLength(1);
    expect(requests('/api/e*')).toHaveLength(2);
    expect(requests(/gcp/)).toHaveLength(1);
    expect(requests(({ method }) => method === 'HEAD')).toHaveLength(1);
    await requests(/gcp/)[0]?.ended;
    expect(requests(/gcp/)[0]).toMatchObject({ status: 404, aborted: false });
    forgetRequests();
    expect(requests()).toEqual([]);
  });

  it('tells the next request and the n-th', async () => {
    const { address, nextRequest, requestCount } = await start();
    const next = nextRequest('/api/exams');
    const third = requestCount('/api/*', 3);
    await ask(providersAddress(address));
    await ask(`${address}/api/exams`);
    await ask(providersAddress(address));
    expect((await next).url).toBe('/api/exams');
    expect(await third).toHaveLength(3);
    expect(await requestCount('/api/*', 2)).toHaveLength(3);
  });
});

describe('its connections', () => {
  it('are refused and accepted again on the same port', async () => {
    const { address, accept, refuse } = await start();
    await refuse();
    await expect(ask(providersAddress(address))).rejects.toThrow('ECONNREFUSED');
    await accept();
    expect((await ask(providersAddress(address))).status).toBe(200);
  });

  it('are dropped while an answer hangs', async () => {
    const { address, faults, dropConnections, requestCount } = await start();
    faults.set('/api/providers', fault.hang());
    const answer = ask(providersAddress(address));
    await requestCount('/api/providers', 1);
    dropConnections();
    await expect(answer).rejects.toThrow();
    faults.clear();
    expect((await ask(providersAddress(address))).status).toBe(200);
  });
});

describe('its site', () => {
  it('is swapped as by a deploy', async () => {
    const { address, site } = await start({ site: await createFolder(testSite('one')) });
    const title = async () => (await ask(`${address}/`)).bytes.toString();
    expect(await title()).toContain('one');
    await site.use(await createFolder(testSite('two')));
    expect(await title()).toContain('two');
    expect((await ask(`${address}/assets/index-one.js`)).status).toBe(404);
  });

  it('is configured for an API elsewhere', async () => {
    const config = { apiUrl: 'http://127.0.0.1:9' };
    const { address, site } = await start({ site: await createFolder(testSite()), config });
    expect(await askJson(`${address}/config.json`)).toEqual(config);
    const { headers } = await ask(`${address}/`);
    expect(headers['content-security-policy']).toContain('connect-src');
    expect(headers['content-security-policy']).toContain('http://127.0.0.1:9');
    site.configure(undefined);
    expect(await askJson(`${address}/config.json`)).toEqual({ apiUrl: '/' });
  });
});
