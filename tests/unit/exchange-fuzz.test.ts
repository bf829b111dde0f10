import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readers, type SourceFormat, sourceFormats } from '#exchange/formats/formats.ts';
import { decodeSource } from '#exchange/source-file.ts';
import { importFile } from '#support/exchange.ts';

/** Pieces of each format, so that chance gets past its first line. */
const pieces: Record<SourceFormat, string[]> = {
  markdown: [
    '### Q?',
    '\n',
    '- [x] a',
    '- [ ] b',
    '- [',
    '> why',
    '## ',
    '```',
    '![',
    '](',
    ')',
    '<img src=',
    '<!-- certdeck {"id":"x"} -->',
    '#### Explanation',
    '---',
    '[x](#y)',
  ],
  csv: [
    'question,option1,option2,answers\n',
    'Q?,a,b,A\n',
    '"',
    '""',
    ',',
    '\n',
    '\r',
    'a',
    "'=",
    ';',
    '\t',
  ],
  json: [
    '[',
    ']',
    '{',
    '}',
    '"question"',
    ':',
    '"Q?"',
    ',',
    '"options"',
    '["a","b"]',
    '"answers":["a"]',
    '__proto__',
    'null',
    '1e999',
    '"\\u0000"',
    '[{"question":"Q?","options":["a","b"],"answers":[1]}]',
  ],
  gift: [
    'Q',
    '{',
    '}',
    '=a',
    '~b',
    '~%50%c',
    '%',
    '#',
    '####',
    '::',
    ':',
    '\\',
    '//',
    '[html]',
    '\n',
    '\n\n',
    '->',
    'T',
    '$CATEGORY:',
    '&&',
    '[id:',
  ],
  aiken: ['Q?', '\n', 'A. a', 'B) b', 'ANSWER: A', 'ANSWER:', 'C. c', ' '],
  moodle: [
    '<quiz>',
    '</quiz>',
    '<question type="multichoice">',
    '</question>',
    '<questiontext>',
    '</questiontext>',
    '<text>',
    '</text>',
    '<![CDATA[',
    ']]>',
    '<answer fraction="100">',
    '</answer>',
    '&amp;',
    '&x;',
    '<!--',
    '-->',
    '<p>',
    'Q?',
    '<!DOCTYPE x>',
    '"',
    '<img src="@@PLUGINFILE@@/a"',
    '>',
  ],
};

const sources = (format: SourceFormat) =>
  fc.oneof(
    fc.array(fc.constantFrom(...pieces[format]), { maxLength: 40 }).map((parts) => parts.join('')),
    fc
      .array(fc.constantFrom(...pieces[format]), { maxLength: 40 })
      .map((parts) => parts.join('\n')),
    fc
      .array(fc.oneof(fc.constantFrom(...pieces[format]), fc.string({ unit: 'binary' })), {
        maxLength: 20,
      })
      .map((parts) => parts.join('')),
  );

describe('any source', () => {
  it.each(sourceFormats)(
    'as %s is read, named or refused, and never thrown at',
    { timeout: 60_000 },
    (format) => {
      fc.assert(
        fc.property(sources(format), (text) => {
          const read = readers[format](text);
          if (!read.ok) expect(read.failure.message).not.toBe('');
          else {
            for (const { reason } of read.value.rejected) expect(reason).not.toBe('');
            for (const item of read.value.items) expect(item.options.length).toBeGreaterThan(0);
          }
        }),
        { numRuns: 300 },
      );
    },
  );

  it.each(sourceFormats)(
    'as %s comes out as what went in less what is named',
    { timeout: 60_000 },
    async (format) => {
      await fc.assert(
        fc.asyncProperty(sources(format), async (text) => {
          const {
            code,
            text: told,
            files,
          } = await importFile('x', { x: text }, undefined, '--format', format);
          const counts = /: (\d+) in, (\d+) imported, (\d+) rejected/
            .exec(told)
            ?.slice(1)
            .map(Number) ?? [0, 0, 0];
          const [all = 0, taken = 0, left = 0] = counts;
          expect(all).toBe(taken + left);
          expect(told.match(/: rejected:/g)?.length ?? 0).toBe(left);
          expect(Object.keys(files).filter((name) => name.endsWith('.md'))).toHaveLength(taken);
          expect(code).toBe(taken > 0 && left === 0 ? 0 : 1);
        }),
        { numRuns: 20 },
      );
    },
  );

  it('of any bytes is decoded or refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const decoded = decodeSource(Buffer.from(bytes));
        if (decoded.ok) for (const format of sourceFormats) readers[format](decoded.value);
      }),
      { numRuns: 300 },
    );
  });
});

/** Seconds of the processor, so that a busy machine is no slow reader. */
const tookUnder = (seconds: number, started: NodeJS.CpuUsage) =>
  process.cpuUsage(started).user < seconds * 1e6;

describe('time', () => {
  const size = 200_000;
  const fill = (text: string) => text.repeat(Math.ceil(size / text.length));
  const shapes: [SourceFormat, string[]][] = [
    [
      'markdown',
      [
        '### ',
        '![',
        '![a](',
        '<img ',
        '<img "',
        '- [',
        '- [ ] a\n',
        '```\n',
        '> ',
        '**',
        '[a](#',
        '- ',
        ' ',
        '_ ',
        'Explanation',
        '### Q?\n- [x] ![](',
      ],
    ],
    ['csv', ['"', '""', ',', '"a,', 'question,option1,option2,answers\n', '\n', ';']],
    ['json', ['[', '{"a":', '"', '[1,', '{}']],
    [
      'gift',
      [
        '{',
        '}',
        '\\',
        '::',
        ':',
        '=',
        '{=a',
        'Q {x}\n\n',
        'a{=\n\n',
        '// x\n',
        '{\n\n',
        'Q {=a ~b}\n\n',
        '::a',
        '#',
        '[html]<',
        '&',
      ],
    ],
    ['aiken', ['A. a\n', 'ANSWER: A\n', 'x\n', ' ', 'ANSWER']],
    ['moodle', ['<', '<a ', '<quiz>', '<!--', '<![CDATA[', '&', '<a b="', ']]>', '<?xml ']],
  ];
  const html = [
    '<',
    '<a ',
    '<a href="',
    '</a',
    '<a>',
    '<!--',
    '<style>',
    '<style></style>',
    '<ul class="certdeck-references">',
    '&',
    '&#',
    '<p ',
    '</',
    '<img src=',
    ' ',
    '<td>',
  ];

  it.each(shapes)('stays within bounds for monotonous %s', { timeout: 60_000 }, (format, texts) => {
    for (const text of texts) {
      const head = format === 'csv' ? 'question,option1,option2,answers\n' : '';
      const started = process.cpuUsage();
      readers[format](head + fill(text));
      expect({ text, isQuick: tookUnder(5, started) }).toEqual({
        text,
        isQuick: true,
      });
    }
  });

  it('stays within bounds for monotonous HTML', { timeout: 60_000 }, () => {
    for (const text of html) {
      const inside = fill(text).replaceAll(']]>', '');
      const started = process.cpuUsage();
      readers.moodle(
        `<quiz><question type="multichoice"><questiontext format="html"><text><![CDATA[${inside}]]></text></questiontext><answer fraction="100"><text>a</text></answer></question></quiz>`,
      );
      expect({ text, isQuick: tookUnder(5, started) }).toEqual({
        text,
        isQuick: true,
      });
    }
  });
});
