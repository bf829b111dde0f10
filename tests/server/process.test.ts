import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { questionsAddress } from '#contract/addresses.ts';
import { readEnvironment } from '#server/environment.ts';
import { serveCertDeck } from '#server/serve-certdeck.ts';
import { findPort } from '#support/free-port.ts';
import { startProcess } from '#support/server-process.ts';
import { bankFiles } from '#support/small-bank.ts';
import { createFolder, type Files } from '#support/temporary-folder.ts';
import { testSite } from '#support/test-site.ts';

const hugeSize = 32 * 1024 * 1024;

/** The server as it is developed; it ends with the test. */
function startFromSource(environment: Record<string, string>) {
  const started = startProcess(['--import', 'tsx', 'src/server/main.ts'], environment);
  onTestFinished(() => started.signal('SIGKILL'));
  return started;
}

async function startServer() {
  const folder = await createFolder({
    'dist/huge.bin': new Uint8Array(hugeSize),
    ...inside('bank', bankFiles),
    ...inside('dist', testSite()),
  });
  const started = startFromSource({
    HOST: '',
    BANK_DIR: join(folder, 'bank'),
    CACHE_DIR: join(folder, 'cache'),
    SITE_DIR: join(folder, 'dist'),
  });
  const address = await started.address;
  return { ...started, address, port: Number(new URL(address).port) };
}

const inside = <Content>(folder: string, files: Record<string, Content>) =>
  Object.fromEntries(
    Object.entries(files).map(([path, content]) => [`${folder}/${path}`, content]),
  );

/** A request whose answer has begun and cannot end, because nobody reads it yet. */
async function requestHuge(address: string): Promise<IncomingMessage> {
  const request = get(`${address}/huge.bin`);
  request.on('error', () => {});
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return answer;
}

/** Resolves when nobody listens on the port any more. */
async function refuses(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const refused = await Promise.race([
      once(socket, 'connect').then(() => false),
      once(socket, 'error').then(() => true),
    ]).catch(() => true);
    socket.destroy();
    if (refused) return;
  }
}

describe('the server as a process', { timeout: 20_000 }, () => {
  it('says where it is, serves API and site from there, and ends on SIGTERM', async () => {
    const { address, readOutput, signal, ended } = await startServer();
    expect(readOutput()).toBe(`CertDeck is ready at ${address}\n`);
    const exam = await fetch(questionsAddress(address, 'aws', 'A Small Exam'));
    expect(await exam.json()).toMatchObject({ id: 'small', questionIds: ['only-one'] });
    expect(await (await fetch(address)).text()).toContain('<title>one</title>');
    signal('SIGTERM');
    expect(await ended).toEqual({ code: 0, complaints: '' });
  });

  it('finishes a running answer after SIGINT, and takes no new one', async () => {
    const { address, port, signal, ended } = await startServer();
    const answer = await requestHuge(address);
    signal('SIGINT');
    await refuses(port);
    let received = 0;
    for await (const chunk of answer) received += (chunk as Buffer).length;
    expect(received).toBe(hugeSize);
    expect((await ended).code).toBe(0);
  });

  it('drops a running answer on a second signal', async () => {
    const { address, port, signal, ended } = await startServer();
    const answer = await requestHuge(address);
    answer.on('error', () => {});
    signal('SIGTERM');
    await refuses(port);
    signal('SIGINT');
    expect((await ended).code).toBe(1);
  });

  it('ends with npm, which only signals its shell, and leaves its port to the next one', async () => {
    const tsx = import.meta.resolve('tsx/esm/api');
    const main = new URL('../../src/server/main.ts', import.meta.url);
    const manifest = JSON.parse(await readFile('package.json', 'utf8'));
    const folder = await createFolder({
      'package.json': JSON.stringify({
        type: 'module',
        scripts: { start: manifest.scripts.start },
      }),
      'src/server/start.mjs': await readFile('src/server/start.mjs'),
      'dist-server/main.js': `import { register } from '${tsx}';\nregister();\nawait import('${main}');\n`,
      'dist/data/providers.json': '{}',
      ...inside('dist', testSite()),
    });
    const port = await findPort();
    const environment = { PORT: `${port}`, SITE_DIR: join(folder, 'dist') };
    const start = () => {
      const started = startProcess(['start'], environment, { program: 'npm', cwd: folder });
      onTestFinished(() => started.signal('SIGTERM'));
      return started;
    };
    for (let times = 0; times < 2; times += 1) {
      const { address, signal, ended } = start();
      await address;
      signal('SIGTERM');
      // Its output ends with the server.
      await ended;
    }
  });

  it('says in one line which setting is bad', async () => {
    const { ended } = startFromSource({ PORT: '80a' });
    expect(await ended).toEqual({
      code: 1,
      complaints: 'PORT must be a whole number from 0 to 65535, not "80a".\n',
    });
  });
});

