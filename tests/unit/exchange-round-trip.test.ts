import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printCsvRows, readCsvRows } from '#exchange/formats/csv.ts';
import { printBlocks, readHtml } from '#exchange/formats/html.ts';
import { picture, writeBank } from '#support/bank-folder.ts';
import { emptyBank, examPlace, importFile, questionFiles, runBank } from '#support/exchange.ts';
import { createFolder } from '#support/temporary-folder.ts';

const endings = { gift: 'gift', csv: 'csv', json: 'json', markdown: 'md', moodle: 'xml' } as const;
type Format = keyof typeof endings;
const formats = Object.keys(endings) as Format[];

/** Exports the exam of one bank and imports it into an empty one. */
const sendOn = async (bank: string, format: Format, isInline: boolean) => {
  const folder = await createFolder({ 'for-pictures': '' });
  const file = join(folder, `out.${endings[format]}`);
  const flags = isInline ? [] : ['--out', file];
  const exported = await runBank(bank, 'export', examPlace, '--to', format, ...flags);
  const next = isInline
    ? await importFile(`in.${endings[format]}`, { [`in.${endings[format]}`]: exported.text })
    : await (async () => {
        const target = await emptyBank();
        const result = await runBank(target, 'import', file, '--into', examPlace);
        return { ...result, files: questionFiles(target) };
      })();
  return { exported, next };
};

// What formats are known to stumble over, between plain words.
const awkward = fc.constantFrom(
  '"',
  "'",
  "''",
  '=1+1',
  "'=x",
  '+',
  '-x',
  '@SUM(A1)',
  '\t',
  ',',
  ';',
  '|',
  '\\',
  '\\n',
  '\\=',
  '{',
  '}',
  '~',
  '=',
  '#',
  '####',
  ':',
  '::',
  '->',
  '%50%',
  '[html]',
  '&amp;',
  '&nbsp;',
  '&',
  '<b>',
  '</p>',
  '<!--',
  '-->',
  ']]>',
  '<![CDATA[',
  '$CATEGORY:',
  '//',
  '[id:x]',
  ']',
  '__proto__',
  '  two  spaces',
  '\u00a0',
  '\u3000',
  '\u2028',
  '日本語',
  '🙂',
  'e\u0301',
  'é',
  'A.',
  'B)',
  'ANSWER: A',
  '- item',
  '1. item',
  '# one',
  '---',
  '```',
  '**bold**',
  'Explanation: x',
  'References',
  '[Back](#top)',
  '$$',
  '$&',
  '<img',
  '<iframe>',
  '`code`',
  'null',
  '1',
  'A',
  'option 2',
  '_____',
  '(a)',
  '!',
  '[x]',
  '﻿',
);
const words = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: awkward },
      { weight: 2, arbitrary: fc.constantFrom('which', 'one', 'is') },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) },
    ),
    { minLength: 1, maxLength: 6 },
  )
  .chain((parts) => fc.constantFrom(' ', '').map((glue) => parts.join(glue)));
const lines = fc
  .array(words, { minLength: 1, maxLength: 4 })
  .chain((rows) => fc.constantFrom('\n', '\n\n', '\n  ').map((glue) => rows.join(glue)));
const withPicture = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(text, fc.constantFrom('', '', '', '![a "b" & <c>](a.svg)', '![](b.svg)'))
    .map(([left, right]) => `${left} ${right}`);

const item = fc.record({
  id: fc.uuid(),
  question: withPicture(lines),
  options: fc.uniqueArray(withPicture(words), {
    minLength: 2,
    maxLength: 5,
    selector: (text) => text.replace(/\s+/g, ' ').trim(),
  }),
  right: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
  notes: fc.array(words, { maxLength: 2 }),
  explanation: fc.oneof(fc.constant(''), lines),
  references: fc.array(fc.record({ title: words, url: fc.webUrl() }), { maxLength: 2 }),
  domain: fc.oneof(fc.constant(''), words),
  task: fc.oneof(fc.constant(''), words),
  form: fc.constantFrom(undefined, 1, 2),
  reviewed: fc.constantFrom('', '2026-11-01'),
  shuffle: fc.constantFrom(true, false),
});

const toSource = ({ right, options, notes, ...rest }: ReturnType<typeof sample>) => ({
  ...rest,
  options: options.map((text, index) => ({ text, right: right[index], note: notes[index] ?? '' })),
});
const sample = () => fc.sample(item, 1)[0] as typeof item extends fc.Arbitrary<infer T> ? T : never;

const pictures = { 'a.svg': picture(), 'b.svg': picture('<g/>') };

