import { describe, expect, it } from 'vitest';
import { chiSquare, chiSquareLimit } from '#bank/authoring/lint/answer-statistics.ts';
import { countTasks, measureDomains } from '#bank/authoring/lint/blueprint-rules.ts';
import { measureTell, tells } from '#bank/authoring/lint/key-rules.ts';
import { lintExams } from '#bank/authoring/lint/lint-exam.ts';
import { strikingsOf } from '#bank/authoring/lint/strike-rule.ts';
import { fingerprint, fingerprintKey } from '#bank/blind-checks.ts';
import { measureCoverage } from '#bank/coverage.ts';
import type { OptionSource, QuestionSource } from '#bank/parse/question-source.ts';
import type { ExamSource } from '#bank/read/bank-source.ts';
import { readBank } from '#bank/read/read-bank.ts';
import { type BankFiles, changed, examYaml, picture, writeBank } from '#support/bank-folder.ts';

const today = '2026-11-21';
const q1 = 'aws/clf/questions/q1.md';

/** Warnings about a bank of files, as `file:line: name: message` without the folder. */
const warningsOf = async (files: BankFiles): Promise<string[]> => {
  const folder = await writeBank(files);
  const { providers, diagnostics } = readBank(folder);
  expect(diagnostics).toEqual([]);
  const exams = providers.flatMap((provider) => provider.exams);
  return lintExams(exams, today).map(({ file, line, warning, message }) =>
    `${file}:${line}: ${warning}: ${message}`.replace(`${folder}/`, ''),
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
  license: 'CC0',
  excused: [],
  place: 'p/e',
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

/** Warnings about an exam, as `name: message`. */
const lint = (questions: QuestionSource[], changes: Partial<ExamSource> = {}) =>
  lintExams([exam(questions, changes)], today).map(
    ({ warning, message }) => `${warning}: ${message}`,
  );

const containing = (...texts: string[]) => texts.map((text) => expect.stringContaining(text));

describe('a question', () => {
  const last = 'Delete the default network now';
  const asked = 'action should it take first';

  it.each([
    ['8: no-question: The stem asks nothing', 'first?', 'first.'],
    [
      '12: long-right: The right option has 48 characters',
      'user with',
      'user of the account with an',
    ],
    ['16: all-or-none: "All of the above"', last, 'All of the above are needed'],
    ['16: all-or-none: "None of these"', last, 'None of these would help them'],
    ['16: always-never: "Always"', 'Delete the', 'Always delete the'],
    ['16: always-never: "Never"', last, 'Never use the default network'],
    ['8: quiet-negative: The question is negative', asked, 'of these is not wise'],
    ['8: quiet-negative', asked, 'step is wise except one'],
    ['16: names-option: "option B"', last, 'What option B says, done twice'],
    ['16: names-option: "both A and B"', last, 'Do both A and B one by one'],
    ['19: names-option: "Option C"', 'The root user owns', 'Option C fails. The root user owns'],
    ['1: old-review: Last reviewed on 2025-11-20', '2026-11-01', '2025-11-20'],
  ])('is warned about on line %s', async (expected, from, to) => {
    const found = await warningsOf({ [q1]: changed(from, to) });
    expect(found.join('\n')).toContain(`${q1}:${expected}`);
  });

  it('is warned about when its stem is like another', async () => {
    const twin = changed('account.', 'accounts.', changed('concepts', 'security'));
    expect(await warningsOf({ 'aws/clf/questions/q2.md': twin })).toEqual([
      expect.stringMatching(/q2\.md:8: alike-stems: The stem is \d+ % like that of q1/),
    ]);
    const elsewhere = {
      'azure/provider.yaml': 'id: azure\nname: Azure\n',
      'azure/a/exam.yaml': examYaml.replace('id: clf', 'id: a'),
      'azure/a/questions/q1.md': changed('account.', 'accounts.'),
    };
    expect((await warningsOf(elsewhere)).join('\n')).toMatch(
      /azure\/a\/questions\/q1\.md:8: alike-stems: .* like that of \S+\/aws\/clf\/questions\/q1\.md/,
    );
  });

  it.each([
    ['for NOT in capitals', changed(asked, 'of these is NOT wise')],
    ['for "not" in its scenario', changed('account.', 'account, which is not shared.')],
    ['for "not" within a clause', changed(asked, 'step stops data that does not leave the region')],
    ['for the name of a product', changed(last, 'Take an Always Free plan first')],
    [
      'for words in code',
      changed(last, 'Run `set --always` once more on it')
        .replace('first?', 'first?\n\n```\nwhich is not except option B\n```')
        .replace('before all else', 'before `option A`'),
    ],
    ['when it was reviewed a year ago to the day', changed('2026-11-01', '2025-11-21')],
    ['when it is sound', changed('A museum', 'One museum')],
  ])('is not warned about %s', async (_, text) => {
    expect(await warningsOf({ [q1]: text })).toEqual([]);
  });
});

describe('an exam is warned about', () => {
  it('when it has no questions', () => {
    expect(lint([])).toEqual(containing('no-questions: '));
  });

  it('when the right option stands unevenly, by the limit for its number of places', () => {
    expect(
      lintExams([exam(withPlaces((number) => (number < 11 ? 0 : number % 4)))], today),
    ).toMatchObject([{ file: 'exam.yaml', line: 1, warning: 'uneven-positions' }]);
    expect(lint(withPlaces((number) => number % 4))).toEqual([]);
    const lopsided = withPlaces((number) => (number < 15 ? 0 : 1), 'AB');
    expect(lint(lopsided)).toEqual(containing('uneven-positions: '));
    expect(chiSquare([15, 5])).toBeGreaterThan(chiSquareLimit(2));
    expect(chiSquare([9, 6, 5, 10, 10])).toBeLessThan(chiSquareLimit(5));
  });

  /** The same, with `reword` for the options of the first so many. */
  const reworded = (count: number, reword: (one: OptionSource, place: number) => string) =>
    withPlaces((number) => number % 4).map((source, number) => ({
      ...source,
      options: source.options.map((one, place) =>
        number < count ? { ...one, text: reword(one, place) } : one,
      ),
    }));

  it.each<[string, (one: OptionSource, place: number) => string, string[]]>([
    [
      'longest',
      ({ text, right }) => (right ? 'Rrrrr' : `${text}xxx`),
      ['longest-right', 'shortest-right'],
    ],
    [
      'shortest',
      ({ text, right }) => (right ? text : `${text}xxx`),
      ['longest-right', 'shortest-right'],
    ],
    [
      'most like the others',
      ({ right }, place) => (right ? 'a b c' : (['a b f', 'a c g', 'b c h'][place % 3] ?? '')),
      ['convergent-right', 'odd-right'],
    ],
    [
      'least like the others',
      ({ right }, place) => (right ? 'x y z' : (['a b f', 'a c g', 'b c h'][place % 3] ?? '')),
      ['convergent-right', 'odd-right'],
    ],
  ])('when the right option is more often the %s than by chance', (_, reword, expected) => {
    const names = (count: number) =>
      lint(reworded(count, reword)).map((text) => text.slice(0, text.indexOf(':')));
    expect(names(20)).toEqual(expected);
    expect(names(4)).toEqual([]);
  });

  it('when the right option is less often the longest than by chance', () => {
    const never = reworded(20, ({ text, right }) => (right ? text : `${text}xx`.repeat(2)));
    const odd = never.map((source) => ({
      ...source,
      options: source.options.map((one, place) => ({ ...one, text: `${one.text}${place}` })),
    }));
    expect(lint(odd)).toEqual(containing('longest-right: ', 'shortest-right: '));
    expect(lint(odd)[0]).toMatch(/right in 0\.0 % of 20 .*, under 5\.6 %/);
  });

  it.each<[string, OptionSource[], number]>([
    ['shares the pick among equals', [option('aa', true), option('bb'), option('c')], 0.5],
    [
      'does not see backticks, as learners do not',
      [option('`aaaa` b', true), option('aaaa bb'), option('aaaa b')],
      0,
    ],
  ])('the share of the longest %s', (_, options, share) => {
    expect(measureTell([question('q', { options })], tells.longest)).toMatchObject({
      of: 1,
      share,
    });
  });

  it('the share of the longest leaves out pictures as options', () => {
    const options = [option('[img-1]', true), option('[img-2]')];
    expect(measureTell([question('q', { options })], tells.longest).of).toBe(0);
  });

  it.each<[string, string, number]>([
    ['both of the longest', 'aaaa bbb c d', 1],
    ['one of the longest', 'aaaa b ccc d', 0.5],
    ['one surely, and one of three equals', 'aaaa b c d', 2 / 3],
  ])('the share of several right options that are %s', (_, texts, share) => {
    const options = texts.split(' ').map((text, place) => option(text, place < 2));
    const { chance, ...measured } = {
      chance: 0.5,
      ...measureTell([question('q', { options })], tells.longest),
    };
    expect(measured.share).toBeCloseTo(share);
    expect((measured.least + measured.most) / 2).toBeCloseTo(chance);
    // Of two draws from four, the share is 0, 1/2 or 1 in 1, 4 and 1 of 6 cases.
    expect((measured.most - measured.least) / 4).toBeCloseTo(Math.sqrt(1 / 12));
  });

  it('when several right options are more often the longest than by chance', () => {
    const questions = withPlaces((number) => number % 4).map((source) => ({
      ...source,
      options: ['Rrr', 'Sss', 't', 'u'].map((text, place) => option(text, place < 2)),
    }));
    const found = lint(questions);
    expect(found).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^longest-right: .* in 100\.0 % of 20 multiple-answer items/),
      ]),
    );
  });

  it('when its questions are longer or shorter than the vendor’s', () => {
    const questions = withPlaces((number) => number % 4);
    const words = (stem: [number, number], option: [number, number]) => ({
      words: { stem, option },
    });
    expect(lint(questions, words([1, 1], [1, 2]))).toEqual([]);
    expect(lint(questions, words([2, 3], [1, 2]))).toEqual([
      "other-lengths: Half of the stems have at most 1 words; the vendor's own have 2 to 3.",
    ]);
    expect(lint(questions, words([1, 1], [2, 2]))).toEqual(containing('other-lengths: '));
  });

  const domains = ['a', 'b'].map((id) => ({ id, name: id.toUpperCase(), weight: 50 }));
  /** Questions of which the first so many are about domain a and the others about b. */
  const split = (inFirst: number, of: number, changes: Partial<QuestionSource> = {}) =>
    Array.from({ length: of }, (_, number) => {
      const sign = 0x4e00 + inFirst * 300 + (changes.form ?? 0) * 100 + number;
      return question(`${inFirst}${changes.form}${number}`, {
        stem: [`${String.fromCharCode(sign).repeat(9)}?`],
        options: [...'abcd'].map((letter, index) => option(letter, index === number % 4)),
        domain: number < inFirst ? 'a' : 'b',
        ...changes,
      });
    });

  it('when a domain is over 2 points off its weight', () => {
    expect(lint(split(52, 100), { domains })).toEqual([]);
    const off = split(53, 100);
    expect(lint(off, { domains })).toEqual([
      expect.stringMatching(/^domain-share: .*53\.0 %/),
      expect.stringMatching(/^domain-share: .*write more/),
    ]);
    expect(lintExams([exam(off, { domains })], today)).toMatchObject([{ line: 7 }, { line: 7 }]);
    // Weights that miss 100 are shares of their sum.
    const weights = domains.map((domain) => ({ ...domain, weight: 45 }));
    const shares = measureDomains({ domains: weights, questions: split(10, 20) });
    expect(shares.map(({ weight }) => weight)).toEqual([50, 50]);
  });

  const pass = { score: '700 of 1000', share: 70 };
  const sitting = { questions: 20, minutes: 90, pass, source: 'https://a.example' };
  const excused = [{ warning: 'multiple-share', reason: 'Short tests.' }];
  const held = { domains, sitting, excused };

  it('when a form is not a sitting by the weights', () => {
    const even = split(10, 20, { form: 1 });
    expect(lint([...even, ...split(10, 20, { form: 2 })], held)).toEqual([]);
    expect(lint([...even, ...split(10, 20)], held)).toEqual(
      containing('uneven-form: Form 2: 0 questions, not'),
    );
    const forms = [...even, ...split(10, 20, { form: 2 })];
    const heldOut = (count: number) => [...forms, ...split(count / 2, count, { sitting: 'only' })];
    expect(lint(heldOut(20), held)).toEqual([]);
    expect(lint(heldOut(18), held)).toEqual(
      containing('uneven-form: Held out: 18 questions, not the 20'),
    );
    expect(lint([...split(12, 20, { form: 1 }), ...split(8, 20, { form: 2 })], held)).toEqual(
      containing(
        'uneven-form: "A" has 60.0 % of form 1',
        'uneven-form: "B" has 40.0 % of form 1',
        'uneven-form: "A" has 40.0 % of form 2',
        'uneven-form: "B" has 60.0 % of form 2',
      ),
    );
    expect(lint(split(10, 20), { domains })).toEqual([]);
  });

  it('when one form is longer than another, or asks more of a kind', () => {
    const first = split(10, 20, { form: 1, task: 'T' });
    const second = split(10, 20, { form: 2, task: 'T' });
    const longer = second.map((one) => ({ ...one, stem: [`${one.stem} Or not?`] }));
    expect(lint([...first, ...second], held)).toEqual([]);
    expect(lint([...first, ...longer], held)).toEqual([
      'unequal-forms: Forms differ in words of a stem: 1 in form 1, 3 in form 2: swap questions between them.',
    ]);
    const several = (count: number) =>
      second.map((one, number) => ({
        ...one,
        options: one.options.map((each) => ({ ...each, right: number < count || each.right })),
      }));
    const other = (count: number) =>
      second.map((one, number) => ({ ...one, task: number < count ? 'U' : 'T' }));
    expect(lint([...first, ...several(3)], held)).toEqual([]);
    expect(lint([...first, ...several(4)], held)).toEqual(
      containing('unequal-forms: Forms differ in multiple-answer questions: 0 in form 1, 4'),
    );
    const cases = [{ name: 'Zoo', match: [] }];
    const coverage = { version: '1', tasks: [], services: [], outOfScope: [], cases };
    const ofCase = (count: number) =>
      second.map((one, number) => (number < count ? { ...one, stem: [`Zoo? ${one.stem}`] } : one));
    expect(lint([...first, ...ofCase(2)], { ...held, coverage })).toEqual([]);
    expect(lint([...first, ...ofCase(3)], { ...held, coverage })).toEqual([
      'unequal-forms: Forms differ in questions of a case: 0 in form 1, 3 in form 2: swap questions between them.',
    ]);
    expect(lint([...first, ...other(2)], held)).toEqual([]);
    expect(lint([...first, ...other(3)], held)).toEqual(
      containing('in questions of "T": 20 in form 1, 17', 'in questions of "U": 0 in form 1, 3'),
    );
  });

  it('when too few or too many questions have several right options', () => {
    const several = (count: number) =>
      [...split(10, 20, { form: 1 }), ...split(10, 20, { form: 2 })].map((source, number) => ({
        ...source,
        options: source.options.map((one) => ({
          ...one,
          right: number < count ? /[ab]/.test(one.text) : one.right,
        })),
      }));
    const apart = { domains, sitting, excused: [{ warning: 'unequal-forms', reason: 'R' }] };
    for (const count of [6, 10]) expect(lint(several(count), apart)).toEqual([]);
    for (const count of [5, 11]) {
      expect(lint(several(count), apart)).toEqual(containing('multiple-share: '));
    }
  });

  it('when a task has one question only', () => {
    const usual = split(10, 20, { form: 1, task: 'Usual' });
    const questions = usual.map((one, index) => (index === 0 ? { ...one, task: 'Rare' } : one));
    questions.push(...split(10, 20, { form: 2, task: 'Usual' }));
    expect(lint(questions, held)).toEqual(containing('thin-task: The task "Rare" has only one'));
    expect(countTasks(exam(questions, held))).toEqual([
      { task: 'Rare', count: 1 },
      { task: 'Usual', count: 19 },
      { task: 'Usual', count: 20 },
    ]);
  });

  it('when sweeping words tell its distractors from its keys', () => {
    const sweeping = (distractors: number, keys: number) => {
      const reword = (source: QuestionSource, number: number): QuestionSource => ({
        ...source,
        options: source.options.map((one) => {
          const isSweeping = number < (one.right ? keys : distractors);
          return { ...one, text: `${isSweeping ? 'All' : 'Any'} ${one.text} ${number}` };
        }),
      });
      const halves = [...split(10, 20, { form: 1 }), ...split(10, 20, { form: 2 })];
      return lint(halves.map(reword), held);
    };
    expect(sweeping(10, 5)).toEqual([]);
    expect(sweeping(11, 5)).toEqual([
      expect.stringMatching(/^uneven-sweeping: .*33 of 120 distractors/),
    ]);
    expect(sweeping(1, 0)).toEqual([]);
  });
});

