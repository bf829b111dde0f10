import { describe, expect, it } from 'vitest';
import { type Api, createApi } from '#api/calls.ts';
import { errorCatalogue } from '#api/error-catalogue.ts';
import type { FetchAnswer } from '#api/json-answer.ts';
import type { Failure, Result } from '#contract/result.ts';
import { createApp } from '#server/app.ts';
import { takeLogged } from '#support/console-watch.ts';
import { awkwardNames, dataOf, testBank } from '#support/test-bank.ts';

const app = createApp({ data: dataOf(testBank()) });
const askServer: FetchAnswer = async (address, init) => app.request(address, init);
const api = createApi('https://api.example', askServer);
const apiThat = (answer: () => Response | Promise<Response>) =>
  createApi('https://api.example', async () => answer());

/** The catalogue's line that a call gave, or 'no failure'. */
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

  it('fetch the exams of a provider', async () => {
    expect(await api.fetchExams('a/b')).toEqual({
      ok: true,
      value: [{ name: 'a/b', questionCount: 1 }],
    });
  });

  it('fetch an exam by the name in its route', async () => {
    const result = await api.fetchQuestions('aws', 'A Long Exam');
    expect(result.ok && result.value.questionIds).toHaveLength(45);
  });

  it('fetch a question', async () => {
    const result = await api.fetchQuestion('aws', 'Every Kind', 'multiple');
    expect(result.ok && result.value.question.answers).toEqual(['right', 'right too']);
  });

  it.each(awkwardNames)('reach the exam and the question of %j', async (name) => {
    expect(await api.fetchQuestions('aws', name)).toMatchObject({ ok: true, value: { name } });
    const result = await api.fetchQuestion('aws', name, 'plain');
    expect(result.ok && result.value.question.question).toBe(`About ${name}?`);
  });

  it('reach names with slashes, blanks and percent signs at every place', async () => {
    expect(await api.fetchQuestions('a/b', 'a/b')).toMatchObject({ ok: true });
    expect(await api.fetchQuestion('a/b', 'a/b', 'q/1 50%')).toMatchObject({ ok: true });
  });

  it('ask below the path of the API address', async () => {
    const asked: string[] = [];
    const below = createApi('https://api.example/v2', async (address) => {
      asked.push(address);
      return Response.json({ providerData: [] });
    });
    await below.fetchProviders();
    expect(asked).toEqual(['https://api.example/v2/api/providers']);
  });
});

it('tells of what a list was rid of, once', async () => {
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
    ['half a surrogate pair', api.fetchExams('\ud800'), 'Invalid provider name'],
    [
      'half a surrogate pair for an exam',
      api.fetchQuestions('aws', '\ud800'),
      'Invalid parameters for fetching questions',
    ],
    [
      'half a surrogate pair for a question',
      api.fetchQuestion('aws', 'x', '\ud800'),
      'Invalid parameters for fetching question',
    ],
    ['an unknown provider', api.fetchExams('nobody'), 'No exams found for the provider'],
    ['a provider without exams', api.fetchExams('empty'), 'No exams found for the provider'],
    ['an unknown exam', api.fetchQuestions('aws', 'x'), 'No questions found for the exam'],
    ['an unknown question', api.fetchQuestion('aws', 'Every Kind', 'x'), 'Question not found'],
  ])('answers %s with its own line', async (_, call, expected) => {
    expect(await line(call)).toBe(expected);
  });

  it('does not trouble the server with parameters that are missing', async () => {
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
    ['noise that says JSON', () => new Response('\u0000{"', json)],
    ['nothing that says JSON', () => new Response('', json)],
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

  it('an abort before it began', async () => {
    const hang: FetchAnswer = (_, { signal }) =>
      new Promise((_resolve, reject) => {
        const refuse = () => reject(signal.reason);
        if (signal.aborted) refuse();
        signal.addEventListener('abort', refuse);
      });
    const hanging = createApi('https://api.example', hang);
    expect(await line(call(hanging, AbortSignal.abort()))).toBe(general);
  });

  it('an abort while it waits', async () => {
    const controller = new AbortController();
    const hang: FetchAnswer = (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    const waiting = line(call(createApi('https://api.example', hang), controller.signal));
    controller.abort();
    expect(await waiting).toBe(general);
  });
});

const json = { headers: { 'content-type': 'application/json' } };
const html = { headers: { 'content-type': 'text/html' } };

describe('an answer is trusted', () => {
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

  it('not when it is another exam than the one asked for', async () => {
    const other = apiThat(() => Response.json({ id: 'b', name: 'Exam B', questionIds: ['q'] }));
    expect(await line(other.fetchQuestions('aws', 'Exam A'))).toBe('Error fetching questions');
  });
});
