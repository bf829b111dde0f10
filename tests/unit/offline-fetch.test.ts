import { describe, expect, it, onTestFinished } from 'vitest';
import { fetchJson, fetchOnce } from '#api/fetch-answer.ts';
import { fetchImage } from '#api/fetch-image.ts';
import { parseQuestion } from '#api/wire-parser.ts';
import { questionAddress } from '#contract/addresses.ts';
import { takeLogged, watchConsole } from '#support/console-watch.ts';
import { timed } from '#support/fake-clock.ts';
import { SITE } from '#support/memory-caches.ts';
import { pictureAddress } from '#support/saved-exam.ts';
import {
  flush,
  jsonQuestion,
  type Network,
  portalPage,
  silent,
  stalledAfter,
  stubPage,
  unreachable,
} from '#support/stubbed-page.ts';

watchConsole();

const brokenOff: Network = async () => {
  const pull = (stream: ReadableStreamDefaultController) => stream.error(new TypeError('gone'));
  return new Response(new ReadableStream({ pull }));
};
const status =
  (code: number, headers: HeadersInit = {}): Network =>
  async () =>
    new Response(code === 304 ? null : '', { status: code, headers });
const elsewhere = 'https://api.example';
const ours = questionAddress(SITE, 'aws', 'clf', 'q1');
const theirs = questionAddress(elsewhere, 'aws', 'clf', 'q1');
const picture = pictureAddress('q1', 'a.svg');
const theirPicture = picture.replace(SITE, elsewhere);

const ask = (etag?: string, address = ours) => fetchJson(address, parseQuestion, { etag });

describe('one request', () => {
  const refused = { kind: 'refused' };
  const gone = { kind: 'unreachable' };
  it.each<[string, object, Network, string?]>([
    ['a question', { kind: 'valid' }, async () => jsonQuestion('Which?')],
    ['a 404', { kind: 'gone' }, status(404)],
    ['a 410', { kind: 'gone' }, status(410)],
    ['a busy server', { ...refused, retryAfter: 7000 }, status(503, { 'retry-after': '7' })],
    ['a 203', refused, async () => jsonQuestion('Which?', { status: 203 })],
    ['a 304 that nobody asked for', refused, status(304)],
    ['a portal’s page', { kind: 'invalid' }, async () => portalPage()],
    ['no network', gone, unreachable],
    ['a body that breaks off', gone, brokenOff],
    ['a 304', { kind: 'unchanged' }, status(304), '"one"'],
    ['other values', { kind: 'valid' }, async () => jsonQuestion('new'), '"one"'],
  ])('ends as expected with %s', async (_, end, network, etag) => {
    stubPage(network);
    expect(await ask(etag)).toMatchObject(end);
  });

  it.each([
    ['the saved tag', '"one"', ours, '"one"'],
    ['no tag if nothing is saved', undefined, ours, undefined],
    ['no tag to another origin', '"one"', theirs, undefined],
  ])('sends %s, and no credentials', async (_, etag, address, tag) => {
    const network = stubPage(async () => jsonQuestion('Which?'));
    await ask(etag, address);
    const { cache, credentials, headers } = network.mock.lastCall?.[1] ?? {};
    expect([cache, credentials]).toEqual([tag ? 'no-store' : 'no-cache', 'omit']);
    expect(headers).toEqual(tag && { 'if-none-match': tag });
  });

  it('bypasses the browser’s cache from an invalid answer until a valid one', async () => {
    const network = stubPage();
    const modes: unknown[] = [];
    for (const answer of [
      portalPage,
      portalPage,
      () => jsonQuestion('?'),
      () => jsonQuestion('?'),
    ]) {
      network.mockImplementation(async () => answer());
      await ask('"one"');
      modes.push(network.mock.lastCall?.[1].cache);
    }
    expect(modes).toEqual(['no-store', 'reload', 'reload', 'no-store']);
  });

  it.each([
    ['silent', silent],
    ['stalled', stalledAfter()],
  ])('ends on a %s network after 20 seconds, or when its caller aborts', async (_, network) => {
    stubPage(network);
    const controller = new AbortController();
    const aborted = fetchJson(ours, parseQuestion, { signal: controller.signal });
    await flush(1);
    controller.abort();
    expect(await aborted).toEqual({ kind: 'unreachable' });
    expect(await timed(() => ask())).toEqual({ value: { kind: 'unreachable' }, after: 20_000 });
  });

  it.each([
    ['silent', silent],
    ['stalled', stalledAfter()],
  ])(
    'bypasses the browser’s cache, which may wait for it, after a %s one',
    async (name, network) => {
      const { mock } = stubPage(network);
      const controller = new AbortController();
      const address = questionAddress(SITE, 'aws', 'clf', `a ${name} one`);
      const askWith = ({ signal }: AbortController) =>
        fetchJson(address, parseQuestion, { etag: '"one"', signal });
      const aborted = askWith(controller);
      await flush(1);
      controller.abort();
      await aborted;
      const next = new AbortController();
      const asked = askWith(next);
      expect(mock.calls.map(([, { cache }]) => cache)).toEqual(['no-store', 'reload']);
      next.abort();
      await asked;
    },
  );
});

