import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type BankFiles, changed, soundQuestion, writeBank } from '#support/bank-folder.ts';
import { bankCommands, runBank } from '#support/exchange.ts';
import { createFolder } from '#support/temporary-folder.ts';

const q1 = 'aws/clf/questions/q1.md';
const refused: BankFiles = { [q1]: changed('- [x]', '- [ ]') };

describe('npm run bank', () => {
  it('reports on a sound bank and finds nothing', async () => {
    const { code, text } = await runBank(await writeBank());
    expect(code).toBe(0);
    expect(text).toContain('aws/clf: Cloud Practitioner');
    expect(text).toMatch(/Cloud Concepts +50\.0 % +1 +50\.0 % +\+0\.0/);
    expect(text).toContain('1 exam, 2 sound questions: 0 refusals, 0 warnings.');
  });

  it('tells refusals and warnings in the order of files and lines', async () => {
    const files = { ...refused, 'aws/clf/questions/q2.md': changed('first?', 'first.') };
    const { code, text } = await runBank(await writeBank(files));
    expect(code).toBe(1);
    expect(text).toMatch(
      /exam\.yaml:9: warning domain-share: [\s\S]*q1\.md:10: refused: No option is right[\s\S]*q2\.md:8: warning no-question/,
    );
  });

  it('takes another folder before or after the command', async () => {
    const bank = await writeBank();
    expect(await runBank('/nowhere', '--bank', bank, 'lint')).toMatchObject({ code: 0 });
    expect(await runBank('/nowhere', 'lint', '--bank', `${bank}/`)).toMatchObject({ code: 0 });
    expect(await runBank('/nowhere', 'lint')).toMatchObject({ code: 1 });
  });

  it('shows every command when asked for help', async () => {
    const { code, text } = await runBank('/nowhere', '--help');
    expect(code).toBe(0);
    for (const { name } of bankCommands) expect(text).toContain(`  ${name} `);
  });

  it.each([
    ['fly', 'There is no command "fly"; there are: lint, report, new'],
    ['lint --fast', "Unknown option '--fast'"],
    ['lint --to gift', "Unknown option '--to'"],
    ['lint --bank', "'--bank <value>' argument missing"],
    ['lint --bank=', '--bank needs a folder'],
    ['lint aws/clf aws/saa', '"lint" takes 0 to 1 words, not 2'],
    ['lint aws/saa', 'There is no exam "aws/saa"'],
    ['report ../..', 'There is no exam "../.."'],
    ['blind aws', 'There is no exam "aws"'],
    ['blind aws/clf --only new', '--only takes "held-out" or "unchecked"'],
    ['blind aws/clf --only constructor', '--only takes "held-out" or "unchecked"'],
    ['blind aws/clf --sample 0', '--sample takes a whole number'],
    ['blind aws/clf --answers /nowhere/a', 'The file cannot be read'],
    ['new aws/clf', '"new" takes 2 words, not 1'],
    ['new aws a', 'There is no exam "aws"'],
    ['new aws/clf ../a', '"../a" is no question id'],
    ['new aws/clf q1', 'q1.md exists already'],
  ])('answers "%s" with one clear line and code 2', async (words, expected) => {
    const bank = await writeBank();
    const { code, text, complaints } = await runBank(bank, ...words.split(' '));
    expect({ code, text }).toEqual({ code: 2, text: '' });
    expect(complaints).toEqual([expect.stringContaining(expected)]);
    expect(complaints.join()).not.toContain('\n');
    expect(readFileSync(join(bank, q1), 'utf8')).toBe(soundQuestion);
  });

  it('runs as a program', { timeout: 60_000 }, () => {
    const program = new URL('../../src/bank/cli.ts', import.meta.url).pathname;
    const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', program, 'fly'], {
      encoding: 'utf8',
    });
    expect(status).toBe(2);
    expect(stderr).toContain('no command "fly"');
  });
});

describe('lint', () => {
  it('looks at one exam or one provider', async () => {
    const bank = await writeBank({ ...refused, 'azure/provider.yaml': 'id: azure\nname: A\n' });
    expect((await runBank(bank, 'lint', 'azure')).code).toBe(0);
    expect((await runBank(bank, 'lint', 'aws')).code).toBe(1);
    const { text } = await runBank(bank, 'lint', 'aws/clf');
    expect(text).toContain('1 exam, 1 sound question: 1 refusal');
  });
});