describe('import, export and import again', () => {
  it.each(formats)('loses nothing as %s', { timeout: 120_000 }, async (format) => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(item, { minLength: 8, maxLength: 12 }),
        fc.boolean(),
        async (items, isInline) => {
          const source = JSON.stringify(items.map(toSource));
          const first = await importFile('in.json', { 'in.json': source, ...pictures });
          const counts = /: (\d+) in, (\d+) imported, (\d+) rejected/
            .exec(first.text)
            ?.slice(1)
            .map(Number);
          expect(counts?.[0]).toBe(items.length);
          expect((counts?.[1] ?? 0) + (counts?.[2] ?? 0)).toBe(items.length);
          taken += counts?.[1] ?? 0;
          if (counts?.[1] === 0) return;
          const { exported, next } = await sendOn(first.bank, format, isInline);
          expect(exported.complaints).toEqual([]);
          expect(next.files).toEqual(first.files);
          expect(next.text).not.toContain('rejected: ');
        },
      ),
      { numRuns: 8, endOnFailure: true },
    );
    // Otherwise the property would say little.
    expect(taken).toBeGreaterThan(20);
  });

  it.each(formats)('keeps the question of a sound bank, word for word, as %s', async (format) => {
    const bank = await writeBank();
    const { exported, next } = await sendOn(bank, format, false);
    expect(exported).toMatchObject({ code: 0, complaints: [] });
    expect(next.files).toEqual(questionFiles(bank));
  });
});

