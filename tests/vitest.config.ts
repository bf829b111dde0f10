import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const project = (name: string, environment: 'node' | 'jsdom') => ({
  extends: true as const,
  test: { name, environment, include: [`tests/${name}/**/*.test.{ts,tsx}`] },
});

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  plugins: [react()],
  test: {
    passWithNoTests: false,
    restoreMocks: true,
    // An end for what hangs; a busy machine is not slow enough to reach it.
    testTimeout: 30_000,
    projects: [project('unit', 'node'), project('screens', 'jsdom'), project('server', 'node')],
  },
});
