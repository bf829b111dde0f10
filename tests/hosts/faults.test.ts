import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compileBank } from '#bank/compile/compile-folder.ts';
import { createApp } from '#server/app.ts';
import { openFolder } from '#server/folder-files.ts';
import { openBucketPlace } from '#server/sync/bucket-place.ts';
import { listen } from '#support/listen.ts';
import { createBucket } from '#support/memory-bucket.ts';
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
  app = createApp({
    data: openFolder(data),
    site: openFolder(join(PROJECT, 'dist')),
    sync: { place: openBucketPlace(createBucket()), clientOf: () => `${Math.random()}` },
  });
});
afterAll(() => scratch.remove());

/** Changes the sound server's answer. */
type Fault = (answer: Response, request: Request) => Response | Promise<Response>;

/** Which checks find something wrong with a server that has the fault. */
const findFaults = async (fault: Fault) => {
  const faulty = new Hono();
  faulty.all('*', async ({ req }) => fault(await app.fetch(req.raw), req.raw));
  const { address, close } = await listen(faulty);
  try {
    const outcomes = await checkConformance(address);
    return outcomes.filter(({ kind }) => kind === 'fault').map(({ check }) => check);
  } finally {
    await close(0);
  }
};

/** The fault for some addresses, and by default only in answers that are not errors. */
const at =
  (pattern: RegExp, fault: Fault, isMeant = ({ ok }: Response) => ok): Fault =>
  (answer, request) =>
    pattern.test(request.url) && isMeant(answer) ? fault(answer, request) : answer;

const withHeader =
  (name: string, change: (value: string) => string): Fault =>
  ({ body, status, headers: sound }) => {
    const headers = new Headers(sound);
    const value = change(headers.get(name) ?? '');
    if (value) headers.set(name, value);
    else headers.delete(name);
    return new Response(body, { status, headers });
  };
const ofType = (type: string) => withHeader('content-type', () => type);

/** Changes the text, which comes without compression then. */
const withText =
  (change: (text: string) => string): Fault =>
  async (_, { url, method, headers: sent }) => {
    const asked = new Headers(sent);
    asked.delete('accept-encoding');
    const answer = await app.fetch(new Request(url, { method, headers: asked }));
    const headers = new Headers(answer.headers);
    headers.delete('content-length');
    return new Response(change(await answer.text()), { status: answer.status, headers });
  };

const page = (status: number) => () =>
  new Response('<!doctype html><p>Here', { status, headers: { 'content-type': 'text/html' } });

const is = (status: number) => (answer: Response) => answer.status === status;

/** By the check that finds them. */
const faults: Record<string, Record<string, Fault>> = {
  'lists name every exam and its questions': {
    'counts exams that are not there': at(
      /\/api\/providers$/,
      withText((text) => text.replace(/"examCount":\d+/, '"examCount":9')),
    ),
    'decodes a name twice': at(/api\/questions.*%252F/, page(404)),
  },
  'questions are found, and their answers are among their options': {
    'calls a question a page': at(/\/api\/question\?/, ofType('text/html')),
  },
  'questions are of the kind that they name, and their cases and tables are there': {
    'loses the prompts of a match': at(
      /\/api\/question\?/,
      withText((text) => text.replace('"prompts"', '"lost"')),
    ),
    'loses the cases of an exam': at(
      /\/api\/questions\?/,
      withText((text) => text.replace('"cases"', '"lost"')),
    ),
    'cuts the rows of a table': at(
      /\/api\/question\?/,
      withText((text) => text.replace('["A ferry","Cars"]', '["A ferry"]')),
    ),
  },
  'pictures are whole': {
    'calls a drawing a photograph': at(/\/images\/.*\.svg$/, ofType('image/png')),
  },
  'the whole exam in one answer agrees with the single ones': {
    'bundles an older version of a question': at(
      /\/api\/exam\?/,
      withText((text) => text.replaceAll('capital of France', 'capital')),
    ),
  },
  'what is not there is a 404': {
    'has an empty answer for everything': at(
      /\/api\//,
      () => Response.json({ exams: [] }),
      is(404),
    ),
  },
  'a call without its parameters is refused in JSON': {
    'explains errors on a page': at(/./, page(400), is(400)),
  },
  'nothing can be written': {
    'takes whatever is written': (answer, { method, url }) =>
      method === 'PUT' && !url.includes('/sync/') ? Response.json({}) : answer,
  },
  'what the client has is not sent again': {
    'sends again what the client has': at(
      /^(?!.*\/sync\/)/,
      (_, { url }) => app.fetch(new Request(url, { headers: { accept: '*/*' } })),
      is(304),
    ),
  },
  'texts are compressed, and caches are told so': {
    'lets caches mix up encodings': withHeader('vary', () => ''),
  },
  'what changes is asked for again': {
    'has the worker cached for a year': at(
      /\/sw\.js$/,
      withHeader('cache-control', () => 'max-age=31536000'),
    ),
  },
  "the page's policies allow its own script and style": {
    'sends a policy without the hash of the script': withHeader(
      'content-security-policy',
      (policy) => policy.replace(/'sha256-[^']*'/, ''),
    ),
  },
  'the worker and all that it installs are of one build': {
    'has a file of another build': at(
      /\/assets\/shared/,
      withText((text) => `${text}\n`),
    ),
  },
  'the manifest starts the app where it lies': {
    'calls an icon a page': at(/\/icons\/icon-512\.png$/, ofType('text/html')),
  },
  'deep links get the page': {
    'knows no deep links': at(/\/exams\//, page(404)),
  },
  'unknown pages and missing files are a 404': {
    'answers everything with the page': at(/\/assets\//, page(200), is(404)),
  },
  'paired devices find what they left, and nobody else': {
    'takes an object in place of another device’s': at(
      /\/sync\//,
      ({ headers }) => new Response(null, { status: 201, headers }),
      is(412),
    ),
  },
  'nothing but the site is served': {
    'serves what lies beside the site': at(/\/\.env$/, () => new Response('SECRET=1'), is(404)),
  },
};

const planted = Object.entries(faults).flatMap(([check, byName]) =>
  Object.entries(byName).map(([what, fault]) => ({ what, check, fault })),
);

it.each(planted)('a server that $what fails one check alone: $check', async ({ check, fault }) => {
  expect(await findFaults(fault)).toEqual([check]);
});

it('the sound server passes all checks, most of which a planted fault fails', async () => {
  expect(namesOfChecks).toEqual(expect.arrayContaining(Object.keys(faults)));
  expect(await findFaults((answer) => answer)).toEqual([]);
});