describe('striking what is right elsewhere', () => {
  /** A question with an option for each letter of `right` and of `wrong`. */
  const asking = (id: string, right: string, wrong: string, changes?: Partial<QuestionSource>) =>
    question(id, {
      options: [...right]
        .map((text) => option(text, true))
        .concat([...wrong].map((w) => option(w))),
      ...changes,
    });

  it.each([
    [
      'leaves fewer to guess from',
      [asking('q1', 'A', 'BCD'), asking('q2', 'B', 'ACD')],
      1 / 3,
      1 / 4,
    ],
    ['leaves the key alone', [asking('q1', 'A', 'B'), asking('q2', 'B', 'A')], 1, 1 / 2],
    [
      'strikes a key that is right twice',
      [asking('q1', 'A', 'BCD'), asking('q2', 'a', 'BCD')],
      0,
      1 / 4,
    ],
    [
      'takes from the struck ones when too few are left',
      [asking('q1', 'AB', 'C'), asking('q2', 'B', 'C'), asking('q3', 'C', 'B')],
      // q1 keeps A and takes B or C, q2 strikes both, q3 strikes B.
      (1 / 2 + 1 / 2 + 1) / 3,
      (1 / 3 + 1 / 2 + 1 / 2) / 3,
    ],
    [
      'counts pairs',
      [asking('q1', 'AB', 'CDE'), asking('q2', 'C', 'F')],
      (1 / 6 + 1 / 2) / 2,
      (1 / 10 + 1 / 2) / 2,
    ],
  ])('%s', (_, questions, share, chance) => {
    const [measured] = strikingsOf({ questions });
    expect(measured).toMatchObject({ title: 'all', of: questions.length });
    expect(measured?.share).toBeCloseTo(share, 9);
    expect(measured?.chance).toBeCloseTo(chance, 9);
  });

  it('is measured for held-out questions by who knows the others only', () => {
    const heldOut = { sitting: 'only' } as const;
    const questions = [
      asking('q1', 'A', 'BCD', heldOut),
      asking('q2', 'B', 'ACD', heldOut),
      asking('q3', 'C', 'ABD'),
    ];
    expect(strikingsOf({ questions })).toMatchObject([
      { title: 'all', of: 3, share: 1 / 2 },
      { title: 'held out', of: 2, share: 1 / 3 },
    ]);
  });

  it('is warned about over chance + 3 points, from twenty questions on', () => {
    const pairs = (count: number) =>
      withPlaces(() => 0).map((one, number) => ({
        ...one,
        // Of `count` questions, each offers the key of its neighbor.
        options: ['', ...'xyz'].map((end, index) =>
          option(
            index === 1 && number < count ? `Key ${number ^ 1}` : `Key ${number}${end}`,
            index === 0,
          ),
        ),
      }));
    const strikes = (questions: QuestionSource[]) =>
      lint(questions).filter((warning) => warning.startsWith('strike-out'));
    // 25 % + n / 20 of the 8.3 points between a third and a quarter.
    expect(strikes(pairs(6))).toEqual([]);
    expect(strikes(pairs(8))).toEqual([
      'strike-out: Whoever strikes what is right elsewhere guesses 28.3 % of 20 questions (all), over 28.0 %: make common answers right several times.',
    ]);
    expect(strikes(pairs(20).slice(1))).toEqual([]);
  });
});

