import { relative } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawSheet, keyOf, printSheet, readAnswers } from '#bank/authoring/commands/blind-sheet.ts';
import { loadBank } from '#bank/bank.ts';
import { fingerprint } from '#bank/blind-checks.ts';
import { metadataSchema, parseQuestion, parseQuestionText } from '#bank/parse/question-file.ts';
import { printQuestion } from '#bank/parse/question-print.ts';
import type { QuestionSource } from '#bank/parse/question-source.ts';
import { isRight, kindOf, restoredSelection } from '#exam/grading/kinds.ts';
import { type BankFiles, writeBank } from '#support/bank-folder.ts';

const file = (kind: string, stem: string, answers: string, more = '') => `---
kind: ${kind}
domain: concepts
references:
  - title: The guide
    url: https://docs.aws.amazon.com/guide
reviewed: 2026-11-01
${more}---
${stem}

${answers}

## Explanation

So it is.
`;

const series = file(
  'series',
  'Which of these statements about buckets are true?',
  `- [x] A bucket has a Region
  > It is chosen once.
- [ ] A bucket holds one object
  > It holds any number.
- [x] A bucket name is unique
  > Within its partition.`,
);

const order = file(
  'order',
  'A team encrypts a volume. Which steps are needed, in which order?',
  `1. Take a snapshot
  > It is the copy to encrypt.
2. Copy it with a key
  > A copy can be encrypted.
3. Make a volume of it
  > It is encrypted, too.
- [ ] Resize the volume
  > Its size does not matter.`,
);

const match = file(
  'match',
  'Which service does each task need?',
  `- Queue jobs => Amazon SQS
  > A queue keeps them.
- Run \`x => y\` for each event => AWS Lambda
  > It runs functions.
- Buffer orders => Amazon SQS
  > A queue again.
- => Amazon SES
  > It sends mail.`,
);

const q1 = 'aws/clf/questions/q1.md';

const load = async (text: string, more: BankFiles = {}) => {
  const folder = await writeBank({ [q1]: text, ...more });
  const bank = await loadBank(folder);
  if (!bank.ok) {
    return {
      messages: bank.failure.map(
        ({ file: at, line, message }) => `${relative(folder, at)}:${line}: ${message}`,
      ),
    };
  }
  const exam = bank.value.providers.get('aws')?.exams.get('Cloud Practitioner');
  return { exam, question: exam?.questions.get('q1')?.answer.question, messages: [] };
};

describe('on the wire', () => {
  it('a series has its statements as options and the true ones as answers', async () => {
    const { question } = await load(series);
    expect(question).toMatchObject({ kind: 'series' });
    expect(question?.options.toSorted()).toEqual([
      'A bucket has a Region',
      'A bucket holds one object',
      'A bucket name is unique',
    ]);
    expect(question?.answers.toSorted()).toEqual([
      'A bucket has a Region',
      'A bucket name is unique',
    ]);
  });

  it('an order has its steps as options and the right ones in order as answers', async () => {
    const { question } = await load(order);
    expect(question?.kind).toBe('order');
    expect(question?.options).toContain('Resize the volume');
    expect(question?.answers).toEqual([
      'Take a snapshot',
      'Copy it with a key',
      'Make a volume of it',
    ]);
  });

  it('a match has its prompts, and an option once however many need it', async () => {
    const { question } = await load(match);
    expect(question?.prompts).toEqual([
      'Queue jobs',
      'Run `x => y` for each event',
      'Buffer orders',
    ]);
    expect(question?.promptNotes).toEqual([
      'A queue keeps them.',
      'It runs functions.',
      'A queue again.',
    ]);
    expect(question?.answers).toEqual(['Amazon SQS', 'AWS Lambda', 'Amazon SQS']);
    expect(question?.options.toSorted()).toEqual(['AWS Lambda', 'Amazon SES', 'Amazon SQS']);
    const noteOf = (text: string) => question?.optionNotes?.[question.options.indexOf(text)];
    expect(noteOf('Amazon SQS')).toBe('A queue keeps them. A queue again.');
    expect(noteOf('Amazon SES')).toBe('It sends mail.');
  });

  it.each([series, order, match])(
    'each is asked as its kind, and its key is right',
    async (text) => {
      const { question } = await load(text);
      if (!question) throw new Error('The bank was refused.');
      expect(kindOf(question)).toBe(question.kind);
      const own = restoredSelection(question, { positions: [], selectedAnswers: question.answers });
      expect(isRight(question, own)).toBe(true);
    },
  );
});

