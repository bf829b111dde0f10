import { spawnSync } from 'node:child_process';
import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeSource, sourceLimit } from '#exchange/source-file.ts';
import { writeTogether } from '#exchange/write-together.ts';
import { picture, writeBank } from '#support/bank-folder.ts';
import { emptyBank, examPlace, importFile, questionFiles, runBank } from '#support/exchange.ts';
import { createFolder, writeFiles } from '#support/temporary-folder.ts';

const twoItems = `### Which is first?
- [x] a
  > why a
- [ ] b
  > why b

### Which is last?
- [ ] a
- [x] b
`;

describe('npm run bank -- import', () => {
  it('writes questions with what is missing left out, and says what the linter will ask for', async () => {
    const { code, text, files } = await importFile('bank.md', { 'bank.md': twoItems });
    expect(code).toBe(0);
    expect(text).toMatch(/bank\.md: 2 in, 2 imported, 0 rejected\./);
    expect(text).toContain(
      'The linter will ask for: an explanation (2), a reference (2), the day of review (2), a domain (2), the why of options (1).',
    );
    expect(files).toEqual({
      'which-is-first.md': '---\n---\nWhich is first?\n\n- [x] a\n  > why a\n- [ ] b\n  > why b\n',
      'which-is-last.md': '---\n---\nWhich is last?\n\n- [ ] a\n- [x] b\n',
    });
  });

  it('finds a domain by its name and writes the rest of the front matter', async () => {
    const source = JSON.stringify([
      {
        question: 'Q: which?',
        options: ['a', 'b'],
        answers: ['a'],
        domain: 'cloud CONCEPTS',
        task: '1.1 Define',
        reviewed: '2026-11-01',
        shuffle: false,
        references: [
          'The "guide" https://docs.aws.amazon.com/guide',
          'https://docs.aws.amazon.com/x',
        ],
      },
    ]);
    const { files } = await importFile('bank.json', { 'bank.json': source });
    expect(files['q-which.md']).toBe(
      '---\ndomain: concepts\ntask: "1.1 Define"\nreferences:\n  - title: "The \\"guide\\""\n' +
        '    url: https://docs.aws.amazon.com/guide\n  - url: https://docs.aws.amazon.com/x\n' +
        'reviewed: 2026-11-01\nshuffle: false\n---\nQ: which?\n\n- [x] a\n- [ ] b\n',
    );
  });

  it('writes nothing in a dry run', async () => {
    const { code, text, files } = await importFile(
      'b.md',
      { 'b.md': twoItems },
      undefined,
      '--dry-run',
    );
    expect({ code, files }).toEqual({ code: 0, files: {} });
    expect(text).toContain('2 in, 2 would be imported, 0 rejected.');
  });

  it('leaves out duplicates within the file and of the exam, whatever their order, case and key', async () => {
    const twin = '### WHICH  is first?\n- [ ] b\n- [x] A\n';
    const first = await importFile('a.md', { 'a.md': `${twoItems}${twin}` });
    expect(first.text).toContain('a.md:10: rejected: "WHICH is first?" is the same as line 1');
    const again = await importFile(
      'b.md',
      { 'b.md': `${twoItems}${twin.replace('[x] A', '[ ] A').replace('[ ] b', '[x] b')}` },
      first.bank,
    );
    expect(again.code).toBe(1);
    expect(again.text).toContain(
      'is the same as which-is-first.md, but for which options are right',
    );
    expect(again.text).toContain('3 in, 0 imported, 3 rejected (3 known already).');
    expect(again.files).toEqual(first.files);
  });

  it('gives ids that no file has, honours valid ones and says when it cannot', async () => {
    const item = (id: string, question: string) => ({
      id,
      question,
      options: ['a', 'b'],
      answers: 'A',
    });
    const source = JSON.stringify([
      item('good-id', 'One?'),
      item('good-id', 'Two?'),
      item('../bad', 'Three?'),
      item('q1', 'Four?'),
      item('con', 'Five is it?'),
      item('', 'クラウドとは何ですか'),
      item('', 'One?!'),
    ]);
    const { code, text, files } = await importFile(
      'b.json',
      { 'b.json': source },
      await writeBank(),
    );
    expect(code).toBe(0);
    expect(text).toContain('item 2: note: "Two?" its id "good-id" is taken, so it is two');
    expect(text).toContain('item 4: note: "Four?" its id "q1" is taken, so it is four');
    const names = Object.keys(files);
    const hashed = names.find((name) => /^q-[0-9a-f]{7}\.md$/.test(name))?.slice(0, -3) ?? '';
    expect(names).toEqual(
      ['five-is-it', 'four', 'good-id', 'one', hashed, 'q1', 'q2', 'three', 'two'].map(
        (id) => `${id}.md`,
      ),
    );
    const other = await importFile('b.json', { 'b.json': source });
    expect(Object.keys(other.files)).toContain(`${hashed}.md`);
  });

  it('tells two questions with the same first words apart', async () => {
    const long = `${'word '.repeat(30)}end`;
    const source = `### ${long} one?\n- [x] a\n- [ ] b\n### ${long} two?\n- [x] a\n- [ ] b\n`;
    const { files } = await importFile('b.md', { 'b.md': source });
    expect(Object.keys(files)).toHaveLength(2);
  });

  it('names texts that a question file cannot hold instead of bending them', async () => {
    const item = (question: string) => ({ question, options: ['a', 'b'], answers: 'A' });
    const questions = [
      '## A heading?\nQ?',
      'Q?\n- [x] no option',
      'Q [img-3]?',
      'Q ![x?',
      'Q\u0007?',
      'Q \ud800?',
      'Q?\n> cited',
      '',
      'x'.repeat(40_000),
    ];
    const { code, text, files } = await importFile('b.json', {
      'b.json': JSON.stringify(questions.map(item)),
    });
    expect({ code, files }).toEqual({ code: 1, files: {} });
    expect(text.match(/item \d: rejected:.*/g)).toHaveLength(questions.length);
    expect(text).toContain(
      'item 3: rejected: "Q [img-3]?" has a text that cannot stand in a question file: A marker',
    );
    expect(text).not.toContain('\u0007');
  });

  it.each([
    [['b.md'], 'Say with --into provider/exam'],
    [['b.md', '--into', 'aws/none'], 'There is no exam "aws/none"'],
    [['b.txt', '--into', examPlace], 'does not tell its format'],
    [['b.md', '--into', examPlace, '--format', 'word'], 'There is no format "word"'],
    [['/no/b.md', '--into', examPlace], 'cannot be read (ENOENT)'],
    [['/dev/zero', '--into', examPlace, '--format', 'csv'], 'is not a plain file'],
  ])('answers %j with one clear line and code 2', async (words, expected) => {
    const { code, text, complaints } = await runBank(await emptyBank(), 'import', ...words);
    expect({ code, text }).toEqual({ code: 2, text: '' });
    expect(complaints).toEqual([expect.stringContaining(expected)]);
  });

  it('says so when a file holds no question', async () => {
    const { code, complaints } = await importFile('b.md', { 'b.md': '# Title\n' });
    expect({ code, complaints }).toEqual({
      code: 1,
      complaints: [expect.stringContaining('holds no questions')],
    });
  });
});