describe('coverage', () => {
  const coverage = {
    version: '1',
    tasks: ['Store', 'Run'],
    services: [
      { name: 'Amazon S3', match: ['S3'] },
      { name: 'C++ (v2)', match: [] },
      { name: 'Spot', match: [] },
      { name: 'Azure VM', match: ['VM'] },
    ],
    outOfScope: [{ name: 'Ferry Gateway', match: ['FGW'] }],
    cases: [
      { name: 'Zoo', match: [] },
      { name: 'Ferry Line', match: ['ferries'] },
    ],
  };
  const texts = ['amazon S3', 'VMs Spotty', 'spot here', 'other one'];
  const questions = [
    question('q1', {
      task: 'Store',
      stem: ['The zoo keeps spot prices. Which code runs?'],
      options: texts.map((text, index) => option(text, index < 2)),
    }),
  ];

  it('is of services in a right option and cases in a stem, as whole words', () => {
    expect(measureCoverage(coverage, questions)).toEqual({
      tasks: { of: 2, missing: ['Run'] },
      services: { of: 4, missing: ['C++ (v2)', 'Spot'] },
      cases: { of: 2, missing: ['Ferry Line'] },
    });
    expect(lint(questions, { coverage })).toEqual(
      containing('that no stem tells (Run, C++ (v2), Spot, Ferry Line): write a question'),
    );
  });

  it('warns of what is out of scope in a right option, not in a wrong one', () => {
    const outOfScope = [{ name: 'Ferry Gateway', match: ['FGW'] }];
    const scope = { version: '1', tasks: [], services: [], cases: [], outOfScope };
    const keyed = (id: string, isRight: boolean) =>
      question(id, {
        options: [option('An FGW', isRight), option('A bus', !isRight), option('Ccc')],
      });
    const message = 'The right option names Ferry Gateway, which the guide has as out of scope';
    expect(lint([keyed('q1', false)], { coverage: scope })).toEqual([]);
    expect(lint([keyed('q1', true)], { coverage: scope })).toEqual(
      containing(`out-of-scope: ${message}`),
    );
  });

  it.each([
    ['2026-08-23', '2026-08-23', []],
    ['2026-08-22', '2026-08-23', ['old-guide: The guide in exam.yaml was checked on 2026-08-22']],
    ['2026-08-23', '2026-08-22', ['old-guide: The guide in coverage.yaml was checked on 2026-08']],
  ])('warns of a guide checked over 90 days ago: %s, %s', (inExam, checked, expected) => {
    const outline = { version: '1', checked: inExam, url: 'https://a.example' };
    const list = { version: '1', checked, tasks: [], services: [], outOfScope: [], cases: [] };
    expect(lint([question('q1')], { outline, coverage: list })).toEqual(containing(...expected));
  });
});

