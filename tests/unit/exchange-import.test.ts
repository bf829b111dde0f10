import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addTogether, rescueSaved, writeTogether } from '#exchange/cli/new-files.ts';
import { sourceLimit } from '#exchange/formats/formats.ts';
import { picture, soundQuestion, writeBank } from '#support/bank-folder.ts';
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
    // With a byte order mark and another system's line ends.
    const source = `\ufeff${(first + last).replaceAll('\n', '\r\n')}`;
    const { code, text, files } = await importFile('bank.md', { 'bank.md': source });
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

  it('rejects duplicates within the file and of the exam, whatever their order and case', async () => {
    const twin = '### WHICH  is first?\n- [ ] b\n- [x] A\n';
    const { text, bank, files } = await importFile('a.md', { 'a.md': first + twin });
    expect(text).toMatch(/a\.md:6: rejected: "WHICH is first\?" is the same as \S+a\.md:1\n/);
    const again = await importFile('b.md', { 'b.md': first }, bank);
    expect(again.text).toContain('rejected: "Which is first?" is the same as which-is-first.md');
    expect(again).toMatchObject({ code: 1, files });
    // With another right option it is a question of its own, which the linter finds alike.
    const swapped = '### WHICH  is first?\n- [x] b\n- [ ] A\n';
    const other = await importFile('b.md', { 'b.md': swapped }, bank);
    expect(Object.keys(other.files)).toHaveLength(2);
    expect((await runBank(bank, 'lint')).text).toContain('has no rationale');
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
    expect(text).toContain(
      'note: the id "good-id" of "Two?" is taken or invalid, so it is two; so are 3 more\n',
    );
    const names = Object.keys(files).map((name) => name.replace(/-[0-9a-f]{12}\./, '-#.'));
    const words = 'word-word-word-word-word-word-word-word-word';
    expect(names.sort()).toEqual(
      `five-is-it four good-id q-# q1 q2 three two ${words}-# ${words}`
        .split(' ')
        .map((id) => `${id}.md`),
    );
    expect((await importJson(items, await writeBank())).files).toEqual(files);
  });

  it('reads any text in, and names what a question file cannot hold', async () => {
    const read = {
      '## A heading?\nQ?': 'A heading?\nQ?\n',
      'Q?\n- [x] no option': 'Q?\n[x] no option\n',
      'Q [img-3]?': 'Q [img 3]?\n',
      'Q ![x?': 'Q ! [x?\n',
      'Q?\n> cited': 'Q?\ncited\n',
      'Q ends ![CDATA[?': 'Q ends `![CDATA[`?\n',
    };
    const { code, text, files } = await importJson(Object.keys(read).map((one) => item(one)));
    const texts = Object.values(files).join('\n');
    for (const expected of Object.values(read))
      expect(texts).toContain(`---\n${expected}\n- [x] a`);
    expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining('6 imported') });
    const unfit = ['Q\u0007?', 'Q \ud800?', '', 'x'.repeat(40_000), '![a](a.svg)', 'Q?\n```\nx'];
    const flawed = { question: 'Q?', options: ['a', 'a'], answers: 'a' };
    const onlyRight = { question: 'Q?', options: ['a'], answers: 'a' };
    const bad = await importJson([...unfit.map((question) => item(question)), flawed, onlyRight]);
    expect(bad).toMatchObject({ code: 1, files: {} });
    expect(bad.text.match(/item \d+: rejected:.*/g)).toHaveLength(unfit.length + 2);
    expect(bad.text).toContain('item 3: rejected: cannot be used: The stem has no text');
    expect(bad.text).toContain('cannot be used: Option 2 equals option 1');
    expect(bad.text).toContain('cannot be used: Only right options: add a wrong one.\n');
    expect(bad.text).not.toContain('\u0007');
  });

  it.each([
    [2, ['b.md'], 'Say with --into provider/exam'],
    [2, ['b.md', '--into', 'aws/none'], 'There is no exam "aws/none"'],
    [2, ['b.doc', '--into', examPlace], 'Say with --format what b.doc is'],
    [2, ['b.md', '--into', examPlace, '--format', 'word'], 'Say with --format what b.md is'],
    [1, ['/no/b.md', '--into', examPlace], '/no/b.md:1: refused: The file cannot be read (ENOENT)'],
    [1, ['/dev/zero', '--into', examPlace, '--format', 'csv'], 'This is not a plain file'],
  ])('answers with code %s and one clear line to %j', async (code, words, expected) => {
    const complaints = [expect.stringContaining(expected)];
    const result = await runBank(await emptyBank(), 'import', ...words);
    expect(result).toEqual({ code, text: '', complaints });
  });

  it.each([
    ['no question', '# Title\n', 'b.md:1: refused: There are no questions in it'],
    ['control characters', 'question,a\u0001,b\n', 'Line 1 holds a control character (U+0001)'],
    ['too much', Buffer.alloc(sourceLimit + 1, 97), 'The file is over 32 MB'],
    ['too many items', '### Q?\n'.repeat(100_001), 'It holds over 100000 items'],
  ])('refuses a file with %s', async (_, content, expected) => {
    const complaints = [expect.stringContaining(expected)];
    const result = await importFile('b.md', { 'b.md': content });
    expect(result).toMatchObject({ code: 1, text: '', complaints, files: {} });
  });
});

