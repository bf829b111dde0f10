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
import {
  CONFIG_CACHE,
  cacheNameOf,
  type ExamKey,
  readCacheName,
  SEEN_CACHE,
} from '#contract/caches.ts';
import {
  examAddress,
  printRunQuery,
  type RunQuery,
  readExam,
  readRoute,
  readRunQuery,
  readView,
  routes,
  runAddress,
} from '#contract/routes.ts';
import { classifyRequest } from '#worker/strategies.ts';

const SITE = 'https://certdeck.example';
const files = `https://name.example/certdeck${FILES_MARK}`;
const bases = [
  SITE,
  'https://api.example:8443',
  'http://127.0.0.1:3000/deep/er',
  `${SITE}/images`,
  SITE + FILES_MARK,
  files,
  `${SITE}/data/data${FILES_MARK}`,
];
const anyBase = fc.constantFrom(...bases);

const awkward = ['50%2F', 'a/b', '100%', '%', '日本', 'C# & "x"?', 'a b+c', "it's", 'a\\b'];
/** Any id: dots alone can't be a path segment, and a lone surrogate can't be encoded. */
const anyName = fc
  .oneof(
    fc.constantFrom(...awkward, '%27', '(*)!~', '/0', '-precache-', '__proto__', ' ', '..x'),
    fc.string({ unit: 'grapheme', minLength: 1 }),
  )
  .filter((name) => !/^\.+$/.test(name));
const anyKey: fc.Arbitrary<ExamKey> = fc.record({
  apiUrl: anyBase,
  providerId: anyName,
  examId: anyName,
});

const examOf = (address: string) => readAddress(address)?.exam;

