import { describe, expect, it } from 'vitest';
import {
  examsAddress,
  providersAddress,
  questionAddress,
  questionsAddress,
} from '#contract/addresses.ts';
import { createApp } from '#server/app.ts';
import { dataOf, testBank } from '#support/test-bank.ts';

const app = createApp({ data: dataOf(testBank()) });
const get = (address: string, headers?: Record<string, string>) =>
  app.request(address, { headers });
const getJson = async (address: string) => (await get(address)).json();

describe('the calls', () => {
  it('list the providers in the order of the bank', async () => {
    expect(await getJson(providersAddress(''))).toEqual({
      providerData: [
        { id: 'aws', name: 'Amazon Web Services', examCount: 8, questionCount: 67 },
        { id: 'a/b', name: 'A or B', examCount: 1, questionCount: 1 },
        { id: 'empty', name: 'Nothing Yet', examCount: 0, questionCount: 0 },
      ],
    });
  });

  it('list the exams of a provider', async () => {
    const exams = [{ name: 'a/b', questionCount: 1 }];
    expect(await getJson(examsAddress('', 'a/b'))).toEqual({ exams });
  });

  it('give an exam by its name, with the questions in order', async () => {
    const exam = await getJson(questionsAddress('', 'aws', 'A Long Exam'));
    expect(Object.keys(exam)).toEqual(['id', 'name', 'questionIds', 'domains', 'questionDomains']);
    expect(exam).toMatchObject({ id: 'long', name: 'A Long Exam' });
    expect(exam.questionIds).toHaveLength(45);
    expect(exam.questionIds.slice(0, 2)).toEqual(['question-01', 'question-02']);
    expect(exam.questionDomains).toHaveLength(exam.questionIds.length);
    expect(exam.domains[0]).toEqual({ id: 'd1', name: 'First Domain', weight: 60 });
  });

  it('give a question and its images', async () => {
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
        shuffle: false,
        imageAlts: { 'img-1': 'A gradient', 'img-2': 'A blue box' },
      },
      images: ['aws/kinds/picture-in-stem/img-1.png', 'aws/kinds/picture-in-stem/img-2_wide.svg'],
    });
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

  const exam = '/api/questions?providerId';
  it.each([
    ...['gcp', 'empty', '__proto__', '%FF%00'].map((id) => `/api/exams?provider=${id}`),
    ...[`${exam}=aws&examId=gone`, `${exam}=gcp&examId=long`],
    '/api/question?provider=aws&examName=A%20Long%20Exam&questionId=question-99',
    ...['/api/nothing', '/api/providers/', '/api/', '/api', '/api/providers%00', '/api/%'],
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

  it('answers a preflight', async () => {
    const { status, headers } = await app.request(address, { method: 'OPTIONS' });
    expect(status).toBe(204);
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET,HEAD',
      'access-control-allow-headers': '*',
    });
  });

  it('gives every answer an ETag of its own, the same each time, and asks for revalidation', async () => {
    const tags = new Set<string | null>();
    for (const each of [providersAddress(''), examsAddress('', 'aws'), address, address]) {
      const { headers } = await get(each);
      expect(headers.get('ETag')).toMatch(/^"[\w-]{43}"$/);
      expect(headers.get('Cache-Control')).toBe('no-cache');
      tags.add(headers.get('ETag'));
    }
    expect(tags.size).toBe(3);
  });

  it('answers 304 to whoever has it already, even after a restart, and in full to others', async () => {
    const etag = (await get(address)).headers.get('ETag') ?? '';
    const fresh = createApp({ data: dataOf(testBank()) });
    for (const header of [etag, `W/${etag}`, `"other", W/"more", ${etag}`, '*']) {
      const answer = await fresh.request(address, { headers: { 'If-None-Match': header } });
      expect(answer.status).toBe(304);
      expect(answer.headers.get('ETag')).toBe(etag);
      expect(answer.headers.get('Cache-Control')).toBe('no-cache');
      expect(await answer.text()).toBe('');
    }
    for (const header of ['"other"', etag.slice(1, -1), '', 'W/"other", "']) {
      expect((await get(address, { 'If-None-Match': header })).status).toBe(200);
    }
  });
});