describe('encodings', () => {
  const message = (bytes: Buffer) => {
    const decoded = decodeSource(bytes);
    return decoded.ok ? decoded.value : decoded.failure.message;
  };

  it('takes UTF-8 with and without a mark and every line end', () => {
    expect(message(Buffer.from('\ufeffé\r\nb\rc'))).toBe('é\nb\nc');
  });

  it.each([
    ['UTF-16 with a mark', Buffer.from('\ufeffquestion', 'utf16le'), 'perhaps UTF-16'],
    ['UTF-16 without a mark', Buffer.from('question,answers', 'utf16le'), 'perhaps UTF-16'],
    ['UTF-16 the other way round', Buffer.from('question', 'utf16le').swap16(), 'perhaps UTF-16'],
    [
      'Latin-1',
      Buffer.from('Was ist das f\u00fcr ein Dienst?', 'latin1'),
      'perhaps UTF-16 or Windows-1252 (Latin-1)',
    ],
    ['NULs', Buffer.from('question,a\0,b\n'), 'is not UTF-8'],
    ['too much', Buffer.alloc(sourceLimit + 1, 97), 'The file is over 64 MB'],
  ])('refuses %s', (_, bytes, expected) => {
    expect(message(bytes)).toContain(expected);
  });

  it('tells the line of the first bad byte', async () => {
    const bytes = Buffer.concat([Buffer.from('### Q?\n'), Buffer.from([0xff, 0x0a])]);
    const { code, complaints } = await importFile('b.md', { 'b.md': bytes });
    expect({ code, complaints }).toEqual({
      code: 1,
      complaints: [expect.stringMatching(/b\.md:2: refused: The file is not UTF-8/)],
    });
  });
});

