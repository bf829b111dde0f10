import { describe, expect, it } from 'vitest';
import { chiSquare, chiSquareLimit } from '#bank/lint/answer-statistics.ts';
import { countTasks, measureDomains } from '#bank/lint/domain-rules.ts';
import { lintExam } from '#bank/lint/lint-exam.ts';
import type { OptionSource, QuestionSource } from '#bank/parse/question-source.ts';
import type { ExamSource } from '#bank/read/bank-source.ts';
import { readBank } from '#bank/read/read-bank.ts';
import { type BankFiles, changed, examYaml, picture, writeBank } from '#support/bank-folder.ts';

const today = '2026-11-21';
const q1 = 'aws/clf/questions/q1.md';

/** Warnings about a bank of files, as `file:line: name: message` without the folder. */
const warningsOf = async (files: BankFiles, day = today): Promise<string[]> => {
  const folder = await writeBank(files);
  const { providers, diagnostics } = readBank(folder);
  expect(diagnostics).toEqual([]);
  return providers
    .flatMap((provider) => provider.exams)
    .flatMap((exam) => lintExam(exam, day))
    .map(
      ({ file, line, warning, message }) =>
        `${file.slice(folder.length + 1)}:${line}: ${warning}: ${message}`,
    );
};

const option = (text: string, right = false): OptionSource => ({
  text,
  right,
  rationale: 'W',
  line: 10,
});
const plainOptions = [option('Aaaa', true), option('Bbbb'), option('Cccc'), option('Dddd')];

const question = (id: string, changes: Partial<QuestionSource> = {}): QuestionSource => ({
  id,
  file: `${id}.md`,
  domain: 'a',
  references: [],
  reviewed: '2026-11-01',
  shuffle: false,
  stem: [`Which ${id} is it?`],
  stemLine: 8,
  options: plainOptions,
  explanation: 'E',
  explanationLine: 20,
  images: [],
  ...changes,
});

const exam = (questions: QuestionSource[], changes: Partial<ExamSource> = {}): ExamSource => ({
  id: 'e',
  name: 'E',
  code: 'E',
  outline: { version: '1', checked: '2026-11-01', url: 'https://a.example' },
  domains: [{ id: 'a', name: 'A', weight: 100 }],
  licence: 'CC0',
  excused: [],
  place: 'p/e',
  isWanted: true,
  file: 'exam.yaml',
  questionFolder: 'questions',
  lineOf: () => 7,
  questions,
  ...changes,
});

/** Twenty questions, the right option of each at the given place. */
const withPlaces = (place: (number: number) => number, letters = 'ABCD') =>
  Array.from({ length: 20 }, (_, number) =>
    question(`q${number}`, {
      stem: [`${String.fromCharCode(97 + number).repeat(9)}?`],
      options: [...letters].map((letter, index) => option(letter, index === place(number))),
    }),
  );

const namesOf = (source: ExamSource, day = today) =>
  lintExam(source, day).map(({ warning }) => warning);

describe('a sound bank', () => {
  it('has no warnings', async () => expect(await warningsOf({})).toEqual([]));
});

