import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printQuestion } from '#bank/parse/question-print.ts';
import { metadataOf } from '#bank/parse/question-source.ts';
import { success } from '#contract/result.ts';
import { printCsvRows } from '#exchange/formats/csv/print.ts';
import { readCsvRows, restoreCell } from '#exchange/formats/csv/read.ts';
import { describeUnfit } from '#exchange/formats/format.ts';
import { readText, targetFormats } from '#exchange/formats/formats.ts';
import { type Item, itemsOf, parseParts } from '#exchange/item.ts';
import { type NormalizedItem, normalizeItem } from '#exchange/normalize-item.ts';
import { openImages } from '#exchange/source-images.ts';
import { picture, writeBank } from '#support/bank-folder.ts';
import { emptyBank, examPlace, importFile, questionFiles, runBank } from '#support/exchange.ts';
import { outgoingOf } from '#support/exchange-anywhere.ts';
import { createFolder } from '#support/temporary-folder.ts';

const endings = {
  gift: 'gift',
  csv: 'csv',
  json: 'json',
  markdown: 'md',
  moodle: 'xml',
  qti: 'xml',
} as const;
type Format = keyof typeof endings;
const formats = Object.keys(endings) as Format[];

/** What formats are known to stumble over; a space separates the entries. */
const awkward =
  `" ' '' =1+1 '=x + -x @SUM(A1) , ; | \\ \\n \\= { } ~ = # #### : :: -> %50% [html] &amp; &nbsp; & ` +
  '<b> </p> <!-- --> ]]> <![CDATA[ $CATEGORY: // [id:x] ] __proto__ \u2028 日本語 🙂 e\u0301 é A. B) ' +
  '- * > --- ``` **bold** Explanation: References [Back](#top) $$ $& <img <iframe> `code` null 1 A ' +
  '_____ (a) ! [x] \ufeff ### <x-turndown> </x-turndown> option';
const words = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...awkward.split(' ')) },
      { weight: 1, arbitrary: fc.constantFrom('\t', '  two  spaces', '\u00a0', '\u3000', '` a `') },
      { weight: 2, arbitrary: fc.constantFrom('which', 'one', 'ANSWER: A', '1. item', 'option 2') },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) },
    ),
    { minLength: 1, maxLength: 6 },
  )
  .chain((parts) => fc.constantFrom(' ', '').map((glue) => parts.join(glue)));
