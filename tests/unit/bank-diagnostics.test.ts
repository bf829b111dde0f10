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

const refusalsOf = async (files: BankFiles) => {
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

type Case = [what: string, files: BankFiles, expected: string];

const expectRefusal = async (files: BankFiles, expected: string) => {
  expect((await refusalsOf(files)).join('\n')).toContain(expected);
};

describe('a sound bank', () => {
  it('is not refused', async () => {
    expect(await refusalsOf({})).toEqual([]);
  });

  it('may have a byte order mark, CRLF line ends and dot-files', async () => {
    const windows = `\uFEFF${soundQuestion.replaceAll('\n', '\r\n')}`;
    expect(await refusalsOf({ [q1]: windows, 'aws/clf/questions/.DS_Store': 'x' })).toEqual([]);
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
    expect(await refusalsOf(files)).toEqual([]);
  });
});

describe('a question is refused', () => {
  it.each<Case>([
    [
      'without front matter',
      question('Which?\n'),
      'q1.md:1: The file does not open with front matter',
    ],
    ['with YAML that is none', question(matter('task: "open')), 'q1.md:'],
    ['with an unknown key', question(matter('level: hard')), 'q1.md:3: The key "level" is unknown'],
    [
      'with an unknown key in a reference',
      question(changed('    url', '    page: 1\n    url')),
      'q1.md:5: The key "references[1].page" is unknown',
    ],
    ['with a key twice', question(matter('domain: security')), 'q1.md:3: This is not YAML'],
    [
      'without a domain',
      question(changed('domain: concepts\n', '')),
      'q1.md:2: The key "domain" is missing',
    ],
    [
      'with an unknown domain',
      question(changed('concepts', 'sales')),
      'q1.md:2: The domain "sales" is not in exam.yaml: use one of concepts, security.',
    ],
    [
      'without a reference',
      question(changed(/references:\n.*\n.*\n/, 'references: []\n')),
      'q1.md:3: references: is empty',
    ],
    [
      'with a reference that is not https',
      question(changed('https:', 'http:')),
      'q1.md:5: references[1].url: should be an address that starts with https://',
    ],
    [
      'with a reference elsewhere',
      question(changed('docs.aws.amazon.com', 'blog.example')),
      "q1.md:5: The reference is not on the vendor's documentation",
    ],
    [
      'with a reference that only looks like the vendor',
      question(changed('amazon.com/', 'amazon.com@evil.example/')),
      'q1.md:5: references[1].url',
    ],
    [
      'with a day that does not exist',
      question(changed('2026-11-01', '2026-02-30')),
      'q1.md:6: reviewed: should be a day',
    ],
    [
      'with a shuffle that is neither true nor false',
      question(matter('shuffle: maybe')),
      'q1.md:3: shuffle: should be true or false',
    ],
    [
      'with an empty option',
      question(changed('Ask support for more accounts', '')),
      'q1.md:10: The option is empty',
    ],
    [
      'with equal options',
      question(changed('Delete the default network now', 'Ask support for more accounts')),
      'q1.md:16: The option equals the one on line 10',
    ],
    ['without a right option', question(changed('- [x]', '- [ ]')), 'q1.md:10: No option is right'],
    [
      'with only right options',
      question(
        changed('Which action', 'Which FOUR actions', soundQuestion.replaceAll('- [ ]', '- [x]')),
      ),
      'q1.md:10: Only right options',
    ],
    [
      'without options',
      question(changed(/- \[[\s\S]*(?=## Expl)/, '')),
      'q1.md:8: The question has no options',
    ],
    [
      'when it asks for TWO and has one',
      question(changed('Which action', 'Which TWO actions')),
      'q1.md:8: The stem asks for 2 but 1 are right',
    ],
    [
      'when it says choose three and has two',
      question(changed('first?', 'first? (Choose three.)', multiple)),
      'q1.md:8: The stem asks for 3 but 2 are right',
    ],
    [
      'when it has two and does not say so',
      question(multiple),
      'q1.md:8: 2 options are right: say so',
    ],
    [
      'without a why',
      question(changed('  > The network does no harm.\n', '')),
      'q1.md:16: The option has no why',
    ],
    [
      'without an explanation',
      question(changed(/## Expl[\s\S]*/, '')),
      'q1.md:8: The question has no explanation',
    ],
    [
      'with an empty explanation',
      question(changed(/The root user owns.*/, '')),
      'q1.md:19: The question has no explanation',
    ],
    [
      'with two explanations',
      question(`${soundQuestion}\n## Explanation\n`),
      'q1.md:23: There are two explanations',
    ],
    ['without a stem', question(changed(/A museum.*/, '')), 'The stem has no text'],
    [
      'with another heading',
      question(changed('A museum', '## Stem\nA museum')),
      'q1.md:8: The only heading is',
    ],
    [
      'with a bullet that is nearly an option',
      question(changed('- [ ] Ask', '* [ ] Ask')),
      'q1.md:10: This is nearly an option',
    ],
    [
      'with a box that is nearly one',
      question(changed('- [ ] Ask', '- [] Ask')),
      'q1.md:10: This is nearly an option',
    ],
    [
      'with a line between the options',
      question(changed('- [ ] Delete', 'and\n- [ ] Delete')),
      'q1.md:16: This line belongs to nothing',
    ],
    [
      'with a why in the stem',
      question(changed('A museum', '> A museum')),
      'q1.md:8: A "> " line stands under the option',
    ],
    [
      'with an option after the explanation',
      question(`${soundQuestion}\n- [ ] Late\n`),
      'q1.md:23: Options come before',
    ],
    [
      'with a marker written by hand',
      question(changed('A museum', '[img-1] A museum')),
      'q1.md:8: A marker such as [img-1]',
    ],
    [
      'with bytes that are not UTF-8',
      { [q1]: Uint8Array.of(0x2d, 0xff, 0xfe) },
      'q1.md:1: The file is not UTF-8',
    ],
    [
      'with control characters',
      question(changed('museum', 'mus\0eum')),
      'q1.md:1: The file holds control characters',
    ],
    [
      'when it is over 32 KB',
      question(soundQuestion + 'a'.repeat(32 * 1024)),
      'q1.md:1: The file is over 32 KB',
    ],
  ])('%s', (_, files, expected) => expectRefusal(files, expected));

  it('is refused for everything wrong with it at once', async () => {
    const text = changed('concepts', 'sales', changed('  > The network does no harm.\n', ''));
    expect(await refusalsOf(question(text))).toHaveLength(2);
  });
});

describe('a picture is refused', () => {
  const file = 'aws/clf/questions/q1.img-1.svg';
  const shown = (content: string | Uint8Array, name = 'q1.img-1.svg'): BankFiles => ({
    [q1]: pictured(name),
    [`aws/clf/questions/${name}`]: content,
  });

  it.each<Case>([
    ['without its file', question(pictured()), 'q1.md:10: There is no file q1.img-1.svg'],
    ['without a question', { [file]: picture() }, 'q1.img-1.svg:1: No question shows this picture'],
    [
      'without alternative text',
      { [q1]: pictured('q1.img-1.svg', ' '), [file]: picture() },
      'q1.md:10: The picture has no alternative text',
    ],
    [
      'under another name',
      question(pictured('q1.img-2.svg')),
      'q1.md:10: The picture "q1.img-2.svg" is number 1 in its file: name it q1.img-1.svg',
    ],
    [
      'from another folder',
      question(pictured('../../q1.img-1.svg')),
      'q1.md:10: The picture "../../q1.img-1.svg"',
    ],
    [
      'half written',
      question(changed('Which action', '![Drawing] Which action')),
      'q1.md:8: A picture is not written as',
    ],
    [
      'in a why',
      question(changed('> The network', '> ![A](q1.img-1.svg) The network')),
      'q1.md:17: A picture can stand in the stem or in an option only',
    ],
    [
      'in the explanation',
      question(`${soundQuestion}![A](q1.img-1.svg)\n`),
      'q1.md:22: A picture can stand in the stem or in an option only',
    ],
    [
      'when it is over 64 KB',
      shown(picture(`<!--${'a'.repeat(65536)}-->`)),
      'q1.img-1.svg:1: The file is over 64 KB',
    ],
    [
      'when it is not what its name says',
      shown(picture(), 'q1.img-1.png'),
      'q1.img-1.png:1: The file does not hold png',
    ],
    [
      'when its SVG is no XML',
      shown(picture('\n<path>')),
      'q1.img-1.svg:2: The picture closes <svg>',
    ],
  ])('%s', (_, files, expected) => expectRefusal(files, expected));
});

describe('a file is refused', () => {
  it.each<Case>([
    [
      'that is neither question nor picture',
      { 'aws/clf/questions/notes.txt': 'x' },
      'notes.txt:1: This is neither a question',
    ],
    [
      'in a folder below the questions',
      { 'aws/clf/questions/more/q3.md': soundQuestion },
      'questions/more:1: Questions have no folders',
    ],
    [
      'whose id another has in other case',
      { 'aws/clf/questions/Q1.md': soundQuestion },
      'q1.md:1: The id equals that of Q1.md',
    ],
    [
      'whose id is only dots',
      { 'aws/clf/questions/...md': soundQuestion },
      '...md:1: The name is only dots',
    ],
  ])('%s', (_, files, expected) => expectRefusal(files, expected));
});

describe('an exam is refused', () => {
  const exam = (from: string | RegExp, to: string): BankFiles => ({
    'aws/clf/exam.yaml': changed(from, to, examYaml),
  });
  const second = (name: string): BankFiles => ({
    'aws/saa/exam.yaml': examYaml.replace('id: clf', 'id: saa').replace('Cloud Practitioner', name),
  });

  it.each<Case>([
    [
      'without exam.yaml',
      { 'aws/clf/exam.yaml': undefined },
      'clf/exam.yaml:1: The file cannot be read',
    ],
    [
      'with an unknown key',
      exam('code: CLF', 'code: CLF\ncolour: red'),
      'exam.yaml:4: The key "colour" is unknown',
    ],
    [
      'without a licence',
      exam('licence: CC-BY-4.0\n', ''),
      'exam.yaml:1: The key "licence" is missing',
    ],
    [
      'with a version that YAML takes for a number',
      exam('"1.0"', '1.0'),
      'exam.yaml:5: outline.version: should be text',
    ],
    [
      'with a weight over 100',
      exam('weight: 50', 'weight: 500'),
      'exam.yaml:11: domains[1].weight: should be a number',
    ],
    [
      'with a domain twice',
      exam('id: security', 'id: concepts'),
      'exam.yaml:12: There are two domains "concepts"',
    ],
    [
      'whose id is not its folder',
      exam('id: clf', 'id: other'),
      'exam.yaml:1: The id "other" is unlike its folder "clf"',
    ],
    [
      'whose name is only dots',
      exam('name: Cloud Practitioner', 'name: ..'),
      'exam.yaml:2: name: is only dots',
    ],
    [
      'whose name is empty',
      exam('name: Cloud Practitioner', 'name: ""'),
      'exam.yaml:2: name: is empty',
    ],
    [
      'whose name holds half a character',
      exam('name: Cloud Practitioner', 'name: "a\\uD800"'),
      'exam.yaml:2: name: holds half a character',
    ],
    [
      'whose name another exam has',
      second('Cloud Practitioner'),
      'saa/exam.yaml:2: Another exam has the name',
    ],
    [
      'with aliases that multiply',
      exam(
        'code: CLF',
        `code: &a [${'x,'.repeat(20)}]\nb: &b [${'*a,'.repeat(20)}]\nc: [${'*b,'.repeat(20)}]`,
      ),
      'exam.yaml:1: This YAML cannot be resolved',
    ],
  ])('%s', (_, files, expected) => expectRefusal(files, expected));

  it('and its questions are judged all the same', async () => {
    const files = { ...exam('code: CLF\n', ''), [q1]: changed('- [x]', '- [ ]') };
    expect(await refusalsOf(files)).toHaveLength(2);
  });
});

describe('a provider is refused', () => {
  it.each<Case>([
    [
      'with an unknown key',
      { 'aws/provider.yaml': 'id: aws\nname: AWS\nlogo: x\n' },
      'aws/provider.yaml:3: The key "logo" is unknown',
    ],
    [
      'whose id is only dots',
      { 'aws/provider.yaml': 'id: "."\nname: AWS\n' },
      'aws/provider.yaml:1: id: is only dots',
    ],
    [
      'whose id another has',
      { 'b/provider.yaml': 'name: B\nid: aws\n' },
      'b/provider.yaml:2: Another provider has the id "aws"',
    ],
    [
      'without provider.yaml',
      { 'b/clf/exam.yaml': examYaml },
      'b:1: Exams are here but no provider.yaml',
    ],
  ])('%s', (_, files, expected) => expectRefusal(files, expected));

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
    expect(await refusalsOf(own('docs.aws.amazon.com'))).toEqual([]);
    await expectRefusal(own('docs.own.example'), 'q1.md:5: The reference is not on');
  });
});

describe('a folder is refused', () => {
  it('that holds no bank', async () => {
    const bank = await loadBank('/nowhere/at/all');
    expect(bank).toMatchObject({ ok: false, failure: [{ file: '/nowhere/at/all', line: 1 }] });
  });
});
