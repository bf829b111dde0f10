import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Api, createApi } from '#api/calls.ts';
import { messageOf } from '#api/error-catalogue.ts';
import type { Failure, Result } from '#contract/result.ts';
import { createApp } from '#server/app.ts';
import { takeLogged, watchConsole } from '#support/console-watch.ts';
import { awkwardNames, dataOf, testBank } from '#support/test-bank.ts';

watchConsole();

const SITE = 'https://api.example';
const app = createApp({ data: dataOf(testBank()) });
const api = createApi(SITE);
type Network = (address: string) => Response | Promise<Response>;
const connect = (network: Network) =>
  vi.stubGlobal('fetch', async (address: string) => network(address));
const askServer: Network = (address) => app.request(address);
const apiThat = (answer: Network) => {
  connect(answer);
  return api;
};

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The message of a call's failure, or 'no failure'. */
const line = async (call: Promise<Result<unknown, Failure>>) => {
  const result = await call;
  return result.ok ? 'no failure' : messageOf(result.failure);
};

describe('the calls on the real server', () => {
  beforeEach(() => {
    connect(askServer);
  });

  it.each(awkwardNames)('reach the exam %j and its question', async (name) => {
    expect(await api.fetchQuestions('aws', name)).toMatchObject({ ok: true, value: { name } });
    const result = await api.fetchQuestion('aws', name, 'plain');
    expect(result.ok && result.value.question.question).toBe(`About ${name}?`);
  });

  it('go below the path of the API’s address', async () => {
    const asked: string[] = [];
    connect((address) => {
      asked.push(address);
      return Response.json({ providerData: [] });
    });
    await createApi(`${SITE}/v2`).fetchProviders();
    expect(asked).toEqual([`${SITE}/v2/api/providers`]);
  });
});

it('unusable items of a list are logged, once', async () => {
  const provider = { id: 'aws', name: 'AWS', examCount: 1 };
  const answer = { providerData: [provider, { id: 'odd' }, { id: 'odd' }, null] };
  const odd = apiThat(() => Response.json(answer));
  expect(await odd.fetchProviders()).toEqual({ ok: true, value: [provider] });
  await odd.fetchProviders();
  expect(takeLogged()).toEqual(['Left out of a list: {"id":"odd"}', 'Left out of a list: null']);
});

const NO_PROVIDER = 'Invalid provider name';
const NO_EXAM = 'Invalid parameters for fetching questions';
const NO_QUESTION = 'Invalid parameters for fetching question';
it.each<[string, (api: Api) => Promise<Result<unknown, Failure>>]>([
  [NO_PROVIDER, ({ fetchExams }) => fetchExams('')],
  [NO_PROVIDER, ({ fetchExams }) => fetchExams('\ud800')],
  [NO_EXAM, ({ fetchQuestions }) => fetchQuestions('', 'x')],
  [NO_EXAM, ({ fetchQuestions }) => fetchQuestions('aws', '')],
  [NO_EXAM, ({ fetchQuestions }) => fetchQuestions('aws', '\ud800')],
  [NO_QUESTION, ({ fetchQuestion }) => fetchQuestion('', 'x', 'q')],
  [NO_QUESTION, ({ fetchQuestion }) => fetchQuestion('aws', '', 'q')],
  [NO_QUESTION, ({ fetchQuestion }) => fetchQuestion('aws', 'x', '')],
  [NO_QUESTION, ({ fetchQuestion }) => fetchQuestion('aws', 'x', '\ud800')],
])('%s: said without a request by %s', async (message, call) => {
  let asked = 0;
  const counting = apiThat(() => {
    asked += 1;
    return Response.json({});
  });
  expect(await line(call(counting))).toBe(message);
  expect(asked).toBe(0);
});

it.each([
  [() => api.fetchExams('nobody'), 'No exams found for the provider'],
  [() => api.fetchExams('empty'), 'No exams found for the provider'],
  [() => api.fetchQuestions('aws', 'x'), 'No questions found for the exam'],
  [() => api.fetchQuestion('aws', 'Every Kind', 'x'), 'Question not found'],
])('the server has no such thing: %#', async (call, expected) => {
  connect(askServer);
  expect(await line(call())).toBe(expected);
});

const html = { headers: { 'content-type': 'text/html' } };
const json = { headers: { 'content-type': 'application/json' } };
const STATUS = 'Unexpected response status';

const brokenBody = () =>
  new ReadableStream({
    start: (stream) => {
      stream.enqueue(new TextEncoder().encode('{"'));
      stream.error(new TypeError('network error'));
    },
  });

describe.each<[string, string, (api: Api) => Promise<Result<unknown, Failure>>]>([
  ['providers', STATUS, ({ fetchProviders }) => fetchProviders()],
  ['exams', 'No exams found for the provider', ({ fetchExams }) => fetchExams('aws')],
  [
    'questions',
    'No questions found for the exam',
    ({ fetchQuestions }) => fetchQuestions('aws', 'Every Kind'),
  ],
  [
    'question',
    'Question not found',
    ({ fetchQuestion }) => fetchQuestion('aws', 'Every Kind', 'single', { isTaken: true }),
  ],
])('the message of the call for %s', (name, missing, call) => {
  const general = `Error fetching ${name}`;
  const lineFor = (answer: Network) => line(call(apiThat(answer)));

  it('after a status', async () => {
    for (const status of [201, 204, 206, 301, 400, 403, 429, 500, 503]) {
      const body = status === 204 ? null : '{}';
      expect(await lineFor(() => new Response(body, { status })), `${status}`).toBe(STATUS);
    }
    expect(await lineFor(() => new Response('', { status: 404 }))).toBe(missing);
  });

  it.each([
    ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the page of a captive portal', () => new Response('<h1>Log in</h1>', html)],
    ['garbage as JSON', () => new Response('\u0000{"', json)],
    ['an empty body as JSON', () => new Response('', json)],
    ['another shape', () => Response.json({ providers: [] })],
    ['null', () => Response.json(null)],
    ['a list', () => Response.json([])],
    ['a body that breaks off', () => new Response(brokenBody(), json)],
  ])('after %s', async (_, answer) => {
    expect(await lineFor(answer)).toBe(general);
  });

  it('after the right body as another type', async () => {
    const asText: Network = async (address) => new Response((await askServer(address)).body, html);
    expect(await line(call(apiThat(askServer)))).toBe('no failure');
    expect(await line(call(apiThat(asText)))).toBe(general);
  });
});

it('an exam that was not asked for is not accepted', async () => {
  const other = apiThat(() => Response.json({ id: 'b', name: 'Exam B', questionIds: ['q'] }));
  expect(await line(other.fetchQuestions('aws', 'Exam A'))).toBe('Error fetching questions');
});