const code = fc.constantFrom(
  '',
  '',
  '\n\n```yaml\na:\n  - "b"  <c>\n\n\n- [x] d\t`e`\n## f\n![g](h.svg)\n  \n    ANSWER: A = {~#%}\n```',
  '\n\n```\n    ~~~ \\\n```\n\nso',
);
const lines = fc
  .tuple(
    fc.array(words, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('\n', '\n\n', '\n  '),
    code,
  )
  .map(([rows, glue, block]) => rows.join(glue) + block);
const withImage = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(text, fc.constantFrom('', '', '', '![a "b" & <c>](a.svg)', '![](b.svg)'))
    .map(([left, right]) => `${left} ${right}`);

const item: fc.Arbitrary<Item> = fc.record({
  place: fc.constant({ line: 1 }),
  stem: withImage(lines),
  options: fc.array(
    fc.record({
      text: withImage(words),
      right: fc.boolean(),
      rationale: fc.oneof(fc.constant(''), words),
    }),
    { minLength: 2, maxLength: 5 },
  ),
  explanation: fc.oneof(fc.constant(''), lines),
  references: fc.array(fc.record({ title: words, url: fc.webUrl() }), { maxLength: 2 }),
  domain: fc.option(words, { nil: undefined }),
  task: fc.option(words, { nil: undefined }),
  form: fc.constantFrom(undefined, 1, 2),
  sitting: fc.constantFrom(undefined, 'only' as const),
  reviewed: fc.constantFrom(undefined, '2026-11-01'),
  shuffle: fc.constantFrom(undefined, false),
});

const ends = fc.constantFrom('', ' `a => b`', ' -> c', ' = d ~ {e}', ' &amp; <b>', ' 日本');
const parts = (least: number) =>
  fc.uniqueArray(
    fc.tuple(fc.stringMatching(/^[a-z]{1,6}$/), ends).map(([start, end]) => `${start}${end}`),
    { minLength: least, maxLength: 5 },
  );

/** Questions that are no choice; a rationale of a pair or a step is told apart from these. */
const ofKind: Record<string, fc.Arbitrary<Item>> = {
  order: fc.tuple(parts(2), words).map(([steps, stem]) => ({
    kind: 'order',
    stem: `Which? ${stem}`,
    options: steps.map((text, at) => ({ text, right: true, rationale: '', step: at + 1 })),
    explanation: 'So.',
  })),
  match: fc.tuple(parts(2), parts(2), words).map(([prompts, options, stem]) => ({
    kind: 'match',
    stem: `Which? ${stem}`,
    options: options.map((text) => ({ text, right: true, rationale: '' })),
    prompts: prompts.map((text, at) => ({
      text,
      answer: options[at % options.length] ?? '',
      rationale: '',
    })),
    explanation: 'So.',
  })),
  series: fc.tuple(parts(2), words).map(([statements, stem]) => ({
    kind: 'series',
    stem: `Which? ${stem}`,
    options: statements.map((text, at) => ({ text, right: at === 0, rationale: '' })),
    explanation: 'So.',
  })),
};

/** All that the bank's model holds of a question, in a form to compare. */
const modelOf = ({ question }: Pick<NormalizedItem, 'question'>) => ({
  ...metadataOf(question),
  references: question.references ?? [],
  stem: question.stem,
  options: question.options.map(({ text, right, rationale, step }) => ({
    ...{ text, right, rationale },
    ...(step !== undefined && { step }),
  })),
  prompts: (question.prompts ?? []).map(({ text, answer, rationale }) => ({
    ...{ text, answer, rationale },
  })),
  explanation: question.explanation,
  images: question.images.map(({ alt }, index) => [
    alt,
    new TextDecoder().decode(question.pictures[index]),
  ]),
});

const pictures = new Map([
  ['a.svg', picture()],
  ['b.svg', picture('<g/>')],
]);
const find = openImages((name) => {
  const text = pictures.get(name);
  return text ? { name, bytes: success(new TextEncoder().encode(text)) } : undefined;
});

/** Whatever could open or close another part of a question file. */
const syntax = fc
  .array(
    fc.constantFrom(
      ...'\n·\n\n·```·```js·`·![·](·)·![a](a.svg)·[img-1]·> ·- [x] ·* [·## ·## Explanation·<![CDATA[·---'.split(
        '·',
      ),
      ...[' ', 'a', 'B. b', '1. ', '=>', '- ', '\u2028', '\u00a0', '\\', '<img'],
    ),
    { maxLength: 9 },
  )
  .map((parts) => parts.join(''));
const strange: fc.Arbitrary<Item> = fc
  .tuple(fc.array(syntax, { minLength: 3, maxLength: 3 }), syntax, syntax, syntax)
  .map(([options, stem, rationale, explanation]) => ({
    stem: `Why? ${stem}`,
    options: options.map((text, at) => ({ text: `${at}${text}`, right: at === 0, rationale })),
    explanation,
    domain: stem,
  }));

describe('any question that is taken', () => {
  it('is read back from its file as it is', () => {
    let count = 0;
    fc.assert(
      fc.property(fc.oneof(item, strange, ...Object.values(ofKind)), (one) => {
        const taken = normalizeItem(one, find);
        if (!taken.ok) return;
        count += 1;
        const parsed = parseParts(printQuestion(taken.value.question));
        const question = parsed.ok ? parsed.value : expect.fail(parsed.failure.message);
        const { pictures } = taken.value.question;
        expect(modelOf({ question: { ...question, pictures } })).toEqual(modelOf(taken.value));
      }),
      { numRuns: 600 },
    );
    expect(count).toBeGreaterThan(100);
  });
});

describe('any question of the bank', () => {
  it.each(formats)('comes back whole from %s', (format) => {
    let count = 0;
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 3 }), (items) => {
        const sent = items.flatMap((one) => {
          const normalized = normalizeItem(one, find);
          return normalized.ok ? [normalized.value] : [];
        });
        const outgoing = sent.map((one, index) => outgoingOf(`q-${index}`, one));
        const { print, findUnfit } = targetFormats[format];
        expect(outgoing.map((one) => findUnfit?.(one))).toEqual(outgoing.map(() => undefined));
        const text = print({ place: 'a/b', name: 'B', questions: outgoing });
        const read = readText(format, text.replaceAll('\r\n', '\n'), {});
        const back = read.ok ? itemsOf(read.value.entries) : [];
        expect(read).toMatchObject({ ok: true });
        expect(back).toHaveLength(outgoing.length);
        expect(back.map(({ id }) => id)).toEqual(outgoing.map(({ id }) => id));
        for (const [index, one] of back.entries()) {
          const normalized = normalizeItem(one, find);
          const original = sent[index] as NormalizedItem;
          expect(normalized.ok ? modelOf(normalized.value) : normalized).toEqual(modelOf(original));
          count += 1;
        }
      }),
      { numRuns: 40 },
    );
    // Otherwise too many of the questions were unfit, and the property says little.
    expect(count).toBeGreaterThan(20);
  });
});

