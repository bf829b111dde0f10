import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cacheNameOf, DOCUMENT } from '#contract/caches.ts';
import { type OwnQuestion, ownKey } from '#contract/own.ts';
import { success } from '#contract/result.ts';
import { updateStatus } from '#offline/download/exam-sync.ts';
import {
  dropLeftover,
  isOnDevice,
  listExams,
  listOwnExams,
  putImage,
  readExam,
} from '#offline/library/exam-library.ts';
import { readStatus } from '#offline/library/exam-status.ts';
import { ownApi } from '#offline/library/own-api.ts';
import { parseOwnExam, printOwnExam } from '#offline/library/own-backup.ts';
import { readOwnExam, saveOwnExam } from '#offline/library/own-exams.ts';
import { createMemoryCaches } from '#support/memory-caches.ts';
import { svgBytes } from '#support/test-images.ts';

const question = (id: string, stem: string, more: Partial<OwnQuestion> = {}): OwnQuestion => ({
  id,
  answer: {
    question: {
      question: stem,
      questionParts: [stem],
      options: ['Mars', 'Venus'],
      answers: ['Mars'],
      explanation: 'Iron rusts.',
    },
    images: [],
  },
  images: [],
  ...more,
});

const withPicture = (id: string, name = 'a'): OwnQuestion => {
  const { answer } = question(id, 'What is it? [img-1]');
  return {
    id,
    answer: { ...answer, images: [`own/own/${id}/img-1.svg`] },
    images: [{ file: 'img-1.svg', type: 'image/svg+xml', bytes: svgBytes(name) }],
  };
};

const withOptions = (id: string, options: string[], stem = 'Which statement is true?') => {
  const { answer, images } = question(id, stem);
  return { id, images, answer: { ...answer, question: { ...answer.question, options } } };
};

const examOf = (questions: OwnQuestion[], savedAt = 1000) => ({
  name: 'Planets',
  sitting: { questions: 2, minutes: 5, pass: { score: '70%', share: 70 } },
  questions,
  savedAt,
});

const nothing = { added: 0, changed: 0, gone: 0 };

const idsOf = async () => {
  const exam = await readOwnExam(ownKey('Planets'));
  return exam?.questions.map(({ id }) => id);
};

beforeEach(() => {
  vi.stubGlobal('caches', createMemoryCaches());
});

