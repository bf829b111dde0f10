import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isShellCached, subscribeToWorker } from '#offline/page/service-worker.ts';

let ports: MessagePort[];

beforeEach(() => {
  ports = [];
  const active = {
    postMessage: (_: unknown, [port]: MessagePort[]) => port && ports.push(port),
  };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ active }) } });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  for (const port of ports) port.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const asked = async (times: number) => vi.waitFor(() => expect(ports).toHaveLength(times));

it('a worker that is silent for three seconds counts as absent until it answers', async () => {
  const tell = vi.fn();
  const end = subscribeToWorker(tell);
  const first = isShellCached();
  await asked(1);
  vi.advanceTimersByTime(3000);
  expect(await first).toBe(false);
  expect(tell).not.toHaveBeenCalled();

  ports[0]?.postMessage({ isShellCached: true });
  await vi.waitFor(() => expect(tell).toHaveBeenCalledOnce());
  const second = isShellCached();
  await asked(2);
  ports[1]?.postMessage({ isShellCached: true });
  expect(await second).toBe(true);
  expect(tell).toHaveBeenCalledOnce();
  end();
});
