import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** A part of `npm test`: the tests of one folder, or those of one file in it. */
const part = (name: string, include: string, test: object = {}) => ({
  extends: true as const,
  test: { name, environment: 'node', include: [`tests/${include}`], ...test },
});

// Real browsers and servers: time limits end what hangs, and no busy machine reaches them.
const journeys = { testTimeout: 90_000, hookTimeout: 120_000 };

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  plugins: [react()],
  test: {
    passWithNoTests: false,
    restoreMocks: true,
    testTimeout: 60_000,
    maxWorkers: 2,
    projects: [
      part('unit', 'unit/**/*.test.ts'),
      part('screens', 'screens/**/*.test.{ts,tsx}', {
        environment: 'jsdom',
        // Loading jsdom and React takes longer than most files' tests.
        isolate: false,
        setupFiles: ['tests/support/screen-setup.ts'],
      }),
      part('server', 'server/**/*.test.ts'),
      part('hosts', 'hosts/*.test.ts', journeys),
      part('firefox', 'browsers/firefox.test.ts', journeys),
      part('webkit', 'browsers/webkit.test.ts', journeys),
    ],
  },
});
