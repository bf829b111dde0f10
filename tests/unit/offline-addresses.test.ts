import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  examBundleAddress,
  examsAddress,
  FILES_MARK,
  imageAddress,
  providersAddress,
  questionAddress,
  questionsAddress,
  readAddress,
} from '#contract/addresses.ts';
import { classifyRequest } from '#offline/strategies.ts';

const SITE = 'https://certdeck.example';
const bases = [
  SITE,
  'https://api.example:8443',
  'http://127.0.0.1:3000/deep/er',
  `${SITE}/images`,
  SITE + FILES_MARK,
  `https://name.github.example/certdeck${FILES_MARK}`,
  `${SITE}/data/data${FILES_MARK}`,
];
const awkward = [
  '50%2F',
  'a/b',
  '100%',
  '日本',
  'C# & "x"?',
  'a b+c',
  "it's",
  'a\\b',
  '%27',
  '(*)!~',
];

/** Any name that can be a path segment: half a surrogate pair and dots alone can't. */
const anyName = fc
  .oneof(fc.constantFrom(...awkward), fc.string({ unit: 'grapheme', minLength: 1 }))
  .filter((name) => !/^\.+$/.test(name));
const anyBase = fc.constantFrom(...bases);

describe('the class of a request', () => {
  it.each(bases)('is told by its path, wherever the API is: %s', (base) => {
    expect(classifyRequest(providersAddress(base), SITE)).toBe('providers');
    expect(classifyRequest(examsAddress(base, 'aws'), SITE)).toBe('exams');
    expect(classifyRequest(questionsAddress(base, 'aws', 'e'), SITE)).toBe('questions');
    expect(classifyRequest(questionAddress(base, 'aws', 'e', 'q'), SITE)).toBe('question');
    expect(classifyRequest(imageAddress(base, 'aws', 'e', 'q', 'img-1.png'), SITE)).toBe('image');
  });

  it('of the configuration is so on our own site only, and at its root', () => {
    expect(classifyRequest('/config.json', SITE)).toBe('config');
    expect(classifyRequest(`${SITE}/config.json?now`, SITE)).toBe('config');
    expect(classifyRequest('https://other.example/config.json', SITE)).toBeUndefined();
    expect(classifyRequest('/deep/config.json', SITE)).toBeUndefined();
  });

  it.each([
    '/',
    '/sw.js',
    '/assets/index-1.js',
    '/icons/icon.svg',
    '/exams/aws/clf',
    '/api',
    '/api/questionnaire',
    '/api/question/more',
    '/api/provider',
    '/images/aws/e/q',
    '/images/aws/e/q/',
    '/images//e/q/img-1.png',
    '/data/aws/names.json',
    '/data/aws/e/bundle.json',
    '/data/exams.json',
    '/data/aws/e/questions/q',
    '/data/aws/e/images/q',
    '/exams/x?next=/api/question',
    '/exams/x#/api/question',
  ])('of %s is none', (path) => {
    expect(classifyRequest(path, SITE)).toBeUndefined();
  });

  it('stays the same for any names', () => {
    fc.assert(
      fc.property(anyBase, anyName, anyName, anyName, (base, provider, exam, question) => {
        const call = questionAddress(base, provider, exam, question);
        expect(classifyRequest(call, SITE)).toBe('question');
        const image = imageAddress(base, provider, exam, question, 'img-1.svg');
        expect(classifyRequest(image, SITE)).toBe('image');
      }),
    );
  });
});

const examOf = (address: string) => readAddress(address)?.exam;

describe('the exam of an address', () => {
  it('is found again from each of its questions and pictures', () => {
    fc.assert(
      fc.property(anyBase, anyName, anyName, anyName, (apiUrl, providerId, examId, question) => {
        const key = { apiUrl, providerId, examId };
        expect(examOf(questionAddress(apiUrl, providerId, examId, question))).toEqual(key);
        const image = imageAddress(apiUrl, providerId, examId, question, '[img-1].png');
        expect(examOf(image)).toEqual(key);
        expect(examOf(questionsAddress(apiUrl, providerId, examId))).toEqual(key);
      }),
    );
  });

  it.each([
    providersAddress(SITE),
    examsAddress(SITE, 'aws'),
    `${SITE}/api/questions?providerId=aws`,
    `${SITE}/`,
    `${SITE}/api/question`,
    `${SITE}/api/question?provider=aws&questionId=1`,
    `${SITE}/api/question?provider=&examName=clf`,
    `${SITE}/images/aws/clf/q`,
    `${SITE}/images/aws/clf/q/deep/img-1.png`,
  ])('%s belongs to none', (address) => {
    expect(examOf(address)).toBeUndefined();
  });

  it('takes a segment that is no valid escape as written', () => {
    expect(examOf(`${SITE}/images/100%/%zz/q/img-1.png`)).toEqual({
      apiUrl: SITE,
      providerId: '100%',
      examId: '%zz',
    });
  });
});

describe('the API of an address', () => {
  it('is found again from each of its answers', () => {
    fc.assert(
      fc.property(anyBase, anyName, anyName, (base, provider, exam) => {
        for (const address of [
          providersAddress(base),
          examsAddress(base, provider),
          questionsAddress(base, provider, exam),
        ]) {
          expect(readAddress(address)?.apiUrl).toBe(base);
        }
      }),
    );
  });

  it('may have nothing but the compiled files', () => {
    const base = `https://name.example/certdeck${FILES_MARK}`;
    const data = 'https://name.example/certdeck/data';
    expect(providersAddress(base)).toBe(`${data}/providers.json`);
    expect(examsAddress(base, 'aws')).toBe(`${data}/aws/exams.json`);
    expect(questionsAddress(base, 'aws', 'A b')).toBe(`${data}/aws/_41_20b/exam.json`);
    expect(examBundleAddress(base, 'aws', 'A b')).toBe(`${data}/aws/_41_20b/bundle.json`);
    expect(questionAddress(base, 'aws', 'clf', 'q-1')).toBe(`${data}/aws/clf/questions/q-1.json`);
    expect(imageAddress(base, 'aws', 'clf', 'q-1', 'x/img-1.svg')).toBe(
      `${data}/aws/clf/images/q-1/img-1.svg`,
    );
  });

  it('is not mistaken where a name takes several segments', () => {
    const long = 'Long '.repeat(200);
    const base = `${SITE}${FILES_MARK}`;
    const key = { apiUrl: base, providerId: long, examId: long };
    expect(readAddress(questionAddress(base, long, long, long))).toEqual({
      kind: 'question',
      apiUrl: base,
      exam: key,
    });
    expect(examOf(imageAddress(base, long, long, long, 'img-1.png'))).toEqual(key);
  });
});

describe('an address that is a cache key', () => {
  it('is the one that a browser makes of it, for any name', () => {
    fc.assert(
      fc.property(anyBase, anyName, anyName, anyName, (base, provider, exam, question) => {
        const call = questionAddress(base, provider, exam, question);
        expect(new Request(call).url).toBe(call);
        const image = imageAddress(base, provider, exam, question, 'img-1.png');
        expect(new Request(image).url).toBe(image);
      }),
    );
  });
});
