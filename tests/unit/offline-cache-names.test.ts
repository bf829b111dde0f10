import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CONFIG_CACHE,
  cacheNameOf,
  type ExamKey,
  examCacheName,
  parseExamCacheName,
  SEEN_CACHE,
} from '#contract/caches.ts';

const hostile = fc.constantFrom(
  'a/b',
  '..',
  '%2F',
  '%',
  '/0',
  '-precache-',
  'certdeck/exam/a',
  '__proto__',
  ' ',
  '日本',
  "it's",
);
const anyText = fc.oneof(hostile, fc.string({ unit: 'grapheme', minLength: 1 }));
const anyKey: fc.Arbitrary<ExamKey> = fc.record({
  apiUrl: fc.constantFrom('https://a.example', 'https://a.example/deep', 'http://[::1]:80'),
  providerId: anyText,
  examId: anyText,
});
const anyGeneration = fc.nat({ max: 2 ** 31 });

describe('the name of a saved exam’s cache', () => {
  it('is parsed into the same exam and generation, for any ids', () => {
    fc.assert(
      fc.property(anyKey, anyGeneration, (key, generation) => {
        expect(parseExamCacheName(examCacheName(key, generation))).toEqual({ key, generation });
      }),
    );
  });

  it('differs between exams', () => {
    fc.assert(
      fc.property(anyKey, anyKey, (one, other) => {
        const isSame = JSON.stringify(one) === JSON.stringify(other);
        expect(cacheNameOf(one) === cacheNameOf(other)).toBe(isSame);
      }),
    );
  });

  it('never looks like one that Workbox cleans up', () => {
    const key = { apiUrl: SITE, providerId: 'certdeck', examId: 'clf' };
    for (const name of [CONFIG_CACHE, SEEN_CACHE, examCacheName(key, 1)]) {
      expect(name).not.toContain('-precache-');
    }
  });
});

const SITE = 'https://certdeck.example';

/** Parts of names, and characters that break them. */
const anyRest = fc.string({ unit: fc.constantFrom(...'/%2Fa0-.é日 ', '\ud800', '%20', '/1') });

describe('a cache of another name', () => {
  it.each([
    'workbox-precache-v2-https://certdeck.example/',
    CONFIG_CACHE,
    SEEN_CACHE,
    'certdeck/exam/',
    'certdeck/exam/a/b/1',
    'certdeck/exam/a/b/c',
    'certdeck/exam/a/b/c/',
    'certdeck/exam/a/b/c/x',
    'certdeck/exam/a/b/c/-1',
    'certdeck/exam/a/b/c/01',
    'certdeck/exam/a/b/c/1e3',
    'certdeck/exam/a/b/c/1.5',
    'certdeck/exam/a/b/c/NaN',
    'certdeck/exam/a/b/c/undefined',
    'certdeck/exam/a/b/c/1/more',
    'certdeck/exam/%zz/b/c/1',
    'certdeck/exam/%E0%A4%A/b/c/1',
    'certdeck/exam/a b/b/c/1',
    'certdeck/exam/\ud800/b/c/1',
    'other/certdeck/exam/a/b/c/1',
  ])('is left alone: %s', (name) => {
    expect(parseExamCacheName(name)).toBeUndefined();
  });

  it('is left alone, unless we could have written its name', () => {
    fc.assert(
      fc.property(anyRest, (rest) => {
        for (const name of [rest, `certdeck/exam/${rest}`, `certdeck/exam/${rest}/1`]) {
          const parsed = parseExamCacheName(name);
          if (parsed) expect(examCacheName(parsed.key, parsed.generation)).toBe(name);
        }
      }),
    );
  });
});
