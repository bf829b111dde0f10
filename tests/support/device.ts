import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from '@playwright/test';

export type Device = Awaited<ReturnType<typeof createDevice>>;

/** The browser's own process; everything else of it ends with that. */
const findProcess = async (context: BrowserContext) => {
  const session = await context.browser()?.newBrowserCDPSession();
  const answer = await session?.send('SystemInfo.getProcessInfo');
  const found = answer?.processInfo.find(({ type }) => type === 'browser');
  if (!found) throw new Error('The browser does not say which process it is');
  return found.id;
};

/** Ends a tab as a system short of memory does. */
export const crashTab = async (page: Page) => {
  const crashed = page.waitForEvent('crash');
  const session = await page.context().newCDPSession(page);
  session.send('Page.crash').catch(() => undefined);
  await crashed;
};

/**
 * Stops a tab for good while it keeps what it holds. A debugger's pause, because the browser's own
 * state 'frozen' lets timers and requests through on a busy machine.
 */
export const freezeTab = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Debugger.enable');
  const paused = new Promise((resolve) => session.once('Debugger.paused', resolve));
  await session.send('Debugger.pause');
  await paused;
};

/** A browser whose profile outlives it, as on a learner's device. */
export async function createDevice(
  options: LaunchOptions & BrowserContextOptions,
  onOpen: (context: BrowserContext) => void,
) {
  const profile = await mkdtemp(join(tmpdir(), 'certdeck-profile-'));
  let context: BrowserContext | undefined;

  /** Starts the browser, with one empty tab. */
  const open = async () => {
    context = await chromium.launchPersistentContext(profile, options);
    onOpen(context);
    return { context, page: context.pages()[0] ?? (await context.newPage()) };
  };
  const close = async () => {
    await context?.close();
    context = undefined;
  };
  return {
    open,
    /** Ends the browser as its user does; what it holds stays on the device. */
    close,
    /** Ends the browser as a system short of memory does: at once, without a word. */
    kill: async () => {
      if (!context) return;
      const closed = context.waitForEvent('close');
      process.kill(await findProcess(context), 'SIGKILL');
      await closed;
      context = undefined;
    },
    discard: async () => {
      await close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
