import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

export type Engine = 'Chromium' | 'Firefox' | 'WebKit';

const CHROMIUMS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Chromium without a window system; tests take half the time in it. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

const FIREFOXES = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

/** Debian's Python. Another one that comes first in the path lacks Debian's libraries. */
export const PYTHON = '/usr/bin/python3';

const findFile = (paths: (string | undefined)[]) =>
  paths.find((path): path is string => Boolean(path) && existsSync(path as string));

/** The path of the Chromium for tests, or undefined. `CHROMIUM` names another one. */
export const findBrowser = () =>
  findFile([process.env.CHROMIUM, HEADLESS_SHELL, ...CHROMIUMS, chromium.executablePath()]);

/** The path of a Firefox, or undefined. `FIREFOX` names another one. */
export const findFirefox = () => findFile([process.env.FIREFOX, ...FIREFOXES]);

const run = (command: string, ...parameters: string[]) =>
  spawnSync(command, parameters, { stdio: 'ignore', timeout: 600_000 }).status === 0;

const canImport = (library: string, version: string) =>
  run(PYTHON, '-c', `import gi; gi.require_version('${library}', '${version}')`);

type Requirement = { debianPackage: string; isInstalled: () => boolean };

const requirements: Record<Engine, Requirement[]> = {
  Chromium: [{ debianPackage: 'chromium', isInstalled: () => findBrowser() !== undefined }],
  Firefox: [{ debianPackage: 'firefox-esr', isInstalled: () => findFirefox() !== undefined }],
  WebKit: [
    { debianPackage: 'webkit2gtk-driver', isInstalled: () => run('which', 'WebKitWebDriver') },
    { debianPackage: 'xvfb', isInstalled: () => run('which', 'Xvfb') },
    { debianPackage: 'python3-gi', isInstalled: () => run(PYTHON, '-c', 'import gi') },
    { debianPackage: 'gir1.2-gtk-3.0', isInstalled: () => canImport('Gtk', '3.0') },
    { debianPackage: 'gir1.2-webkit2-4.1', isInstalled: () => canImport('WebKit2', '4.1') },
  ],
};

const missingPackages = (engine: Engine) =>
  requirements[engine]
    .filter(({ isInstalled }) => !isInstalled())
    .map(({ debianPackage }) => debianPackage);

/** Installs Debian packages. Returns whether it could, which takes root. */
export const installPackages = (...names: string[]) =>
  process.getuid?.() === 0 &&
  run('apt-get', 'update') &&
  run('apt-get', 'install', '-y', '--no-install-recommends', ...names);

const downloadChromium = () =>
  run(process.execPath, 'node_modules/@playwright/test/cli.js', 'install', 'chromium');

/** Installs an engine if need be. Returns the Debian packages that are still missing. */
export const provideEngine = (engine: Engine): string[] => {
  const missing = missingPackages(engine);
  if (missing.length === 0) return [];
  // Older releases of Debian have no headless shell.
  if (engine === 'Chromium') {
    if (!installPackages('chromium-headless-shell') && !downloadChromium())
      installPackages('fonts-dejavu-core', 'chromium');
  } else installPackages(...missing);
  return missingPackages(engine);
};
