import { describe, expect, it, vi } from 'vitest';
import {
  createPartial,
  findInPartial,
  note,
  type PartialExam,
  put,
  save,
  whilePartial,
} from '#offline/download/partial-exam.ts';
import { emptyDocument } from '#offline/library/exam-document.ts';
import { isOnDevice, readDocument, subscribeToLibrary } from '#offline/library/exam-library.ts';
import { detailOf, examKey } from '#support/saved-exam.ts';
import { answerOf, flush, stubPage } from '#support/stubbed-page.ts';

type Changes = { isRefresh?: boolean; isRetry?: boolean; isWhole?: boolean };

const questions = new Map([['q1', { answer: answerOf('one') }]]);
const images = new Map([
  ['there.png', { bytes: 1, width: 2, height: 3 }],
  ['evicted.png', { bytes: 1, width: 2, height: 3 }],
  ['sent.png', { bytes: 1, width: 2, height: 3 }],
]);
const before = {
  ...emptyDocument(detailOf(['q1'])),
  questions,
  images,
  unavailable: new Set(['q9']),
  former: new Map([['q0', { answer: answerOf('zero') }]]),
};

const begin = ({ isRefresh = false, isRetry = false, isWhole = false }: Changes = {}) => {
  stubPage();
  const controller = new AbortController();
  const { signal } = controller;
  const sent = { questionId: 'q1', file: 'sent.png', type: 'image/png', bytes: 1 };
  const saved = { document: before, present: new Set(['there.png', 'sent.png']) };
  const job = { key: examKey, saved, isRefresh, isRetry, onProgress: () => undefined, signal };
  const document = { ...emptyDocument(detailOf(['q1', 'q2'])), questions };
  const bundled = new Map([['sent.png', sent]]);
  const partial = createPartial(job, { document, bundled, isWhole }, signal);
  return { partial, controller };
};

const arrive = (partial: PartialExam, id: string) => {
  partial.document.questions.set(id, { answer: answerOf(id) });
  return note(partial, id);
};

const savedIds = async () => [...((await readDocument(examKey))?.questions.keys() ?? [])];

describe('an exam that is being downloaded', () => {
  it('takes what is saved as it is, and looks again at all of it in a refresh', () => {
    expect([...begin().partial.confirmed]).toEqual(['q1', 'there.png']);
    expect([...begin({ isRefresh: true }).partial.confirmed]).toEqual([]);
    expect([...begin({ isRefresh: true, isWhole: true }).partial.confirmed]).toEqual(['q1']);
  });

  it('keeps earlier versions of questions, and what the server lacks until it is asked again', () => {
    const { document } = begin().partial;
    expect([...document.former.keys()]).toEqual(['q0']);
    expect([...document.unavailable]).toEqual(['q9']);
    expect([...begin({ isRetry: true }).partial.document.unavailable]).toEqual([]);
  });

  it('is saved with every twentieth question, and never by halves in a refresh', async () => {
    const { partial } = begin();
    for (let place = 2; place <= 20; place += 1) await arrive(partial, `q${place}`);
    expect(await savedIds()).toHaveLength(20);
    await arrive(partial, 'q21');
    expect(await savedIds()).toHaveLength(20);

    const refresh = begin({ isRefresh: true }).partial;
    for (let place = 2; place <= 40; place += 1) await arrive(refresh, `q${place}`);
    expect(await savedIds()).toEqual([]);
  });

  it('is saved with its first question at once, for other tabs', async () => {
    const { partial } = begin();
    partial.document.questions.clear();
    await arrive(partial, 'q1');
    expect(await savedIds()).toEqual(['q1']);
  });

  it('is saved in the order in which it was told to', async () => {
    const { partial } = begin();
    const told: unknown[] = [];
    subscribeToLibrary((message) => {
      if (message.kind === 'saved') told.push(message.document?.checkedAt);
    });
    const open = caches.open.bind(caches);
    vi.spyOn(caches, 'open').mockImplementationOnce(async (name) => {
      await flush();
      return open(name);
    });
    await Promise.all([1, 2, 3].map((checkedAt) => save(partial, { ...before, checkedAt })));
    expect(told).toEqual([1, 2, 3]);
    expect((await readDocument(examKey))?.checkedAt).toBe(3);
  });

  it('leaves no trace once it was removed', async () => {
    const { partial, controller } = begin();
    controller.abort('removed');
    await expect(save(partial)).rejects.toBe('removed');
    await expect(put(partial, async () => undefined)).rejects.toBe('removed');
    expect(await isOnDevice(examKey)).toBe(false);
  });

  it('shows its questions while it goes on, also when it ends badly', async () => {
    const { partial } = begin();
    const failing = whilePartial(partial, async () => {
      expect(findInPartial(examKey, 'q1')?.question.question).toBe('one');
      expect(findInPartial({ ...examKey, examId: 'other' }, 'q1')).toBeUndefined();
      throw new Error('No room');
    });
    await expect(failing).rejects.toThrow('No room');
    expect(findInPartial(examKey, 'q1')).toBeUndefined();
  });
});