describe('any question of a kind', () => {
  const carried = formats.flatMap((format) =>
    (targetFormats[format].kinds ?? []).map((kind) => [kind, format] as const),
  );

  it.each(carried)('%s comes back whole from %s', (kind, format) => {
    let count = 0;
    fc.assert(
      fc.property(ofKind[kind] ?? fc.constant(undefined), (one) => {
        const normalized = normalizeItem(one as Item, find);
        if (!normalized.ok) return;
        const outgoing = outgoingOf('q-1', normalized.value);
        expect(describeUnfit(targetFormats[format], outgoing)).toBe(undefined);
        const text = targetFormats[format].print({ place: 'a', name: 'B', questions: [outgoing] });
        const read = readText(format, text.replaceAll('\r\n', '\n'), {});
        const [back] = read.ok ? itemsOf(read.value.entries) : [];
        const again = normalizeItem(back ?? expect.fail(text), find);
        expect(again.ok ? modelOf(again.value) : again).toEqual(modelOf(normalized.value));
        count += 1;
      }),
      { numRuns: 100 },
    );
    expect(count).toBeGreaterThan(50);
  });

  it.each(formats)('that %s can’t carry is left out by name', (format) => {
    for (const [kind, any] of Object.entries(ofKind)) {
      if (targetFormats[format].kinds?.includes(kind)) continue;
      const items = fc.sample(any, 20).map((one) => normalizeItem(one, find));
      const taken = items.flatMap((one) => (one.ok ? [outgoingOf('q', one.value)] : []));
      expect(taken.length).toBeGreaterThan(0);
      for (const one of taken) {
        expect(describeUnfit(targetFormats[format], one)).toContain(`of the kind "${kind}"`);
      }
    }
  });

  it('with a wrong step is left out of Moodle, whose orders have none', () => {
    const [one] = fc.sample(ofKind.order ?? fc.constant(undefined), 1) as [Item];
    const wrong = { text: 'Sing a song', right: false, rationale: '' };
    const taken = normalizeItem({ ...one, stem: 'Which?', options: [...one.options, wrong] }, find);
    const outgoing = outgoingOf('q', taken.ok ? taken.value : expect.fail(taken.failure));
    expect(describeUnfit(targetFormats.moodle, outgoing)).toContain('steps that are none');
    expect(describeUnfit(targetFormats.markdown, outgoing)).toBe(undefined);
  });
});

