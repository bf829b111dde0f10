import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadBank, orderByHash } from '#bank/bank.ts';
import { compileQuestion } from '#bank/compile/compile-question.ts';
import type { QuestionSource } from '#bank/parse/question-source.ts';
import { seededRandom, shuffle } from '#primitives/shuffle.ts';
import {
  type BankFiles,
  changed,
  examYaml,
  picture,
  soundQuestion,
  writeBank,
} from '#support/bank-folder.ts';

const load = async (files: BankFiles = {}) => {
  const folder = await writeBank(files);
  const bank = await loadBank(folder);
  if (!bank.ok)
    throw new Error(bank.failure.map(({ line, message }) => `${line}: ${message}`).join('\n'));
  return { folder, bank: bank.value };
};

const loadQuestion = async (text: string, more: BankFiles = {}) => {
  const { folder, bank } = await load({ 'aws/clf/questions/q1.md': text, ...more });
  const question = bank.providers.get('aws')?.exams.get('Cloud Practitioner')?.questions.get('q1');
  if (!question) throw new Error('The question is not in the bank.');
  return { ...question, folder };
};

const unshuffled = (text: string) =>
  changed('domain: concepts', 'domain: concepts\nshuffle: false', text);

describe('a compiled bank', () => {
  it('has its providers by folder and its exams by name, with their domains', async () => {
    const { bank } = await load({
      'azure/provider.yaml': 'id: azure\nname: Microsoft Azure\n',
      'aws/aif/exam.yaml': examYaml.replace('id: clf', 'id: aif').replace('Cloud Pr', 'AI Pr'),
    });
    const names = [...bank.providers].map(([id, { name, exams }]) => [id, name, ...exams.keys()]);
    expect(names).toEqual([
      ['aws', 'AWS', 'AI Practitioner', 'Cloud Practitioner'],
      ['azure', 'Microsoft Azure'],
    ]);
    expect(bank.providers.get('aws')?.exams.get('Cloud Practitioner')).toMatchObject({
      id: 'clf',
      domains: [
        { id: 'concepts', name: 'Cloud Concepts', weight: 50 },
        { id: 'security', name: 'Security', weight: 50 },
      ],
    });
  });

  it.each(['a/b', '100%', '50%2F', 'C# & "x"?', '日本'])('takes the name %s', async (name) => {
    const quoted = JSON.stringify(name);
    const { bank } = await load({
      'aws/provider.yaml': `id: ${quoted}\nname: N\ndocumentation: [docs.aws.amazon.com]\n`,
      'aws/clf/exam.yaml': examYaml.replace('Cloud Practitioner', quoted),
    });
    expect(bank.providers.get(name)?.exams.has(name)).toBe(true);
  });
});

