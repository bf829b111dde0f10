import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const CHROMIUMS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Chromium without a window of its own to draw, in which the tests take half the time. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

const FIREFOXES = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

const firstThere = (paths: (string | undefined)[]) =>
  paths.find((path): path is string => Boolean(path) && existsSync(path as string));

/** A whole Chromium that is on this machine already, or undefined. `CHROMIUM` names another one. */
export const findChromium = () =>
  firstThere([process.env.CHROMIUM, ...CHROMIUMS, chromium.executablePath()]);

/** The Chromium for tests that need no settings of its user: the headless shell where there is one. */
export const findBrowser = () =>
  firstThere([process.env.CHROMIUM, HEADLESS_SHELL]) ?? findChromium();

/** A Firefox that is on this machine already, or undefined. `FIREFOX` names another one. */
export const findFirefox = () => firstThere([process.env.FIREFOX, ...FIREFOXES]);

const run = (command: string, parameters: string[]) =>
  spawnSync(command, parameters, { stdio: 'ignore', timeout: 600_000 }).status === 0;

const isCommand = (name: string) => run('which', [name]);
/** Debian's own; another one that comes first in the path has none of Debian's libraries. */
export const PYTHON = '/usr/bin/python3';

const canImport = (library: string, version: string) =>
  run(PYTHON, ['-c', `import gi; gi.require_version('${library}', '${version}')`]);

/** Debian's package for each thing that the tests need, and whether the thing is here. */
const needed: [name: string, isHere: () => boolean][] = [
  ['firefox-esr', () => findFirefox() !== undefined],
  ['webkit2gtk-driver', () => isCommand('WebKitWebDriver')],
  ['xvfb', () => isCommand('Xvfb')],
  ['python3-gi', () => run(PYTHON, ['-c', 'import gi'])],
  ['gir1.2-gtk-3.0', () => canImport('Gtk', '3.0')],
  ['gir1.2-webkit2-4.1', () => canImport('WebKit2', '4.1')],
];

const listMissing = () => needed.filter(([, isHere]) => !isHere()).map(([name]) => name);

const downloadChromium = () =>
  run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']);

/** Installs packages of Debian where we are root. */
export const installPackages = (...names: string[]) =>
  process.getuid?.() === 0 &&
  run('apt-get', ['update']) &&
  run('apt-get', ['install', '-y', '--no-install-recommends', ...names]);

/** Playwright's own, else Debian's. */
const provideChromium = () =>
  findChromium() !== undefined ||
  downloadChromium() ||
  installPackages('fonts-dejavu-core', 'chromium');

/**
 * Sees to it that the three browsers are here: Chromium by Playwright's download if need be, the
 * rest as Debian's packages where we are root. Gives the packages that are missing all the same.
 */
export const provideBrowsers = () => {
  provideChromium();
  // Older releases of Debian have no such package.
  if (!process.env.CHROMIUM && !existsSync(HEADLESS_SHELL))
    installPackages('chromium-headless-shell');
  const missing = listMissing();
  if (missing.length > 0) installPackages(...missing);
  return [...(findChromium() ? [] : ['chromium']), ...listMissing()];
};