describe('a question is warned about', () => {
  const cases: [expected: string, text: string][] = [
    [`${q1}:8: no-question: The stem asks nothing`, changed('first?', 'first.')],
    [
      `${q1}:12: long-right: The right option has 55 characters`,
      changed('root user with MFA', 'root user of the account with an MFA device'),
    ],
    [
      `${q1}:16: all-or-none: "All of the above"`,
      changed('Delete the default network now', 'All of the above are needed'),
    ],
    [
      `${q1}:16: all-or-none: "None of these"`,
      changed('Delete the default network now', 'None of these would help them'),
    ],
    [`${q1}:16: always-never: "Always"`, changed('Delete the', 'Always delete the')],
    [
      `${q1}:16: always-never: "Never"`,
      changed('Delete the default network now', 'Never use the default network'),
    ],
    [
      `${q1}:8: quiet-negative: The question is negative`,
      changed('action should it take first', 'of these is not wise'),
    ],
    [`${q1}:8: quiet-negative`, changed('action should it take first', 'step is wise except one')],
    [
      `${q1}:16: names-option: "option B"`,
      changed('Delete the default network now', 'What option B says, done twice'),
    ],
    [
      `${q1}:16: names-option: "both A and B"`,
      changed('Delete the default network now', 'Do both A and B one by one'),
    ],
    [
      `${q1}:19: names-option: "Option C"`,
      changed('The root user owns', 'Option C fails. The root user owns'),
    ],
    [`${q1}:1: old-review: Last reviewed on 2025-11-20`, changed('2026-11-01', '2025-11-20')],
  ];

  it.each(cases)('%s', async (expected, text) => {
    const found = (await warningsOf({ [q1]: text })).join('\n');
    expect(found).toContain(expected);
  });

  it('when its stem is like another', async () => {
    const twin = changed(
      'opens its first account',
      'opens its first accounts',
      changed('concepts', 'security'),
    );
    const found = await warningsOf({ 'aws/clf/questions/q2.md': twin });
    expect(found).toEqual([
      expect.stringMatching(/q2\.md:8: alike-stems: The stem is \d+ % like that of q1/),
    ]);
  });
});

describe('a question is not warned about', () => {
  const unwarned: [what: string, text: string][] = [
    ['for NOT in capitals', changed('action should it take first', 'of these is NOT wise')],
    ['for "not" in its scenario', changed('account.', 'account, which is not shared.')],
    [
      'for "not" within a clause',
      changed('take first', 'take so that the data does not leave the region'),
    ],
    [
      'for the name of a product',
      changed('Delete the default network now', 'Take an Always Free plan first'),
    ],
    [
      'for words in code',
      changed('Delete the default network now', 'Run `set --always` once more on it')
        .replace('first?', 'first?\n\n```\nwhich is not except option B\n```')
        .replace('before all else', 'before `option A`'),
    ],
    ['when it was reviewed a year ago to the day', changed('2026-11-01', '2025-11-21')],
  ];
  it.each(unwarned)('%s', async (_, text) => expect(await warningsOf({ [q1]: text })).toEqual([]));
});