describe('code', () => {
  const code =
    '```yaml\na:\n  - "b"  <c>\n\n- [x] d\t`e`\n## f\n![g](h.svg)\n  \n    ANSWER: A = {~#%}\n```';
  const question = [
    '---\ndomain: concepts\n---',
    `Look at \`az vm  list\`:\n\n${code}\n\nWhich \`a<b>\` and \` ![x](y) \` is right?\n`,
    '- [x] Run `kubectl get "pods"`\n  > `get` reads, \\`not` so',
    '- [ ] `![z](w)`\n\n## Explanation\n',
    `Since\nso:\n\n${code}\n\n\`\`\`\nx\n\`\`\`\n`,
  ].join('\n');
  const withCode = () =>
    writeBank({ 'aws/clf/questions/q1.md': question, 'aws/clf/questions/q2.md': undefined });

  it.each(formats)('comes back as it was from %s', async (format) => {
    const bank = await withCode();
    const { exported, next } = await sendOn(bank, format, false);
    expect(exported).toMatchObject({ code: 0, complaints: [] });
    expect(next.files).toEqual({ 'q1.md': question });
  });

  it('is code in HTML', async () => {
    const bank = await withCode();
    for (const format of ['moodle', 'gift', 'anki']) {
      const { text } = await runBank(bank, 'export', examPlace, '--to', format);
      const html = text
        .replaceAll('&#60;', '<')
        .replaceAll('&#62;', '>')
        .replace(/\\(?=[=~#{}:])/g, '');
      expect(html).toContain(
        '<code>a&lt;b&gt;</code>'.replaceAll('&', format === 'moodle' ? '&#38;' : '&'),
      );
      expect(html).toMatch(/<pre><code class=.{1,5}language-yaml.{1,5}>a:<br>/);
    }
  });

  it('on lines of its own cannot stand in Aiken', async () => {
    const { code, complaints } = await runBank(
      await withCode(),
      'export',
      examPlace,
      '--to',
      'aiken',
    );
    expect(code).toBe(1);
    expect(complaints[0]).toContain('has code on lines of its own');
  });
});

describe('cells that a spreadsheet would run', () => {
  const print = (text: string) => printCsvRows([['x', text]]).replace(/^x,|\r\n$/g, '');
  const read = (text: string) => {
    const rows = readCsvRows(printCsvRows([['x', text]]).replace(/\r\n$/, '\n'));
    return rows.ok ? rows.value : rows;
  };

  it('are guarded on the way out and whole again on the way in', () => {
    // A source has no carriage returns left when it is read.
    const text = fc.oneof(words, fc.string()).map((raw) => raw.replaceAll('\r', ''));
    fc.assert(
      fc.property(text, (cell) => {
        expect(print(cell)).not.toMatch(/^"?[=+\-@\t\r]/);
        expect(read(cell)).toEqual([{ line: 1, cells: ['x', cell] }]);
      }),
    );
    expect(['=1', '+1', '-1', '@a', '\tx', '\rx', "'=1", "''=1", "it's"].map(print)).toEqual([
      "'=1",
      "'+1",
      "'-1",
      "'@a",
      '"\'\tx"',
      '"\'\rx"',
      "''=1",
      "'''=1",
      "it's",
    ]);
  });

  it('do not stand in an export', async () => {
    const source = JSON.stringify([
      { question: '=cmd|x?', options: ['-1', '@b'], answers: ['-1'], explanation: '+1' },
    ]);
    const { bank } = await importFile('in.json', { 'in.json': source });
    const { text } = await runBank(bank, 'export', examPlace, '--to', 'csv');
    const rows = readCsvRows(text.replaceAll("'", '"apostrophe"'));
    expect(rows.ok).toBe(true);
    expect(text).toContain("'=cmd|x?,'-1,'@b,'-1,");
    expect(text.split(/[,\r\n]/).filter((cell) => /^"?[=+\-@]/.test(cell))).toEqual([]);
  });
});

describe('HTML', () => {
  it('gives the same text back', () => {
    fc.assert(
      fc.property(lines, (raw) => {
        const text = raw
          .replace(/\r|\0/g, '')
          .replace(/[ \t]+$/gm, '')
          .replace(/\n{3,}/g, '\n\n')
          .trim();
        if (text === '') return;
        const read = readHtml(printBlocks(text));
        expect(read).toMatchObject({ ok: true, value: { text } });
      }),
      { numRuns: 500 },
    );
  });
});

describe('an export', () => {
  const export_ = async (format: string, ...flags: string[]) => {
    const source = JSON.stringify([
      {
        id: 'one-two',
        question: 'Which\t"one"?\n[sound:x] <b>![an "alt"](a.svg)',
        options: ['a', 'b\\(c'],
        answers: ['a'],
        domain: 'concepts',
      },
    ]);
    const { bank } = await importFile('in.json', { 'in.json': source, ...pictures });
    return runBank(bank, 'export', examPlace, '--to', format, ...flags);
  };

  it('to Anki is tab-separated, escaped and has its pictures inlined', async () => {
    const { code, text } = await export_('anki');
    expect(code).toBe(0);
    const rows = text.split('\n');
    expect(rows.slice(0, 5)).toEqual([
      '#separator:tab',
      '#html:true',
      '#guid column:1',
      '#tags column:4',
      '#columns:ID\tFront\tBack\tTags',
    ]);
    const [id, front = '', back = '', tags] = rows[5]?.split('\t') ?? [];
    expect({ id, tags, length: rows.length }).toEqual({
      id: 'aws/clf/one-two',
      tags: 'concepts',
      length: 6,
    });
    expect(front).toContain('Which&#9;&quot;one&quot;?<br>&#91;sound:x] &lt;b&gt;');
    expect(front).toContain("<img src='data:image/svg+xml;base64,");
    expect(front).not.toContain('<b>a</b>');
    expect(back).toContain('<b>a</b>');
    expect(text).not.toContain('"');
  });

  it('to Aiken names what it cannot hold', async () => {
    const { code, complaints } = await export_('aiken');
    expect(code).toBe(1);
    expect(complaints[0]).toContain('one-two.md:1: rejected: The question has pictures');
  });

  it('writes over no file', async () => {
    const folder = await createFolder({ 'out.csv': 'mine', 'sub/one-two.img-1.svg': 'mine too' });
    expect(await export_('csv', '--out', join(folder, 'out.csv'))).toMatchObject({
      code: 2,
      complaints: [expect.stringContaining('exists already')],
    });
    expect(await export_('csv', '--out', join(folder, 'sub/out.csv'))).toMatchObject({
      code: 1,
      complaints: [expect.stringContaining('nothing is changed')],
    });
    expect(await export_('csv', '--out', join(folder, 'new/out.csv'))).toMatchObject({ code: 0 });
  });

  it.each([
    [['export', examPlace], 'Say with --to which format'],
    [['export', examPlace, '--to', 'pdf'], 'Say with --to which format'],
    [['export', 'aws', '--to', 'csv'], 'There is no exam "aws"'],
  ])('answers %j with one clear line and code 2', async (args, expected) => {
    const { code, complaints } = await runBank(await emptyBank(), ...args);
    expect({ code, complaints }).toEqual({
      code: 2,
      complaints: [expect.stringContaining(expected)],
    });
  });

  it('names files it can make nothing of', async () => {
    const bank = await writeBank({
      'aws/clf/questions/q1.md': '---\n---\nQ?\n\n- [x] a\n- [ ] b\nloose\n',
    });
    const { code, complaints } = await runBank(bank, 'export', examPlace, '--to', 'json');
    expect(code).toBe(1);
    expect(complaints).toEqual([
      expect.stringContaining('q1.md:7: rejected: This line belongs to nothing'),
    ]);
  });
});