describe('an own exam', () => {
  it('comes back whole, with its pictures, its mock exam and no request', async () => {
    const exam = examOf([question('red', 'Which is red?'), withPicture('sign')]);
    vi.stubGlobal('fetch', () => expect.unreachable());
    expect(await saveOwnExam(exam)).toEqual({ ok: true, value: { added: 2, changed: 0, gone: 0 } });
    const back = await readOwnExam(ownKey('Planets'));
    const ofFile = expect.stringMatching(/^img-1\.[0-9a-f]{16}\.svg$/);
    const [red, sign] = exam.questions;
    expect(back).toEqual({
      ...exam,
      questions: [
        red,
        {
          ...sign,
          answer: { ...sign?.answer, images: [ofFile] },
          images: [{ ...sign?.images[0], file: ofFile, size: { width: 0, height: 0 } }],
        },
      ],
    });
    expect(await listOwnExams()).toEqual(['Planets']);
    expect(await saveOwnExam(back ?? exam)).toEqual({ ok: true, value: nothing });
    expect(await readOwnExam(ownKey('Planets'))).toEqual(back);
    const listed = { name: 'Planets', questionCount: 2 };
    expect(await ownApi.fetchExams('My questions')).toEqual({ ok: true, value: [listed] });
    const asked = await ownApi.fetchQuestion('My questions', 'Planets', 'red');
    expect(asked).toMatchObject({ ok: true, value: { question: { answers: ['Mars'] } } });
    vi.unstubAllGlobals();
  });

  it('decodes no picture again that was drawn as its file was read', async () => {
    const decode = vi.fn(async () => ({ width: 3, height: 4, close: () => undefined }));
    vi.stubGlobal('createImageBitmap', decode);
    const bytes = Uint8Array.of(1, 2, 3);
    const size = { width: 30, height: 40 };
    const image = { file: 'img-1.svg', type: 'image/png', bytes };
    await saveOwnExam(examOf([{ ...withPicture('a'), images: [{ ...image, size }] }]));
    const back = await readOwnExam(ownKey('Planets'));
    expect(back?.questions[0]?.images[0]).toMatchObject({ bytes, size });
    await saveOwnExam(back ?? examOf([]));
    expect(decode).not.toHaveBeenCalled();
    await saveOwnExam(examOf([{ ...withPicture('a'), images: [image] }]));
    expect(decode, 'one of a backup').toHaveBeenCalledTimes(1);
  });

  it('keeps a question’s id by its stem, however it is spaced, and no id twice', async () => {
    await saveOwnExam(examOf([question('a', 'Which is red?'), question('b', 'Which is far?')]));
    const newer = [question('b', 'which  IS red?'), question('a', 'A new one'), question('c', 'C')];
    const saved = await saveOwnExam(examOf(newer, 2000));
    expect(saved).toEqual({ ok: true, value: { added: 2, changed: 1, gone: 1 } });
    expect(await idsOf()).toEqual(['a', 'a-2', 'c']);
  });

  it('keeps apart questions with the same stem, however they are ordered', async () => {
    const texts = [
      ['Mars', 'a'],
      ['Mars', 'b'],
      ['Mars', 'c'],
    ];
    const [a, b, c] = texts.map((options, index) => withOptions(`q${index}`, options));
    if (!a || !b || !c) return expect.unreachable();
    await saveOwnExam(examOf([a, b, c]));
    expect(await saveOwnExam(examOf([a, b, c]))).toEqual({ ok: true, value: nothing });
    await saveOwnExam(
      examOf([
        { ...c, id: 'x' },
        { ...a, id: 'y' },
        { ...b, id: 'z' },
      ]),
    );
    expect(await idsOf()).toEqual(['q2', 'q0', 'q1']);
  });

  it('counts what changed and what is gone, however few questions are left', async () => {
    const three = ['a', 'b', 'c'].map((id) => question(id, `Which is ${id}?`));
    await saveOwnExam(examOf(three));
    const few = await saveOwnExam(examOf([question('a', 'How many moons?')], 2000));
    expect(few).toEqual({ ok: true, value: { added: 1, changed: 0, gone: 3 } });
    const again = await saveOwnExam(examOf([question('a', 'How many moons?')], 3000));
    expect(again).toEqual({ ok: true, value: nothing });
  });

  it('knows a question whose key was mended, or whose options were if no other has its stem', async () => {
    await saveOwnExam(
      examOf([
        question('a', 'Which is red?'),
        ...['b', 'c'].map((id) => withOptions(id, ['Mars', id])),
      ]),
    );
    const mended = question('x', 'Which is red?');
    mended.answer.question.answers = ['Venus'];
    const others = ['y', 'z'].map((id) => withOptions(id, ['Mars', id]));
    const value = { added: 2, changed: 1, gone: 2 };
    expect(await saveOwnExam(examOf([mended, ...others]))).toEqual({ ok: true, value });
    expect(await idsOf()).toEqual(['a', 'y', 'z']);
    await saveOwnExam(examOf([withOptions('x', ['Mars', 'Pluto'], 'Which is red?'), ...others]));
    expect(await idsOf()).toEqual(['a', 'y', 'z']);
  });

  it('takes a stem for a question’s own only where no other question ever had it', async () => {
    await saveOwnExam(examOf(['a', 'b'].map((id) => withOptions(id, ['Mars', id]))));
    await saveOwnExam(
      examOf([withOptions('x', ['Mars', 'a']), withOptions('y', ['Mars', 'another'])]),
    );
    expect(await idsOf()).toEqual(['a', 'y']);
  });

  it('never gives an id to another question, and gives it back to its own', async () => {
    await saveOwnExam(examOf([question('a', 'Which is red?'), question('b', 'Which is far?')]));
    await saveOwnExam(examOf([question('a', 'Which is large?')]));
    expect(await idsOf()).toEqual(['a-2']);
    await saveOwnExam(examOf([question('a', 'Which is large?'), question('z', 'Which is far?')]));
    expect(await idsOf()).toEqual(['a-2', 'b']);
  });

  it('gives each question an id of its own, whatever ids two files give', async () => {
    const anyFile = fc.uniqueArray(
      fc.tuple(fc.constantFrom('a', 'a-2', 'a-2-2', 'b'), fc.constantFrom(...'1234')),
      { minLength: 1, selector: ([, stem]) => stem },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(anyFile, { minLength: 2, maxLength: 3 }), async (files) => {
        vi.stubGlobal('caches', createMemoryCaches());
        for (const file of files) {
          await saveOwnExam(examOf(file.map(([id, stem]) => question(id, `Question ${stem}?`))));
          const saved = await readOwnExam(ownKey('Planets'));
          const stems = saved?.questions.map(({ answer }) => answer.question.question);
          expect(stems).toEqual(file.map(([, stem]) => `Question ${stem}?`));
        }
      }),
    );
  });

  it('tells questions apart by their pictures', async () => {
    await saveOwnExam(examOf([withPicture('one', 'a'), withPicture('two', 'b')]));
    const saved = await saveOwnExam(examOf([withPicture('x', 'b'), withPicture('y', 'a')]));
    expect(saved).toEqual({ ok: true, value: nothing });
    expect(await idsOf()).toEqual(['two', 'one']);
  });

  it('stays whole under its old pictures if it is killed before its document is put', async () => {
    await saveOwnExam(examOf([withPicture('sign', 'a')]));
    const before = await readOwnExam(ownKey('Planets'));
    const puts = await caches.open(cacheNameOf(ownKey('Planets')));
    const { put } = puts;
    vi.spyOn(puts, 'put').mockImplementation(async function (this: Cache, asked, answer) {
      if (`${asked}`.endsWith(DOCUMENT)) return new Promise(() => {});
      return put.call(this, asked, answer);
    });
    void saveOwnExam(examOf([withPicture('sign', 'b')], 2000));
    await vi.waitFor(async () => expect((await puts.keys()).length).toBe(3));
    expect(await readOwnExam(ownKey('Planets'))).toEqual(before);
  });

  it('with two equal stems gives the second an id of its own', async () => {
    await saveOwnExam(examOf([question('a', 'Same?')]));
    await saveOwnExam(examOf([question('x', 'Same?'), question('y', 'Same?')]));
    expect(await idsOf()).toEqual(['a', 'y']);
  });

  it('drops the pictures that a newer file no longer names', async () => {
    await saveOwnExam(examOf([withPicture('sign')]));
    await saveOwnExam(examOf([question('red', 'Which is red?')]));
    await saveOwnExam(examOf([question('red', 'Which is red?')]));
    await saveOwnExam(examOf([question('other', 'Which is far?')]));
    expect([...((await readExam(ownKey('Planets')))?.present ?? [])]).toEqual([
      expect.stringContaining('certdeck-document'),
    ]);
  });

  it('that has no room leaves nothing, and the one before it as it was', async () => {
    let hasRoom = false;
    vi.stubGlobal(
      'caches',
      createMemoryCaches((address) => hasRoom || !address.endsWith('.svg')),
    );
    expect(await saveOwnExam(examOf([withPicture('sign')]))).toEqual({
      ok: false,
      failure: 'full',
    });
    expect(await isOnDevice(ownKey('Planets'))).toBe(false);
    hasRoom = true;
    await saveOwnExam(examOf([question('red', 'Which is red?')]));
    hasRoom = false;
    expect(await saveOwnExam(examOf([withPicture('sign')], 2000))).toMatchObject({ ok: false });
    expect(await idsOf()).toEqual(['red']);
  });

  it('can’t be kept where the browser has no storage for it', async () => {
    vi.stubGlobal('caches', undefined);
    expect(await saveOwnExam(examOf([question('a', 'A?')]))).toEqual({
      ok: false,
      failure: 'impossible',
    });
    expect(await ownApi.fetchExams('My questions')).toEqual(success([]));
  });
});

