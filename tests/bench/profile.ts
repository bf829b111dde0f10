import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { findBrowser } from '#support/browser.ts';
import { watchLoads } from './watch-page.ts';

type ProfileOptions = {
  /** A profile's folder that was used before; a fresh one unless told. */
  folder?: string;
  isPhone?: boolean;
  hasWorker?: boolean;
  /** What every load is watched for. */
  watched?: string;
};

export const createFolder = () => mkdtemp(join(tmpdir(), 'certdeck-bench-'));
export const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true });

/** A browser with a profile on disk, as a learner's is; a fresh one goes when `work` is done. */
export const inProfile = async <T>(
  { folder, isPhone = false, hasWorker = true, watched }: ProfileOptions,
  work: (page: Page, context: BrowserContext) => Promise<T>,
): Promise<T> => {
  const place = folder ?? (await createFolder());
  const executablePath = findBrowser();
  const context = await chromium.launchPersistentContext(place, {
    ...(executablePath ? { executablePath } : {}),
    viewport: isPhone ? { width: 390, height: 844 } : { width: 1280, height: 800 },
    serviceWorkers: hasWorker ? 'allow' : 'block',
  });
  // tsx marks functions with their names by a function of its own, which no page knows.
  await context.addInitScript('globalThis.__name = (work) => work;');
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    if (watched) await watchLoads(page, watched);
    return await work(page, context);
  } finally {
    await context.close();
    if (!folder) await removeFolder(place);
  }
};

/** Slows the page's main thread so many times. */
export const slowDown = async (page: Page, rate: number) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
};
