import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sourceNames } from '#exchange/formats/formats.ts';
import type { SourceName } from '#exchange/formats/registry.ts';
import { readAs, sketchAs } from '#support/exchange.ts';

/** The cases of a format: after "%%%" what it shows, then a text, then what is read from it. */
const readCases = (format: SourceName) => {
  const file = new URL(`../support/format-cases/${format}.txt`, import.meta.url);
  const parts = `\n${readFileSync(file, 'utf8')}`.split('\n%%%');
  return parts.slice(1).flatMap((part, index, all) => {
    const [title = ''] = part.split('\n', 1);
    const source = `${part.slice(title.length + 1)}\n`;
    return index % 2 === 0 ? [{ title: title.trim(), source, expected: all[index + 1] ?? '' }] : [];
  });
};

describe.each(sourceNames)('%s is read as its cases say:', (format) => {
  it.each(readCases(format))('$title', ({ source, expected }) => {
    const told = { countFrom: 1 } as const;
    const { notes = [] } = readAs(format, source, told);
    const found = [...sketchAs(format, source, told), ...notes.map((note) => `note: ${note}`)];
    const lines = found.map((line) => line.replaceAll('\n', '⏎'));
    expect(lines).toEqual(expected.trim().split('\n'));
  });
});

describe('a source', () => {
  it.each<[SourceName, string, string]>([
    ['csv', '', 'refused: 1: This file is empty.'],
    ['moodle', '', 'refused: 1: The XML is not well-formed here'],
    ['json', '['.repeat(100_000), 'not JSON'],
    ['moodle', '<quiz>'.repeat(100_000), 'not well-formed'],
  ])('as %s that is empty or endless is refused as a whole', (format, source, expected) => {
    expect(sketchAs(format, source)).toEqual([expect.stringContaining(expected)]);
  });

  it('with far too much markup is rejected', () => {
    const stem = `<![CDATA[${'<b>'.repeat(2000)}]]>`;
    const question = `<question type="multichoice"><questiontext format="html"><text>${stem}</text></questiontext><answer fraction="100"><text>a</text></answer></question>`;
    expect(sketchAs('moodle', `<quiz>${question}</quiz>`)).toEqual([
      'rejected:1 has far too much markup',
    ]);
  });
});