describe('an address of the API', () => {
  it('has its parameters in a fixed order, and blanks as %20', () => {
    const base = 'https://api.example';
    expect(providersAddress(base)).toBe('https://api.example/api/providers');
    expect(examsAddress(base, 'a b+c')).toBe('https://api.example/api/exams?provider=a%20b%2Bc');
    expect(questionsAddress(base, 'p', 'e')).toBe(
      'https://api.example/api/questions?providerId=p&examId=e',
    );
    expect(questionAddress(base, 'p', 'e', 'q')).toBe(
      'https://api.example/api/question?provider=p&examName=e&questionId=q',
    );
    expect(imageAddress(base, 'a/b', '50%2F', 'q 1', 'x/y/[img-1].png')).toBe(
      'https://api.example/images/a%2Fb/50%252F/q%201/%5Bimg-1%5D.png',
    );
  });

  it('is a file if the host has nothing but the compiled files', () => {
    const data = 'https://name.example/certdeck/data';
    expect(providersAddress(files)).toBe(`${data}/providers.json`);
    expect(examsAddress(files, 'aws')).toBe(`${data}/aws/exams.json`);
    expect(questionsAddress(files, 'aws', 'A b')).toBe(`${data}/aws/_41_20b/exam.json`);
    expect(examBundleAddress(files, 'aws', 'A b')).toBe(`${data}/aws/_41_20b/bundle.json`);
    expect(questionAddress(files, 'aws', 'clf', 'q-1')).toBe(`${data}/aws/clf/questions/q-1.json`);
    expect(imageAddress(files, 'aws', 'clf', 'q-1', 'x/[img-1].svg')).toBe(
      `${data}/aws/clf/images/q-1/_5bimg-1_5d.svg`,
    );
  });

  it('can be read back, and is written as browsers write it in a cache', () => {
    fc.assert(
      fc.property(anyKey, anyName, (key, question) => {
        const { apiUrl, providerId, examId } = key;
        const addresses = {
          providers: providersAddress(apiUrl),
          exams: examsAddress(apiUrl, providerId),
          questions: questionsAddress(apiUrl, providerId, examId),
          question: questionAddress(apiUrl, providerId, examId, question),
          image: imageAddress(apiUrl, providerId, examId, question, '[img-1].png'),
        };
        for (const [kind, address] of Object.entries(addresses)) {
          expect(readAddress(address)).toMatchObject({ kind, apiUrl });
          expect(readAddress(address)?.kind).toBe(kind);
          expect(new Request(address).url).toBe(address);
          const isOfExam = kind !== 'providers' && kind !== 'exams';
          expect(examOf(address)).toEqual(isOfExam ? key : undefined);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('can be read back if a name is so long that it takes several segments', () => {
    const long = 'Long '.repeat(200);
    const exam = { apiUrl: files, providerId: long, examId: long };
    expect(readAddress(questionAddress(files, long, long, long))).toMatchObject({ exam });
    expect(examOf(imageAddress(files, long, long, long, 'img-1.png'))).toEqual(exam);
  });

  it('may contain malformed escapes', () => {
    const exam = { apiUrl: SITE, providerId: '100%', examId: '%zz' };
    expect(examOf(`${SITE}/images/100%/%zz/q/img-1.png`)).toEqual(exam);
  });
});

describe('a request that is none of ours', () => {
  it.each([
    ...['/', '/sw.js', '/assets/index-1.js', '/exams/aws/clf', '/deep/config.json'],
    ...['/api', '/api/questionnaire', '/api/question/more', '/api/provider'],
    ...['/images/aws/e/q', '/images/aws/e/q/', '/images//e/q/img-1.png'],
    ...['/images/aws/e/q/deep/img-1.png', '/data/aws/e/images/q', '/data/aws/e/questions/q'],
    ...['/data/aws/names.json', '/data/aws/e/bundle.json', '/data/exams.json'],
    ...['/exams/x?next=/api/question', '/exams/x#/api/question'],
    'https://other.example/config.json',
  ])('has no class: %s', (path) => {
    expect(classifyRequest(path, SITE)).toBeUndefined();
  });

  it('is told from the site’s own configuration', () => {
    expect(classifyRequest('/config.json', SITE)).toBe('config');
    expect(classifyRequest(`${SITE}/config.json?now`, SITE)).toBe('config');
  });

  it.each(['s?providerId=aws', '', '?provider=aws&questionId=1', '?provider=&examName=clf'])(
    'belongs to no exam if a parameter is missing: /api/question%s',
    (rest) => {
      expect(examOf(`${SITE}/api/question${rest}`)).toBeUndefined();
    },
  );
});

describe('the address of a screen', () => {
  it('gives any ids back, also in capitals and with a slash at its end', () => {
    fc.assert(
      fc.property(anyName, anyName, (providerId, examId) => {
        const list = routes.examList.address(providerId);
        const runner = routes.examRunner.address(providerId, examId);
        for (const path of [runner, `${runner}/`, runner.replace('exams', 'Exams')])
          expect(readRoute(path)).toEqual({ screen: 'runner', providerId, examId });
        for (const path of [list, `${list}/`])
          expect(readRoute(path)).toEqual({ screen: 'list', providerId });
      }),
    );
  });

  it.each([
    ['/', 'home'],
    ['/exams', 'other'],
    ['/exams/aws/x/y', 'other'],
    ['/exams/%', 'other'],
    ['/exams/100%', 'other'],
    ['/exams/aws/%zz', 'other'],
    ['/exams/%E0%A4%A/x', 'other'],
  ])('%s leads to the screen %s', (path, screen) => {
    expect(readRoute(path)).toEqual({ screen });
  });
});

const anyText = fc.string({ unit: 'grapheme', minLength: 1 });
const orNothing = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: undefined });

const anyQuery: fc.Arbitrary<RunQuery> = fc.record({
  continue: orNothing(anyText),
  run: orNothing(anyText),
  result: orNothing(anyText),
  only: orNothing(anyText),
  mock: orNothing(anyText),
  time: orNothing(anyText),
  topics: orNothing(fc.array(anyText, { minLength: 1 })),
  questions: orNothing(fc.integer({ min: 1, max: 5000 })),
  from: orNothing(anyText),
  isShuffled: fc.boolean(),
  minutes: orNothing(fc.integer({ min: 1, max: 600 })),
});

describe('the address of a run', () => {
  it('says what it asks for in a fixed order, because a run that is set up ahead is found by it', () => {
    const exam = { providerId: 'AWS', examId: 'CLF C02' };
    expect(runAddress(exam)).toBe('/exams/AWS/CLF%20C02');
    expect(
      runAddress(exam, {
        minutes: 90,
        isShuffled: true,
        from: 'due',
        topics: ['2', '1'],
        questions: 9,
      }),
    ).toBe('/exams/AWS/CLF%20C02?in=2&in=1&questions=9&minutes=90&from=due&order=shuffled');
    expect(runAddress(exam, { time: '1.5', mock: '2' })).toMatch(/\?mock=2&time=1\.5$/);
  });

  it('gives back all that was asked for', () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        expect(readRunQuery(printRunQuery(query))).toEqual(query);
      }),
    );
  });

  it('survives an id that no address can hold', () => {
    expect(readRunQuery(printRunQuery({ only: 'a\ud800b' })).only).toBe('a\ufffdb');
  });

  it('opens the page of an exam over its list, and a view of it', () => {
    const address = examAddress({ providerId: 'a/b', examId: 'C# & 100%' });
    const { pathname, search } = new URL(address, 'https://site');
    expect(readRoute(pathname)).toEqual({ screen: 'list', providerId: 'a/b' });
    expect(readExam(search)).toBe('C# & 100%');
    expect(readExam('')).toBeNull();
    expect(readView(search)).toBeUndefined();
    const notes = examAddress({ providerId: 'a', examId: 'b' }, 'notes');
    expect(notes).toBe('/exams/a?exam=b&view=notes');
    expect(readView(new URL(notes, 'https://site').search)).toBe('notes');
    expect(readView('?exam=b&view=other')).toBeUndefined();
  });
});

