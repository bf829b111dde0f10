import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type BankFiles, changed, soundQuestion, writeBank } from '#support/bank-folder.ts';
import { bankCommands, runBank } from '#support/exchange.ts';

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
  it('counts and lists the guide’s tasks and services', async () => {
    const coverage = 'version: "1.0"\ntasks: [A]\nservices: [{ name: MFA }, { name: Hardware }]\n';
    const bank = await writeBank({ 'aws/clf/coverage.yaml': coverage });
    const { text } = await runBank(bank, 'report');
    expect(text).toMatch(/Tasks +0 of 1\n +without a question: A\n/);
    expect(text).toMatch(
      /Services +1 of 2, 1 of them named by a right option\n +without .*: Hardware/,
    );
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