describe('a compiled question', () => {
  it('goes out as the wire has it', async () => {
    const { answer } = await loadQuestion(unshuffled(soundQuestion));
    expect(answer).toEqual({
      question: {
        question: 'A museum opens its first account. Which action should it take first?',
        questionParts: ['A museum opens its first account. Which action should it take first?'],
        options: [
          'Ask support for more accounts',
          'Protect the root user with MFA',
          'Share the root password by mail',
          'Delete the default network now',
        ],
        answers: ['Protect the root user with MFA'],
        explanation: 'The root user owns the account, so it is guarded before all else.',
        optionNotes: [
          'More accounts come later.',
          'The root user can do anything.',
          'Mail is read by others too.',
          'The network does no harm.',
        ],
        references: [{ title: 'The guide', url: 'https://docs.aws.amazon.com/guide' }],
        domain: 'concepts',
        shuffle: false,
      },
      images: [],
    });
  });

  it('keeps paragraphs and line breaks, which may be output, and joins the lines of a why', async () => {
    const output = 'A museum runs this:  \n\n\n\naws s3 ls\n  2026 bucket\n\n';
    const text = changed('A museum opens its first account. ', output);
    const { answer } = await loadQuestion(changed('come later.', 'come\n  > later.', text));
    expect(answer.question.questionParts).toEqual([
      'A museum runs this:\n\naws s3 ls\n  2026 bucket\n\nWhich action should it take first?',
    ]);
    expect(answer.question.optionNotes).toContain('More accounts come later.');
  });

  it('numbers pictures by their place in the file, in stem and options', async () => {
    const words = ['img-1', 'img-2', 'img-3'];
    const file = (word: string) => `aws/clf/questions/q1.${word}.svg`;
    const text = unshuffled(soundQuestion)
      .replace('Protect the root user', '![A shield](q1.img-3.svg)')
      .replace('Ask support for more accounts', '![A queue](q1.img-2.svg)')
      .replace('account. Which', 'account.\n\n![A door](q1.img-1.svg)\n\nWhich');
    const pictures = Object.fromEntries(words.map((word) => [file(word), picture()]));
    const { answer, imageFiles, folder } = await loadQuestion(text, pictures);
    const stem = [
      'A museum opens its first account.',
      '[img-1]',
      'Which action should it take first?',
    ];
    expect(answer.question).toMatchObject({
      question: stem.join('\n'),
      questionParts: stem,
      answers: ['[img-3] with MFA'],
      imageAlts: { 'img-1': 'A door', 'img-2': 'A queue', 'img-3': 'A shield' },
      imageSizes: Object.fromEntries(words.map((word) => [word, { width: 9, height: 9 }])),
    });
    expect(answer.question.options.slice(0, 2)).toEqual(['[img-2]', '[img-3] with MFA']);
    expect(answer.images).toEqual(words.map((word) => `aws/clf/q1/${word}.svg`));
    expect([...imageFiles]).toEqual(words.map((word) => [`${word}.svg`, join(folder, file(word))]));
  });
});

const source = (id: string, texts: string[], right: number): QuestionSource => ({
  id,
  ...{ file: 'q.md', domain: 'd', references: [], reviewed: '2026-11-01', shuffle: true },
  ...{ stem: ['Which?'], stemLine: 1, explanation: 'E', explanationLine: 1, images: [] },
  options: texts.map((text, line) => ({
    ...{ text, line, right: line === right % texts.length },
    rationale: `because ${text}`,
  })),
});

describe('the order of options', () => {
  it('is a permutation that the seed alone decides', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.string(), (items, seed) => {
        const order = shuffle(items, seededRandom(seed));
        expect([...order].sort()).toEqual([...items].sort());
        expect(shuffle(items, seededRandom(seed))).toEqual(order);
      }),
    );
  });

  it('keeps every why and every answer with its option', () => {
    const texts = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(fc.string(), texts, fc.nat(), (id, all, right) => {
        const exam = { id: 'e', providerId: 'p' };
        const { question } = compileQuestion(source(id, all, right), exam, () => undefined).answer;
        expect(question.optionNotes).toEqual(question.options.map((text) => `because ${text}`));
        expect(question.answers).toEqual([all[right % all.length]]);
      }),
    );
  });

  it('puts an option in each of four places about as often', () => {
    const counts = [0, 0, 0, 0];
    for (let number = 0; number < 4000; number += 1) {
      const place = shuffle(
        ['right', 'b', 'c', 'd'],
        seededRandom(`d1-question-${number}`),
      ).indexOf('right');
      counts[place] = (counts[place] ?? 0) + 1;
    }
    expect(Math.min(...counts)).toBeGreaterThan(900);
  });
});

describe('the order of questions', () => {
  it('does not depend on the order of files, and stays when others are added', () => {
    const ids = fc.uniqueArray(fc.string(), { maxLength: 30 });
    fc.assert(
      fc.property(ids, fc.nat(), (all, cut) => {
        const items = all.map((id) => ({ id }));
        const some = items.slice(0, cut % (items.length + 1));
        const order = orderByHash(items);
        expect(orderByHash([...items].reverse())).toEqual(order);
        expect(order.filter((item) => some.includes(item))).toEqual(orderByHash(some));
      }),
    );
  });
});
