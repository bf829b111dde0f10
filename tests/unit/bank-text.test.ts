import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuestionText } from '#bank/parse/question-file.ts';
import { type PrintableQuestion, printQuestion } from '#bank/parse/question-print.ts';
import { findStatedCounts } from '#bank/validate/question.ts';
import { changed } from '#support/bank-folder.ts';

const word = fc.stringMatching(/^[A-Za-z0-9][\w .,:#"'%&!?-]{0,20}[\w.?]$/);
const questions: fc.Arbitrary<PrintableQuestion> = fc
  .record({
    domain: word,
    task: fc.option(word, { nil: undefined }),
    form: fc.constantFrom(undefined, 1 as const, 2 as const),
    references: fc.array(
      fc.record({ title: word, url: fc.constant('https://docs.aws.amazon.com/a?b=c#d') }),
      { minLength: 1, maxLength: 3 },
    ),
    reviewed: fc.constant('2026-11-01'),
    shuffle: fc.boolean(),
    stem: fc.constantFrom(
      ['Which?'],
      ['Look here.\n\n$ ls\n  a', '[img-1]', 'Which?'],
      ['[img-1]', 'Which?'],
      ['What runs?\n\n```sh\n- [x] no option\n\n\n  > nor a why  \n## nor\n![a](b)\n```\n\nWhich?'],
      ['```\n```\n\nWhich `![a](b)`?'],
    ),
    options: fc.array(fc.record({ text: word, right: fc.boolean(), rationale: word }), {
      minLength: 1,
      maxLength: 6,
    }),
    explanation: fc.array(word, { minLength: 1, maxLength: 3 }).map((texts) => texts.join('\n\n')),
    images: fc.constant([]),
  })
  .map((question) => ({
    ...question,
    images: question.stem.some((piece) => piece === '[img-1]')
      ? [{ file: 'q.img-1.svg', alt: 'A drawing' }]
      : [],
  }));

describe('a printed question', () => {
  it('parses to the question it was', () => {
    fc.assert(
      fc.property(questions, (question) => {
        const { matter, body, diagnostics } = parseQuestionText(printQuestion(question));
        expect(diagnostics).toEqual([]);
        expect({ ...matter?.value, ...body }).toMatchObject(JSON.parse(JSON.stringify(question)));
      }),
    );
  });
});

describe('code in a question file', () => {
  const question = (stem: string, explanation = 'Because.') =>
    changed(
      'The root user owns the account, so it is guarded before all else.',
      explanation,
      changed('A museum opens its first account. Which action should it take first?', stem),
    );
  const yaml = '```yaml\na:\n  - b\n\n\n- [x] c  \n> d\n## Explanation\n![e](f.svg)\n```';

  it('stays as it is between fences, whatever it looks like', () => {
    const { body, diagnostics } = parseQuestionText(
      question(`Look:\n${yaml}\nWhich?`, `So:\n${yaml}`),
    );
    expect(diagnostics).toEqual([]);
    expect(body.stem).toEqual([`Look:\n\n${yaml}\n\nWhich?`]);
    expect(body.explanation).toBe(`So:\n\n${yaml}`);
    expect(body.options).toHaveLength(4);
  });

  it('holds no pictures within a line either', () => {
    const text = question('Which `![x](y.svg)` is right?', 'See `![x](y)`.');
    const { body, diagnostics } = parseQuestionText(
      text.replaceAll('  > More', '  > `![x](y)` More'),
    );
    expect(diagnostics).toEqual([]);
    expect(body.images).toEqual([]);
  });

  it('stands beside pictures, which keep their numbers and lines', () => {
    const { body, diagnostics } = parseQuestionText(
      question('See\n\n```\n![a](b)\n```\n\n![One](q.img-1.svg) and `![c](d)`\n\nWhich?'),
    );
    expect(diagnostics).toEqual([]);
    expect(body.images).toEqual([{ alt: 'One', file: 'q.img-1.svg', line: 14 }]);
    expect(body.stem).toEqual(['See\n\n```\n![a](b)\n```', '[img-1]', 'and `![c](d)`\n\nWhich?']);
  });

  it('is refused when its fence is never closed', () => {
    const { diagnostics } = parseQuestionText(question('Which?\n```sh\nls'));
    expect(diagnostics).toContainEqual({
      line: 9,
      message: expect.stringContaining('never closed'),
    });
  });
});

describe('the number a stem states', () => {
  it.each([
    ['Which TWO actions help?', [2]],
    ['Which of these THREE help?', [3]],
    ['What are the TWO best ways?', [2]],
    ['Which help? (Choose two.)', [2]],
    ['Which help? Select 3 answers.', [3]],
    ['Which TWO help? (Choose TWO.)', [2]],
    ['A team may choose two plans at a time. Which is best?', []],
    ['Its two sites are in TIER THREE halls. Which is best?', []],
  ])('%s', (stem, counts) => expect(findStatedCounts(stem)).toEqual(counts));
});
