import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Api } from '#api/calls.ts';
import type { QuestionAnswer } from '#contract/wire.ts';
import { openStore } from '#offline/library/exam-store.ts';
import { addressOfQuestion } from '#offline/library/saved-manifest.ts';
import { openExam } from '#offline/session/exam-opening.ts';
import { savedSession } from '#offline/session/exam-session.ts';
import { timed } from '#support/fake-clock.ts';
import { detailOf, examKey, pictureAddress } from '#support/saved-exam.ts';
import {
  answerOf,
  flush,
  jsonQuestion,
  type Network,
  silent,
  stubPage,
  svgAnswer,
  unreachable,
} from '#support/stubbed-page.ts';
import { svgBytes } from '#support/test-images.ts';

const store = openStore(examKey);
const q = (questionId: string) => addressOfQuestion(examKey, questionId);
const image = pictureAddress('q1', 'img-1.svg');
const always = new AbortController().signal;
const withImage = (text: string) => Response.json(answerOf(text, ['aws/clf/q1/img-1.svg']));

let network: ReturnType<typeof stubPage>;
beforeEach(() => {
  network = stubPage();
});

/** A generation with these entries, as an earlier visit or a download has left it. */
const save = async (entries: Record<string, Response>, ids = ['q1', 'q2']) => {
  const { number, cache } = await store.create(detailOf(ids));
  for (const [address, answer] of Object.entries(entries)) await cache.put(address, answer);
  store.forget();
  const generation = (await store.inspect()).find((other) => other.number === number);
  if (!generation) throw new Error('Nothing was saved');
  return generation;
};

const open = async (entries: Record<string, Response>) => {
  const own = await save(entries);
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  const session = savedSession(store, own, controller.signal);
  const textOf = async (id: string, isAnswered?: boolean) => {
    const loaded = await session.loadQuestion(id, always, isAnswered);
    return loaded.ok ? loaded.value.question.question : loaded.failure;
  };
  return { own, session, textOf };
};

describe('a question that is not saved yet', () => {
  it('is given up after 20 seconds', async () => {
    const { textOf } = await open({});
    network.mockImplementation(silent);
    const end = { value: 'question-failed', after: 20_000 };
    expect(await timed(() => textOf('q2'))).toEqual(end);
  });

  it('is requested after eight seconds even if another tab’s request for it hangs', async () => {
    const { textOf } = await open({});
    navigator.locks.request(`certdeck/address/${q('q2')}`, () => new Promise(() => undefined));
    network.mockImplementation(async () => jsonQuestion('new'));
    expect(await timed(() => textOf('q2'))).toEqual({ value: 'new', after: 8000 });
  });
});

describe('a refresh that another tab finishes during a run', () => {
  const older = () => ({ [q('q1')]: jsonQuestion('one'), [q('q2')]: jsonQuestion('two') });
  const newerFirst = () => ({ [q('q1')]: jsonQuestion('one, newer') });
  const newer = () => ({ ...newerFirst(), [q('q2')]: jsonQuestion('two, newer') });
  const arrive = async (entries: Record<string, Response>, ids?: string[]) => {
    await save(entries, ids);
    store.notify();
    await flush();
  };

  it('replaces every question except those answered in this run', async () => {
    const { session, textOf } = await open(older());
    const mended = vi.fn();
    const stop = session.onMended(mended);
    await session.prefetch(['q2']);
    await textOf('q1');
    await arrive(newer());
    network.mockClear();
    expect(mended).toHaveBeenCalledOnce();
    expect(session.prefetched('q2')?.question.question).toBe('two, newer');
    expect(session.prefetched('q1', true)?.question.question).toBe('one');
    expect(await textOf('q1', true)).toBe('one');
    expect(await textOf('q1')).toBe('one, newer');
    expect(await textOf('q2')).toBe('two, newer');
    expect(network).not.toHaveBeenCalled();
    stop();
    await arrive(newer());
    expect(mended).toHaveBeenCalledOnce();
  });

  it('changes nothing before it is whole', async () => {
    const { session, textOf } = await open(older());
    const mended = vi.fn();
    session.onMended(mended);
    await arrive(newerFirst());
    expect(await textOf('q1')).toBe('one');
    expect(mended).not.toHaveBeenCalled();
  });

  it('leaves a question in place that it has dropped', async () => {
    const { session, textOf } = await open(older());
    await arrive(newerFirst(), ['q1']);
    await session.prefetch([]);
    expect(await textOf('q2')).toBe('two');
  });
});

