import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type OwnQuestion, ownKey } from '#contract/own.ts';
import { isOnDevice, readExam } from '#offline/library/exam-library.ts';
import { ownApi } from '#offline/library/own-api.ts';
import { parseOwnExam, printOwnExam } from '#offline/library/own-backup.ts';
import { readOwnExam, readOwnExams, saveOwnExam } from '#offline/library/own-exams.ts';
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

const withPicture = (id: string): OwnQuestion => {
  const { answer } = question(id, 'What is it? [img-1]');
  return {
    id,
    answer: { ...answer, images: [`own/own/${id}/img-1.svg`] },
    images: [{ file: 'img-1.svg', type: 'image/svg+xml', bytes: svgBytes('a') }],
  };
};

const examOf = (questions: OwnQuestion[], savedAt = 1000) => ({
  name: 'Planets',
  sitting: { questions: 2, minutes: 5, pass: { score: '70%', share: 70 } },
  questions,
  savedAt,
});

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
    expect(await readOwnExam(ownKey('Planets'))).toEqual(exam);
    expect(await readOwnExams()).toEqual([exam]);
    const listed = { name: 'Planets', questionCount: 2 };
    expect(await ownApi.fetchExams('My questions')).toEqual({ ok: true, value: [listed] });
    const asked = await ownApi.fetchQuestion('My questions', 'Planets', 'red');
    expect(asked).toMatchObject({ ok: true, value: { question: { answers: ['Mars'] } } });
    vi.unstubAllGlobals();
  });

  it('keeps a question’s id by its stem, however it is spaced, and no id twice', async () => {
    await saveOwnExam(examOf([question('a', 'Which is red?'), question('b', 'Which is far?')]));
    const newer = [question('b', 'which  IS red?'), question('a', 'A new one'), question('c', 'C')];
    const saved = await saveOwnExam(examOf(newer, 2000));
    expect(saved).toEqual({ ok: true, value: { added: 2, changed: 1, gone: 1 } });
    expect(await idsOf()).toEqual(['a', 'a-2', 'c']);
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
    expect(await ownApi.fetchExams('My questions')).toMatchObject({ ok: false });
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