it('an empty block of code is left out, since HTML would lose it', async () => {
  const source = JSON.stringify([
    {
      id: 'one',
      question: '```\n```\nWhich?',
      options: ['a', 'b'],
      answers: ['a'],
      explanation: 'So.\n\n```js\n \n```',
      domain: 'concepts',
    },
    { question: '```\n```', options: ['a', 'b'], answers: ['a'], domain: 'concepts' },
  ]);
  const { bank, text } = await importFile('in.json', { 'in.json': source });
  expect(text).toContain('The stem has no text');
  const texts = Object.values(questionFiles(bank)).join('\n');
  expect(texts).toContain('Which?');
  expect(texts).not.toContain('```');
});

const withCode = [
  '---\ndomain: concepts\n---',
  'Look at `az vm  list`:\n\n```yaml\na: <c>\n```\n\nWhich `a<b>` is right?\n',
  '- [x] Run `kubectl get "pods"`\n  > `get` reads, \\`not` so',
  '- [ ] ![b](q2.img-1.svg)\n\n## Explanation\n',
  'Since so.\n',
].join('\n');
const bankWithCode = (files: Record<string, string> = {}) =>
  writeBank({
    'aws/clf/questions/q2.md': withCode,
    'aws/clf/questions/q2.img-1.svg': picture(),
    ...files,
  });

