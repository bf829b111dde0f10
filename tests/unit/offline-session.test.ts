import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createApi } from '#api/calls.ts';
import { questionAddress } from '#contract/addresses.ts';
import { saveLock } from '#contract/caches.ts';
import type { QuestionAnswer } from '#contract/wire.ts';
import { removeExam } from '#offline/download/exam-sync.ts';
import { type ExamDocument, emptyDocument } from '#offline/library/exam-document.ts';
import { putDocument, putImage } from '#offline/library/exam-library.ts';
import { findOpened, openAhead, openExam } from '#offline/session/open-exam.ts';
import { timed } from '#support/fake-clock.ts';
import { SITE } from '#support/memory-caches.ts';
import { detailOf, examKey, pictureAddress } from '#support/saved-exam.ts';
import {
  answerOf,
  jsonQuestion,
  silent,
  stubPage,
  svgAnswer,
  unreachable,
} from '#support/stubbed-page.ts';
import { svgBytes } from '#support/test-images.ts';

const always = new AbortController().signal;
const image = pictureAddress('q1', 'img-1.svg');

let network: ReturnType<typeof stubPage>;
beforeEach(() => {
  network = stubPage();
});

const documentOf = (questions: Record<string, QuestionAnswer>): ExamDocument => ({
  ...emptyDocument(detailOf(['q1', 'q2'])),
  questions: new Map(Object.entries(questions).map(([id, answer]) => [id, { answer }])),
  images: new Map([[image, { bytes: 1, width: 30, height: 20 }]]),
  isPaused: true,
});

/** Opens an exam of which only the first question is saved, with its image. */
const open = async () => {
  await putImage(examKey, image, svgAnswer('one'));
  await putDocument(examKey, documentOf({ q1: answerOf('one', ['aws/clf/q1/img-1.svg']) }));
  const controller = new AbortController();
  onTestFinished(async () => {
    controller.abort();
    await removeExam(examKey);
  });
  const opened = await openExam(createApi(SITE), examKey, controller.signal);
  if (!opened.ok) throw new Error(opened.failure);
  const session = opened.value;
  const textOf = async (id: string) => {
    const loaded = await session.load(id, always);
    return loaded.ok ? loaded.value.question.question : loaded.failure;
  };
  return { session, textOf, leave: () => controller.abort() };
};

describe('a question', () => {
  it('that is saved needs no request, and is there at once', async () => {
    const { session, textOf } = await open();
    expect(session.find('q1')?.question.question).toBe('one');
    expect(await textOf('q1')).toBe('one');
    const address = questionAddress(SITE, 'aws', 'clf', 'q1');
    expect(network.mock.calls.map(([asked]) => asked)).not.toContain(address);
  });

  it('that is not saved is given up after 20 seconds', async () => {
    const { textOf } = await open();
    network.mockImplementation(silent);
    expect(await timed(() => textOf('q2'))).toEqual({ value: 'question-failed', after: 20_000 });
  });

  it.each([
    ['question-not-found', 404],
    ['status-unexpected', 503],
  ])('that is not saved fails with %s', async (failure, status) => {
    const { textOf } = await open();
    network.mockImplementation(async () => new Response('', { status }));
    expect(await textOf('q2')).toBe(failure);
  });

  it('is shown as it is now once a tab has saved it', async () => {
    const { session } = await open();
    let changes = 0;
    session.onChange(() => {
      changes += 1;
    });
    await putDocument(examKey, documentOf({ q1: answerOf('newer'), q2: answerOf('two') }));
    expect(session.find('q1')?.question.question).toBe('newer');
    expect(session.find('q2')?.question.question).toBe('two');
    expect(changes).toBe(1);
  });

  it('follows nothing any more once its screen was left', async () => {
    const { session, leave } = await open();
    leave();
    await putDocument(examKey, documentOf({ q1: answerOf('newer') }));
    expect(session.find('q1')?.question.question).toBe('one');
  });

  it('stays when a tab saves another exam with a question of the same id', async () => {
    const { session } = await open();
    const other = documentOf({ q1: answerOf('of another exam') });
    for (const key of [
      { ...examKey, examId: 'other' },
      { ...examKey, providerId: 'other' },
      { ...examKey, apiUrl: 'https://other.example' },
    ]) {
      await putDocument(key, other);
    }
    expect(session.find('q1')?.question.question).toBe('one');
  });

  it('that another tab is saving is awaited for eight seconds, then requested', async () => {
    const held = { name: saveLock(examKey) };
    Object.assign(navigator.locks, {
      query: async () => ({ held: [held] }),
      request: async (_: string, __: object, work: (lock: null) => unknown) => work(null),
    });
    const { textOf } = await open();
    network.mockImplementation(async () => jsonQuestion('two'));
    expect(await timed(() => textOf('q2'))).toEqual({ value: 'two', after: 8000 });
  });
});

describe('an exam that is opened ahead', () => {
  const api = createApi(SITE);

  it('has its first question, until it is taken over', async () => {
    await open();
    await openAhead(api, examKey);
    const session = findOpened(examKey);
    expect(session?.find('q1')?.question.question).toBe('one');
    expect(await openExam(api, examKey, always)).toEqual({ ok: true, value: session });
    expect(findOpened(examKey)).toBeUndefined();
  });

  it('stays when another exam is removed', async () => {
    await open();
    await openAhead(api, examKey);
    const session = findOpened(examKey);
    await removeExam({ ...examKey, examId: 'other' });
    expect(session).toBeDefined();
    expect(findOpened(examKey)).toBe(session);
  });

  it('is forgotten when it is removed, or its first question can not be had', async () => {
    await open();
    await openAhead(api, examKey);
    await removeExam(examKey);
    expect(findOpened(examKey)).toBeUndefined();
    network.mockImplementation(async () => new Response('', { status: 503 }));
    await openAhead(api, examKey);
    expect(findOpened(examKey)).toBeUndefined();
  });
});

describe('an image', () => {
  const bytesOf = async (source: unknown) =>
    new Uint8Array(await ((source as { blob?: Blob })?.blob?.arrayBuffer() ?? new ArrayBuffer(0)));

  it('that is saved needs no request, and its size is known', async () => {
    const { session } = await open();
    expect(await bytesOf(await session.loadImage(image, always))).toEqual(
      new Uint8Array(svgBytes('one')),
    );
    expect(session.sizeOf(image)).toMatchObject({ width: 30, height: 20 });
    expect(network.mock.calls.map(([asked]) => asked)).not.toContain(image);
  });

  it('that the server does not have is asked for once, and given up', async () => {
    const { session } = await open();
    const other = pictureAddress('q2', 'img-1.svg');
    network.mockImplementation(async () => new Response('', { status: 404 }));
    const { value, after } = await timed(() => session.loadImage(other, always));
    expect([value, after]).toEqual([undefined, 0]);
    expect(network.mock.calls.filter(([asked]) => asked === other)).toHaveLength(1);
  });

  it('that is not saved is requested until it comes', async () => {
    const { session } = await open();
    const other = pictureAddress('q2', 'img-1.svg');
    let tries = 0;
    network.mockImplementation(async (address, init) => {
      tries += 1;
      return tries < 3 ? unreachable(address, init) : svgAnswer('two');
    });
    const { value } = await timed(() => session.loadImage(other, always));
    expect(await bytesOf(value)).toEqual(new Uint8Array(svgBytes('two')));
    expect(session.sizeOf(other)).toBeUndefined();
  });
});
