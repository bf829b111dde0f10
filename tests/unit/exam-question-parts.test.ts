import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findImage, questionSegments, textSegments, uniqueImages } from '#exam/question-parts.ts';

const text = (words: string) => ({ kind: 'text', text: words });
const code = (words: string) => ({ kind: 'code', text: words });
const codeBlock = (words: string) => ({ kind: 'codeBlock', text: words });
const image = (word: string) => ({ kind: 'image', word });
const alone = (word: string) => ({ kind: 'image', word, isAlone: true });

describe('splitting a text at its markers', () => {
  it.each([
    ['no marker', 'Just text', [text('Just text')]],
    ['nothing but a marker', '[img-1]', [image('img-1')]],
    ['a marker between', 'Look: [img-1] here', [text('Look: '), image('img-1'), text(' here')]],
    ['two side by side', '[img-1][img-2]', [image('img-1'), image('img-2')]],
    ['blanks between two', '[img-1] \n[img-2]', [image('img-1'), text(' \n'), image('img-2')]],
    ['a number of two digits', 'a[img-10]', [text('a'), image('img-10')]],
    ['the same marker twice', '[img-1]x[img-1]', [image('img-1'), text('x'), image('img-1')]],
    ['nothing', '', []],
    ['only blanks', ' \n ', [text(' \n ')]],
    ['code in a line', 'Run `ls  -l`.', [text('Run '), code('ls  -l'), text('.')]],
    [
      'lines of code',
      'Look:\n```sh\n  ls\n```\n[img-1]',
      [text('Look:\n'), codeBlock('  ls'), text('\n'), image('img-1')],
    ],
    ['a marker in code', '`[img-1]`', [code('[img-1]')]],
    ['half a pair of backticks', 'a ` b', [text('a ` b')]],
  ])('with %s', (_, whole, segments) => {
    expect(textSegments(whole)).toEqual(segments);
  });

  it.each(['[img-]', '[img-x]', '[image-1]', 'img-1', '[ img-1 ]', '[img-1', '[0]'])(
    'takes %s for text',
    (whole) => {
      expect(textSegments(whole)).toEqual([text(whole)]);
    },
  );

  it('loses nothing', () => {
    const piece = fc.oneof(
      fc.string().map((words) => words.replaceAll('`', '')),
      fc.nat({ max: 99 }).map((number) => `[img-${number}]`),
    );
    const write = (whole: string) =>
      textSegments(whole)
        .map((segment) => (segment.kind === 'image' ? `[${segment.word}]` : segment.text))
        .join('');
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const whole = pieces.join('');
        expect(write(whole)).toBe(whole);
      }),
    );
  });
});

describe('the segments of a question', () => {
  it('come from its parts, in order', () => {
    const question = { question: 'not used', questionParts: ['See', '[img-2]', 'now [img-1]'] };
    expect(questionSegments(question)).toEqual([
      text('See'),
      alone('img-2'),
      text('now '),
      image('img-1'),
    ]);
  });

  it.each([
    ['blanks around it', ' \n[img-12]\n ', [alone('img-12')]],
    ['words before it', 'See:[img-1]', [text('See:'), image('img-1')]],
    ['words after it', '[img-1], then', [image('img-1'), text(', then')]],
    ['a full stop after it', '[img-1].', [image('img-1'), text('.')]],
  ])('stand alone or in a line: an image with %s', (_, part, segments) => {
    expect(questionSegments({ question: '', questionParts: [part] })).toEqual(segments);
  });

  it('come from the question itself where there are no parts', () => {
    expect(questionSegments({ question: 'Whole [img-1]', questionParts: [] })).toEqual([
      text('Whole '),
      image('img-1'),
    ]);
  });
});

describe('the image of a marker', () => {
  const images = ['p/e/q/img-10.png', 'p/e/q/img-1_wide.svg', 'p/e/q/[img-2].png', 'img-3'];

  it.each([
    ['img-1', 'p/e/q/img-1_wide.svg'],
    ['img-10', 'p/e/q/img-10.png'],
    ['img-2', 'p/e/q/[img-2].png'],
    ['img-3', 'img-3'],
    ['img-4', undefined],
  ])('%s is %s', (word, path) => {
    expect(findImage(images, word)).toBe(path);
  });

  it('is never that of a longer number', () => {
    expect(findImage(['img-10.png', '[img-11].png', 'img-123.svg'], 'img-1')).toBeUndefined();
  });

  it('may have other numbers in its file name', () => {
    expect(findImage(['img-1_v2.png'], 'img-1')).toBe('img-1_v2.png');
  });

  it('is told by the beginning of the file name, not by a folder', () => {
    expect(findImage(['img-1/other.png', 'img[-1.png', 'x-img-1.png'], 'img-1')).toBeUndefined();
  });

  it('is found for every number among all others', () => {
    const numbers = fc.uniqueArray(fc.nat({ max: 300 }), { minLength: 1 });
    fc.assert(
      fc.property(numbers, fc.constantFrom('', '[', 'a/b/', 'a/['), (all, before) => {
        const paths = all.map((number) => `${before}img-${number}.png`);
        all.forEach((number, place) => {
          expect(findImage(paths, `img-${number}`)).toBe(paths[place]);
        });
      }),
    );
  });
});

it('names each image file once, however often it is listed', () => {
  expect(uniqueImages(['a/img-1.png', 'b/img-1.png', 'a/img-2.png'])).toHaveLength(2);
});
