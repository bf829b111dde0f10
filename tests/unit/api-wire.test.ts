import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExamDetail, parseExams, parseProviders, parseQuestion } from '#api/wire-parser.ts';

const provider = { id: 'aws', name: 'AWS', examCount: 3 };
const listedExam = { name: 'a/b', questionCount: 1 };

describe('a list', () => {
  it('is read without unknown fields, and may be empty', () => {
    const providers = { providerData: [{ ...provider, colour: 'pink' }], next: 2 };
    expect(parseProviders(providers)).toEqual([provider]);
    expect(parseProviders({ providerData: [] })).toEqual([]);
    expect(parseExams({ exams: [{ ...listedExam, level: 3 }], page: 1 })).toEqual([listedExam]);
  });

  it('of providers may say how many questions there are', () => {
    const read = (questionCount: unknown) =>
      parseProviders({ providerData: [{ ...provider, questionCount }] });
    expect(read(52)).toEqual([{ ...provider, questionCount: 52 }]);
    for (const odd of ['many', -1]) expect(read(odd)).toEqual([provider]);
  });

  it.each([null, [], 'exams', {}, { providerData: {}, exams: {} }, { providers: [] }])(
    'is not %j',
    (answer) => {
      expect(parseProviders(answer)).toBeUndefined();
      expect(parseExams(answer)).toBeUndefined();
    },
  );

  const oddIds = ['', '..', '\ud800', 'a\udfff', undefined];
  const oddCounts = ['3', -1, 0.5, undefined];
  const odd = [null, 7, 'aws', [], {}];
  const oddProviders = [
    ...odd,
    ...oddIds.map((id) => ({ ...provider, id })),
    ...oddCounts.map((examCount) => ({ ...provider, examCount })),
  ];
  const oddExams = [
    ...odd,
    ...oddIds.map((name) => ({ ...listedExam, name })),
    ...oddCounts.map((questionCount) => ({ ...listedExam, questionCount })),
  ];

  it.each([
    ['providers', 'providerData', parseProviders, provider, oddProviders],
    ['exams', 'exams', parseExams, listedExam, oddExams],
  ] as const)('of %s leaves out unusable items and reports them', (_, name, parse, good, items) => {
    for (const item of items) {
      expect(parse({ [name]: [item, good] }), JSON.stringify(item)).toEqual([good]);
      expect(parse({ [name]: [item] }), JSON.stringify(item)).toBeUndefined();
    }
    const leftOut: unknown[] = [];
    parse({ [name]: [...items, good] }, (item) => leftOut.push(item));
    expect(leftOut).toEqual(items);
    const again = { ...good, examCount: 9, questionCount: 9 };
    expect(parse({ [name]: [good, again] })).toEqual([good]);
  });
});

describe('an exam', () => {
  const exam = { id: 'clf', name: 'Cloud Practitioner', questionIds: ['q1', 'q2'] };
  const domains = [{ id: 'd1', name: 'First', weight: 60 }];
  const sitting = { questions: 65, minutes: 90, pass: { score: '700 of 1000', share: 70 } };
  const forms = [['q1'], ['q2']];
  const heldOut = { questionIds: ['h1'], questionDomains: ['d1'], questionTasks: [''] };

  it.each([
    ['clf', exam],
    ['Cloud Practitioner', exam],
    ['cloud practitioner', undefined],
    ['saa', undefined],
    ['', undefined],
  ])('asked for as %j is %j', (asked, expected) => {
    expect(parseExamDetail(exam, asked)).toEqual(expected);
  });

  it.each([
    ['the domain of each question', { questionDomains: ['d1', 'd2'] }],
    ['its domains', { domains }],
    ['how it is held, and full practice exams', { sitting, forms }],
    ['questions that are held out', { heldOut }],
    [
      'odd ids',
      { questionIds: ['__proto__', 'constructor', 'a/b?c#d', ' ', "it's", '日本', '😀'] },
    ],
  ])('may have %s', (_, extras) => {
    expect(parseExamDetail({ ...exam, ...extras }, 'clf')).toEqual({ ...exam, ...extras });
  });

  it.each([
    ['a domain of some questions only', { questionDomains: ['d1'] }],
    ['a text for the questions’ domains', { questionDomains: 'd1' }],
    ['a text for its domains', { domains: 'all' }],
    ['null for how it is held', { sitting: null, forms: null }],
    ['a text for minutes', { sitting: { ...sitting, minutes: '90' } }],
    ['a held-out question twice', { heldOut: { ...heldOut, questionIds: ['h1', 'h1'] } }],
    ['a held-out question among the others', { heldOut: { ...heldOut, questionIds: ['q1'] } }],
    ['held-out questions without domains', { heldOut: { questionIds: ['h1'] } }],
    ['a text among its practice exams', { forms: [['q1'], 'q2'] }],
  ])('is accepted without %s', (_, extras) => {
    expect(parseExamDetail({ ...exam, ...extras }, 'clf')).toEqual(exam);
  });

  it('has its questions in order, each once, and then no domains by place', () => {
    const twice = { questionIds: ['q2', 'q1', 'q2', 'q3'], questionDomains: ['a', 'b', 'c', 'd'] };
    const detail = parseExamDetail({ ...exam, ...twice }, 'clf');
    expect(detail?.questionIds).toEqual(['q2', 'q1', 'q3']);
    expect(detail?.questionDomains).toBeUndefined();
  });

  it.each([
    ['no questions', { questionIds: undefined }],
    ['a question that is a number', { questionIds: [1] }],
    ['a question without an id', { questionIds: ['q1', ''] }],
    ['a question whose id has a lone surrogate', { questionIds: ['q1', '\ud800'] }],
    ['a question whose id can’t be in a path', { questionIds: ['q1', '..'] }],
    ['no name', { name: undefined }],
  ])('is rejected with %s', (_, changes) => {
    expect(parseExamDetail({ ...exam, ...changes }, 'clf')).toBeUndefined();
    expect(parseExamDetail(null, 'clf')).toBeUndefined();
  });
});

