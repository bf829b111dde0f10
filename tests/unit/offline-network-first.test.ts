import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { answerNetworkFirst, type NetworkFirst } from '#offline/strategies.ts';
import { fakeTheClock } from '#support/fake-clock.ts';

const timeouts = { copyAfter: 4000, giveUpAfter: 20_000 };

/** Rejects when the signal aborts, as a real request does. */
const whenAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

/** A network that answers after so many milliseconds, or never without an answer. */
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

type Answered = { text: string; after: number };

/** Sends a request. A body that starts with 'valid' is valid. */
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
    timeouts,
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

const finish = () => vi.advanceTimersByTimeAsync(timeouts.giveUpAfter);

describe('a request that asks the network first', () => {
  it('is answered by the copy if a body stalls after its headers', async () => {
    fakeTheClock();
    const asked = start(stalledBody, 'valid old');
    await finish();
    expect(asked).toMatchObject({ answered: { text: 'valid old', after: 4000 }, isDone: true });
    expect(asked.copy).toBe('valid old');
  });

  it('is answered by the copy at once if the network refuses', async () => {
    fakeTheClock();
    const asked = start(() => Promise.reject(new TypeError('Failed to fetch')), 'valid old');
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.answered).toEqual({ text: 'valid old', after: 0 });
  });

  it.each([
    ['that never answers', network(0)],
    ['whose body stalls', stalledBody],
  ])('ends with an error after 20 seconds without a copy, on a network %s', async (_, ask) => {
    fakeTheClock();
    const asked = start(ask);
    await vi.advanceTimersByTimeAsync(19_999);
    expect(asked.answered).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toMatchObject({ answered: { text: 'error', after: 20_000 }, isDone: true });
  });

  it('is answered by the network if copies can’t be read', async () => {
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

  it('is answered by the network if its answer can’t be cached', async () => {
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

  it('gets the newest valid answer in time, whatever the network does', async () => {
    fakeTheClock();
    const after = fc.integer({ min: 0, max: 25_000 }).filter((time) => time % 1000 !== 0);
    const says = fc.constantFrom('valid new', 'rubbish', undefined);
    const had = fc.constantFrom('valid old', undefined);
    await fc.assert(
      fc.asyncProperty(after, says, had, async (time, said, copy) => {
        const asked = start(network(time, said ? () => new Response(said) : undefined), copy);
        await vi.advanceTimersByTimeAsync(30_000);
        const comes = said !== undefined && time < timeouts.giveUpAfter;
        const isInTime = comes && said === 'valid new' && time < timeouts.copyAfter;
        const expected = isInTime ? said : (copy ?? (comes ? said : 'error'));
        expect(asked.answered?.text).toBe(expected);
        expect(asked.copy).toBe(comes && said === 'valid new' ? said : copy);
        expect(asked.isDone).toBe(true);
        if (copy) expect(asked.answered?.after).toBeLessThanOrEqual(timeouts.copyAfter);
      }),
    );
  });
});