describe('report', () => {
  it('counts what is refused', async () => {
    const { code, text } = await runBank(await writeBank(refused), 'report');
    expect(code).toBe(1);
    expect(text).toMatch(/Questions +1\n[\s\S]*1 refused: "lint" tells/);
  });

  it('shows tasks by number of questions and forms by domain', async () => {
    const of = (question: string, task: string, form: string) =>
      question.replace('references:', `task: ${task}\n${form}\nreferences:`);
    const security = changed('domain: concepts', 'domain: security');
    const bank = await writeBank({
      [q1]: of(soundQuestion, 'Name the parts', 'form: 1'),
      'aws/clf/questions/q2.md': of(
        changed('A museum', 'A zoo', security),
        'Guard them',
        'form: 2',
      ),
      'aws/clf/questions/q3.md': of(
        changed('A museum', 'A bank', security),
        'Guard them',
        'sitting: only',
      ),
    });
    const { text } = await runBank(bank, 'report');
    expect(text).toMatch(/Task +Questions\n +Name the parts +1\n +Guard them +2\n/);
    expect(text).toMatch(/Forms +Form 1 +Share +Off +Form 2 +Share +Off +Held out +Share +Off\n/);
    expect(text).toMatch(
      /Security +0 +0\.0 % +−50\.0 +1 +100\.0 % +\+50\.0 +1 +100\.0 % +\+50\.0\n/,
    );
  });
});

describe('report on coverage', () => {
  it('counts and lists the guide’s tasks, services, and cases', async () => {
    const coverage =
      'version: "1.0"\ntasks: [A]\nservices: [{ name: MFA }, { name: Hardware }]\ncases: [{ name: Zoo }]\n';
    const bank = await writeBank({ 'aws/clf/coverage.yaml': coverage });
    const { text } = await runBank(bank, 'report');
    expect(text).toMatch(/Tasks +0 of 1\n +without a question: A\n/);
    expect(text).toMatch(
      /Services +1 of 2 named by a right option\n +without a question: Hardware\n/,
    );
    expect(text).toMatch(/Cases +0 of 1\n +without a question: Zoo\n/);
  });
});

