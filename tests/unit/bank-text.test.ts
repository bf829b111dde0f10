import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuestionText } from '#bank/parse/question-file.ts';
import { printQuestion } from '#bank/parse/question-print.ts';
import { changed } from '#support/bank-folder.ts';
import { findStatedCounts } from '#wording/stated-counts.ts';

const code = '```yaml\na:\n  - b\n\n\n- [x] c  \n  > d\n## Explanation\n![e](f.svg)\n```';
const drawing = { file: 'q.img-1.svg', alt: 'A drawing' };
const word = fc.stringMatching(/^[A-Za-z0-9][\w .,:#"'%&!?-]{0,20}[\w.?]$/);
const option = fc.record({ text: word, right: fc.boolean(), rationale: word });
const url = fc.constant('https://docs.aws.amazon.com/a?b=c#d');
const questions = fc
  .record({
    domain: word,
    task: fc.option(word, { nil: undefined }),
    part: fc.constantFrom(
      {},
      { form: 1 as const },
      { form: 2 as const },
      { sitting: 'only' as const },
    ),
    references: fc.array(fc.record({ title: word, url }), { minLength: 1, maxLength: 3 }),
    reviewed: fc.constant('2026-11-01'),
    shuffle: fc.boolean(),
    stem: fc.constantFrom<string[]>(
      ['Which?'],
      ['Look here.\n\n$ ls\n  a', '[img-1]', 'Which?'],
      ['[img-1]', 'Which?'],
      [`What runs?\n\n${code}\n\nWhich?`],
      [code, '[img-1]', 'and `![c](d)`?'],
      ['```\n```\n\nWhich `![a](b)`?'],
    ),
    options: fc.array(option, { minLength: 1, maxLength: 6 }),
    explanation: fc
      .array(fc.oneof(word, fc.constant(code)), { minLength: 1, maxLength: 3 })
      .map((texts) => texts.join('\n\n')),
  })
  .map(({ part, ...one }) => ({
    ...one,
    ...part,
    images: one.stem.includes('[img-1]') ? [drawing] : [],
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
  const asked = 'A museum opens its first account. Which action should it take first?';
  const parse = (stem: string) => parseQuestionText(changed(asked, stem));

  it('is a paragraph of its own, and holds no pictures within a line either', () => {
    const { body, diagnostics } = parse(`Look:\n${code}\nWhich \`![x](y.svg)\`?`);
    expect(diagnostics).toEqual([]);
    expect(body.stem).toEqual([`Look:\n\n${code}\n\nWhich \`![x](y.svg)\`?`]);
    const text = changed('> More', '> `![x](y)` More', changed('owns', '`![x](y)`'));
    expect(parseQuestionText(text).diagnostics).toEqual([]);
  });

  it('stands beside pictures, which keep their lines', () => {
    const { body } = parse('See\n\n```\n![a](b)\n```\n\n![One](q.img-1.svg) and `![c](d)`');
    expect(body.images).toEqual([{ alt: 'One', file: 'q.img-1.svg', line: 14 }]);
  });

  it('is refused when its fence is never closed', () => {
    const message = expect.stringContaining('never closed');
    expect(parse('Which?\n```sh\nls').diagnostics).toContainEqual({ line: 9, message });
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
    ['Which help? (choose  any  six)', [6]],
    ['For both needs, pick the 7 that help.', [7]],
    ['A team may choose two plans at a time. Which is best?', []],
    ['Its two sites are in TIER THREE halls. Which is best?', []],
  ])('%s', (stem, counts) => expect(findStatedCounts(stem)).toEqual(counts));
});
