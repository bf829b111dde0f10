import { describe, expect, it } from 'vitest';
import { type Api, createApi } from '#api/calls.ts';
import { errorCatalogue } from '#api/error-catalogue.ts';
import type { FetchAnswer } from '#api/json-answer.ts';
import type { Failure, Result } from '#contract/result.ts';
import { createApp } from '#server/app.ts';
import { takeLogged, watchConsole } from '#support/console-watch.ts';
import { awkwardNames, dataOf, testBank } from '#support/test-bank.ts';

watchConsole();

const app = createApp({ data: dataOf(testBank()) });
const askServer: FetchAnswer = async (address, init) => app.request(address, init);
const api = createApi('https://api.example', askServer);
const apiThat = (answer: () => Response | Promise<Response>) =>
  createApi('https://api.example', async () => answer());

/** The message of a call's failure, or 'no failure'. */
const line = async (call: Promise<Result<unknown, Failure>>) => {
  const result = await call;
  return result.ok ? 'no failure' : errorCatalogue[result.failure];
};

const calls: [
  name: string,
  (api: Api, signal?: AbortSignal) => Promise<Result<unknown, Failure>>,
][] = [
  ['providers', ({ fetchProviders }, signal) => fetchProviders(signal)],
  ['exams', ({ fetchExams }, signal) => fetchExams('aws', signal)],
  ['questions', ({ fetchQuestions }, signal) => fetchQuestions('aws', 'Every Kind', signal)],
  ['question', ({ fetchQuestion }, signal) => fetchQuestion('aws', 'Every Kind', 'single', signal)],
];

describe('the calls on the real server', () => {
  it('fetch the providers', async () => {
    const result = await api.fetchProviders();
    expect(result).toMatchObject({
      ok: true,
      value: [{ id: 'aws', name: 'Amazon Web Services' }, { id: 'a/b' }, { id: 'empty' }],
    });
  });

  it.each(awkwardNames)('reach the exam %j and its question', async (name) => {
    expect(await api.fetchQuestions('aws', name)).toMatchObject({ ok: true, value: { name } });
    const result = await api.fetchQuestion('aws', name, 'plain');
    expect(result.ok && result.value.question.question).toBe(`About ${name}?`);
  });

  it('go below the path of the API’s address', async () => {
    const asked: string[] = [];
    const below = createApi('https://api.example/v2', async (address) => {
      asked.push(address);
      return Response.json({ providerData: [] });
    });
    await below.fetchProviders();
    expect(asked).toEqual(['https://api.example/v2/api/providers']);
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

describe('the error catalogue', () => {
  it('has the messages of the specification, word for word', () => {
    expect(Object.values(errorCatalogue)).toEqual([
      'Error fetching providers',
      'Invalid provider name',
      'No exams found for the provider',
      'Error fetching exams',
      'Invalid parameters for fetching questions',
      'No questions found for the exam',
      'Error fetching questions',
      'Invalid parameters for fetching question',
      'Question not found',
      'Error fetching question',
      'Unexpected response status',
      'Failed to load config',
      'Failed to fetch config.json',
    ]);
  });

  it.each([
    ['no provider name', api.fetchExams(''), 'Invalid provider name'],
    ['no provider', api.fetchQuestions('', 'x'), 'Invalid parameters for fetching questions'],
    ['no exam', api.fetchQuestions('aws', ''), 'Invalid parameters for fetching questions'],
    ['no provider', api.fetchQuestion('', 'x', 'q'), 'Invalid parameters for fetching question'],
    ['no exam name', api.fetchQuestion('aws', '', 'q'), 'Invalid parameters for fetching question'],
    ['no question', api.fetchQuestion('aws', 'x', ''), 'Invalid parameters for fetching question'],
    ['a lone surrogate', api.fetchExams('\ud800'), 'Invalid provider name'],
    [
      'a lone surrogate for an exam',
      api.fetchQuestions('aws', '\ud800'),
      'Invalid parameters for fetching questions',
    ],
    [
      'a lone surrogate for a question',
      api.fetchQuestion('aws', 'x', '\ud800'),
      'Invalid parameters for fetching question',
    ],
    ['an unknown provider', api.fetchExams('nobody'), 'No exams found for the provider'],
    ['a provider without exams', api.fetchExams('empty'), 'No exams found for the provider'],
    ['an unknown exam', api.fetchQuestions('aws', 'x'), 'No questions found for the exam'],
    ['an unknown question', api.fetchQuestion('aws', 'Every Kind', 'x'), 'Question not found'],
  ])('answers %s with its own message', async (_, call, expected) => {
    expect(await line(call)).toBe(expected);
  });

  it('is used without a request if a parameter is missing', async () => {
    let asked = 0;
    const counting = apiThat(() => {
      asked += 1;
      return Response.json({});
    });
    await counting.fetchExams('');
    await counting.fetchQuestions('aws', '');
    await counting.fetchQuestion('aws', 'x', '');
    expect(asked).toBe(0);
  });
});

describe.each(calls)('what can go wrong with the call for %s', (name, call) => {
  const general = `Error fetching ${name}`;
  const ask = (answer: () => Response | Promise<Response>, signal?: AbortSignal) =>
    line(call(apiThat(answer), signal));

  it.each([201, 204, 206, 301, 400, 403, 429, 500, 503])('a status of %i', async (status) => {
    const empty = status === 204;
    expect(await ask(() => new Response(empty ? null : '{}', { status }))).toBe(
      'Unexpected response status',
    );
  });

  it('a 404', async () => {
    const lines: Record<string, string> = {
      providers: 'Unexpected response status',
      exams: 'No exams found for the provider',
      questions: 'No questions found for the exam',
      question: 'Question not found',
    };
    expect(await ask(() => new Response('', { status: 404 }))).toBe(lines[name]);
  });

  it.each([
    ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the page of a captive portal', () => new Response('<h1>Log in</h1>', html)],
    ['garbage as JSON', () => new Response('\u0000{"', json)],
    ['an empty body as JSON', () => new Response('', json)],
    ['another shape', () => Response.json({ providers: [] })],
    ['null', () => Response.json(null)],
    ['a list', () => Response.json([])],
  ])('%s', async (_, answer) => {
    expect(await ask(answer)).toBe(general);
  });

  it('a body that breaks off', async () => {
    const broken = () =>
      new Response(
        new ReadableStream({
          start: (stream) => {
            stream.enqueue(new TextEncoder().encode('{"'));
            stream.error(new TypeError('network error'));
          },
        }),
        json,
      );
    expect(await ask(broken)).toBe(general);
  });

  it('the right body as another type', async () => {
    const asText: FetchAnswer = async (address, init) => {
      const answer = await askServer(address, init);
      return new Response(await answer.text(), html);
    };
    expect(await line(call(createApi('https://api.example', asText)))).toBe(general);
  });
});

const json = { headers: { 'content-type': 'application/json' } };
const html = { headers: { 'content-type': 'text/html' } };

describe('an answer is accepted', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/hal+json',
    'text/plain; charset=utf-8',
    'application/octet-stream',
    '',
  ])('as %j', async (type) => {
    const typed = apiThat(
      () => new Response('{"providerData":[]}', { headers: { 'content-type': type } }),
    );
    expect(await typed.fetchProviders()).toEqual({ ok: true, value: [] });
  });

  it('unless it is about another exam', async () => {
    const other = apiThat(() => Response.json({ id: 'b', name: 'Exam B', questionIds: ['q'] }));
    expect(await line(other.fetchQuestions('aws', 'Exam A'))).toBe('Error fetching questions');
  });
});