describe('blind checks', () => {
  const questions = withPlaces((number) => number % 4).concat(
    withPlaces((number) => number % 4, 'EFGH').map((one) => ({ ...one, id: `r${one.id}` })),
  );
  const excused = [{ warning: 'alike-stems', reason: 'R' }];
  const lintSample = (asked: number, guessed: number) => {
    const ids = questions.slice(0, guessed).map(({ id }) => id);
    const sample = { date: '2026-11-01', seed: '1', reader: 'R', asked, guessed: ids };
    return lint(questions, { optionsAlone: sample, excused });
  };

  it('warn when options alone give over 30 % of the keys away', () => {
    expect(lintSample(40, 13)).toEqual(
      containing('guessable: 13 of 40 questions in options-alone.yaml'),
    );
    expect(lintSample(40, 12)).toEqual([]);
    expect(lintSample(40, 0)).toEqual([]);
  });

  it('warn once of all that are stale, naming a few', () => {
    const stale = { of: '00000000', date: '2026-11-01' };
    const blindChecks = Object.fromEntries(questions.slice(0, 7).map(({ id }) => [id, stale]));
    expect(lint(questions, { blindChecks, excused })).toEqual(
      containing(
        'stale-check: 7 blind checks in blind-checks.yaml are of an earlier version of their question (q0, q1, q2, q3, q4, …)',
      ),
    );
  });
});