describe('blind', () => {
  const blindChecks = (bank: string) =>
    readFileSync(join(bank, 'aws/clf/blind-checks.yaml'), 'utf8');
  const heldOut = changed('domain:', 'sitting: only\ndomain:');

  /** Prints a sheet and answers it, by the texts of options. */
  const answer = async (bank: string, pick: RegExp, ...flags: string[]) => {
    const { text } = await runBank(bank, 'blind', 'aws/clf', ...flags);
    const items = text.split(/\n\n(?=\d+\. )/).slice(1);
    const lines = items.map((item, index) => {
      const letter = item
        .split('\n')
        .find((line) => pick.test(line))
        ?.trim()[0];
      return `${index + 1} ${letter}`;
    });
    const file = join(await createFolder({ 'a.txt': `${lines.join('\n')}\n` }), 'a.txt');
    return runBank(bank, 'blind', 'aws/clf', ...flags, '--answers', file);
  };

  it('prints a sheet that the same flags give again, without ids, keys and explanations', async () => {
    const bank = await writeBank();
    const { code, text } = await runBank(bank, 'blind', 'aws/clf');
    expect(code).toBe(0);
    expect(text).toMatch(/^Cloud Practitioner, seed 1\nsheet [0-9a-f]{8}\n\n1\. /);
    expect(text).toMatch(/first\?\n {3}A\. .*\n {3}B\. .*\n {3}C\. .*\n {3}D\. /);
    expect(text).not.toMatch(/q1|\[x\]|The root user/);
    expect(await runBank(bank, 'blind', 'aws/clf')).toMatchObject({ text });
    expect(await runBank(bank, 'blind', 'aws/clf', '--seed', 'b')).not.toMatchObject({ text });
  });

  it('prints options alone, a sample, or what is held out', async () => {
    const bank = await writeBank({ [q1]: heldOut });
    const alone = await runBank(bank, 'blind', 'aws/clf', '--options-only', '--sample', '1');
    expect(alone.text).toMatch(/\n1\. Choose 1\.\n {3}A/);
    expect(alone.text).not.toMatch(/\?|\n2\./);
    const several = changed('domain:', 'sitting: only\ndomain:').replace('- [ ]', '- [x]');
    const { text: single } = await runBank(
      await writeBank({ [q1]: several.replace('first?', 'first (Choose TWO.)?') }),
      ...['blind', 'aws/clf', '--options-only'],
    );
    expect(single, 'which have one answer').not.toMatch(/\n2\./);
    const { text } = await runBank(bank, 'blind', 'aws/clf', '--only', 'held-out');
    expect(text).toMatch(/1\. A museum/);
    expect(text).not.toMatch(/\n2\./);
  });

  it('grades answers and keeps them until the question changes', async () => {
    const bank = await writeBank();
    const { code, text } = await answer(bank, /with MFA/);
    expect({ code, text }).toMatchObject({ code: 0, text: expect.stringMatching(/^2 of 2 /) });
    expect(blindChecks(bank)).toMatch(
      /^q1: \{ of: "?[0-9a-f]{8}"?, key: "?[0-9a-f]{8}"?, date: 2026-11-21, withStem: agrees \}\nq2: /,
    );
    const report = await runBank(bank, 'report');
    expect(report.text).toMatch(/Blind checks +2 of 2, 0 stale\n +with the stem +2 of 2 agreed\n/);
    expect(report.text).toMatch(/options alone +not asked\n/);
    writeFileSync(join(bank, q1), changed('with MFA', 'with a key'));
    expect((await runBank(bank, 'lint')).text).toContain(
      'warning stale-check: 1 blind checks in blind-checks.yaml are of an earlier version of their question (q1)',
    );
    await answer(bank, /with (?:MFA|a key)/);
    const { text: rechecked } = await runBank(bank, 'lint');
    expect(rechecked).toContain('warning other-key: ');
    expect(rechecked).not.toContain('stale-check');
  });

  it('tells where a reader differs, or guesses right', async () => {
    const bank = await writeBank({ 'aws/clf/questions/q2.md': undefined });
    const said = /^q1: said [A-D], the key is [A-D]\n/;
    expect((await answer(bank, /by mail/)).text).toMatch(said);
    expect(blindChecks(bank)).toContain('withStem: differs');
    const flags = ['--options-only', '--reader', 'a newcomer', '--seed', 'b'];
    const lines = (await answer(bank, /with MFA/, ...flags)).text.split('\n');
    expect(lines[0]).toMatch(/^q1: said ([A-D]), the key is \1$/);
    expect(lines[1]).toMatch(/^1 of 1 .*options-alone\.yaml/);
    expect(readFileSync(join(bank, 'aws/clf/options-alone.yaml'), 'utf8')).toBe(
      'date: 2026-11-21\nseed: b\nreader: a newcomer\nasked: 1\nguessed:\n  - q1\n',
    );
    expect((await runBank(bank, 'report')).text).toMatch(
      /options alone +1 of 1 right \(100 %\), 2026-11-21, seed b\n/,
    );
    await answer(bank, /by mail/, '--options-only');
    expect(readFileSync(join(bank, 'aws/clf/options-alone.yaml'), 'utf8')).toContain(
      'reader: not named\nasked: 1\nguessed: []\n',
    );
    expect(blindChecks(bank), 'which is another check').toContain('withStem: differs');
  });

  it('prints what has no check since it was changed, and forgets removed questions', async () => {
    const bank = await writeBank();
    await answer(bank, /with MFA/);
    const sheet = async (...flags: string[]) =>
      (await runBank(bank, 'blind', 'aws/clf', '--only', 'unchecked', ...flags)).text;
    expect(await sheet()).not.toContain('1. ');
    writeFileSync(join(bank, q1), changed('with MFA', 'with a key'));
    expect(await sheet()).toMatch(/\n1\. (?![\s\S]*\n2\. )/);
    rmSync(join(bank, 'aws/clf/questions/q2.md'));
    await answer(bank, /with a key/, '--only', 'unchecked');
    expect(blindChecks(bank)).not.toContain('q2');
  });

  it.each([
    ['sheet 00000000\n1 A', 'These answers are for another sheet'],
    ['3 A', '"3 A" is no answer'],
    ['1 A\n1 B', '"1 B" is no answer'],
    ['1 A B', '"1 A B" is no answer'],
  ])('refuses the answers %j', async (text, expected) => {
    const file = join(await createFolder({ 'a.txt': text }), 'a.txt');
    const bank = await writeBank();
    const { code, complaints } = await runBank(bank, 'blind', 'aws/clf', '--answers', file);
    expect({ code, complaints }).toEqual({
      code: 2,
      complaints: [expect.stringContaining(expected)],
    });
  });
});

describe('new', () => {
  it('writes a question that is refused until it is filled in', async () => {
    const bank = await writeBank();
    expect(await runBank(bank, 'new', 'aws/clf', 'root-mfa')).toMatchObject({ code: 0 });
    const file = join(bank, 'aws/clf/questions/root-mfa.md');
    expect(readFileSync(file, 'utf8')).toContain('domain: concepts\n');
    const { code, text } = await runBank(bank, 'lint');
    expect(code).toBe(1);
    expect(text).toMatch(/root-mfa\.md:\d+: refused: Option 1 is empty/);
  });
});