describe('an image of a server without CORS', () => {
  const opaque = () => Object.defineProperty(new Response(), 'type', { value: 'opaque' });
  const withoutCors: Network = async (address, init) =>
    init.mode === 'no-cors' ? opaque() : unreachable(address, init);

  it('is blocked, which the console says once', async () => {
    stubPage(withoutCors);
    expect(await fetchImage(theirPicture)).toEqual({ kind: 'blocked' });
    expect(await fetchImage(theirPicture)).toEqual({ kind: 'blocked' });
    expect(takeLogged()).toEqual(['https://api.example must allow its images by CORS.']);
  });

  it('is told from a network that is gone, from questions and from our own images', async () => {
    const network = stubPage();
    expect(await fetchImage(theirPicture)).toEqual({ kind: 'unreachable' });
    network.mockImplementation(withoutCors);
    expect(await ask(undefined, theirs)).toEqual({ kind: 'unreachable' });
    expect(await fetchImage(picture)).toEqual({ kind: 'unreachable' });
  });
});

const prefetched = (answer: Response, age = 0) => {
  const controller = new AbortController();
  const entry = { answer: Promise.resolve(answer), controller, askedAt: performance.now() - age };
  globalThis.prefetchedAnswers = new Map([[ours, entry]]);
  onTestFinished(() => {
    globalThis.prefetchedAnswers = undefined;
  });
};

it('a prefetched answer is taken once, and not where a saved answer is to be compared', async () => {
  const network = stubPage(async () => jsonQuestion('later'));
  prefetched(jsonQuestion('prefetched'));
  expect(await ask()).toMatchObject({ kind: 'valid' });
  expect(network).not.toHaveBeenCalled();
  await ask();
  expect(network).toHaveBeenCalledOnce();
  prefetched(jsonQuestion('prefetched'));
  await ask('"saved"');
  expect(network).toHaveBeenCalledTimes(2);
});

it('a prefetched answer is no longer taken after a minute, in which it may have changed', async () => {
  const network = stubPage(async () => jsonQuestion('later'));
  prefetched(jsonQuestion('prefetched'), 60_000);
  expect(await ask()).toMatchObject({ value: { question: { question: 'later' } } });
  expect(network).toHaveBeenCalledOnce();
});

describe('an address that the screen and the download need', () => {
  const always = new AbortController().signal;
  const fetchIt = (signal: AbortSignal) => fetchJson(ours, parseQuestion, { signal });
  const show = (signal = always) => fetchOnce(ours, fetchIt, { signal });
  const save = (signal = always) => fetchOnce(ours, fetchIt, { isTaken: true, signal });

  it('is fetched once, whichever comes first', async () => {
    const network = stubPage(async () => jsonQuestion('Which?'));
    await Promise.all([save(), show()]);
    await show();
    await save();
    expect(network).toHaveBeenCalledTimes(2);
    await save();
    expect(network).toHaveBeenCalledTimes(3);
  });

  it('is fetched again after a failure', async () => {
    const network = stubPage(unreachable);
    await show();
    await show();
    expect(network).toHaveBeenCalledTimes(2);
  });

  it('is given up when neither waits for it any more, and can then be fetched again', async () => {
    const network = stubPage(silent);
    const [screen, download] = [new AbortController(), new AbortController()];
    const both = [show(screen.signal), save(download.signal)];
    const request = network.mock.lastCall?.[1].signal;
    screen.abort();
    expect(request?.aborted).toBe(false);
    download.abort();
    expect(request?.aborted).toBe(true);
    await show(screen.signal);
    expect(network).toHaveBeenCalledOnce();
    network.mockImplementation(async () => jsonQuestion('Which?'));
    expect(await show()).toMatchObject({ kind: 'valid' });
    expect(network.mock.lastCall?.[1].cache).toBe('reload');
    expect(await Promise.all(both)).toMatchObject([
      { kind: 'unreachable' },
      { kind: 'unreachable' },
    ]);
  });
});
