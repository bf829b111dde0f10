import { relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadBank } from '#bank/bank.ts';
import {
  type BankFiles,
  changed,
  examYaml,
  picture,
  soundQuestion,
  writeBank,
} from '#support/bank-folder.ts';

const diagnosticsOf = async (files: BankFiles) => {
  const folder = await writeBank(files);
  const bank = await loadBank(folder);
  if (bank.ok) return [];
  return bank.failure.map(
    ({ file, line, message }) => `${relative(folder, file)}:${line}: ${message}`,
  );
};

const exam = 'aws/clf/exam.yaml';
const q1 = 'aws/clf/questions/q1.md';
const pictured = (file = 'q1.img-1.svg', alt = 'A drawing') =>
  changed('Which action', `\n\n![${alt}](${file})\n\nWhich action`);

const expectDiagnostic = async (files: BankFiles, expected: string) => {
  expect((await diagnosticsOf(files)).join('\n')).toContain(expected);
};

it('a day that is written wrong is told once', async () => {
  for (const day of ['soon', '2026-9-1', '2026-02-30']) {
    const found = await diagnosticsOf({ [q1]: changed(/reviewed: .*/, `reviewed: ${day}`) });
    expect(found).toEqual([expect.stringMatching(/: reviewed: should be a day such as [\d-]+\.$/)]);
  }
});

describe('a sound bank', () => {
  it('may have a byte order mark, CRLF line ends and dot-files', async () => {
    const windows = `\uFEFF${soundQuestion.replaceAll('\n', '\r\n')}`;
    expect(await diagnosticsOf({ [q1]: windows, 'aws/clf/questions/.DS_Store': 'x' })).toEqual([]);
  });

  it('may have a picture in every format', async () => {
    const contents = Object.entries({
      svg: picture(),
      png: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10),
      jpg: Uint8Array.of(0xff, 0xd8, 0xff, 0xe0),
      jpeg: Uint8Array.of(0xff, 0xd8, 0xff, 0xe0),
      webp: Buffer.from('RIFF\0\0\0\0WEBP'),
    }).map(([ending, content], index) => [`q1.img-${index + 1}.${ending}`, content] as const);
    const stem = contents.map(([name]) => `![Drawing ${name}](${name})`).join('\n\n');
    const files = contents.map(([name, content]) => [`aws/clf/questions/${name}`, content]);
    const text = changed('Which action', `\n\n${stem}\n\nWhich action`);
    expect(await diagnosticsOf({ [q1]: text, ...Object.fromEntries(files) })).toEqual([]);
  });
});

describe('coverage.yaml', () => {
  const coverage = 'aws/clf/coverage.yaml';

  it('may be beside exam.yaml, and says where it is wrong', async () => {
    const sound = 'version: "1"\ntasks: [Store]\nservices:\n  - { name: S3, match: [Bucket] }\n';
    expect(await diagnosticsOf({ [coverage]: sound })).toEqual([]);
    const wrong = sound.replace('name', 'nam');
    await expectDiagnostic({ [coverage]: wrong }, `${coverage}:4: The key "services[1].nam`);
    await expectDiagnostic(
      { [coverage]: 'tasks: 1' },
      `${coverage}:1: The key "version" is missing`,
    );
  });
});

it('names.yaml may be beside exam.yaml, and says where it is wrong', async () => {
  const names = 'aws/clf/names.yaml';
  const row = '  - { name: Amazon S3, checked: 2026-11-01, source: https://a.example }\n';
  const sound = `brands: [Amazon]\nnames:\n${row}`;
  expect(await diagnosticsOf({ [names]: sound })).toEqual([]);
  const wrong = sound.replace('https', 'http');
  await expectDiagnostic({ [names]: wrong }, `${names}:3: names[1].source`);
});

it('blind-checks.yaml may be beside exam.yaml, and says where it is wrong', async () => {
  const blindChecks = 'aws/clf/blind-checks.yaml';
  const sound = 'q1: { of: 1a2b3c4d, date: 2026-11-01, withStem: agrees }\n';
  expect(await diagnosticsOf({ [blindChecks]: sound })).toEqual([]);
  await expectDiagnostic(
    { [blindChecks]: sound.replace('1a2b3c4d', '12345678') },
    'put it in quotes',
  );
  await expectDiagnostic(
    { [blindChecks]: `${sound}q2: { of: 1a2b3c4d }\n` },
    `${blindChecks}:2: The key`,
  );
});