describe('a server that starts beside another one with the same bank', () => {
  it('takes nothing from it at any moment', async () => {
    const folder = await createFolder({
      ...inside('bank', bankFiles),
      ...inside('dist', testSite()),
    });
    const named = {
      PORT: '0',
      BANK_DIR: join(folder, 'bank'),
      CACHE_DIR: join(folder, 'cache'),
      SITE_DIR: join(folder, 'dist'),
    };
    const settings = readEnvironment(named, folder);
    if (!settings.ok) throw new Error(settings.failure);
    const start = async () => {
      const started = await serveCertDeck(settings.value);
      if (!started.ok) throw new Error(started.failure.join());
      onTestFinished(() => started.value.close(0));
      return started.value.address;
    };
    const { searchParams, pathname } = new URL(questionsAddress('http://x', 'aws', 'A Small Exam'));
    const path = `${pathname}?${searchParams}`;
    const first = startFromSource(named);
    const address = await first.address;
    const statuses = new Set<number>();
    const starting = (async () => {
      for (let times = 0; times < 40; times += 1) await start();
    })();
    let isStarting = true;
    void starting.finally(() => {
      isStarting = false;
    });
    while (isStarting) statuses.add((await fetch(address + path)).status);
    await starting;
    expect([...statuses]).toEqual([200]);
  });
});

describe('a server that cannot start', () => {
  const start = async (environment: Record<string, string>, bank: Files = bankFiles) => {
    const folder = await createFolder(bank);
    const named = { PORT: '0', BANK_DIR: folder, CACHE_DIR: await createFolder({}) };
    const settings = readEnvironment({ ...named, ...environment }, folder);
    if (!settings.ok) throw new Error(settings.failure);
    const started = await serveCertDeck(settings.value);
    if (!started.ok) return started.failure;
    await started.value.close(0);
    throw new Error('It did start.');
  };

  it('says that its port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void taken.close());
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    expect(await start({ PORT: `${port}` })).toEqual([
      `Port ${port} on 127.0.0.1 is already in use. Set PORT to another one.`,
    ]);
  });

  it('says where the bank is broken', async () => {
    const broken = { 'aws/small/questions/only-one.md': '---\ndomain: gone\n---\nWhat?\n' };
    const cache = await createFolder({});
    const lines = await start({ CACHE_DIR: join(cache, 'new') }, { ...bankFiles, ...broken });
    expect(await readdir(cache)).toEqual([]);
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/only-one\.md:\d+: \S/);
    expect(lines.at(-1)).toMatch(/^The bank has \d+ problems?, so it is not served\.$/);
  });

  it.each([
    ['BANK_DIR', /^There is no bank folder at \/nowhere\.$/],
    ['SITE_DIR', /^There is no site folder at \/nowhere\.$/],
  ])('says that %s does not exist', async (name, message) => {
    expect(await start({ [name]: '/nowhere' })).toEqual([expect.stringMatching(message)]);
  });

  it('says in one line that nothing can be written to CACHE_DIR', async () => {
    const file = join(await createFolder({ taken: 'file' }), 'taken');
    for (const folder of [file, '/sys/cache', `/${'x'.repeat(300)}`]) {
      expect(await start({ CACHE_DIR: folder })).toEqual([
        expect.stringMatching(/^CACHE_DIR, which is .*, can't be written to \(E[A-Z]+\)\.$/),
      ]);
    }
  });

  it('leaves nothing behind when the disk is full', async () => {
    const [path = ''] = Object.keys(bankFiles).filter((name) => name.endsWith('only-one.md'));
    const long = `${bankFiles[path]}${'Because. '.repeat(1000)}\n`;
    const folder = await createFolder(inside('bank', { ...bankFiles, [path]: long }));
    // A file over 4 kB meets the same failure as on a full disk: a part of it is written.
    const { ended } = startProcess(
      ['-c', 'ulimit -f 8; exec "$0" --import tsx src/server/main.ts', process.execPath],
      {
        TSX_DISABLE_CACHE: '1',
        BANK_DIR: join(folder, 'bank'),
        CACHE_DIR: join(folder, 'cache'),
      },
      { program: 'sh' },
    );
    expect(await ended).toEqual({
      code: 1,
      complaints: expect.stringMatching(
        /^CACHE_DIR, which is .*, can't be written to \(EFBIG\)\.\n$/,
      ),
    });
    expect(await readdir(folder)).toEqual(['bank']);
  });
});
