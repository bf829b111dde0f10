import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { QuestionAnswer } from '#contract/wire.ts';
import { isId } from '#contract/wire.ts';
import {
  type ExamDocument,
  emptyDocument,
  formerQuestions,
  imagesOf,
  measureExam,
  parseDocument,
  readQuestion,
  writeDocument,
} from '#offline/library/exam-document.ts';
import { detailOf, examKey, pictureAddress } from '#support/saved-exam.ts';

const answerOf = (text: string, images: string[] = [], answers = ['a']): QuestionAnswer => ({
  question: { question: text, questionParts: [], options: ['a', 'b'], answers },
  images,
});

const documentOf = (questions: Record<string, QuestionAnswer>, ids = Object.keys(questions)) => ({
  ...emptyDocument(detailOf(ids)),
  questions: new Map(Object.entries(questions).map(([id, answer]) => [id, { answer }])),
});

const hostileIds = ['__proto__', 'constructor', 'a/b', "it's", '100%', '日本', '0', ' '];
const anyId = fc.oneof(fc.constantFrom(...hostileIds), fc.string({ maxLength: 5 }).filter(isId));
const anyAnswer = fc
  .tuple(fc.string(), fc.uniqueArray(fc.constantFrom('1.png', '2.png')))
  .map(([text, images]) => answerOf(text, images));
const anyDocument: fc.Arbitrary<ExamDocument> = fc
  .uniqueArray(fc.tuple(anyId, anyAnswer), { selector: ([id]) => id, maxLength: 12 })
  .map((questions) => documentOf(Object.fromEntries(questions)));

describe('a saved exam as text', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(anyDocument, fc.option(fc.string(), { nil: undefined }), (document, etag) => {
        const written = {
          ...document,
          former: document.questions,
          images: new Map([['x', { bytes: 1, width: 0, height: 2 }]]),
          unavailable: new Set(['y']),
          ...(etag !== undefined && { etag }),
        };
        expect(parseDocument(JSON.parse(writeDocument(written)))).toEqual(written);
      }),
    );
  });

  it.each([undefined, null, 1, 'x', [], {}, { detail: {} }])('is not %j', (body) => {
    expect(parseDocument(body)).toBeUndefined();
  });
});

describe('a question of a saved exam', () => {
  const result = (selected: string, correct: string) => ({
    selectedAnswers: [selected],
    correctAnswers: [correct],
  });
  const document: ExamDocument = {
    ...documentOf({ q1: answerOf('now', [], ['b']), q2: answerOf('only') }),
    former: new Map([
      ['q1', { answer: answerOf('before') }],
      ['gone', { answer: answerOf('last') }],
    ]),
  };

  it.each([
    ['as it is now if it was not answered', 'q1', undefined, 'now'],
    ['as it is now if it was answered so', 'q1', result('a', 'b'), 'now'],
    ['as it was if it was answered before', 'q1', result('a', 'a'), 'before'],
    ['as it is now if it was answered still earlier', 'q1', result('c', 'c'), 'now'],
    ['as it is if it never changed', 'q2', result('b', 'a'), 'only'],
    ['as it was last if it is gone', 'gone', undefined, 'last'],
    ['not at all if it is not saved', 'q9', undefined, undefined],
  ])('is given %s', (_, id, given, text) => {
    expect(readQuestion(document, id, given)?.question.question).toBe(text);
  });

  it('is missing if it can not be read', () => {
    const bad = { images: [], question: 1 } as unknown as QuestionAnswer;
    expect(readQuestion(documentOf({ q1: bad }), 'q1')).toBeUndefined();
  });

  it('is kept as it was if its answer is another, or gone, but not for ever', () => {
    const now = documentOf({ q1: answerOf('now', [], ['b']), q3: answerOf('new') });
    const kept = formerQuestions(document, now);
    expect([...kept.keys()]).toEqual(['gone', 'q2']);
    expect(formerQuestions({ ...now, former: kept }, now)).toEqual(kept);
    const later = documentOf({ q1: answerOf('later'), q3: answerOf('new') });
    expect([...formerQuestions({ ...now, former: kept }, later).keys()]).toEqual(['q2', 'q1']);
    const other = documentOf({ q4: answerOf('another') });
    expect([...formerQuestions({ ...now, former: kept }, other).keys()]).toEqual(['q3']);
  });
});

it('an exam is covered if and only if every question and image is there', () => {
  const anySaved = anyDocument.chain((document) => {
    const images = [...imagesOf(examKey, document)];
    const ids = document.detail.questionIds;
    return fc.tuple(fc.constant(document), fc.subarray(images), fc.subarray(ids));
  });
  fc.assert(
    fc.property(anySaved, ([document, images, ids]) => {
      const questions = new Map([...document.questions].filter(([id]) => ids.includes(id)));
      const partial = { ...document, questions, unavailable: new Set(imagesOf(examKey, document)) };
      const completeness = measureExam(examKey, { document: partial, present: new Set(images) });
      const lacking = [...imagesOf(examKey, partial)].filter((each) => !images.includes(each));
      const missing = document.questions.size - ids.length + lacking.length;
      expect(completeness).toMatchObject({ missing, unavailable: lacking.length });
      expect(completeness.done === completeness.total).toBe(missing === 0);
    }),
  );
});

it('the images of a question have the addresses of their exam', () => {
  const document = documentOf({ 'a/b': answerOf('?', ['any/where/1.png']) });
  expect([...imagesOf(examKey, document)]).toEqual([pictureAddress('a/b', '1.png')]);
});

it('the images of a question stay for as long as it is kept as it was', () => {
  const former = new Map([['q1', { answer: answerOf('before', ['old.png']) }]]);
  const document = { ...documentOf({ q1: answerOf('now', ['new.png']) }), former };
  const images = ['new.png', 'old.png'].map((file) => pictureAddress('q1', file));
  expect([...imagesOf(examKey, document)]).toEqual(images);
});