describe('a question', () => {
  const question = {
    question: 'Which?',
    questionParts: ['Which', '[img-1]'],
    options: ['a', 'b'],
    answers: ['a'],
  };
  const parse = (changes: object, rest: object = { images: [] }) =>
    parseQuestion({ question: { ...question, ...changes }, ...rest })?.question;

  it('may have extras', () => {
    const extras = {
      explanation: 'Because.',
      optionNotes: ['Yes', 'No'],
      references: [{ title: 'Docs', url: 'https://docs.example/a' }],
      domain: 'd1',
      imageAlts: { 'img-1': 'A box' },
      imageSizes: { 'img-1': { width: 200, height: 600 } },
    };
    expect(parse(extras)).toEqual({ ...question, ...extras });
  });

  it.each([
    ['an explanation that is a number', { explanation: 5 }],
    ['one note for two options', { optionNotes: ['only one'] }],
    ['notes that are numbers', { optionNotes: [1, 2] }],
    ['a reference over http', { references: [{ title: 'x', url: 'http://docs.example' }] }],
    ['a reference that is a script', { references: [{ title: 'x', url: 'javascript:alert(1)' }] }],
    ['a domain that is null', { domain: null }],
    ['alternative texts in a list', { imageAlts: ['A box', 1] }],
    ['a picture without a height', { imageSizes: { 'img-1': { width: 200 } } }],
    ['a picture of no width', { imageSizes: { 'img-1': { width: 0, height: 5 } } }],
  ])('is accepted without %s', (_, extras) => {
    expect(parse(extras)).toEqual(question);
  });

  it.each([
    ['no options in its list', { options: [] }],
    ['answers that are not among the options', { answers: ['z'] }],
    ['two equal options', { options: ['a', 'a'] }],
    ['no parts', { questionParts: undefined }],
    ['nothing but parts', { question: undefined }],
    ['no images', {}, {}],
    ['null for its text', { question: null }],
    ['null for its parts', { questionParts: null }],
    ['null for its images', {}, { images: null }],
  ])('is accepted with %s', (_, changes, rest?: object) => {
    expect(parse(changes, rest)).toBeDefined();
  });

  it('drops images whose file name can’t be in an address', () => {
    const images = ['p/img-1.png', 'p/..', 'p/', '', 'img-2\ud800.png'];
    expect(parseQuestion({ question, images })?.images).toEqual(['p/img-1.png']);
  });

  it.each([
    ['no options', { options: undefined }],
    ['no answers', { answers: undefined }],
    ['options that are numbers', { options: [1, 2] }],
    ['an answer that is a string', { answers: 'a' }],
    ['images that are a string', {}, { images: 'img-1.png' }],
  ])('is rejected with %s', (_, changes, rest?: object) => {
    expect(parse(changes, rest)).toBeUndefined();
  });

  it.each([question, null, [{ question, images: [] }]])('is rejected as %j', (answer) => {
    expect(parseQuestion(answer)).toBeUndefined();
  });

  it('is, like all answers, read without an exception, whatever the JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        for (const answer of [json, { question: json }, { question, images: json }]) {
          parseProviders(answer);
          parseExams(answer);
          parseExamDetail(answer, 'clf');
          parseQuestion(answer);
        }
      }),
    );
  });
});
