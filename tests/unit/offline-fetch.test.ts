import { describe, expect, it, onTestFinished } from 'vitest';
import { fetchAnswer, fetchListing, saveOnce } from '#offline/fetch-answer.ts';
import { addressOfQuestion } from '#offline/library/saved-manifest.ts';
import { takeLogged, watchConsole } from '#support/console-watch.ts';
import { timed } from '#support/fake-clock.ts';
import { SITE } from '#support/memory-caches.ts';
import { detailOf, examKey, pictureAddress } from '#support/saved-exam.ts';
import {
  flush,
  jsonQuestion,
  type Network,
  portalPage,
  silent,
  stalledAfter,
  stubPage,
  svgAnswer,
  unreachable,
} from '#support/stubbed-page.ts';
import { svgBytes } from '#support/test-images.ts';

watchConsole();

const brokenOff: Network = async () => {
  const pull = (stream: ReadableStreamDefaultController) => stream.error(new TypeError('gone'));
  return new Response(new ReadableStream({ pull }));
};
const status =
  (code: number, headers: HeadersInit = {}): Network =>
  async () =>
    new Response(code === 304 ? null : '', { status: code, headers });
const withTag = (text: string) => jsonQuestion(text, { headers: { etag: '"one"' } });

const always = new AbortController().signal;
const elsewhere = 'https://api.example';
const ours = addressOfQuestion(examKey, 'q1');
const theirs = addressOfQuestion({ ...examKey, apiUrl: elsewhere }, 'q1');
const picture = pictureAddress('q1', 'a.svg');
const theirPicture = picture.replace(SITE, elsewhere);

const ask = (saved?: Response, address = ours) => fetchAnswer('question', address, always, saved);
const askImage = (address: string, saved?: Response) =>
  fetchAnswer('image', address, always, saved);

describe('one request', () => {
  const refused = { kind: 'refused' };
  const gone = { kind: 'unreachable' };
  const formatted = async () =>
    new Response(JSON.stringify(await jsonQuestion('same').json(), null, 2));

  it.each<[string, object, Network, Response?]>([
    ['a question', { kind: 'valid' }, async () => jsonQuestion('Which?')],
    ['a 404', { kind: 'gone' }, status(404)],
    ['a 410', { kind: 'gone' }, status(410)],
    ['a busy server', { ...refused, retryAfter: 7000 }, status(503, { 'retry-after': '7' })],
    ['a 203', refused, async () => jsonQuestion('Which?', { status: 203 })],
    ['a 304 that nobody asked for', refused, status(304)],
    ['a portal’s page', { kind: 'invalid' }, async () => portalPage()],
    ['no network', gone, unreachable],
    ['a body that breaks off', gone, brokenOff],
    ['a 304', { kind: 'unchanged' }, status(304), withTag('same')],
    ['the same values again', { kind: 'unchanged' }, formatted, jsonQuestion('same')],
    ['other values', { kind: 'valid' }, async () => jsonQuestion('new'), jsonQuestion('same')],
  ])('ends as expected with %s', async (_, end, network, saved) => {
    stubPage(network);
    expect(await ask(saved)).toMatchObject(end);
  });

  it('compares images by their bytes', async () => {
    const network = stubPage(async () => svgAnswer('one'));
    expect(await askImage(picture, svgAnswer('one'))).toEqual({ kind: 'unchanged' });
    expect(await askImage(picture, svgAnswer('two'))).toMatchObject({ kind: 'valid' });
    const longer = new Blob([svgBytes('one'), '\n'], { type: 'image/svg+xml' });
    network.mockImplementation(async () => new Response(longer));
    expect(await askImage(picture, svgAnswer('one'))).toMatchObject({ kind: 'valid' });
  });

  it.each([
    ['the saved tag', withTag('old'), ours, '"one"'],
    ['no tag if nothing is saved', undefined, ours, undefined],
    ['no tag if what is saved has none', jsonQuestion('no tag'), ours, undefined],
    ['no tag to another origin', withTag('old'), theirs, undefined],
  ])('sends %s, and no credentials', async (_, saved, address, tag) => {
    const network = stubPage(async () => jsonQuestion('Which?'));
    await ask(saved, address);
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
      await ask(withTag('old'));
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
    const aborted = fetchAnswer('question', ours, controller.signal);
    await flush(1);
    controller.abort();
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
    expect(await timed(() => ask())).toEqual({ value: { kind: 'unreachable' }, after: 20_000 });
  });
});

describe('an image of a server without CORS', () => {
  const opaque = () => Object.defineProperty(new Response(), 'type', { value: 'opaque' });
  const withoutCors: Network = async (address, init) =>
    init.mode === 'no-cors' ? opaque() : unreachable(address, init);

  it('is blocked, which the console says once', async () => {
    stubPage(withoutCors);
    expect(await askImage(theirPicture)).toEqual({ kind: 'blocked' });
    expect(await askImage(theirPicture)).toEqual({ kind: 'blocked' });
    expect(takeLogged()).toEqual(['https://api.example must allow its pictures by CORS.']);
  });

  it('is told from a network that is gone, from questions and from our own images', async () => {
    const network = stubPage();
    expect(await askImage(theirPicture)).toEqual({ kind: 'unreachable' });
    network.mockImplementation(withoutCors);
    expect(await ask(undefined, theirs)).toEqual({ kind: 'unreachable' });
    expect(await askImage(picture)).toEqual({ kind: 'unreachable' });
  });
});

const listed = { ...detailOf(['q1', 'q2']), id: 'listed', name: 'Listed' };
it.each<[string, string, Network, object | undefined]>([
  ['its id', 'listed', async () => Response.json(listed), listed],
  ['its name', 'Listed', async () => Response.json(listed), listed],
  ['no network', 'listed', unreachable, undefined],
  ['a 404', 'listed', async () => Response.json(listed, { status: 404 }), undefined],
  ['a portal’s page', 'listed', async () => portalPage(), undefined],
  ['another exam', 'other', async () => Response.json(listed), undefined],
])('the list of an exam, asked for with %s', async (_, examId, network, expected) => {
  stubPage(network);
  expect(await fetchListing({ ...examKey, examId }, always)).toEqual(expected);
});

const prefetched = (answer: Response) => {
  const controller = new AbortController();
  const entry = { answer: Promise.resolve(answer), controller, askedAt: performance.now() };
  globalThis.prefetchedAnswers = new Map([[ours, { ...entry, release: () => undefined }]]);
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
  await ask(jsonQuestion('saved'));
  expect(network).toHaveBeenCalledTimes(2);
});

it('an address that several callers need at once is fetched once, even without locks', async () => {
  const network = stubPage(async () => jsonQuestion('Which?'), {});
  const cache = await caches.open('any');
  const save = () => saveOnce(cache, 'question', ours, always);
  const saved = await Promise.all([save(), save(), save()]);
  expect(saved.map(({ kind }) => kind)).toEqual(['valid', 'present', 'present']);
  expect(network).toHaveBeenCalledOnce();
});
