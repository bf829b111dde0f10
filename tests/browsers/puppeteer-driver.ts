import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type KeyInput,
  launch,
  type Page,
  type Browser as PuppeteerBrowser,
  type SupportedBrowser,
} from 'puppeteer-core';
import { expect, vi } from 'vitest';
import type { Browser, OpenBrowser, Tab } from './driver.ts';
import { VIEW } from './driver.ts';

const createTab = (page: Page): Tab => ({
  open: async (address) => {
    await page.goto(address);
  },
  reload: async () => {
    await page.reload();
  },
  goBack: async () => {
    await page.goBack();
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
    // Puppeteer puts Firefox's settings back, in its own time.
    const backups = ['user.js.puppeteer', 'prefs.js.puppeteer'].map((file) => join(profile, file));
    await vi.waitFor(() => expect(backups.filter(existsSync)).toEqual([]), { timeout: 10_000 });
  },
});

/** As its user does in the settings of Chromium. */
const blockStorage = async (profile: string) => {
  const BLOCK = 2;
  const settings = { profile: { default_content_setting_values: { cookies: BLOCK } } };
  await mkdir(join(profile, 'Default'), { recursive: true });
  await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(settings));
};

/** Chromium over its own protocol, Firefox over WebDriver BiDi. */
export const puppeteerDriver =
  (browser: SupportedBrowser, executablePath: string | undefined): OpenBrowser =>
  async (profile, { isStorageBlocked = false } = {}) => {
    if (!executablePath) throw new Error(`There is no ${browser} on this machine`);
    if (isStorageBlocked && browser === 'chrome') await blockStorage(profile);
    return createBrowser(
      await launch({
        browser,
        executablePath,
        userDataDir: profile,
        defaultViewport: VIEW,
        extraPrefsFirefox: isStorageBlocked ? { 'network.cookie.cookieBehavior': 2 } : {},
        args: browser === 'chrome' ? ['--no-sandbox'] : [],
      }),
      profile,
    );
  };