describe('the key of an id', () => {
  const asked = question('q1', { options: [...plainOptions, option('Eeee', true)] });
  const lintNow = (changes: Partial<QuestionSource>) => {
    const now = { ...asked, ...changes };
    const check = { of: fingerprint(now), key: fingerprintKey(asked), date: '2026-11-01' };
    return lint([now], { blindChecks: { q1: check } });
  };

  it('may not become another', () => {
    expect(lintNow({})).toEqual([]);
    expect(lintNow({ stem: ['Which is it now?'] })).toEqual([]);
    expect(lintNow({ options: asked.options.toReversed() })).toEqual([]);
    expect(lintNow({ options: [...plainOptions, option('Ffff', true)] })).toEqual(
      containing('other-key: Its key is another than at its first blind check'),
    );
  });

  it('of steps may not get another order', () => {
    const steps = (first: number) => [
      { ...option('Aaaa', true), step: first },
      { ...option('Bbbb', true), step: 3 - first },
    ];
    const before = question('q1', { kind: 'order', options: steps(1) });
    const now = { ...before, options: steps(2) };
    const check = { of: fingerprint(now), key: fingerprintKey(before), date: '2026-11-01' };
    expect(lint([now], { blindChecks: { q1: check } })).toEqual(containing('other-key: Its key'));
  });
});