describe('images', () => {
  const png = Buffer.from('89504e470d0a1a0a00', 'hex');
  const svg = Buffer.from(picture()).toString('base64');
  const question = (target: string) =>
    `### Which ![alt](${target})?\n- [x] a\n- [ ] ![b](img/b%20b.PNG "t")\n`;

  it('are copied and renamed in the order in which they stand', async () => {
    const beside = { 'img/a(1).svg': picture(), 'img/b b.PNG': png };
    const source = { 'b.md': question('img/a%281%29.svg'), ...beside };
    const { code, files } = await importFile('b.md', source);
    expect(code).toBe(0);
    expect(files).toEqual({
      'which.img-1.svg': svg,
      'which.img-2.png': png.toString('base64'),
      'which.md':
        '---\n---\nWhich\n\n![alt](which.img-1.svg)\n\n?\n\n- [x] a\n- [ ] ![b](which.img-2.png)\n',
    });
  });

  const absent = 'is neither beside the source nor embedded';
  const absentOnes =
    '../outside.svg img/../../outside.svg %2e%2e/outside.svg /etc/passwd ..\\outside.svg link.svg ' +
    'folder/outside.svg https://example.org/a.png //example.org/a.png file:///etc/passwd ' +
    'data:text/html;base64,AAAA none%00.svg img ';
  it.each([
    ...absentOnes.split(' ').map((target) => [target, absent]),
    ['img/fake.png', 'does not hold png'],
    ['img/script.svg', 'holds <script>'],
    ['img/big.svg', 'over 64 KB'],
    [`data:image/png;base64,${'A'.repeat(90_000)}`, 'over 64 KB'],
    ['img/a.gif', 'is a GIF: save it as png'],
  ])('that point to %s are refused for their item alone', async (target = '', expected = '') => {
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
    const answers =
      '<answer fraction="100"><text>a</text></answer><answer fraction="0"><text>b</text></answer>';
    const xml = `<quiz><question type="multichoice"><questiontext format="html"><text><![CDATA[<p>Which?<img src="@@PLUGINFILE@@/my%20pic.svg" alt="x"></p><img src="data:image/svg+xml;base64,${svg}">]]></text><file name="my pic.svg" path="/" encoding="base64">${svg}</file></questiontext>${answers}</question><question type="multichoice"><questiontext format="html"><text>R?&lt;img src="@@PLUGINFILE@@/../../gone.svg"></text></questiontext>${answers}</question></quiz>`;
    const { text, files } = await importFile('b.xml', { 'b.xml': xml });
    expect(text).toContain(`the picture "../../gone.svg" ${absent}`);
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
    expect(
      writeTogether(join(folder, 'new'), [...files, ...files, { name: 'x/y', content: '' }]).ok,
    ).toBe(false);
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual([
      'a-file',
      'exam',
      'exam/questions',
      'exam/questions/c.md',
    ]);
  });

  const program = new URL('../../src/bank/cli.ts', import.meta.url).pathname;
  const startImport = (bank: string, file: string) =>
    spawn(
      process.execPath,
      ['--import', 'tsx', program, 'import', file, '--into', examPlace, '--bank', bank],
      { stdio: 'ignore' },
    );
  const endOf = (child: ReturnType<typeof startImport>) =>
    new Promise<string | number | null>((done) =>
      child.on('exit', (code, signal) => done(signal ?? code)),
    );
  const count = 3000;
  const writeTable = async (bank: string, name: string) => {
    const rows = Array.from({ length: count }, (_, at) => `${name} ${at}?,a,b,A`);
    await writeFiles(bank, { [name]: ['question,option1,option2,answers', ...rows].join('\n') });
    return join(bank, name);
  };

  it('is whole or nothing after kill -9, whenever it comes', { timeout: 120_000 }, async () => {
    const bank = await emptyBank();
    const file = await writeTable(bank, 'a.csv');
    const exam = join(bank, examPlace);
    const child = startImport(bank, file);
    const isWriting = () =>
      readdirSync(exam).some(
        (name) => /^\.?questions/.test(name) && readdirSync(join(exam, name)).length > 10,
      );
    const ended = endOf(child);
    while (!isWriting()) await new Promise(setImmediate);
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    expect([0, count]).toContain(Object.keys(questionFiles(bank)).length);
    await runBank(bank, 'import', file, '--into', examPlace);
    expect(Object.keys(questionFiles(bank))).toHaveLength(count);
    expect(readdirSync(exam).sort()).toEqual(['exam.yaml', 'questions']);
  });

  it('is done by one import at a time', { timeout: 120_000 }, async () => {
    const bank = await emptyBank();
    const files = await Promise.all(['a.csv', 'b.csv'].map((name) => writeTable(bank, name)));
    const codes = await Promise.all(files.map((file) => endOf(startImport(bank, file))));
    const whole = codes.filter((code) => code === 0).length;
    expect(whole).toBeGreaterThan(0);
    expect(Object.keys(questionFiles(bank))).toHaveLength(whole * count);
    const lock = join(bank, examPlace, '.import.lock');
    writeFileSync(lock, String(process.pid));
    const source = { 'c.md': '### Q?\n- [x] a\n- [ ] b\n' };
    const refused = await importFile('c.md', source, bank);
    expect(refused.complaints).toEqual([expect.stringContaining('Another import (process')]);
    // No process has this number.
    writeFileSync(lock, '99999999');
    expect(await importFile('c.md', source, bank)).toMatchObject({ code: 0 });
  });

  it('keeps what it did not write, and what is saved in the moment of the exchange', async () => {
    const bank = await writeBank({ 'aws/clf/questions/sub/x': 'x' });
    const { code } = await importFile('c.md', { 'c.md': '### Q?\n- [x] a\n- [ ] b\n' }, bank);
    const folder = join(bank, examPlace, 'questions');
    expect(code).toBe(0);
    expect(readdirSync(join(folder, 'sub'))).toEqual(['x']);
    expect(addTogether(folder, [{ name: 'q1.md', content: 'other' }])).toMatchObject({
      failure: expect.stringContaining('q1.md cannot be written (EEXIST): nothing is changed'),
    });
    expect(readFileSync(join(folder, 'q1.md'), 'utf8')).toBe(soundQuestion);
    const before = await createFolder({ 'q1.md': 'saved', 'new.md': 'new' });
    rescueSaved(before, folder);
    const saved = ['q1.md', 'new.md'].map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(saved).toEqual(['saved', 'new']);
  });

  it('is not upset by a reader of the output that stops early', { timeout: 60_000 }, async () => {
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
