import { defineConfig } from '@playwright/test';
import { findBrowser } from '#support/browser.ts';

const executablePath = findBrowser();

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  forbidOnly: true,
  fullyParallel: true,
  workers: 3,
  retries: 0,
  // Ends what hangs; long walks come nowhere near it, even on a busy machine.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  use: {
    ...(executablePath ? { launchOptions: { executablePath } } : {}),
    viewport: { width: 1280, height: 800 },
    // Frames of animations cost a third of the time and show nothing to a test.
    contextOptions: { reducedMotion: 'reduce' },
  },
});
