import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExamDetail, parseExams, parseProviders, parseQuestion } from '#api/wire-parser.ts';

const question = {
  question: 'Which?',
  questionParts: ['Which', '[img-1]'],
  options: ['a', 'b'],
  answers: ['a'],
};
const body = { question, images: ['p/e/q/img-1.png'] };
const without = (name: keyof typeof question) => {
  const { [name]: _, ...rest } = question;
  return { question: rest, images: [] };
};

describe('the list of providers', () => {
  it('is read without unknown fields', () => {
    const provider = { id: 'aws', name: 'AWS', examCount: 3 };
    const answer = { providerData: [{ ...provider, colour: 'pink' }], next: 2 };
    expect(parseProviders(answer)).toEqual([provider]);
  });

  it('may say how many questions there are', () => {
    const provider = { id: 'aws', name: 'AWS', examCount: 3 };
    const read = (questionCount: unknown) =>
      parseProviders({ providerData: [{ ...provider, questionCount }] });
    expect(read(52)).toEqual([{ ...provider, questionCount: 52 }]);
    expect(read('many')).toEqual([provider]);
    expect(read(-1)).toEqual([provider]);
  });

  it('may be empty', () => {
    expect(parseProviders({ providerData: [] })).toEqual([]);
  });

  it.each([
    ['null', null],
    ['a list', []],
    ['no list inside', { providerData: {} }],
    ['another name', { providers: [] }],
    ['a provider without an id', { providerData: [{ name: 'AWS', examCount: 1 }] }],
    ['an empty id', { providerData: [{ id: '', name: 'AWS', examCount: 1 }] }],
    ['a count in words', { providerData: [{ id: 'aws', name: 'AWS', examCount: '3' }] }],
    ['a negative count', { providerData: [{ id: 'aws', name: 'AWS', examCount: -1 }] }],
    ['a fractional count', { providerData: [{ id: 'aws', name: 'AWS', examCount: 0.5 }] }],
    ['nothing but unusable items', { providerData: [null, 5, 'aws', [], {}] }],
    ['an id with a lone surrogate', { providerData: [{ id: '\ud800', name: 'A', examCount: 1 }] }],
    ['an id that can’t be in a path', { providerData: [{ id: '..', name: 'A', examCount: 1 }] }],
  ])('is rejected with %s', (_, answer) => {
    expect(parseProviders(answer)).toBeUndefined();
  });
});

describe('the list of exams', () => {
  it('is read without unknown fields', () => {
    const answer = { exams: [{ name: 'a/b', questionCount: 1, level: 3 }], page: 1 };
    expect(parseExams(answer)).toEqual([{ name: 'a/b', questionCount: 1 }]);
  });

  it.each([
    ['no list', {}],
    ['an exam without a name', { exams: [{ questionCount: 1 }] }],
    ['an empty name', { exams: [{ name: '', questionCount: 1 }] }],
    ['no count', { exams: [{ name: 'a' }] }],
    ['a text', 'exams'],
    ['a name with a lone surrogate', { exams: [{ name: 'a\udfff', questionCount: 1 }] }],
  ])('is rejected with %s', (_, answer) => {
    expect(parseExams(answer)).toBeUndefined();
  });
});

describe('unusable items of a list', () => {
  const provider = { id: 'aws', name: 'AWS', examCount: 3 };
  const exam = { name: 'a/b', questionCount: 1 };
  const odd = [null, 7, [], {}, { ...provider, id: '' }, { ...exam, name: '\ud83d' }];

  it.each(odd.map((item) => [item]))('%j does not hide the others', (item) => {
    expect(parseProviders({ providerData: [item, provider] })).toEqual([provider]);
    expect(parseExams({ exams: [exam, item] })).toEqual([exam]);
  });

  it('are reported as they came', () => {
    const leftOut: unknown[] = [];
    parseProviders({ providerData: [...odd, provider] }, (item) => leftOut.push(item));
    parseExams({ exams: [exam, ...odd] }, (item) => leftOut.push(item));
    expect(leftOut).toEqual([...odd, ...odd]);
  });

  it('include those whose id has come before', () => {
    const again = { ...provider, name: 'Again' };
    expect(parseProviders({ providerData: [provider, again] })).toEqual([provider]);
    expect(parseExams({ exams: [exam, { ...exam, questionCount: 2 }] })).toEqual([exam]);
  });
});