describe('the linter refuses', () => {
  it.each([
    ['a kind that nobody knows', series.replace('kind: series', 'kind: hotspot'), ':2: '],
    ['a series of true statements', series.replace('- [ ]', '- [x]'), ':11: Only right options'],
    ['a series of false ones', series.replaceAll('- [x]', '- [ ]'), ':11: No option is right'],
    [
      'one step',
      file('order', 'Which?', '1. Go\n  > Yes.\n- [ ] Stay\n  > No.'),
      ':11: An order needs two',
    ],
    [
      'steps out of order',
      order.replace('2. Copy', '4. Copy'),
      ':13: The steps are numbered 1, 2, 3',
    ],
    [
      'a step twice',
      order.replace('Make a volume of it', 'Take a snapshot'),
      ':15: Option 3 equals option 1',
    ],
    [
      'one prompt',
      file('match', 'Which?', '- A => B\n  > Yes.\n- => C\n  > No.'),
      ':11: A match needs two',
    ],
    [
      'one option for all',
      file('match', 'Which?', '- A => B\n  > Yes.\n- C => B\n  > Yes.'),
      ':11: Every prompt has the same option',
    ],
    ['a prompt twice', match.replace('Buffer orders', 'Queue jobs'), 'Prompt 3 equals prompt 1'],
    ['a prompt without its option', match.replace('=> AWS Lambda', '=>'), 'is empty'],
    [
      'a pair without a rationale',
      match.replace('\n  > A queue again.', ''),
      ':15: This option has no',
    ],
    [
      'an option in a match',
      match.replace('- => Amazon SES', '- [ ] Amazon SES'),
      ':17: This looks like an option: in a match',
    ],
    ['a pair in a choice', match.replace('kind: match\n', ''), 'The question has no options'],
  ])('%s', async (_, text, message) => {
    expect((await load(text)).messages.join('\n')).toContain(message);
  });

  it('nothing where a choice has numbered lines or arrows in its stem', async () => {
    const text = file(
      'series',
      '1. One\n2. Two => three\n- four => five\n\nWhich are true?',
      '- [x] A\n  > Yes.\n- [ ] B\n  > No.',
    );
    expect((await load(text)).messages).toEqual([]);
    expect((await load(text.replace('kind: series\n', ''))).messages).toEqual([]);
  });
});

const word = fc.stringMatching(/^[a-zA-Z=>.` ]{1,12}$/).filter((text) => {
  const tidy = text.trim();
  return tidy === text && !text.includes('=>') && !text.includes('`') && /[a-z]/.test(text);
});

const parsed = (text: string) => {
  const { matter, body, diagnostics } = parseQuestion(text, metadataSchema);
  expect(diagnostics).toEqual([]);
  return { ...matter?.value, ...body };
};

describe('a question file', () => {
  it.each([series, order, match])('comes back from what is printed of it', (text) => {
    expect(printQuestion(parsed(text))).toBe(text);
  });

  it('of a match comes back whatever its texts', () => {
    const pairs = fc.uniqueArray(fc.tuple(word, word), {
      minLength: 2,
      maxLength: 5,
      selector: ([prompt]) => prompt,
    });
    fc.assert(
      fc.property(pairs, word, (list, extra) => {
        const lines = list.map(([prompt, option]) => `- ${prompt} => ${option}\n  > Why.`);
        const left = list.some(([, option]) => option === extra) ? [] : [`- => ${extra}\n  > Why.`];
        const text = file('match', 'Which?', [...lines, ...left].join('\n'));
        expect(printQuestion(parsed(text))).toBe(text);
      }),
    );
  });
});

const sourceOf = (text: string): QuestionSource => {
  const { matter, body } = parseQuestionText(text);
  if (!matter) throw new Error('The front matter was refused.');
  return { id: 'q1', file: 'q1.md', ...matter.value, ...body };
};

describe('a blind sheet', () => {
  it.each([
    ['series', series, 'Name the statements that are true.'],
    ['order', order, 'Name the steps that are needed, in their order.'],
    ['match', match, 'Name the option of each line'],
  ])('asks a %s, and knows its key', (_, text, asks) => {
    const sheet = drawSheet([sourceOf(text)], { sample: 9, seed: 's', isOptionsOnly: false });
    const [item] = sheet.items;
    if (!item) throw new Error('The sheet is empty.');
    const { question, options } = item;
    expect(printSheet(sheet, []).join('\n')).toContain(asks);
    const right =
      question.kind === 'match'
        ? (question.prompts ?? []).map(({ answer }) => answer)
        : question.options.filter(({ right: is }) => is).map((option) => option.text);
    const letters = right.map((answer) =>
      String.fromCharCode(65 + options.findIndex((option) => option.text === answer)),
    );
    const key = question.kind === 'series' ? letters.sort() : letters;
    expect(keyOf(item)).toBe(key.join(''));
    const read = readAnswers(`1 ${key.join(',')}`, sheet);
    expect(read.ok && read.value.get(item)).toBe(keyOf(item));
  });

  it('is stale once an order or a pair has changed, and not when a choice was read before kinds', () => {
    const swapped = order
      .replace('1. Take a snapshot', '1. Copy it with a key')
      .replace('2. Copy it with a key', '2. Take a snapshot');
    expect(fingerprint(sourceOf(swapped))).not.toBe(fingerprint(sourceOf(order)));
    const other = match.replace('Buffer orders => Amazon SQS', 'Buffer orders => AWS Lambda');
    expect(fingerprint(sourceOf(other))).not.toBe(fingerprint(sourceOf(match)));
  });
});