const corrected = async () => jsonQuestion('corrected');
const correctedWithImage =
  (imageAnswer: Network): Network =>
  async (address, init) =>
    address === q('q1') ? withImage('corrected') : imageAnswer(address, init);
const without = () => ({ [q('q1')]: jsonQuestion('one') });
const having = () => ({ [q('q1')]: withImage('one'), [image]: svgAnswer('old') });
const newImage = async () => svgAnswer('new');

it.each<[string, () => Record<string, Response>, Network, string]>([
  ['reaches the device with the question', without, corrected, 'corrected'],
  ['changes nothing without a network', without, unreachable, 'one'],
  ['waits until its new image can be had', without, correctedWithImage(unreachable), 'one'],
  ['brings its new image along', without, correctedWithImage(newImage), 'corrected'],
  [
    'keeps an old image that can’t be checked',
    having,
    correctedWithImage(unreachable),
    'corrected',
  ],
])('a correction on a server without validators %s', async (_, entries, now, seen) => {
  const { own, session, textOf } = await open(entries());
  const mended = vi.fn();
  session.onMended(mended);
  network.mockImplementation(now);
  await textOf('q1');
  await flush();
  const saved = (await (await own.cache.match(q('q1')))?.json()) as QuestionAnswer;
  expect(saved.question.question).toBe(seen);
  expect(mended).toHaveBeenCalledTimes(seen === 'one' ? 0 : 1);
  const images = own.manifest.questions[q('q1')]?.images ?? [];
  expect(images.every(({ address }) => own.present.has(address))).toBe(true);
});

describe('an image that is not saved yet', () => {
  it('is requested alone, and no question waits for it', async () => {
    const { session, textOf } = await open({});
    const requested: string[] = [];
    network.mockImplementation(async (address, init) => {
      requested.push(address);
      return address === q('q2') ? jsonQuestion('two') : silent(address, init);
    });
    const controller = new AbortController();
    const other = pictureAddress('q2', 'img-1.svg');
    session.loadImage(other, controller.signal);
    await flush();
    const waiting = session.loadImage(image, always);
    expect(await textOf('q2')).toBe('two');
    expect(requested).toEqual([other, q('q2')]);
    network.mockImplementation(async () => svgAnswer('one'));
    controller.abort();
    expect(await waiting).toHaveProperty('blob.size', svgBytes('one').length);
  });

  it('is requested five times, and for 20 seconds, at most', async () => {
    const { session } = await open({});
    const load = () => session.loadImage(image, always);
    expect((await timed(load)).value).toBeUndefined();
    expect(network).toHaveBeenCalledTimes(5);
    network.mockImplementation(silent);
    expect(await timed(load)).toEqual({ value: undefined, after: 20_000 });
  });

  it('is shown though its bytes could not be read at first', async () => {
    const { session, own } = await open({ [image]: svgAnswer('one') });
    const broken = new ReadableStream({ pull: (body) => body.error(new Error('Not readable')) });
    vi.spyOn(own.cache, 'match').mockResolvedValueOnce(new Response(broken));
    const { value } = await timed(() => session.loadImage(image, always));
    expect(value).toHaveProperty('blob.size', svgBytes('one').length);
    expect(network).not.toHaveBeenCalled();
  });
});

describe('a partly saved exam', () => {
  const openIds = async () => {
    await save({ [q('q1')]: jsonQuestion('one') });
    const controller = new AbortController();
    onTestFinished(() => controller.abort());
    const opened = await openExam({} as Api, examKey, controller.signal);
    return opened.ok && opened.value.detail.questionIds;
  };

  it('opens with the current list if the network is quick', async () => {
    network.mockImplementation(async (address) =>
      address.includes('/api/questions')
        ? Response.json(detailOf(['q1', 'q3']))
        : unreachable('', {}),
    );
    expect(await openIds()).toEqual(['q1', 'q3']);
  });

  it('opens with the saved list after 400 ms', async () => {
    network.mockImplementation(silent);
    expect(await timed(openIds)).toEqual({ value: ['q1', 'q2'], after: 400 });
  });
});
