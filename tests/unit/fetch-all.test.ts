import { describe, expect, it, vi } from 'vitest';
import type { Fetched } from '#api/fetch-answer.ts';
import { fetchAll } from '#offline/download/fetch-all.ts';
import { timed } from '#support/fake-clock.ts';

const valid: Fetched<unknown> = { kind: 'valid', value: 1, etag: undefined };
const busy = (retryAfter?: number): Fetched<unknown> => ({ kind: 'refused', retryAfter });
const many = (count: number) => Array.from({ length: count }, (_, place) => place);

/** Fetches items, each with these answers one after another, the last one again and again. */
const fetchItems = async (
  items: number[],
  answersOf: (item: number) => Fetched<unknown>[],
  signal = new AbortController().signal,
) => {
  const asked: number[] = [];
  const ask = async (item: number) => {
    const answers = answersOf(item);
    const before = asked.filter((other) => other === item).length;
    asked.push(item);
    return answers[Math.min(before, answers.length - 1)] ?? valid;
  };
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const { value, after } = await timed(() => fetchAll(items, ask, signal), 300_000);
  return { shortfall: value, asked, after };
};

describe('fetching all of many', () => {
  it('asks for each once, in order, also for those that are no news', async () => {
    const kinds: Fetched<unknown>[] = [valid, { kind: 'unchanged' }, { kind: 'gone' }];
    const { asked, shortfall } = await fetchItems(many(9), (item) => [kinds[item % 3] ?? valid]);
    expect(asked).toEqual(many(9));
    expect(shortfall).toBeUndefined();
  });

  it('asks five times for what fails, after growing pauses, and says so', async () => {
    const { asked, shortfall, after } = await fetchItems([7], () => [busy()]);
    expect([asked, shortfall]).toEqual([[7, 7, 7, 7, 7], 'faulty']);
    expect(after).toBe(500 + 1000 + 2000 + 4000);
  });

  it('waits for as long as a busy server says', async () => {
    const { shortfall, after } = await fetchItems([7], () => [busy(20_000), valid]);
    expect([shortfall, after]).toEqual([undefined, 20_000]);
  });

  it('asks once only for an image that its server keeps to itself', async () => {
    const { asked, shortfall } = await fetchItems([7], () => [{ kind: 'blocked' }]);
    expect([asked, shortfall]).toEqual([[7], 'faulty']);
  });

  it('gives up once eight answers in a row did not come, and not for fewer', async () => {
    const gone = await fetchItems(many(40), () => [{ kind: 'unreachable' }]);
    expect([gone.asked.length, gone.shortfall]).toEqual([8, 'interrupted']);
    const some = await fetchItems(many(40), (item) => [
      item % 8 === 7 ? valid : { kind: 'unreachable' },
      valid,
    ]);
    expect([new Set(some.asked).size, some.shortfall]).toEqual([40, undefined]);
  });

  it('calls it the network’s fault only if nothing else went wrong', async () => {
    const answers = (item: number): Fetched<unknown>[] =>
      item === 0 ? [{ kind: 'unreachable' }] : item === 1 ? [{ kind: 'invalid' }] : [valid];
    expect((await fetchItems([0, 2, 3, 4, 5], answers)).shortfall).toBe('interrupted');
    expect((await fetchItems([0, 1, 2, 3, 4, 5], answers)).shortfall).toBe('faulty');
    expect((await fetchItems([1, 0, 2, 3, 4, 5], answers)).shortfall).toBe('faulty');
  });

  it('ends between two tries when it is no longer wanted', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort('removed'));
    const ended = fetchAll([7], async () => busy(), controller.signal);
    await expect(ended).rejects.toBe('removed');
  });
});
