import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as dataFiles from '#contract/data-files.ts';

const nameOf = (id: string) => dataFiles.exams(id).replace(/\/exams\.json$/, '');

describe('the file that holds an answer', () => {
  it.each([
    ['aws', 'aws'],
    ['clf-c02', 'clf-c02'],
    ['v1.2', 'v1.2'],
    ['A Long Exam', '_41_20_4cong_20_45xam'],
    ['100%', '100_25'],
    ['a/b', 'a_2fb'],
    ['..', '_2e_2e'],
    ['.hidden', '_2ehidden'],
    ['end.', 'end_2e'],
    ['a..b', 'a_2e_2eb'],
    ['con', '_63on'],
    ['nul.json', '_6eul.json'],
    ['console', 'console'],
    ['é', '_c3_a9'],
    ['_', '_5f'],
  ])('of %j is named %j', (id, name) => {
    expect(nameOf(id)).toBe(name);
  });

  // Of every length: by default they would be short.
  const texts = { minLength: 1, maxLength: 300, size: 'max' } as const;
  const id = fc.oneof(
    fc.string({ unit: 'grapheme', ...texts }),
    fc.string({ unit: fc.constantFrom(...'aA._-/%2e\\ '), ...texts }),
  );

  it('is the file of no other id, on a file system that ignores case, too', () => {
    fc.assert(
      fc.property(id, id, (one, other) => {
        fc.pre(one !== other);
        expect(nameOf(one).toLowerCase()).not.toBe(nameOf(other).toLowerCase());
      }),
    );
  });

  it('has a name that every host takes', () => {
    fc.assert(
      fc.property(id, (each) => {
        for (const name of nameOf(each).split('/')) {
          expect(name).toMatch(/^[a-z0-9_-][a-z0-9._-]*$/);
          expect(name).not.toMatch(/\.$|\.\./);
          expect(name.length).toBeLessThan(210);
        }
      }),
    );
  });
});
