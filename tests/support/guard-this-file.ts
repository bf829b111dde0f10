import { afterAll, vi } from 'vitest';
import { guardPresses } from '#ui/press-guard.ts';

/** Guards presses as the app does, until the test file ends. */
export const guardThisFile = () => {
  const listen = vi.spyOn(globalThis, 'addEventListener');
  guardPresses();
  const listened = [...listen.mock.calls];
  listen.mockRestore();
  afterAll(() => {
    for (const [type, listener, options] of listened) removeEventListener(type, listener, options);
  });
};
