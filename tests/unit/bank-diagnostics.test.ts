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

const q1 = 'aws/clf/questions/q1.md';
const question = (text: string): BankFiles => ({ [q1]: text });
const pictured = (file = 'q1.img-1.svg', alt = 'A drawing') =>
  changed('Which action', `\n\n![${alt}](${file})\n\nWhich action`);
const multiple = changed('- [ ] Ask', '- [x] Ask');
const matter = (line: string) => changed('domain: concepts', `domain: concepts\n${line}`);

type Case = [expected: string, files: BankFiles];

const expectDiagnostic = async (files: BankFiles, expected: string) => {
  expect((await diagnosticsOf(files)).join('\n')).toContain(expected);
};

describe('a sound bank', () => {
  it('is not refused', async () => {
    expect(await diagnosticsOf({})).toEqual([]);
  });

  it('may have a byte order mark, CRLF line ends and dot-files', async () => {
    const windows = `\uFEFF${soundQuestion.replaceAll('\n', '\r\n')}`;
    expect(await diagnosticsOf({ [q1]: windows, 'aws/clf/questions/.DS_Store': 'x' })).toEqual([]);
  });

  it('may have a picture in every format', async () => {
    const stem = ['svg', 'png', 'jpg', 'jpeg', 'webp']
      .map((ending, index) => `![Drawing ${index}](q1.img-${index + 1}.${ending})`)
      .join('\n\n');
    const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0);
    const files = {
      [q1]: changed('Which action', `\n\n${stem}\n\nWhich action`),
      'aws/clf/questions/q1.img-1.svg': picture(),
      'aws/clf/questions/q1.img-2.png': Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10),
      'aws/clf/questions/q1.img-3.jpg': jpeg,
      'aws/clf/questions/q1.img-4.jpeg': jpeg,
      'aws/clf/questions/q1.img-5.webp': Buffer.from('RIFF\0\0\0\0WEBP'),
    };
    expect(await diagnosticsOf(files)).toEqual([]);
  });
});