describe('an exam is warned about', () => {
  it('when it has no questions', () => expect(namesOf(exam([]))).toEqual(['no-questions']));

  it('when the right option stands unevenly', () => {
    expect(
      lintExam(exam(withPlaces((number) => (number < 11 ? 0 : number % 4))), today),
    ).toMatchObject([{ file: 'exam.yaml', line: 1, warning: 'uneven-positions' }]);
    expect(namesOf(exam(withPlaces((number) => number % 4)))).toEqual([]);
  });

  it('by the limit that goes with its number of places', () => {
    const lopsided = (number: number) => (number < 15 ? 0 : 1);
    expect(namesOf(exam(withPlaces(lopsided, 'AB')))).toEqual(['uneven-positions']);
    expect(chiSquare([15, 5])).toBeGreaterThan(chiSquareLimit(2));
    expect(chiSquare([9, 6, 5, 10, 10])).toBeLessThan(chiSquareLimit(5));
  });

  const longest = (count: number) =>
    exam(
      withPlaces((number) => number % 4).map((source, number) =>
        number < count
          ? {
              ...source,
              options: source.options.map((one) => ({
                ...one,
                text: one.right ? 'Rrrrr' : `${one.text}xxx`,
              })),
            }
          : source,
      ),
    );

  it('when the right option is the longest in over 35 % of its items', () => {
    expect(namesOf(longest(8))).toEqual(['longest-right']);
    expect(namesOf(longest(7))).toEqual([]);
  });

  it('not for items of several answers or with pictures as options', () => {
    const several = question('s', {
      options: [
        option('Long one', true),
        option('Long too', true),
        option('c'),
        option('long thing'),
      ],
    });
    const drawn = question('d', { options: [option('[img-1]', true), option('[img-2]')] });
    expect(namesOf(exam([several]))).toEqual([]);
    expect(namesOf(exam([drawn]))).toEqual([]);
  });

  it('not for backticks, which no learner sees', () => {
    const code = question('c', {
      options: [option('`aaaa` b', true), option('aaaa bb'), option('aaaa b')],
    });
    expect(namesOf(exam([code]))).toEqual([]);
  });

  const twoDomains: Partial<ExamSource> = {
    domains: [
      { id: 'a', name: 'A', weight: 50 },
      { id: 'b', name: 'B', weight: 50 },
    ],
  };
  /** Questions of which the first so many are about domain a and the others about b. */
  const split = (inFirst: number, of: number, changes: Partial<QuestionSource> = {}) =>
    Array.from({ length: of }, (_, number) =>
      question(`${inFirst}${changes.form}${number}`, {
        stem: [
          `${String.fromCharCode(0x4e00 + inFirst * 300 + (changes.form ?? 0) * 100 + number).repeat(9)}?`,
        ],
        options: plainOptions.map((_, index) => option('abcd'[index] ?? '', index === number % 4)),
        domain: number < inFirst ? 'a' : 'b',
        ...changes,
      }),
    );

  it('when a domain is over 2 points off its weight', () => {
    expect(namesOf(exam(split(52, 100), twoDomains))).toEqual([]);
    expect(lintExam(exam(split(53, 100), twoDomains), today)).toMatchObject([
      { line: 7, warning: 'domain-share', message: expect.stringContaining('53.0 %') },
      { line: 7, warning: 'domain-share', message: expect.stringContaining('write more') },
    ]);
    // Weights that miss 100 are shares of their sum.
    const weights = [45, 45].map((weight, index) => ({ id: 'ab'[index] ?? '', name: '', weight }));
    const shares = measureDomains({ domains: weights, questions: split(10, 20) });
    expect(shares.map(({ weight }) => weight)).toEqual([50, 50]);
  });

  const held = {
    ...twoDomains,
    sitting: {
      questions: 20,
      minutes: 90,
      pass: { score: '700 of 1000', share: 70 },
      source: 'https://a.example',
    },
  };

  it('when a form is not a sitting by the weights', () => {
    const forms = (...halves: QuestionSource[][]) => lintExam(exam(halves.flat(), held), today);
    expect(forms(split(10, 20, { form: 1 }), split(10, 20, { form: 2 }))).toEqual([]);
    expect(forms(split(10, 20, { form: 1 }), split(10, 20))).toMatchObject([
      { warning: 'uneven-form', message: expect.stringContaining('Form 2 has 0 questions, not') },
    ]);
    expect(forms(split(12, 20, { form: 1 }), split(8, 20, { form: 2 }))).toMatchObject([
      { warning: 'uneven-form', message: expect.stringContaining('"A" has 60.0 % of form 1') },
      { warning: 'uneven-form', message: expect.stringContaining('"B" has 40.0 % of form 1') },
      { warning: 'uneven-form', message: expect.stringContaining('"A" has 40.0 % of form 2') },
      { warning: 'uneven-form', message: expect.stringContaining('"B" has 60.0 % of form 2') },
    ]);
    expect(namesOf(exam(split(10, 20), twoDomains))).toEqual([]);
  });

  it('when a task has one question only', () => {
    const [first, ...rest] = split(10, 20, { form: 1, task: 'Usual' });
    const lonely = { ...(first as QuestionSource), task: 'Rare' };
    const questions = [lonely, ...rest, ...split(10, 20, { form: 2 })];
    expect(lintExam(exam(questions, held), today)).toMatchObject([
      { warning: 'thin-task', message: expect.stringContaining('"Rare" has only one question') },
    ]);
    expect(countTasks(exam(questions, held))).toEqual([
      { task: 'Rare', count: 1 },
      { task: 'Usual', count: 9 },
      { task: 'Usual', count: 10 },
    ]);
  });

  it('when sweeping words tell its distractors from its keys', () => {
    const sweeping = (distractors: number, keys: number) => {
      const reword = (source: QuestionSource, number: number): QuestionSource => ({
        ...source,
        options: source.options.map((one) => ({
          ...one,
          text: `${one.right ? (number < keys ? 'All' : 'Any') : number < distractors ? 'All' : 'Any'} ${one.text}`,
        })),
      });
      const halves = [...split(10, 20, { form: 1 }), ...split(10, 20, { form: 2 })];
      return lintExam(exam(halves.map(reword), held), today);
    };
    expect(sweeping(10, 5)).toEqual([]);
    expect(sweeping(11, 5)).toMatchObject([
      { warning: 'uneven-sweeping', message: expect.stringContaining('33 of 120 distractors') },
    ]);
    expect(sweeping(1, 0)).toEqual([]);
  });
});

