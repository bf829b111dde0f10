import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitCode } from '#wording/code.ts';

const kinds = (text: string) => splitCode(text).map(({ kind, text: shown }) => [kind, shown]);

describe('code in a text', () => {
  it('is what stands between single backticks on one line', () => {
    expect(kinds('Run `az vm list` now')).toEqual([
      ['text', 'Run '],
      ['inline', 'az vm list'],
      ['text', ' now'],
    ]);
  });

  it('is what stands between two fences, with its indentation and empty lines', () => {
    expect(kinds('Look:\n```yaml\na:\n  - b\n\n  - `c`\n```\nWhich?')).toEqual([
      ['text', 'Look:\n'],
      ['block', 'a:\n  - b\n\n  - `c`'],
      ['text', '\nWhich?'],
    ]);
  });

  it.each([
    '',
    '`',
    'a ` b',
    'a `b\nc` d',
    '``a``',
    '```\nnever closed',
    'a ```b``` c',
    '```a b\nx\n```',
    ' ```\nx\n ```',
  ])('is not in %j', (text) => {
    expect(splitCode(text).filter(({ kind }) => kind !== 'text')).toEqual([]);
  });

  it('may be empty, and a second language does not end it', () => {
    expect(kinds('```\n```')).toEqual([['block', '']]);
    expect(kinds('```js\n```ts\n```')).toEqual([['block', '```ts']]);
  });

  it('leaves out no part of the text', () => {
    const part = fc.constantFrom('```', '```js', '`', '``', '\n', ' ', 'a', '\r\n', '~~~');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const text = parts.join('');
        expect(
          splitCode(text)
            .map(({ source }) => source)
            .join(''),
        ).toBe(text);
      }),
    );
  });
});

it('takes a line separator within a line for no end of it', () => {
  const text = '```\u2028which\n\n```yaml\na: b\n```';
  expect(splitCode(text).map(({ kind }) => kind)).toEqual(['text', 'block']);
});
