import { describe, expect, it } from 'vitest';
import {
  examsAddress,
  providersAddress,
  questionAddress,
  questionsAddress,
} from '#contract/addresses.ts';
import { createApp } from '#server/app.ts';
import { awkwardNames, dataOf, testBank } from '#support/test-bank.ts';

const app = createApp({ data: dataOf(testBank()) });
const get = (address: string, headers?: Record<string, string>) =>
  app.request(address, { headers });
const getJson = async (address: string) => (await get(address)).json();

describe('the calls', () => {
  it('lists the providers in the order of the bank', async () => {
    expect(await getJson(providersAddress(''))).toEqual({
      providerData: [
        { id: 'aws', name: 'Amazon Web Services', examCount: 8, questionCount: 67 },
        { id: 'a/b', name: 'A or B', examCount: 1, questionCount: 1 },
        { id: 'empty', name: 'Nothing Yet', examCount: 0, questionCount: 0 },
      ],
    });
  });

  it('lists the exams of a provider', async () => {
    expect(await getJson(examsAddress('', 'a/b'))).toEqual({
      exams: [{ name: 'a/b', questionCount: 1 }],
    });
  });

  it('gives an exam by its name, with the questions in order', async () => {
    const exam = await getJson(questionsAddress('', 'aws', 'A Long Exam'));
    expect(Object.keys(exam)).toEqual(['id', 'name', 'questionIds', 'domains', 'questionDomains']);
    expect(exam).toMatchObject({ id: 'long', name: 'A Long Exam' });
    expect(exam.questionIds).toHaveLength(45);
    expect(exam.questionIds.slice(0, 2)).toEqual(['question-01', 'question-02']);
    expect(exam.questionDomains).toHaveLength(exam.questionIds.length);
    expect(exam.domains[0]).toEqual({ id: 'd1', name: 'First Domain', weight: 60 });
  });

  it('gives a question and its images', async () => {
    expect(await getJson(questionAddress('', 'aws', 'Every Kind', 'picture-in-stem'))).toEqual({
      question: {
        question: 'Look at this:\n[img-1]\nand at this:\n[img-2]\nWhat is it?',
        questionParts: ['Look at this:', '[img-1]', 'and at this:', '[img-2]', 'What is it?'],
        options: ['right', 'wrong', 'almost', 'far off'],
        answers: ['right'],
        explanation: 'It says so on the option.',
        optionNotes: ['It is.', 'It is not.', 'Nearly, though.', 'Not even close.'],
        references: [{ title: 'The documentation', url: 'https://docs.example.com/right' }],
        domain: 'd1',
        imageAlts: { 'img-1': 'A gradient', 'img-2': 'A blue box' },
      },
      images: ['aws/kinds/picture-in-stem/img-1.png', 'aws/kinds/picture-in-stem/img-2_wide.svg'],
    });
  });

  it.each(awkwardNames)('finds the exam that is called %j', async (name) => {
    expect(await getJson(questionsAddress('', 'aws', name))).toMatchObject({ name });
    expect((await getJson(questionAddress('', 'aws', name, 'plain'))).question.question).toBe(
      `About ${name}?`,
    );
  });

  it('finds provider, exam and question with slashes in their names', async () => {
    expect((await get(questionAddress('', 'a/b', 'a/b', 'q/1 50%'))).status).toBe(200);
  });
});

describe('what a client got wrong', () => {
  it.each([
    ['/api/exams', "The parameter 'provider' is missing."],
    ['/api/exams?provider=', "The parameter 'provider' is missing."],
    ['/api/questions?providerId=aws', "The parameter 'examId' is missing."],
    ['/api/question?provider=aws&examName=100%25', "The parameter 'questionId' is missing."],
  ])('%s is answered by 400 in clear words', async (address, error) => {
    const answer = await get(address);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('Content-Type')).toBe('application/json');
    expect(await answer.json()).toEqual({ error });
  });

  it.each([
    '/api/exams?provider=gcp',
    '/api/exams?provider=empty',
    '/api/exams?provider=__proto__',
    '/api/exams?provider=%FF%00',
    '/api/questions?providerId=aws&examId=gone',
    '/api/questions?providerId=gcp&examId=long',
    '/api/question?provider=aws&examName=A%20Long%20Exam&questionId=question-99',
    '/api/nothing',
    '/api/providers/',
    '/api/',
    '/api',
    '/api/providers%00',
    '/api/%',
  ])('%s is answered by 404 in JSON', async (address) => {
    const answer = await get(address);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(await answer.json()).toEqual({ error: expect.any(String) });
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('%s is answered by 405', async (method) => {
    const answer = await app.request('/api/providers', { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('Allow')).toBe('GET, HEAD, OPTIONS');
    expect(await answer.json()).toEqual({ error: expect.any(String) });
  });
});

describe('what clients and caches are told', () => {
  const address = questionAddress('', 'aws', 'Every Kind', 'single');

  it('answers HEAD as GET, without the body', async () => {
    const whole = await get(address);
    const head = await app.request(address, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(whole.headers));
    expect(await head.text()).toBe('');
    expect(whole.headers.get('Content-Length')).toBe(`${(await whole.arrayBuffer()).byteLength}`);
  });

  it('answers a preflight', async () => {
    const answer = await app.request(address, { method: 'OPTIONS' });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(answer.headers.get('Access-Control-Allow-Methods')).toBe('GET,HEAD');
    expect(answer.headers.get('Access-Control-Allow-Headers')).toBe('*');
  });

  it('gives every answer an ETag of its own, the same each time', async () => {
    const tags = await Promise.all(
      [providersAddress(''), examsAddress('', 'aws'), address, address].map(
        async (each) => (await get(each)).headers.get('ETag') ?? '',
      ),
    );
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]{43}"$/);
  });

  it('answers 304 to whoever has it already', async () => {
    const etag = (await get(address)).headers.get('ETag') ?? '';
    for (const header of [etag, `W/${etag}`, `"other", W/"more", ${etag}`, '*']) {
      const answer = await get(address, { 'If-None-Match': header });
      expect(answer.status).toBe(304);
      expect(answer.headers.get('ETag')).toBe(etag);
      expect(answer.headers.get('Cache-Control')).toBe('no-cache');
      expect(await answer.text()).toBe('');
    }
  });

  it('answers 304 already to the first request', async () => {
    const etag = (await get(address)).headers.get('ETag') ?? '';
    const fresh = createApp({ data: dataOf(testBank()) });
    const answer = await fresh.request(address, { headers: { 'If-None-Match': etag } });
    expect(answer.status).toBe(304);
  });

  it('answers in full to whoever has another', async () => {
    const etag = (await get(address)).headers.get('ETag') ?? '';
    for (const header of ['"other"', etag.slice(1, -1), '', 'W/"other", "']) {
      expect((await get(address, { 'If-None-Match': header })).status).toBe(200);
    }
  });

  it('asks for revalidation', async () => {
    expect((await get(address)).headers.get('Cache-Control')).toBe('no-cache');
  });
});
