import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  examsAddress,
  imageAddress,
  providersAddress,
  questionAddress,
  questionsAddress,
} from '#contract/addresses.ts';
import { decodeSegment, routes } from '#contract/routes.ts';

const awkward = ['50%2F', 'a/b', '100%', '日本', 'C# & "x"?', 'a b+c', '%', '..x', "it's", 'a\\b'];
/** Every text that can be encoded; half a surrogate pair can't. */
const anyName = fc.string({ unit: 'grapheme', minLength: 1 });

describe('the addresses of the API', () => {
  it('have one order of parameters', () => {
    const base = 'https://api.example';
    expect(providersAddress(base)).toBe('https://api.example/api/providers');
    expect(examsAddress(base, 'p')).toBe('https://api.example/api/exams?provider=p');
    expect(questionsAddress(base, 'p', 'e')).toBe(
      'https://api.example/api/questions?providerId=p&examId=e',
    );
    expect(questionAddress(base, 'p', 'e', 'q')).toBe(
      'https://api.example/api/question?provider=p&examName=e&questionId=q',
    );
  });

  it('write a blank as %20', () => {
    expect(examsAddress('', 'a b+c')).toBe('/api/exams?provider=a%20b%2Bc');
  });

  it.each(awkward)('carry %j to the server', (name) => {
    const { searchParams } = new URL(questionAddress('https://a.example', name, name, name));
    expect([...searchParams]).toEqual([
      ['provider', name],
      ['examName', name],
      ['questionId', name],
    ]);
  });

  it('carry any text to the server', () => {
    fc.assert(
      fc.property(anyName, anyName, (provider, exam) => {
        const { searchParams } = new URL(questionsAddress('https://a.example', provider, exam));
        expect(searchParams.get('providerId')).toBe(provider);
        expect(searchParams.get('examId')).toBe(exam);
      }),
    );
  });

  it('lead to a picture by the last segment of its path alone', () => {
    expect(imageAddress('https://a.example', 'a/b', '50%2F', 'q 1', 'x/y/[img-1].png')).toBe(
      'https://a.example/images/a%2Fb/50%252F/q%201/%5Bimg-1%5D.png',
    );
  });
});

describe('the addresses of the screens', () => {
  it.each(awkward)('give %j back', (name) => {
    const [, , provider, exam] = routes.examRunner.address(name, name).split('/');
    expect([provider, exam].map((segment) => decodeSegment(segment ?? ''))).toEqual([name, name]);
  });

  it('give any name back, and stay one segment for each', () => {
    fc.assert(
      fc.property(anyName, anyName, (provider, exam) => {
        const segments = routes.examRunner.address(provider, exam).split('/');
        expect(segments).toHaveLength(4);
        expect(segments.slice(2).map(decodeSegment)).toEqual([provider, exam]);
        expect(decodeSegment(routes.examList.address(provider).split('/')[2] ?? '')).toBe(provider);
      }),
    );
  });

  it.each(['100%', '%zz', '%E0%A4%A'])('do not take %s, which is no valid escape', (typed) => {
    expect(decodeSegment(typed)).toBe(undefined);
  });
});
