import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** A Chromium that is on this machine already, or undefined. `CHROMIUM` names another one. */
export const findBrowser = () =>
  [process.env.CHROMIUM, ...INSTALLED, chromium.executablePath()].find(
    (path): path is string => Boolean(path) && existsSync(path as string),
  );

const run = (command: string, parameters: string[]) =>
  spawnSync(command, parameters, { stdio: 'ignore', timeout: 600_000 }).status === 0;

const downloadBrowser = () =>
  run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']);

const installPackage = () =>
  process.getuid?.() === 0 &&
  run('apt-get', ['update']) &&
  run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium']);

/** The browser for the tests: one that is here, else Playwright's, else Debian's package as root. */
export const provideBrowser = () => {
  const found = findBrowser();
  if (found) return found;
  if (downloadBrowser() && findBrowser()) return findBrowser();
  installPackage();
  return findBrowser();
};
