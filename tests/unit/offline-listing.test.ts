import { describe, expect, it } from 'vitest';
import { hasSameQuestions } from '#offline/fetch-answer.ts';

const detail = (...questionIds: string[]) => ({ id: 'small', name: 'A Small Exam', questionIds });

describe('the list of an exam', () => {
  it('is the same with the same questions in the same order', () => {
    expect(hasSameQuestions(detail('a', 'b'), detail('a', 'b'))).toBe(true);
    expect(hasSameQuestions(detail(), detail())).toBe(true);
  });

  it.each([
    ['one more', ['a', 'b', 'c']],
    ['one less', ['a']],
    ['another in its place', ['a', 'c']],
    ['another order', ['b', 'a']],
  ])('is another with %s', (_, questionIds) => {
    expect(hasSameQuestions(detail('a', 'b'), detail(...questionIds))).toBe(false);
  });
});