/** A browser with locks, of which others hold these. */
const stubLocks = (isHeld = false) =>
  vi.stubGlobal('navigator', {
    locks: {
      request: (_: string, __: object, work: (lock: object | null) => unknown) =>
        work(isHeld ? null : {}),
    },
  });

describe('an own exam that is broken', () => {
  const key = ownKey('Planets');
  const leaveHalf = () => putImage(key, 'https://a.example/img-1.svg', new Response('a'));

  it('because its first save was ended goes, unless a save is under way', async () => {
    await leaveHalf();
    await dropLeftover(key);
    expect(await isOnDevice(key), 'without locks nobody knows').toBe(true);
    stubLocks(true);
    await dropLeftover(key);
    expect(await isOnDevice(key)).toBe(true);
    stubLocks();
    await dropLeftover(key);
    expect(await listExams()).toEqual([]);
  });

  it('stays if it is whole, and its name is free while there are only leftovers', async () => {
    stubLocks();
    await leaveHalf();
    expect(await ownApi.fetchExams('My questions')).toEqual(success([]));
    expect(await saveOwnExam(examOf([question('a', 'A?')]))).toMatchObject({ ok: true });
    await dropLeftover(key);
    expect(await idsOf()).toEqual(['a']);
  });

  it('because it can’t be read is listed as such and never overwritten', async () => {
    const cache = await caches.open(cacheNameOf(key));
    await cache.put(DOCUMENT, new Response('{"detail":'));
    stubLocks();
    await dropLeftover(key);
    const failure = { ok: false, failure: 'impossible' };
    expect(await saveOwnExam(examOf([question('a', 'A?')]))).toEqual(failure);
    expect(await (await cache.match(DOCUMENT))?.text()).toBe('{"detail":');
    const listed = { name: 'Planets', questionCount: 0 };
    expect(await ownApi.fetchExams('My questions')).toEqual({ ok: true, value: [listed] });
    await updateStatus(key);
    expect(readStatus(key)).toEqual({ kind: 'impossible', reason: 'unreadable' });
  });
});

