import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findImage, questionSegments, textSegments } from '#exam/texts/question-parts.ts';

const text = (value: string) => ({ kind: 'text', text: value });
const code = (value: string) => ({ kind: 'code', text: value });
const codeBlock = (value: string) => ({ kind: 'codeBlock', text: value });
const image = (word: string) => ({ kind: 'image', word });
const alone = (word: string) => ({ kind: 'image', word, isAlone: true });

describe('text is split', () => {
  it.each([
    ['at a marker', 'Look: [img-1] here', [text('Look: '), image('img-1'), text(' here')]],
    ['at blanks', '[img-1] \n[img-2]', [image('img-1'), text(' \n'), image('img-2')]],
    ['at a marker of two digits', 'a[img-10]', [text('a'), image('img-10')]],
    ['at each of the same marker', '[img-1]x[img-1]', [image('img-1'), text('x'), image('img-1')]],
    ['into nothing if it is empty', '', []],
    ['at code', 'Run `ls  -l`.', [text('Run '), code('ls  -l'), text('.')]],
    [
      'at a block of code',
      'Look:\n```sh\n  ls\n```\n[img-1]',
      [text('Look:\n'), codeBlock('  ls'), text('\n'), image('img-1')],
    ],
    ['but not at a marker in code', '`[img-1]`', [code('[img-1]')]],
  ])('%s', (_, whole, segments) => {
    expect(textSegments(whole)).toEqual(segments);
  });

  it.each(['[img-]', '[img-x]', '[image-1]', 'img-1', '[ img-1 ]', '[img-1', '[0]', 'a ` b', ' '])(
    'but not at %j',
    (whole) => {
      expect(textSegments(whole)).toEqual([text(whole)]);
    },
  );

  it('without losing anything', () => {
    const piece = fc.oneof(
      fc.string().map((value) => value.replaceAll('`', '')),
      fc.nat({ max: 99 }).map((number) => `[img-${number}]`),
    );
    const print = (whole: string) =>
      textSegments(whole)
        .map((segment) => (segment.kind === 'image' ? `[${segment.word}]` : segment.text))
        .join('');
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        expect(print(pieces.join(''))).toBe(pieces.join(''));
      }),
    );
  });
});

it.each([
  ['by its parts', ['See', '[img-2]', 'now'], [text('See'), alone('img-2'), text('now')]],
  ['with an image alone despite blanks', [' \n[img-12]\n '], [alone('img-12')]],
  ['with an image after text', ['See:[img-1]'], [text('See:'), image('img-1')]],
  ['with an image before text', ['[img-1], then'], [image('img-1'), text(', then')]],
  ['as a whole if it has no parts', [], [text('Whole '), image('img-1')]],
])('a question is split %s', (_, questionParts, segments) => {
  expect(questionSegments({ question: 'Whole [img-1]', questionParts })).toEqual(segments);
});

describe('the image of a marker', () => {
  const images = ['p/e/q/img-10.png', 'p/e/q/img-1_v2.svg', 'p/e/q/[img-2].png', 'img-3'];

  it.each([
    ['img-1', images, 'p/e/q/img-1_v2.svg'],
    ['img-10', images, 'p/e/q/img-10.png'],
    ['img-2', images, 'p/e/q/[img-2].png'],
    ['img-3', images, 'img-3'],
    ['img-4', images, undefined],
    ['img-1', ['img-10.png', '[img-11].png', 'img-123.svg'], undefined],
    ['img-1', ['img-1/other.png', 'img[-1.png', 'x-img-1.png'], undefined],
  ])('%s among %j is %s', (word, paths, path) => {
    expect(findImage(paths, word)).toBe(path);
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