describe('a question is rejected', () => {
  const key = 'domain: concepts\n';
  const url = 'docs.aws.amazon.com';
  const ask = '- [ ] Ask';
  const support = 'Ask support for more accounts';
  const remove = 'Delete the default network now';
  const end = 'before all else.\n';
  const late = `${end}\n`;

  it.each<[expected: string, from: string | RegExp, to: string]>([
    ['1: The file does not open with front matter', /[\s\S]+/, 'Which?\n'],
    ['', key, `${key}task: "open\n`],
    ['3: The key "level" is unknown', key, `${key}level: hard\n`],
    ['5: The key "references[1].page" is unknown', '    url', '    page: 1\n    url'],
    ['3: sitting: should be "only"', key, `${key}sitting: never\n`],
    ['4: sitting: a held-out question is in no other form', key, `${key}form: 1\nsitting: only\n`],
    ['3: This is not YAML', key, `${key}domain: security\n`],
    ['2: The key "domain" is missing', key, ''],
    ['2: The domain "sales" is not in exam.yaml: use one of concepts, sec', 'concepts', 'sales'],
    ['3: references: is empty', /references:\n.*\n.*\n/, 'references: []\n'],
    ['5: references[1].url: should be an address that starts with https://', 'https:', 'http:'],
    ["5: The reference is not on the vendor's documentation", url, 'blog.example'],
    ['5: references[1].url', 'amazon.com/', 'amazon.com@evil.example/'],
    ['6: reviewed: should be a day', '2026-11-01', '2026-02-30'],
    ['3: shuffle: should be true or false', key, `${key}shuffle: maybe\n`],
    ['10: Option 1 is empty', support, ''],
    ['16: Option 4 equals option 1', remove, support],
    ['10: No option is right', '- [x]', '- [ ]'],
    ['8: The question has no options', /- \[[\s\S]*(?=## Expl)/, ''],
    ['8: The stem asks for 2 but 1 are right', 'Which action', 'Which TWO actions'],
    ['8: 2 options are right: say so', ask, '- [x] Ask'],
    ['16: This option has no rationale', '  > The network does no harm.\n', ''],
    ['8: The question has no explanation', /## Expl[\s\S]*/, ''],
    ['19: The question has no explanation', /The root user owns.*/, ''],
    ['23: There are two explanations', end, `${late}## Explanation\n`],
    ['8: The stem has no text', /A museum.*/, ''],
    ['8: The only heading is', 'A museum', '## Stem\nA museum'],
    ['10: This looks like an option', ask, '* [ ] Ask'],
    ['10: This looks like an option', ask, '- [] Ask'],
    ['16: Unexpected line between options', '- [ ] Delete', 'and\n- [ ] Delete'],
    ['8: A "> " line belongs under the option', 'A museum', '> A museum'],
    ['23: Options come before', end, `${late}- [ ] Late\n`],
    ['8: A marker such as [img-1]', 'A museum', '[img-1] A museum'],
    ['1: Line 8 holds a control character (U+0000)', 'museum', 'mus\0eum'],
    ['1: The file is over 32 KB', end, 'a'.repeat(32 * 1024)],
    ['8: A picture is not written as', 'Which action', '![Drawing] Which action'],
    ['17: A picture can only be in the stem or', '> The n', '> ![A](q1.img-1.svg) The n'],
    ['22: A picture can only be in the stem or', end, `${end}![A](q1.img-1.svg)\n`],
    ['10: There is no file q1.img-1.svg', /[\s\S]+/, pictured()],
    ['10: The picture has no alternative text', /[\s\S]+/, pictured('q1.img-1.svg', ' ')],
    ['10: The picture "../../q1.img-1.svg"', /[\s\S]+/, pictured('../../q1.img-1.svg')],
    [
      '10: The picture "q1.img-2.svg" is number 1 in its file: name it q1.img-1.svg',
      /[\s\S]+/,
      pictured('q1.img-2.svg'),
    ],
    [
      '10: Only right options',
      /[\s\S]+/,
      soundQuestion.replaceAll('- [ ]', '- [x]').replace('action', 'FOUR actions'),
    ],
    [
      '8: The stem asks for 3 but 2 are right',
      /[\s\S]+/,
      changed('first?', 'first? (Choose three.)', changed(ask, '- [x] Ask')),
    ],
  ])('%s', async (expected, from, to) => {
    await expectDiagnostic({ [q1]: changed(from, to) }, `q1.md:${expected}`);
  });

  it('for everything wrong with it at once, also where its exam is rejected', async () => {
    const text = changed('concepts', 'sales', changed('  > The network does no harm.\n', ''));
    expect(await diagnosticsOf({ [q1]: text })).toHaveLength(2);
    const files = { [exam]: changed('code: CLF\n', '', examYaml), [q1]: changed('[x]', '[ ]') };
    expect(await diagnosticsOf(files)).toHaveLength(2);
  });
});

describe('an exam is rejected', () => {
  const name = 'name: Cloud Practitioner';
  const bomb = `code: &a [${'x,'.repeat(20)}]\nb: &b [${'*a,'.repeat(20)}]\nc: [${'*b,'.repeat(20)}]`;

  it.each([
    ['4: The key "colour" is unknown', 'code: CLF', 'code: CLF\ncolour: red'],
    ['1: The key "license" is missing', 'license: CC-BY-4.0\n', ''],
    ['5: outline.version: should be text', '"1.0"', '1.0'],
    ['11: domains[1].weight: should be a number', 'weight: 50', 'weight: 500'],
    ['12: There are two domains "concepts"', 'id: security', 'id: concepts'],
    ['1: The id "other" is unlike its folder "clf"', 'id: clf', 'id: other'],
    ['2: name: is only dots', name, 'name: ..'],
    ['2: name: is empty', name, 'name: ""'],
    ['2: name: holds half a character', name, 'name: "a\\uD800"'],
    ['1: This YAML cannot be resolved', 'code: CLF', bomb],
  ])('%s', async (expected, from, to) => {
    await expectDiagnostic({ [exam]: changed(from, to, examYaml) }, `exam.yaml:${expected}`);
  });
});

describe('a file is rejected', () => {
  const image = (content: string, name = 'q1.img-1.svg') => ({
    [q1]: pictured(name),
    [`aws/clf/questions/${name}`]: content,
  });
  const provider = 'aws/provider.yaml';

  it.each<[expected: string, files: BankFiles]>([
    ['q1.md:1: The file is not UTF-8', { [q1]: Uint8Array.of(0x2d, 0xff, 0xfe) }],
    ['svg:1: No question shows this picture', { 'aws/clf/questions/q1.img-1.svg': picture() }],
    ['q1.img-1.svg:1: The file is over 64 KB', image(picture(`<!--${'a'.repeat(65536)}-->`))],
    ['q1.img-1.png:1: The file does not hold png', image(picture(), 'q1.img-1.png')],
    ['q1.img-1.svg:2: The picture closes <svg>', image(picture('\n<path>'))],
    ['notes.txt:1: This is neither a question', { 'aws/clf/questions/notes.txt': 'x' }],
    ['more:1: Questions have no folders', { 'aws/clf/questions/more/q3.md': soundQuestion }],
    ['q1.md:1: The id equals that of Q1.md', { 'aws/clf/questions/Q1.md': soundQuestion }],
    [
      'é.md:1: The id equals that of e\u0301.md',
      {
        'aws/clf/questions/e\u0301.md': soundQuestion,
        'aws/clf/questions/\u00e9.md': soundQuestion,
      },
    ],
    ['...md:1: The name is only dots', { 'aws/clf/questions/...md': soundQuestion }],
    ['clf/exam.yaml:1: The file cannot be read', { [exam]: undefined }],
    [
      'saa/exam.yaml:2: Another exam has the name',
      { 'aws/saa/exam.yaml': examYaml.replace('id: clf', 'id: saa') },
    ],
    ['aws/provider.yaml:3: The key "logo" is', { [provider]: 'id: aws\nname: AWS\nlogo: x\n' }],
    ['aws/provider.yaml:1: id: is only dots', { [provider]: 'id: "."\nname: AWS\n' }],
    [
      'CHANGES.md:3: A change is one line such as',
      { 'aws/CHANGES.md': '# Changed\n\n- 2026-02-30: On a day that there never was.\n' },
    ],
    ['b/provider.yaml:2: Another provider has', { 'b/provider.yaml': 'name: B\nid: aws\n' }],
    ['b:1: There are exams here but no provider.yaml', { 'b/clf/exam.yaml': examYaml }],
  ])('%s', (expected, files) => expectDiagnostic(files, expected));

  it('unless its references are on the hosts that its provider names', async () => {
    const own = (host: string) => ({
      'aws/provider.yaml': `id: own\nname: Own\ndocumentation:\n  - ${host}\n`,
    });
    expect(await diagnosticsOf(own('docs.aws.amazon.com'))).toEqual([]);
    await expectDiagnostic(own('docs.own.example'), 'q1.md:5: The reference is not on');
  });

  it('as a folder that holds no bank', async () => {
    const bank = await loadBank('/nowhere/at/all');
    expect(bank).toMatchObject({ ok: false, failure: [{ file: '/nowhere/at/all', line: 1 }] });
  });
});