describe('the name of a saved exam’s cache', () => {
  it('gives the exam back, and differs between exams', () => {
    fc.assert(
      fc.property(anyKey, anyKey, (key, other) => {
        expect(readCacheName(cacheNameOf(key))).toEqual(key);
        const isSame = JSON.stringify(key) === JSON.stringify(other);
        expect(cacheNameOf(key) === cacheNameOf(other)).toBe(isSame);
      }),
    );
  });

  it('never looks like one that Workbox cleans up', () => {
    const key = { apiUrl: SITE, providerId: 'certdeck', examId: 'clf' };
    for (const name of [CONFIG_CACHE, SEEN_CACHE, cacheNameOf(key)]) {
      expect(name).not.toContain('-precache-');
    }
  });

  it.each([
    ...['workbox-precache-v2-https://certdeck.example/', CONFIG_CACHE, 'certdeck/exam/'],
    ...['', '/', '/c/', '/c/1', '/c/d/e'].map((rest) => `certdeck/exam/a/b${rest}`),
    ...['%E0%A4%A', 'a b', '\ud800'].map((api) => `certdeck/exam/${api}/b/c`),
    'other/certdeck/exam/a/b/c',
  ])('is not %s', (name) => {
    expect(readCacheName(name)).toBeUndefined();
  });

  it('is never one that we could not have written', () => {
    const anyRest = fc.string({ unit: fc.constantFrom(...'/%2Fa0-.é日 ', '\ud800', '%20', '/1') });
    fc.assert(
      fc.property(anyRest, (rest) => {
        for (const name of [rest, `certdeck/exam/${rest}`, `certdeck/exam/${rest}/1`]) {
          const key = readCacheName(name);
          if (key) expect(cacheNameOf(key)).toBe(name);
        }
      }),
    );
  });
});