describe('an alternative text', () => {
  const rows = [
    'allow-web 1000 443',
    'deny-partner 800 all',
    'implied 65535 deny',
    'Name Priority',
  ];
  const table = picture(
    `${rows.map((row) => `<text><tspan>${row}</tspan></text>`).join('')}<path d="M0 0"/>`,
  );
  const withAlt = (alt: string, svg = table) =>
    warningsOf({
      [q1]: changed('Which action', `\n\n![${alt}](q1.img-1.svg)\n\nWhich action`),
      'aws/clf/questions/q1.img-1.svg': svg,
    });

  it('is warned about when it leaves out what the picture says', async () => {
    expect(await withAlt('Table of rules with the columns name and priority')).toEqual([
      expect.stringContaining(
        "q1.md:10: thin-alt: The alternative text leaves out 9 of the picture's 11 words (allow-web, 1000, 443",
      ),
    ]);
  });

  it('is not when it says most of it, in other letters and order', async () => {
    const alt = 'Name and priority: ALLOW-WEB 1000 for 443, deny-partner 800, last 65535 deny';
    expect(await withAlt(alt)).toEqual([]);
  });

  it('is not for a picture of few words', async () => {
    expect(await withAlt('A curve', picture('<text>Number of servers</text>'))).toEqual([]);
  });
});

describe('an excuse', () => {
  const unasked = [
    question('one', { stem: ['Tell me.'] }),
    question('two', { stem: ['Say why so.'] }),
  ];
  const excused = (...excuses: ExamSource['excused']) =>
    lintExam(exam(unasked, { excused: excuses }), today);

  it('silences a warning in one question', () => {
    expect(excused({ warning: 'no-question', question: 'one', reason: 'R' })).toMatchObject([
      { file: 'two.md', warning: 'no-question' },
    ]);
  });

  it('silences a warning in the whole exam', () => {
    expect(excused({ warning: 'no-question', reason: 'R' })).toEqual([]);
  });

  it('that has nothing to excuse is a warning itself', () => {
    const found = excused(
      { warning: 'no-question', reason: 'R' },
      { warning: 'old-review', reason: 'R' },
    );
    expect(found).toMatchObject([{ file: 'exam.yaml', line: 7, warning: 'idle-excuse' }]);
  });

  it('for a warning that does not exist lists those that do', () => {
    expect(
      excused({ warning: 'no-question', reason: 'R' }, { warning: 'typo', reason: 'R' }),
    ).toMatchObject([
      { message: expect.stringContaining('use one of no-questions, uneven-positions') },
    ]);
  });

  it('stands in exam.yaml with its line', async () => {
    const yaml = `${examYaml}excused:\n  - warning: old-review\n    reason: Checked.\n`;
    expect(await warningsOf({ 'aws/clf/exam.yaml': yaml })).toEqual([
      expect.stringContaining('aws/clf/exam.yaml:17: idle-excuse: Nothing is left to excuse'),
    ]);
  });
});