describe('an alternative text', () => {
  const rows = [
    'allow-web 1000 443',
    'deny-partner 800 all',
    'implied 65535 deny',
    'Name Priority',
  ];
  const texts = rows.map((row) => `<text><tspan>${row}</tspan></text>`);
  const table = picture(`${texts.join('')}<path d="M0 0"/>`);

  it.each([
    [
      'warned about when it leaves out what the picture says',
      'Table of rules with the columns name and priority',
      table,
      [
        "q1.md:10: thin-alt: The alternative text leaves out 9 of the picture's 11 words (allow-web, 1000, 443",
      ],
    ],
    [
      'fine when it says most of it, in other letters and order',
      'Name and priority: ALLOW-WEB 1000 for 443, deny-partner 800, last 65535 deny',
      table,
      [],
    ],
    ['fine for few words', 'A curve', picture('<text>Number of servers</text>'), []],
  ])('is %s', async (_, alt, svg, expected) => {
    const files = {
      [q1]: changed('Which action', `\n\n![${alt}](q1.img-1.svg)\n\nWhich action`),
      'aws/clf/questions/q1.img-1.svg': svg,
    };
    expect(await warningsOf(files)).toEqual(containing(...expected));
  });
});

describe('an excuse', () => {
  const unasked = ['Tell me.', 'Say why so.'].map((text) => question(text, { stem: [text] }));
  const idle = { file: 'exam.yaml', line: 7, warning: 'idle-excuse' };

  it.each<[string, Omit<ExamSource['excused'][number], 'reason'>[], object[]]>([
    [
      'silences a warning in one question',
      [{ warning: 'no-question', question: 'Tell me.' }],
      [{ file: 'Say why so..md', warning: 'no-question' }],
    ],
    ['silences a warning in the whole exam', [{ warning: 'no-question' }], []],
    [
      'that has nothing to excuse is a warning itself',
      [{ warning: 'no-question' }, { warning: 'old-review' }],
      [idle],
    ],
    [
      'for a warning that does not exist lists those that do',
      [{ warning: 'no-question' }, { warning: 'typo' }],
      [{ message: expect.stringContaining('use one of no-questions, uneven-positions') }],
    ],
  ])('%s', (_, excuses, expected) => {
    const excused = excuses.map((excuse) => ({ ...excuse, reason: 'R' }));
    expect(lintExams([exam(unasked, { excused })], today)).toMatchObject(expected);
  });

  it('stands in exam.yaml with its line', async () => {
    const yaml = `${examYaml}excused:\n  - warning: old-review\n    reason: Checked.\n`;
    expect(await warningsOf({ 'aws/clf/exam.yaml': yaml })).toEqual(
      containing('aws/clf/exam.yaml:17: idle-excuse: Nothing is left to excuse'),
    );
  });
});
