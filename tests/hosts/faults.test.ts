import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compileBank } from '#bank/compile/compile-folder.ts';
import { createApp } from '#server/app.ts';
import { openFolder } from '#server/folder-files.ts';
import { createHttpServer } from '#server/http-server.ts';
import { checkConformance, namesOfChecks } from './conformance.ts';
import { writeHostBank } from './describe-host.ts';
import { createScratch, PROJECT } from './hosts.ts';

let scratch: Awaited<ReturnType<typeof createScratch>>;
let app: Hono;

beforeAll(async () => {
  scratch = await createScratch();
  const bank = await writeHostBank();
  const data = join(scratch.folder, 'data');
  await compileBank(bank.folder, data);
  await bank.remove();
  app = createApp({ data: openFolder(data), site: openFolder(join(PROJECT, 'dist')) });
});
afterAll(() => scratch.remove());

type Fault = (answer: Response, path: string, request: Request) => Response | Promise<Response>;

/** Runs every check against the server with a fault, and gives those that find one. */
const findFaults = async (fault: Fault) => {
  const faulty = new Hono();
  faulty.all('*', async ({ req }) => {
    const { pathname, search } = new URL(req.url);
    return fault(await app.fetch(req.raw), pathname + search, req.raw);
  });
  const { server, close } = createHttpServer(faulty);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const outcomes = await checkConformance(`http://127.0.0.1:${port}/`);
    return outcomes.filter(({ kind }) => kind === 'fault').map(({ check }) => check);
  } finally {
    await close(0);
  }
};

const withHeader = (answer: Response, name: string, value: string | undefined) => {
  const headers = new Headers(answer.headers);
  if (value === undefined) headers.delete(name);
  else headers.set(name, value);
  return new Response(answer.body, { status: answer.status, headers });
};

const withText = async (answer: Response, change: (text: string) => string) => {
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  return new Response(change(await answer.text()), { status: answer.status, headers });
};

/** The same again without compression, for its text to be changed. */
const plain = (request: Request) => {
  const headers = new Headers(request.headers);
  headers.delete('accept-encoding');
  return app.fetch(new Request(request.url, { headers, method: request.method }));
};

const page = (status: number) =>
  new Response('<!doctype html><p>Here', { status, headers: { 'content-type': 'text/html' } });

const faults: [what: string, found: string, fault: Fault][] = [
  [
    'counts exams that are not there',
    'lists name every exam and its questions',
    (answer, path) =>
      path === '/api/providers'
        ? withText(answer, (text) => text.replace(/"examCount":\d+/, '"examCount":9'))
        : answer,
  ],
  [
    'decodes a name twice',
    'lists name every exam and its questions',
    (answer, path) => (/api\/questions.*%252F/.test(path) ? page(404) : answer),
  ],
  [
    'calls a question a page',
    'questions are found, and their answers are among their options',
    (answer, path) =>
      path.startsWith('/api/question?') && answer.ok
        ? withHeader(answer, 'content-type', 'text/html')
        : answer,
  ],
  [
    'calls a drawing a photograph',
    'pictures are whole',
    (answer, path) =>
      path.endsWith('.svg') && path.startsWith('/images/')
        ? withHeader(answer, 'content-type', 'image/png')
        : answer,
  ],
  [
    'bundles an older version of a question',
    'the whole exam in one answer agrees with the single ones',
    async (answer, path, request) =>
      path.startsWith('/api/exam?')
        ? withText(await plain(request), (text) => text.replaceAll('capital of France', 'capital'))
        : answer,
  ],
  [
    'has an empty answer for everything',
    'what is not there is a 404',
    (answer, path) =>
      path.startsWith('/api/') && answer.status === 404 ? Response.json({ exams: [] }) : answer,
  ],
  [
    'explains errors on a page',
    'a call without its parameters is refused in JSON',
    (answer) => (answer.status === 400 ? page(400) : answer),
  ],
  [
    'takes whatever is written',
    'nothing can be written',
    (answer, _, { method }) => (method === 'PUT' ? Response.json({}) : answer),
  ],
  [
    'sends again what the client has',
    'what the client has is not sent again',
    async (answer, _, request) =>
      answer.status === 304
        ? app.fetch(new Request(request.url, { headers: { accept: '*/*' } }))
        : answer,
  ],
  [
    'lets caches mix up encodings',
    'texts are compressed, and caches are told so',
    (answer) => withHeader(answer, 'vary', undefined),
  ],
  [
    'has the worker kept for a year',
    'what changes is asked for again',
    (answer, path) =>
      path === '/sw.js' ? withHeader(answer, 'cache-control', 'max-age=31536000') : answer,
  ],
  [
    'sends a policy without the hash of the script',
    "the page's policies allow its own script and style",
    (answer) => {
      const policy = answer.headers.get('content-security-policy') ?? '';
      return withHeader(answer, 'content-security-policy', policy.replace(/'sha256-[^']*'/, ''));
    },
  ],
  [
    'has a file of another build',
    'the worker and all that it installs are of one build',
    async (answer, path, request) =>
      path.startsWith('/assets/exams')
        ? withText(await plain(request), (text) => `${text}\n`)
        : answer,
  ],
  [
    'calls an icon a page',
    'the manifest starts the app where it lies',
    (answer, path) =>
      path === '/icons/icon-512.png' ? withHeader(answer, 'content-type', 'text/html') : answer,
  ],
  [
    'knows no deep links',
    'deep links get the page',
    (answer, path) => (path.startsWith('/exams/') ? page(404) : answer),
  ],
  [
    'answers everything with the page',
    'unknown pages and missing files are a 404',
    (answer, path) => (answer.status === 404 && path.startsWith('/assets/') ? page(200) : answer),
  ],
  [
    'serves what lies beside the site',
    'nothing but the site is served',
    (answer, path) => (path === '/.env' ? new Response('SECRET=1') : answer),
  ],
];

it.each(faults)('a server that %s fails one check alone: %s', async (_, found, fault) => {
  expect(await findFaults(fault)).toEqual([found]);
});

it('plants a fault for most checks, and the sound server passes all', async () => {
  const planted = new Set(faults.map(([, found]) => found));
  expect(planted.size).toBeGreaterThan(10);
  for (const check of planted) expect(namesOfChecks(false)).toContain(check);
  expect(await findFaults((answer) => answer)).toEqual([]);
});
