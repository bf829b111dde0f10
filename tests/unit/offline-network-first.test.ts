import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { answerNetworkFirst, type NetworkFirst } from '#offline/strategies.ts';
import { fakeTheClock } from '#support/fake-clock.ts';

const patience = { copyAfter: 4000, giveUpAfter: 20_000 };

/** Rejects when the signal aborts, as a real request does. */
const whenAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

/** The network answers after so many milliseconds; without an answer it never does. */
const network =
  (after: number, answer?: () => Response): NetworkFirst['ask'] =>
  (signal) =>
    Promise.race([
      whenAborted(signal),
      new Promise<Response>((resolve) => {
        if (answer) setTimeout(() => resolve(answer()), after);
      }),
    ]);

/** Headers now, a piece of the body, and then nothing more. */
const stalledBody: NetworkFirst['ask'] = async (signal) => {
  const body = new ReadableStream({
    start: (stream) => {
      stream.enqueue(new TextEncoder().encode('val'));
      signal.addEventListener('abort', () => stream.error(signal.reason));
    },
  });
  return new Response(body);
};

const busy = () => new Response('busy', { status: 503 });

type Answered = { text: string; after: number };

/** Asks for an answer; what is valid starts with 'valid'. */
const start = (ask: NetworkFirst['ask'], copy?: string, means: Partial<NetworkFirst> = {}) => {
  const began = Date.now();
  const state: { answered?: Answered; copy: string | undefined; isDone: boolean } = {
    copy,
    isDone: false,
  };
  const { answer, whole } = answerNetworkFirst(
    {
      ask,
      isValid: async (response) => (await response.text()).startsWith('valid'),
      findCopy: async () => (state.copy === undefined ? undefined : new Response(state.copy)),
      putCopy: async (response) => {
        state.copy = await response.text();
      },
      ...means,
    },
    patience,
  );
  answer.then(async (response) => {
    const text = response.type === 'error' ? 'error' : await response.text();
    state.answered = { text, after: Date.now() - began };
  });
  whole.then(() => {
    state.isDone = true;
  });
  return state;
};

const finish = () => vi.advanceTimersByTimeAsync(patience.giveUpAfter);

describe('a request that asks the network first', () => {
  it('is answered by the network when that is in time, and its answer becomes the copy', async () => {
    fakeTheClock();
    const asked = start(
      network(3000, () => new Response('valid new')),
      'valid old',
    );
    await finish();
    expect(asked).toMatchObject({
      answered: { text: 'valid new', after: 3000 },
      copy: 'valid new',
    });
  });

  it('is answered by the copy when the network is late', async () => {
    fakeTheClock();
    const asked = start(
      network(5000, () => new Response('valid new')),
      'valid old',
    );
    await vi.advanceTimersByTimeAsync(4000);
    expect(asked).toMatchObject({ answered: { text: 'valid old', after: 4000 }, isDone: false });
  });

  it('takes a late valid answer for the next copy, and is only then done', async () => {
    fakeTheClock();
    const asked = start(
      network(5000, () => new Response('valid new')),
      'valid old',
    );
    await vi.advanceTimersByTimeAsync(4999);
    expect(asked).toMatchObject({ copy: 'valid old', isDone: false });
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toMatchObject({ copy: 'valid new', isDone: true });
    expect(asked.answered?.text).toBe('valid old');
  });

  it('waits for a late network when there is no copy', async () => {
    fakeTheClock();
    const asked = start(network(15_000, () => new Response('valid new')));
    await finish();
    expect(asked.answered).toEqual({ text: 'valid new', after: 15_000 });
  });

  it.each([
    ['an invalid answer', () => new Response('<!doctype html>')],
    ['a 503', busy],
    ['a 500', () => new Response('sorry', { status: 500 })],
    ['an empty answer', () => new Response()],
  ])('is answered by the copy at once after %s, and the copy stays', async (_, answer) => {
    fakeTheClock();
    const asked = start(network(100, answer), 'valid old');
    await finish();
    expect(asked).toMatchObject({ answered: { text: 'valid old', after: 100 }, copy: 'valid old' });
  });

  it('passes on what the network says when there is no copy, and keeps none of it', async () => {
    fakeTheClock();
    const asked = start(network(100, busy));
    await finish();
    expect(asked).toMatchObject({ answered: { text: 'busy', after: 100 }, copy: undefined });
  });

  it('does not hang on a body that stalls after its headers', async () => {
    fakeTheClock();
    const asked = start(stalledBody, 'valid old');
    await finish();
    expect(asked).toMatchObject({ answered: { text: 'valid old', after: 4000 }, isDone: true });
    expect(asked.copy).toBe('valid old');
  });

  it('is answered by the copy at once when the network refuses', async () => {
    fakeTheClock();
    const asked = start(() => Promise.reject(new TypeError('Failed to fetch')), 'valid old');
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.answered).toEqual({ text: 'valid old', after: 0 });
  });

  it.each([
    ['that never answers', network(0)],
    ['whose body stalls', stalledBody],
  ])('ends in an error at the hard end, without a copy, on a network %s', async (_, ask) => {
    fakeTheClock();
    const asked = start(ask);
    await vi.advanceTimersByTimeAsync(19_999);
    expect(asked.answered).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toMatchObject({ answered: { text: 'error', after: 20_000 }, isDone: true });
  });

  it('is answered by the network when copies can not be read', async () => {
    fakeTheClock();
    const findCopy = () => Promise.reject(new Error('No storage'));
    const asked = start(
      network(5000, () => new Response('valid new')),
      undefined,
      { findCopy },
    );
    await finish();
    expect(asked.answered).toEqual({ text: 'valid new', after: 5000 });
  });

  it('is answered by the network when no copy can be kept', async () => {
    fakeTheClock();
    const putCopy = () => Promise.reject(new DOMException('No room', 'QuotaExceededError'));
    const asked = start(
      network(10, () => new Response('valid new')),
      'valid old',
      { putCopy },
    );
    await finish();
    expect(asked).toMatchObject({ answered: { text: 'valid new', after: 10 }, isDone: true });
  });

  it('gets the newest valid answer that can be had in time, whatever happens', async () => {
    fakeTheClock();
    const after = fc.integer({ min: 0, max: 25_000 }).filter((time) => time % 1000 !== 0);
    const says = fc.constantFrom('valid new', 'rubbish', undefined);
    const had = fc.constantFrom('valid old', undefined);
    await fc.assert(
      fc.asyncProperty(after, says, had, async (time, said, copy) => {
        const asked = start(network(time, said ? () => new Response(said) : undefined), copy);
        await vi.advanceTimersByTimeAsync(30_000);
        const comes = said !== undefined && time < patience.giveUpAfter;
        const isInTime = comes && said === 'valid new' && time < patience.copyAfter;
        const expected = isInTime ? said : (copy ?? (comes ? said : 'error'));
        expect(asked.answered?.text).toBe(expected);
        expect(asked.copy).toBe(comes && said === 'valid new' ? said : copy);
        expect(asked.isDone).toBe(true);
        if (copy) expect(asked.answered?.after).toBeLessThanOrEqual(patience.copyAfter);
      }),
    );
  });
});
