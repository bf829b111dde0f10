import { spawnSync } from 'node:child_process';
import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceLimit } from '#exchange/source-file.ts';
import { writeTogether } from '#exchange/write-together.ts';
import { picture, writeBank } from '#support/bank-folder.ts';
import { emptyBank, examPlace, importFile, questionFiles, runBank } from '#support/exchange.ts';
import { createFolder, writeFiles } from '#support/temporary-folder.ts';

const first = '### Which is first?\n- [x] a\n  > why a\n- [ ] b\n  > why b\n';
const last = '### Which is last?\n- [ ] a\n- [x] b\n';
const written = '---\n---\nWhich is first?\n\n- [x] a\n  > why a\n- [ ] b\n  > why b\n';
const importJson = (items: unknown[], bank?: string) =>
  importFile('b.json', { 'b.json': JSON.stringify(items) }, bank);
const item = (question: string, id = '') => ({ id, question, options: ['a', 'b'], answers: 'A' });

describe('npm run bank -- import', () => {
  it('writes questions without the parts they lack, and says where to learn of those', async () => {
    const { code, text, files } = await importFile('bank.md', { 'bank.md': first + last });
    expect(code).toBe(0);
    expect(text).toMatch(/bank\.md: 2 in, 2 imported, 0 rejected\.\n"lint aws\/clf" tells/);
    expect(files).toEqual({
      'which-is-first.md': written,
      'which-is-last.md': '---\n---\nWhich is last?\n\n- [ ] a\n- [x] b\n',
    });
  });

  it('finds a domain by its name and writes the rest of the front matter', async () => {
    const references = ['The "guide" https://a.com/guide', { url: 'https://a.com/x' }];
    const more = { task: '1.1 Define', reviewed: '2026-11-01', shuffle: false, references };
    const { files } = await importJson([{ ...item('Which?'), domain: 'cloud CONCEPTS', ...more }]);
    expect(files['which.md']).toBe(
      '---\ndomain: concepts\ntask: "1.1 Define"\nreferences:\n  - title: "The \\"guide\\""\n' +
        '    url: https://a.com/guide\n  - url: https://a.com/x\n' +
        'reviewed: 2026-11-01\nshuffle: false\n---\nWhich?\n\n- [x] a\n- [ ] b\n',
    );
  });

  it('writes nothing in a dry run', async () => {
    const source = { 'b.md': first + last };
    const { code, text, files } = await importFile('b.md', source, undefined, '--dry-run');
    expect({ code, files }).toEqual({ code: 0, files: {} });
    expect(text).toContain('2 in, 2 would be imported, 0 rejected.');
  });

  it('rejects duplicates within the file and of the exam, whatever their order, case and key', async () => {
    const twin = '### WHICH  is first?\n- [ ] b\n- [x] A\n';
    const { text, bank, files } = await importFile('a.md', { 'a.md': first + twin });
    expect(text).toContain('a.md:6: rejected: "WHICH is first?" is the same as line 1');
    const swapped = '### WHICH  is first?\n- [x] b\n- [ ] A\n';
    const again = await importFile('b.md', { 'b.md': first + swapped }, bank);
    expect(again.text).toContain('the same as which-is-first.md, but for which options are right');
    expect(again.text).toContain('2 in, 0 imported, 2 rejected (2 known already).');
    expect(again).toMatchObject({ code: 1, files });
  });

  it('gives ids that no file has, keeps valid ones and says when it cannot', async () => {
    const long = 'word '.repeat(30);
    const items = [
      item('One?', 'good-id'),
      item('Two?', 'good-id'),
      item('Three?', '../bad'),
      item('Four?', 'q1'),
      item('Five is it?', 'con'),
      item('クラウドとは何ですか'),
      item(`${long}one?`),
      item(`${long}two?`),
    ];
    const { code, text, files } = await importJson(items, await writeBank());
    expect(code).toBe(0);
    expect(text).toContain('item 2: note: "Two?" its id "good-id" is taken, so it is two');
    expect(text).toContain('item 4: note: "Four?" its id "q1" is taken, so it is four');
    const names = Object.keys(files).map((name) => name.replace(/-[0-9a-f]{7}\./, '-#.'));
    const words = 'word-word-word-word-word-word-word-word-word';
    expect(names).toEqual(
      `five-is-it four good-id q-# q1 q2 three two ${words}-# ${words}`
        .split(' ')
        .map((id) => `${id}.md`),
    );
    const other = await importJson(items, await writeBank());
    expect(other.files).toEqual(files);
  });

  it('names texts that a question file cannot hold instead of changing them', async () => {
    const questions = [
      ...['## A heading?\nQ?', 'Q?\n- [x] no option', 'Q [img-3]?', 'Q ![x?', 'Q\u0007?'],
      ...['Q \ud800?', 'Q?\n> cited', '', 'x'.repeat(40_000), '![a](a.svg)', 'Q?\n```\nx'],
    ];
    const { code, text, files } = await importJson(questions.map((question) => item(question)));
    expect({ code, files }).toEqual({ code: 1, files: {} });
    expect(text.match(/item \d+: rejected:.*/g)).toHaveLength(questions.length);
    expect(text).toContain('item 3: rejected: "Q [img-3]?" has a text that cannot stand in');
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

  it('takes UTF-8 with a byte order mark and any line ends', async () => {
    const { files } = await importFile('b.md', {
      'b.md': `\ufeff${first.replaceAll('\n', '\r\n')}`,
    });
    expect(files).toEqual({ 'which-is-first.md': written });
  });

  it.each([
    ['no question', '# Title\n', 'b.md holds no questions'],
    ['UTF-16 with a mark', Buffer.from('\ufeff### Q?', 'utf16le'), 'b.md:1: refused: The file is'],
    ['UTF-16', Buffer.from('### Q?', 'utf16le'), 'perhaps UTF-16'],
    ['Latin-1 on its second line', Buffer.from('### Q?\nf\u00fcr', 'latin1'), 'b.md:2: refused: '],
    ['NULs', 'question,a\0,b\n', 'is not UTF-8'],
    ['too much', Buffer.alloc(sourceLimit + 1, 97), 'The file is over 64 MB'],
  ])('refuses a file with %s', async (_, content, expected) => {
    const { code, complaints } = await importFile('b.md', { 'b.md': content });
    expect({ code, complaints }).toEqual({
      code: 1,
      complaints: [expect.stringContaining(expected)],
    });
  });
});

describe('images', () => {
  const png = Buffer.from('89504e470d0a1a0a00', 'hex');
  const question = (target: string) =>
    `### Which ![alt](${target})?\n- [x] a\n- [ ] ![b](img/b%20b.PNG)\n`;
  const beside = { 'img/a(1).svg': picture(), 'img/b b.PNG': png };

  it('are copied and renamed in the order in which they stand', async () => {
    const source = { 'b.md': question('img/a(1).svg'), ...beside };
    const { code, files } = await importFile('b.md', source);
    expect(code).toBe(0);
    expect(files).toEqual({
      'which.img-1.svg': Buffer.from(picture()).toString('base64'),
      'which.img-2.png': png.toString('base64'),
      'which.md':
        '---\n---\nWhich\n\n![alt](which.img-1.svg)\n\n?\n\n- [x] a\n- [ ] ![b](which.img-2.png)\n',
    });
  });

  const outside = "is outside the source's folder";
  it.each([
    ['../outside.svg', outside],
    ['img/../../outside.svg', outside],
    ['%2e%2e/outside.svg', outside],
    ['/etc/passwd', outside],
    ['..\\outside.svg', outside],
    ['link.svg', outside],
    ['folder/outside.svg', outside],
    ['https://example.org/a.png', 'is on the web'],
    ['//example.org/a.png', 'is on the web'],
    ['file:///etc/passwd', 'is not a path'],
    ['data:text/html;base64,AAAA', 'an embedded picture is not svg, png, jpg or webp'],
    ['none%00.svg', 'is not beside the source'],
    ['img', 'is not beside the source'],
    ['img/fake.png', 'does not hold png'],
    ['img/script.svg', 'holds <script>'],
    ['img/big.svg', 'over 64 KB'],
    ['img/a.gif', 'Pictures end in svg'],
  ])('that point to %s are refused for their item alone', async (target, expected) => {
    const folder = await createFolder({
      'in/b.md': `${question(target)}${last}`,
      'in/img/b b.PNG': png,
      'in/img/fake.png': 'GIF89a',
      'in/img/a.gif': 'GIF89a',
      'in/img/script.svg': picture('<script>alert(1)</script>'),
      'in/img/big.svg': picture(`<!-- ${' '.repeat(70_000)} -->`),
      'outside.svg': picture(),
    });
    symlinkSync(join(folder, 'outside.svg'), join(folder, 'in/link.svg'));
    symlinkSync(folder, join(folder, 'in/folder'));
    const bank = await emptyBank();
    const source = join(folder, 'in/b.md');
    const { code, text } = await runBank(bank, 'import', source, '--into', examPlace);
    expect(code).toBe(1);
    expect(text).toMatch(/b\.md:1: rejected: /);
    expect(text).toContain(expected);
    expect(Object.keys(questionFiles(bank))).toEqual(['which-is-last.md']);
  });

  it('of Moodle are written from within its file', async () => {
    const svg = Buffer.from(picture()).toString('base64');
    const answers =
      '<answer fraction="100"><text>a</text></answer><answer fraction="0"><text>b</text></answer>';
    const xml = `<quiz><question type="multichoice"><questiontext format="html"><text><![CDATA[<p>Which?<img src="@@PLUGINFILE@@/my%20pic.svg" alt="x"></p><img src="data:image/svg+xml;base64,${svg}">]]></text><file name="my pic.svg" path="/" encoding="base64">${svg}</file></questiontext>${answers}</question><question type="multichoice"><questiontext format="html"><text>R?&lt;img src="@@PLUGINFILE@@/../../gone.svg"></text></questiontext>${answers}</question></quiz>`;
    const { text, files } = await importFile('b.xml', { 'b.xml': xml });
    expect(text).toContain('the picture "@@PLUGINFILE@@/../../gone.svg" is not in the file');
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
    const folder = await createFolder({ 'exam/questions/c.md': 'mine', 'a-file': '' });
    const files = ['a', 'b', 'c', 'd'].map((id) => ({ name: `${id}.md`, content: 'new' }));
    expect(writeTogether(join(folder, 'exam/questions'), files)).toMatchObject({
      failure: expect.stringContaining('c.md cannot be written (EEXIST)'),
    });
    expect(writeTogether(join(folder, 'a-file/questions'), files).ok).toBe(false);
    expect(readdirSync(folder)).toEqual(['a-file', 'exam']);
    expect(readdirSync(join(folder, 'exam'))).toEqual(['questions']);
    expect(readdirSync(join(folder, 'exam/questions'))).toEqual(['c.md']);
  });

  it('is not upset by a reader of the output that stops early', { timeout: 60_000 }, async () => {
    const program = new URL('../../src/bank/cli.ts', import.meta.url).pathname;
    const bank = await emptyBank();
    const row = (_: unknown, at: number) => `Question ${at} ${'long '.repeat(4000)}?,a,b,A`;
    const rows = Array.from({ length: 40 }, row);
    await writeFiles(bank, { 'b.csv': ['question,option1,option2,answers', ...rows].join('\n') });
    await runBank(bank, 'import', join(bank, 'b.csv'), '--into', examPlace);
    const command = `"${process.execPath}" --import tsx "${program}" export ${examPlace} --to json --bank "${bank}" | head -n 1`;
    const { status, stdout, stderr } = spawnSync('bash', ['-o', 'pipefail', '-c', command], {
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '[\n', stderr: '' });
  });
});
