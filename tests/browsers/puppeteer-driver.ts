import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type KeyInput, launch, type Page, type Browser as PuppeteerBrowser } from 'puppeteer-core';
import { expect, vi } from 'vitest';
import type { Browser, OpenBrowser, Tab } from './driver.ts';
import { VIEW } from './driver.ts';

const createTab = (page: Page): Tab => ({
  open: async (address) => {
    await page.goto(address);
  },
  // Puppeteer waits for a load that a page kept by the browser does not have, nor later ones in its tab.
  reload: async () => {
    const loaded = await page.evaluate(() => performance.timeOrigin);
    await page.evaluate(() => setTimeout(() => location.reload()));
    const isNew = (before: number) =>
      performance.timeOrigin !== before && document.readyState === 'complete';
    await vi.waitFor(async () => expect(await page.evaluate(isNew, loaded)).toBe(true), {
      timeout: 30_000,
    });
  },
  goBack: async () => {
    await page.evaluate(() => setTimeout(() => history.back()));
  },
  evaluate: (run, ...given) => page.evaluate(run as never, ...given),
  clickAt: (x, y) => page.mouse.click(x, y),
  press: (key) => page.keyboard.press(key as KeyInput),
  resize: (width, height) => page.setViewport({ width, height }),
  close: () => page.close(),
});

const createBrowser = (browser: PuppeteerBrowser, profile: string): Browser => ({
  newTab: async () => createTab(await browser.newPage()),
  close: () => browser.close(),
  kill: async () => {
    const child = browser.process();
    if (!child) throw new Error('The browser does not say which process it is');
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    // Puppeteer restores Firefox's settings some time after the exit.
    const backups = ['user.js.puppeteer', 'prefs.js.puppeteer'].map((file) => join(profile, file));
    await vi.waitFor(() => expect(backups.filter(existsSync)).toEqual([]), { timeout: 10_000 });
  },
});

/** Drives Firefox over WebDriver BiDi. */
export const firefoxDriver =
  (executablePath: string | undefined): OpenBrowser =>
  async (profile, { isStorageBlocked = false } = {}) => {
    if (!executablePath) throw new Error('There is no Firefox on this machine');
    const browser = await launch({
      browser: 'firefox',
      executablePath,
      userDataDir: profile,
      defaultViewport: VIEW,
      extraPrefsFirefox: isStorageBlocked ? { 'network.cookie.cookieBehavior': 2 } : {},
    });
    return createBrowser(browser, profile);
  };