it('own exams are listed with numbers in their order', async () => {
  for (const name of ['Lesson 10', 'Lesson 2']) {
    await saveOwnExam({ ...examOf([question('a', 'A?')]), name });
  }
  expect(await ownApi.fetchExams('My questions')).toMatchObject({
    value: [{ name: 'Lesson 2' }, { name: 'Lesson 10' }],
  });
});

describe('a backup of own exams', () => {
  it('is read as it was written', () => {
    const exam = examOf([question('red', 'Which is red?'), withPicture('sign')]);
    expect(parseOwnExam(JSON.parse(JSON.stringify(printOwnExam(exam))))).toEqual(exam);
  });

  it.each<[string, unknown]>([
    ['no object', 'Planets'],
    ['no questions', { name: 'Planets', savedAt: 1, questions: [] }],
    ['a name that can’t be an address', { ...printOwnExam(examOf([])), name: '..' }],
    [
      'a picture that is not base64',
      {
        name: 'a',
        savedAt: 1,
        questions: [{ id: 'a', answer: {}, images: [{ file: 'x', type: 't', data: '*' }] }],
      },
    ],
    [
      'only questions that can’t be read',
      { name: 'a', savedAt: 1, questions: [{ id: 'a', answer: { question: 1 }, images: [] }] },
    ],
  ])('with %s is refused', (_, value) => {
    expect(parseOwnExam(value)).toBeUndefined();
  });

  it('loses only the questions that can’t be read', () => {
    const { questions, ...rest } = printOwnExam(examOf([question('red', 'Which is red?')]));
    const broken = { id: 'b', answer: null, images: [] };
    expect(parseOwnExam({ ...rest, questions: [broken, ...questions] })?.questions).toHaveLength(1);
  });
});