describe('a question is rejected', () => {
  it.each<Case>([
    ['q1.md:1: The file does not open with front matter', question('Which?\n')],
    ['q1.md:', question(matter('task: "open'))],
    ['q1.md:3: The key "level" is unknown', question(matter('level: hard'))],
    [
      'q1.md:5: The key "references[1].page" is unknown',
      question(changed('    url', '    page: 1\n    url')),
    ],
    ['q1.md:3: This is not YAML', question(matter('domain: security'))],
    ['q1.md:2: The key "domain" is missing', question(changed('domain: concepts\n', ''))],
    [
      'q1.md:2: The domain "sales" is not in exam.yaml: use one of concepts, security.',
      question(changed('concepts', 'sales')),
    ],
    [
      'q1.md:3: references: is empty',
      question(changed(/references:\n.*\n.*\n/, 'references: []\n')),
    ],
    [
      'q1.md:5: references[1].url: should be an address that starts with https://',
      question(changed('https:', 'http:')),
    ],
    [
      "q1.md:5: The reference is not on the vendor's documentation",
      question(changed('docs.aws.amazon.com', 'blog.example')),
    ],
    ['q1.md:5: references[1].url', question(changed('amazon.com/', 'amazon.com@evil.example/'))],
    ['q1.md:6: reviewed: should be a day', question(changed('2026-11-01', '2026-02-30'))],
    ['q1.md:3: shuffle: should be true or false', question(matter('shuffle: maybe'))],
    ['q1.md:10: Option 1 is empty', question(changed('Ask support for more accounts', ''))],
    [
      'q1.md:16: Option 4 equals option 1',
      question(changed('Delete the default network now', 'Ask support for more accounts')),
    ],
    ['q1.md:10: No option is right', question(changed('- [x]', '- [ ]'))],
    [
      'q1.md:10: Only right options',
      question(
        changed('Which action', 'Which FOUR actions', soundQuestion.replaceAll('- [ ]', '- [x]')),
      ),
    ],
    ['q1.md:8: The question has no options', question(changed(/- \[[\s\S]*(?=## Expl)/, ''))],
    [
      'q1.md:8: The stem asks for 2 but 1 are right',
      question(changed('Which action', 'Which TWO actions')),
    ],
    [
      'q1.md:8: The stem asks for 3 but 2 are right',
      question(changed('first?', 'first? (Choose three.)', multiple)),
    ],
    ['q1.md:8: 2 options are right: say so', question(multiple)],
    ['q1.md:16: The option has no why', question(changed('  > The network does no harm.\n', ''))],
    ['q1.md:8: The question has no explanation', question(changed(/## Expl[\s\S]*/, ''))],
    ['q1.md:19: The question has no explanation', question(changed(/The root user owns.*/, ''))],
    ['q1.md:23: There are two explanations', question(`${soundQuestion}\n## Explanation\n`)],
    ['The stem has no text', question(changed(/A museum.*/, ''))],
    ['q1.md:8: The only heading is', question(changed('A museum', '## Stem\nA museum'))],
    ['q1.md:10: This is nearly an option', question(changed('- [ ] Ask', '* [ ] Ask'))],
    ['q1.md:10: This is nearly an option', question(changed('- [ ] Ask', '- [] Ask'))],
    [
      'q1.md:16: This line belongs to nothing',
      question(changed('- [ ] Delete', 'and\n- [ ] Delete')),
    ],
    ['q1.md:8: A "> " line stands under the option', question(changed('A museum', '> A museum'))],
    ['q1.md:23: Options come before', question(`${soundQuestion}\n- [ ] Late\n`)],
    ['q1.md:8: A marker such as [img-1]', question(changed('A museum', '[img-1] A museum'))],
    ['q1.md:1: The file is not UTF-8', { [q1]: Uint8Array.of(0x2d, 0xff, 0xfe) }],
    ['q1.md:1: The file holds control characters', question(changed('museum', 'mus\0eum'))],
    ['q1.md:1: The file is over 32 KB', question(soundQuestion + 'a'.repeat(32 * 1024))],
  ])('%s', (expected, files) => expectDiagnostic(files, expected));

  it('is refused for everything wrong with it at once', async () => {
    const text = changed('concepts', 'sales', changed('  > The network does no harm.\n', ''));
    expect(await diagnosticsOf(question(text))).toHaveLength(2);
  });
});

describe('an image is rejected', () => {
  const file = 'aws/clf/questions/q1.img-1.svg';
  const shown = (content: string | Uint8Array, name = 'q1.img-1.svg'): BankFiles => ({
    [q1]: pictured(name),
    [`aws/clf/questions/${name}`]: content,
  });

  it.each<Case>([
    ['q1.md:10: There is no file q1.img-1.svg', question(pictured())],
    ['q1.img-1.svg:1: No question shows this picture', { [file]: picture() }],
    [
      'q1.md:10: The picture has no alternative text',
      { [q1]: pictured('q1.img-1.svg', ' '), [file]: picture() },
    ],
    [
      'q1.md:10: The picture "q1.img-2.svg" is number 1 in its file: name it q1.img-1.svg',
      question(pictured('q1.img-2.svg')),
    ],
    ['q1.md:10: The picture "../../q1.img-1.svg"', question(pictured('../../q1.img-1.svg'))],
    [
      'q1.md:8: A picture is not written as',
      question(changed('Which action', '![Drawing] Which action')),
    ],
    [
      'q1.md:17: A picture can stand in the stem or in an option only',
      question(changed('> The network', '> ![A](q1.img-1.svg) The network')),
    ],
    [
      'q1.md:22: A picture can stand in the stem or in an option only',
      question(`${soundQuestion}![A](q1.img-1.svg)\n`),
    ],
    ['q1.img-1.svg:1: The file is over 64 KB', shown(picture(`<!--${'a'.repeat(65536)}-->`))],
    ['q1.img-1.png:1: The file does not hold png', shown(picture(), 'q1.img-1.png')],
    ['q1.img-1.svg:2: The picture closes <svg>', shown(picture('\n<path>'))],
  ])('%s', (expected, files) => expectDiagnostic(files, expected));
});

describe('a file is rejected', () => {
  it.each<Case>([
    ['notes.txt:1: This is neither a question', { 'aws/clf/questions/notes.txt': 'x' }],
    [
      'questions/more:1: Questions have no folders',
      { 'aws/clf/questions/more/q3.md': soundQuestion },
    ],
    ['q1.md:1: The id equals that of Q1.md', { 'aws/clf/questions/Q1.md': soundQuestion }],
    ['...md:1: The name is only dots', { 'aws/clf/questions/...md': soundQuestion }],
  ])('%s', (expected, files) => expectDiagnostic(files, expected));
});

describe('an exam is rejected', () => {
  const exam = (from: string | RegExp, to: string): BankFiles => ({
    'aws/clf/exam.yaml': changed(from, to, examYaml),
  });
  const second = (name: string): BankFiles => ({
    'aws/saa/exam.yaml': examYaml.replace('id: clf', 'id: saa').replace('Cloud Practitioner', name),
  });

  it.each<Case>([
    ['clf/exam.yaml:1: The file cannot be read', { 'aws/clf/exam.yaml': undefined }],
    ['exam.yaml:4: The key "colour" is unknown', exam('code: CLF', 'code: CLF\ncolour: red')],
    ['exam.yaml:1: The key "licence" is missing', exam('licence: CC-BY-4.0\n', '')],
    ['exam.yaml:5: outline.version: should be text', exam('"1.0"', '1.0')],
    ['exam.yaml:11: domains[1].weight: should be a number', exam('weight: 50', 'weight: 500')],
    ['exam.yaml:12: There are two domains "concepts"', exam('id: security', 'id: concepts')],
    ['exam.yaml:1: The id "other" is unlike its folder "clf"', exam('id: clf', 'id: other')],
    ['exam.yaml:2: name: is only dots', exam('name: Cloud Practitioner', 'name: ..')],
    ['exam.yaml:2: name: is empty', exam('name: Cloud Practitioner', 'name: ""')],
    [
      'exam.yaml:2: name: holds half a character',
      exam('name: Cloud Practitioner', 'name: "a\\uD800"'),
    ],
    ['saa/exam.yaml:2: Another exam has the name', second('Cloud Practitioner')],
    [
      'exam.yaml:1: This YAML cannot be resolved',
      exam(
        'code: CLF',
        `code: &a [${'x,'.repeat(20)}]\nb: &b [${'*a,'.repeat(20)}]\nc: [${'*b,'.repeat(20)}]`,
      ),
    ],
  ])('%s', (expected, files) => expectDiagnostic(files, expected));

  it('and its questions are judged all the same', async () => {
    const files = { ...exam('code: CLF\n', ''), [q1]: changed('- [x]', '- [ ]') };
    expect(await diagnosticsOf(files)).toHaveLength(2);
  });
});

describe('a provider is rejected', () => {
  it.each<Case>([
    [
      'aws/provider.yaml:3: The key "logo" is unknown',
      { 'aws/provider.yaml': 'id: aws\nname: AWS\nlogo: x\n' },
    ],
    ['aws/provider.yaml:1: id: is only dots', { 'aws/provider.yaml': 'id: "."\nname: AWS\n' }],
    [
      'b/provider.yaml:2: Another provider has the id "aws"',
      { 'b/provider.yaml': 'name: B\nid: aws\n' },
    ],
    ['b:1: Exams are here but no provider.yaml', { 'b/clf/exam.yaml': examYaml }],
  ])('%s', (expected, files) => expectDiagnostic(files, expected));

  it('unless its references are on the hosts that it names itself', async () => {
    const own = (host: string) => ({
      'aws/provider.yaml': undefined,
      'aws/clf/exam.yaml': undefined,
      'aws/clf/questions/q1.md': undefined,
      'aws/clf/questions/q2.md': undefined,
      'own/provider.yaml': `id: own\nname: Own\ndocumentation:\n  - ${host}\n`,
      'own/clf/exam.yaml': examYaml,
      'own/clf/questions/q1.md': soundQuestion,
    });
    expect(await diagnosticsOf(own('docs.aws.amazon.com'))).toEqual([]);
    await expectDiagnostic(own('docs.own.example'), 'q1.md:5: The reference is not on');
  });
});

describe('a folder is rejected', () => {
  it('that holds no bank', async () => {
    const bank = await loadBank('/nowhere/at/all');
    expect(bank).toMatchObject({ ok: false, failure: [{ file: '/nowhere/at/all', line: 1 }] });
  });
});
