import { defineConfig } from 'vitest/config';

/** The main journeys through every engine, on the built site, two engines at a time. */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    environment: 'node',
    include: ['tests/browsers/*.test.ts'],
    maxWorkers: 2,
    sequence: { concurrent: false },
  },
});
