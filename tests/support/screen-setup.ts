import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { watchConsole } from './console-watch.ts';
import { standIn, timePresses } from './jsdom-page.ts';
import { resetDevice } from './memory-store.ts';

// Runs before every file of the part. The files share jsdom and React, which take long to load.

vi.mock('idb-keyval', async () => (await import('#support/memory-store.ts')).memoryStore);

configure({
  // How long a busy machine may take to show a screen.
  asyncUtilTimeout: 25_000,
  // The default prints the whole page each time a query has to wait.
  getElementError: (message) => new Error(message ?? ''),
});

watchConsole();

beforeEach(() => {
  localStorage.clear();
  resetDevice();
  timePresses();
  standIn();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

// The app remembers what it has fetched and shown, so each file gets a copy of its own.
afterAll(() => {
  vi.resetModules();
});