describe('a case study', () => {
  const study =
    '---\ntitle: The museum\n---\n## Today\n\nIt has *one* server.\n\n## Wishes\n\nNo cost.\n';
  const place = 'aws/clf/cases/museum.md';
  const about = series.replace('domain:', 'case: museum\ndomain:');

  it('is part of the exam, and its questions name it', async () => {
    const { exam, question } = await load(about, { [place]: study });
    expect(exam?.cases).toEqual([
      {
        id: 'museum',
        title: 'The museum',
        sections: [
          { title: 'Today', text: 'It has *one* server.' },
          { title: 'Wishes', text: 'No cost.' },
        ],
        questionIds: ['q1'],
      },
    ]);
    expect(question?.caseId).toBe('museum');
  });

  it.each([
    ['a question of a case that there is not', about, {}, `${q1}:1: There is no case "museum"`],
    [
      'a case that no question is about',
      series,
      { [place]: study },
      `${place}:1: No question names this case`,
    ],
    [
      'a case without sections',
      about,
      { [place]: '---\ntitle: T\n---\nText\n' },
      `${place}:1: A case has`,
    ],
    [
      'a case without a title',
      about,
      { [place]: study.replace('title', 'name') },
      `${place}:1: A case has`,
    ],
    [
      'another file',
      about,
      { [place]: study, 'aws/clf/cases/a.txt': 'x' },
      'a.txt:1: This is no case',
    ],
  ])('is refused: %s', async (_, text, more, message) => {
    expect((await load(text, more)).messages.join('\n')).toContain(message);
  });
});

describe('the case of a blind sheet', () => {
  const study = {
    ...{ id: 'museum', file: 'museum.md', title: 'The museum' },
    sections: [{ title: 'Today', text: 'It has one server.' }],
  };
  const asked = { ...sourceOf(series), case: 'museum' };
  const print = (questions: QuestionSource[], isOptionsOnly: boolean) =>
    printSheet(drawSheet(questions, { sample: 9, seed: '1', isOptionsOnly }), [study]).join('\n');

  it('stands once, above the questions', () => {
    const text = print([asked, { ...asked, id: 'q2' }], false);
    expect(text.match(/It has one server/g)).toHaveLength(1);
    expect(text).toMatch(/\nCase: The museum\n\nToday\nIt has one server\.\n\n1\. /);
    expect(text.match(/Of the case: The museum/g)).toHaveLength(2);
  });

  it('is left out where no question is about it, or the options are alone', () => {
    expect(print([sourceOf(series)], false)).not.toContain('museum');
    expect(print([asked], true)).not.toContain('museum');
  });
});

describe('a table of look-alikes', () => {
  const references =
    'references:\n  - title: Quotas\n    url: https://docs.aws.amazon.com/quotas\n';
  const front = `---\ntitle: Queues\n${references}reviewed: 2026-11-28\n---\n`;
  const head = '| Service | Order |\n|---|:-:|\n';
  const rows = '| Amazon SQS | `FIFO` \\| none \\| both |\n\n| Amazon MQ | By queue |\n';
  const place = 'aws/clf/look-alikes/queues.md';
  const helped = series.replace('domain:', 'lookAlike: queues\ndomain:');

  it('comes with the questions that name it', async () => {
    const { exam, question } = await load(helped, { [place]: front + head + rows });
    expect(exam?.lookAlikes).toBe(1);
    expect(question?.lookAlike).toEqual({
      id: 'queues',
      title: 'Queues',
      columns: ['Service', 'Order'],
      rows: [
        ['Amazon SQS', '`FIFO` | none | both'],
        ['Amazon MQ', 'By queue'],
      ],
      references: [{ title: 'Quotas', url: 'https://docs.aws.amazon.com/quotas' }],
    });
  });

  it.each([
    ['a name of none', helped, {}, `${q1}:1: There is no table of look-alikes "queues"`],
    ['one that no question names', series, {}, `${place}:1: No question names this table`, rows],
    [
      'text beside the table',
      helped,
      {},
      `${place}:1: A table of look-alikes has`,
      `${rows}Text\n`,
    ],
    ['one row', helped, {}, `${place}:1: A table of look-alikes has`, '| A | B |\n'],
    ['a short row', helped, {}, `${place}:13: This row has 1 cells`, `${rows}| C |\n`],
    ['an empty cell', helped, {}, `${place}:10: A cell is empty`, rows.replace('Amazon SQS', '')],
    [
      'a reference to another site',
      helped,
      { [place]: (front + head + rows).replace('docs.aws', 'docs.other') },
      `${place}:5: The reference is not on`,
    ],
    [
      'no reference',
      helped,
      { [place]: (front + head + rows).replace(references, '') },
      `${place}:1: A table of look-alikes has`,
    ],
  ])('is refused: %s', async (_, text, more, message, body?: string) => {
    const files = body ? { [place]: front + head + body } : more;
    expect((await load(text, files)).messages.join('\n')).toContain(message);
  });
});