describe('an exam', () => {
  const exam = { id: 'clf', name: 'Cloud Practitioner', questionIds: ['q1', 'q2'] };

  it.each(['clf', 'Cloud Practitioner'])('can be requested as %j', (asked) => {
    expect(parseExamDetail(exam, asked)).toMatchObject(exam);
  });

  it.each(['cloud practitioner', 'saa', ''])('is not accepted for %j', (asked) => {
    expect(parseExamDetail(exam, asked)).toBeUndefined();
  });

  it('keeps its questions in order, each once', () => {
    const detail = parseExamDetail({ ...exam, questionIds: ['q2', 'q1', 'q2', 'q3'] }, 'clf');
    expect(detail?.questionIds).toEqual(['q2', 'q1', 'q3']);
  });

  it('may give the domain of each question, but not of some', () => {
    const ids = ['a', 'b'];
    const parse = (questionIds: string[], questionDomains: unknown) =>
      parseExamDetail({ ...exam, questionIds, questionDomains }, 'clf')?.questionDomains;
    expect(parse(ids, ['d1', 'd2'])).toEqual(['d1', 'd2']);
    expect(parse(ids, ['d1'])).toBeUndefined();
    expect(parse(['a', 'a'], ['d1', 'd2'])).toBeUndefined();
    expect(parse(ids, 'd1')).toBeUndefined();
  });

  it('may list its domains', () => {
    const domains = [{ id: 'd1', name: 'First', weight: 60 }];
    expect(parseExamDetail({ ...exam, domains }, 'clf')?.domains).toEqual(domains);
    expect(parseExamDetail({ ...exam, domains: 'all' }, 'clf')).toMatchObject(exam);
    expect(parseExamDetail({ ...exam, domains: 'all' }, 'clf')?.domains).toBeUndefined();
  });

  it('may describe how it is held, and full practice exams', () => {
    const sitting = { questions: 65, minutes: 90, pass: { score: '700 of 1000', share: 70 } };
    const forms = [['q1'], ['q2']];
    expect(parseExamDetail({ ...exam, sitting, forms }, 'clf')).toEqual({
      ...exam,
      sitting,
      forms,
    });
    for (const odd of [
      { sitting: null, forms: null },
      { sitting: { ...sitting, minutes: '90' }, forms: [['q1'], 'q2'] },
    ]) {
      const detail = parseExamDetail({ ...exam, ...odd }, 'clf');
      expect(detail).toMatchObject(exam);
      expect(detail?.sitting).toBeUndefined();
      expect(detail?.forms).toBeUndefined();
    }
  });

  it.each(['__proto__', 'constructor', 'a/b?c#d', ' ', "it's", '日本', '😀'])(
    'may have a question with the id %j',
    (odd) => {
      expect(parseExamDetail({ ...exam, questionIds: [odd] }, 'clf')?.questionIds).toEqual([odd]);
    },
  );

  it.each([
    ['no questions', { id: 'clf', name: 'C' }],
    ['a question that is a number', { ...exam, questionIds: [1] }],
    ['a question without an id', { ...exam, questionIds: ['q1', ''] }],
    ['a question whose id has a lone surrogate', { ...exam, questionIds: ['q1', '\ud800'] }],
    ['a question whose id can’t be in a path', { ...exam, questionIds: ['q1', '..'] }],
    ['no name', { id: 'clf', questionIds: [] }],
    ['null', null],
  ])('is rejected with %s', (_, answer) => {
    expect(parseExamDetail(answer, 'clf')).toBeUndefined();
  });
});

describe('a question', () => {
  it('may have extras', () => {
    const extras = {
      explanation: 'Because.',
      optionNotes: ['Yes', 'No'],
      references: [{ title: 'Docs', url: 'https://docs.example/a' }],
      domain: 'd1',
      imageAlts: { 'img-1': 'A box' },
      imageSizes: { 'img-1': { width: 200, height: 600 } },
    };
    expect(parseQuestion({ question: { ...question, ...extras }, images: [] })?.question).toEqual({
      ...question,
      ...extras,
    });
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
    const parsed = parseQuestion({ question: { ...question, ...extras }, images: [] });
    expect(parsed?.question).toMatchObject(question);
    for (const name of Object.keys(extras)) {
      expect(parsed?.question[name as 'explanation']).toBeUndefined();
    }
  });

  it.each([
    ['no options in its list', { ...body, question: { ...question, options: [] } }],
    [
      'answers that are not among the options',
      { ...body, question: { ...question, answers: ['z'] } },
    ],
    ['two equal options', { ...body, question: { ...question, options: ['a', 'a'] } }],
    ['no parts', without('questionParts')],
    ['nothing but parts', without('question')],
    ['no images', { question }],
    ['null for its text', { ...body, question: { ...question, question: null } }],
    ['null for its parts', { ...body, question: { ...question, questionParts: null } }],
    ['null for its images', { question, images: null }],
  ])('is accepted with %s', (_, answer) => {
    expect(parseQuestion(answer)).toBeDefined();
  });

  it('drops images whose file name can’t be in an address', () => {
    const images = ['p/img-1.png', 'p/..', 'p/', '', 'img-2\ud800.png'];
    expect(parseQuestion({ question, images })?.images).toEqual(['p/img-1.png']);
  });

  it.each([
    ['no options', without('options')],
    ['no answers', without('answers')],
    ['options that are numbers', { ...body, question: { ...question, options: [1, 2] } }],
    ['an answer that is a string', { ...body, question: { ...question, answers: 'a' } }],
    ['images that are a string', { ...body, images: 'img-1.png' }],
    ['an answer that is not wrapped', question],
    ['null', null],
    ['a list', [body]],
  ])('is rejected with %s', (_, answer) => {
    expect(parseQuestion(answer)).toBeUndefined();
  });
});

it('the parsers never throw, whatever the JSON', () => {
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