describe('pictures', () => {
  const png = Buffer.from('89504e470d0a1a0a00', 'hex');
  const question = (target: string) =>
    `### Which ![alt](${target})?\n- [x] a\n- [ ] ![b](img/b%20b.PNG)\n`;
  const beside = { 'img/a.svg': picture(), 'img/b b.PNG': png };

  it('are copied and renamed in the order in which they stand', async () => {
    const { code, files } = await importFile('b.md', { 'b.md': question('img/a.svg'), ...beside });
    expect(code).toBe(0);
    expect(files).toEqual({
      'which.img-1.svg': Buffer.from(picture()).toString('base64'),
      'which.img-2.png': png.toString('base64'),
      'which.md':
        '---\n---\nWhich\n\n![alt](which.img-1.svg)\n\n?\n\n- [x] a\n- [ ] ![b](which.img-2.png)\n',
    });
  });

  it.each([
    ['../outside.svg', "is outside the source's folder"],
    ['img/../../outside.svg', "is outside the source's folder"],
    ['%2e%2e/outside.svg', "is outside the source's folder"],
    ['/etc/passwd', "is outside the source's folder"],
    ['..\\outside.svg', "is outside the source's folder"],
    ['link.svg', "is outside the source's folder"],
    ['https://example.org/a.png', 'is on the web'],
    ['//example.org/a.png', 'is on the web'],
    ['file:///etc/passwd', 'is not a path'],
    ['data:text/html;base64,AAAA', 'an embedded picture is not svg, png, jpg or webp'],
    ['none.svg', 'is not beside the source'],
    ['img', 'is not beside the source'],
    ['img/fake.png', 'does not hold png'],
    ['img/script.svg', 'holds <script>'],
    ['img/big.svg', 'over 64 KB'],
    ['img/a.gif', 'Pictures end in svg'],
  ])('that point to %s are refused for their item alone', async (target, expected) => {
    const folder = await createFolder({
      'in/b.md': `${question(target)}### Other?\n- [x] a\n- [ ] b\n`,
      'in/img/a.svg': picture(),
      'in/img/b b.PNG': png,
      'in/img/fake.png': 'GIF89a',
      'in/img/a.gif': 'GIF89a',
      'in/img/script.svg': picture('<script>alert(1)</script>'),
      'in/img/big.svg': picture(`<!-- ${' '.repeat(70_000)} -->`),
      'outside.svg': picture(),
    });
    symlinkSync(join(folder, 'outside.svg'), join(folder, 'in/link.svg'));
    const bank = await emptyBank();
    const { code, text } = await runBank(
      bank,
      'import',
      join(folder, 'in/b.md'),
      '--into',
      examPlace,
    );
    expect(code).toBe(1);
    expect(text).toMatch(/b\.md:1: rejected: /);
    expect(text).toContain(expected);
    expect(Object.keys(questionFiles(bank))).toEqual(['other.md']);
  });

  it('of Moodle are written from within its file', async () => {
    const svg = Buffer.from(picture()).toString('base64');
    const xml = `<quiz><question type="multichoice"><questiontext format="html"><text><![CDATA[<p>Which?<img src="@@PLUGINFILE@@/my%20pic.svg" alt="x"></p><img src="data:image/svg+xml;base64,${svg}">]]></text><file name="my pic.svg" path="/" encoding="base64">${svg}</file></questiontext><answer fraction="100"><text>a</text></answer><answer fraction="0"><text>b</text></answer></question><question type="multichoice"><questiontext format="html"><text>R?&lt;img src="@@PLUGINFILE@@/../../gone.svg"></text></questiontext><answer fraction="100"><text>a</text></answer><answer fraction="0"><text>b</text></answer></question></quiz>`;
    const { text, files } = await importFile('b.xml', { 'b.xml': xml });
    expect(text).toContain('the picture "@@PLUGINFILE@@/../../gone.svg" is not in the file');
    expect(text).toContain("pictures' alternative texts (1)");
    expect(files).toEqual({
      'which.img-1.svg': svg,
      'which.img-2.svg': svg,
      'which.md':
        '---\n---\nWhich?\n\n![x](which.img-1.svg)\n\n![](which.img-2.svg)\n\n- [x] a\n- [ ] b\n',
    });
  });
});

describe('writing', () => {
  it('places all files or none and writes over nothing', async () => {
    const folder = await createFolder({ 'exam/questions/c.md': 'mine' });
    const files = ['a', 'b', 'c', 'd'].map((id) => ({ name: `${id}.md`, content: 'new' }));
    const written = writeTogether(join(folder, 'exam/questions'), files);
    expect(written).toMatchObject({
      ok: false,
      failure: expect.stringContaining('c.md cannot be written (EEXIST)'),
    });
    expect(readdirSync(join(folder, 'exam'))).toEqual(['questions']);
    expect(readdirSync(join(folder, 'exam/questions'))).toEqual(['c.md']);
  });

  it('leaves no new folder behind when it fails', async () => {
    const folder = await createFolder({ exam: 'a file in the way' });
    expect(writeTogether(join(folder, 'exam/questions'), [{ name: 'a', content: '' }]).ok).toBe(
      false,
    );
    expect(readdirSync(folder)).toEqual(['exam']);
  });
});

describe('as a program', () => {
  const program = new URL('../../src/bank/cli.ts', import.meta.url).pathname;

  it('is not upset by a reader that stops early', { timeout: 60_000 }, async () => {
    const bank = await emptyBank();
    const rows = Array.from(
      { length: 40 },
      (_, row) => `Question ${row} ${'long '.repeat(4000)}?,a,b,A`,
    );
    await writeFiles(bank, { 'b.csv': ['question,option1,option2,answers', ...rows].join('\n') });
    await runBank(bank, 'import', join(bank, 'b.csv'), '--into', examPlace);
    const command = `"${process.execPath}" --import tsx "${program}" export ${examPlace} --to json --bank "${bank}" | head -n 1`;
    const { status, stdout, stderr } = spawnSync('bash', ['-o', 'pipefail', '-c', command], {
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '[\n', stderr: '' });
  });
});