describe('npm run bank -- export', () => {
  it.each(formats)('as %s can be imported into another bank, byte for byte', async (format) => {
    const bank = await bankWithCode();
    const out = join(await createFolder({}), `out.${endings[format]}`);
    expect(await runBank(bank, 'export', examPlace, '--to', format, '--out', out)).toMatchObject({
      code: 0,
      complaints: [],
    });
    const target = await emptyBank();
    await runBank(target, 'import', out, '--into', examPlace);
    expect(questionFiles(target)).toEqual(questionFiles(bank));
  });

  it.each(['moodle', 'gift', 'anki'])('to %s prints code as code, < as text', async (format) => {
    const { text } = await runBank(await bankWithCode(), 'export', examPlace, '--to', format);
    const decode = (_: string, code: string) => String.fromCharCode(Number(code));
    const html = format === 'moodle' ? text.replace(/&#(\d\d);/g, decode) : text;
    const shown = html.replace(/\\(?=[=~#{}:])/g, '');
    expect(shown).toContain('<code>a&#60;b&#62;</code>');
    expect(shown).toMatch(/<pre><code class=.language-yaml.>a: &#60;c&#62;<\/code><\/pre>/);
  });

  it('to Anki is tab-separated, escaped and has its images inlined', async () => {
    const source = JSON.stringify([
      {
        id: 'one-two',
        question: 'Which\t"one"?\n[sound:x] <b>![an "alt"](a.svg)',
        options: ['a', 'b\\(c'],
        answers: ['a'],
        domain: 'concepts',
      },
    ]);
    const { bank } = await importFile('in.json', { 'in.json': source, 'a.svg': picture() });
    const { code, text } = await runBank(bank, 'export', examPlace, '--to', 'anki');
    expect(code).toBe(0);
    const [row = '', ...header] = text.split('\n').reverse();
    expect(header.reverse()).toEqual([
      '#separator:tab',
      '#html:true',
      '#deck:Cloud Practitioner',
      '#guid column:1',
      '#tags column:4',
      '#columns:ID\tFront\tBack\tTags',
    ]);
    const [id, front, back, tags] = row.split('\t');
    expect([id, tags]).toEqual(['aws/clf/one-two', 'concepts']);
    expect(front).toContain('Which&#9;&#34;one&#34;?<br>&#91;sound:x] &#60;b&#62;');
    expect(front).toContain("<img src='data:image/svg+xml;base64,");
    expect(front).not.toContain('<b>a</b>');
    expect(back).toContain('<b>a</b>');
    expect(text).not.toContain('"');
  });

  it('to Aiken names what that cannot hold', async () => {
    const rest = '- [ ] b\n\n## Explanation\n\nx\n';
    const bank = await bankWithCode({
      'aws/clf/questions/q3.md': `---\n---\nQ?\n\n\`\`\`\nx\n\`\`\`\n\n- [x] a\n${rest}`,
      'aws/clf/questions/q4.md': `---\n---\nQ?\n\n- [x] a\n- [x] c\n${rest}`,
    });
    const { code, text, complaints } = await runBank(bank, 'export', examPlace, '--to', 'aiken');
    expect(code).toBe(1);
    expect(text).toMatch(/^A museum .*\nA\. Ask .*\nB\. Protect .*\nC\. .*\nD\. .*\nANSWER: B\n?$/);
    const rejected = ['q2', 'q3', 'q4'].map((id) => `${id}.md:1: rejected: The question cannot`);
    expect(complaints).toEqual(
      [...rejected, 'Aiken has no place for explanations'].map((line) =>
        expect.stringContaining(line),
      ),
    );
  });

  it('writes over no file, and the same pictures once', async () => {
    const folder = await createFolder({ 'out.csv': 'mine', 'sub/q2.img-1.svg': 'mine too' });
    const exported = async (out: string) =>
      runBank(await bankWithCode(), 'export', examPlace, '--to', 'csv', '--out', join(folder, out));
    const complaints = [expect.stringContaining('cannot be written (EEXIST): nothing is changed')];
    expect(await exported('out.csv')).toMatchObject({ code: 1, complaints });
    expect(await exported('sub/out.csv')).toMatchObject({ code: 1, complaints });
    expect(await exported('new/out.csv')).toMatchObject({ code: 0 });
    expect(await exported('new/other.csv')).toMatchObject({ code: 0 });
  });

  it.each([
    [2, ['export', examPlace], 'Say with --to which format'],
    [2, ['export', examPlace, '--to', 'pdf'], 'Say with --to which format'],
    [2, ['export', 'aws', '--to', 'csv'], 'There is no exam "aws"'],
    [
      1,
      ['export', examPlace, '--to', 'json'],
      'q1.md:7: rejected: Unexpected line between options',
    ],
  ])('answers with code %s and one clear line to %j', async (code, args, expected) => {
    const file = '---\n---\nQ?\n\n- [x] a\n- [ ] b\nloose\n';
    const bank = await writeBank({ 'aws/clf/questions/q1.md': file });
    const complaints = [expect.stringContaining(expected)];
    expect(await runBank(bank, ...args)).toMatchObject({ code, complaints });
  });
});

describe('cells that a spreadsheet would run', () => {
  const print = (text: string) => printCsvRows([['x', text]]).replace(/^x,|\r\n$/g, '');

  it('are guarded on the way out and whole again on the way in', () => {
    // A source has no carriage returns left when it is read.
    const text = fc.oneof(words, fc.string()).map((raw) => raw.replaceAll('\r', ''));
    fc.assert(
      fc.property(text, (cell) => {
        expect(print(cell)).not.toMatch(/^"?[=+\-@\t\r]/);
        const rows = readCsvRows(printCsvRows([['x', cell]]).replace(/\r\n$/, '\n'));
        const cells = rows.map((row) => row.cells.map(restoreCell));
        expect(cells).toEqual([['x', cell]]);
      }),
    );
    const cells = ['=1', '+1', '-1', '@a', '\tx', '\rx', "'=1", "''=1", "it's"];
    const guarded = ["'=1", "'+1", "'-1", "'@a", '"\'\tx"', '"\'\rx"', "''=1", "'''=1", "it's"];
    expect(cells.map(print)).toEqual(guarded);
  });
});
