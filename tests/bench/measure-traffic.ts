import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { createApp } from '#server/app.ts';
import { openFolder } from '#server/folder-files.ts';
import { createHttpServer } from '#server/http-server.ts';
import { makeBuild, removeBuild } from '#support/next-build.ts';
import { createSwappableSite } from '#support/swappable-site.ts';
import { compressSite } from '../../src/build/site-files.ts';
import { printFigure, printHeading } from './figures.ts';
import { inProfile } from './profile.ts';

/** What a learner costs the host: requests and bytes on the wire, headers included, by their log. */

/** Without a request for so long, nothing more comes. In milliseconds. */
const QUIET = 3000;

const startLogged = async (folder: string) => {
  const site = createSwappableSite();
  await site.use(folder);
  let lines: string[] = [];
  const app = createApp({ data: openFolder(join(folder, 'data')), site });
  const logRequest = (line: string) => lines.push(line);
  const { server, close } = createHttpServer(app, { logRequest });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const untilQuiet = async () => {
    for (let before = -1; before !== lines.length; ) {
      before = lines.length;
      await wait(QUIET);
    }
  };
  /** Prints what was asked for since the last time. */
  const print = async (name: string) => {
    await untilQuiet();
    const bytes = lines.reduce((sum, line) => sum + Number(line.split(' ').at(-2)), 0);
    const measured = `${lines.length}, ${Math.round(bytes / 1000)} kB`;
    lines = [];
    printFigure({ name, measured });
  };
  const { port } = server.address() as AddressInfo;
  return { site, print, close, address: `http://127.0.0.1:${port}/` };
};

const startExam = async (page: Page, home: string) => {
  await page.goto(home);
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
  await page.getByRole('link', { name: 'Start' }).first().click();
  await page.locator('[data-status=available]').first().waitFor();
};

export const measureTraffic = async (folder: string) => {
  printHeading('Requests and bytes of a learner');
  const { site, print, close, address } = await startLogged(folder);
  const next = await makeBuild(folder, 'two');
  await compressSite(next);
  await inProfile({}, async (page) => {
    await page.goto(address);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await print('a first visit, until the app is on the device');
    await startExam(page, address);
    await print('an exam started, until it is on the device');
    await startExam(page, address);
    await print('a later visit to it');
    await site.use(next);
    await page.goto(address);
    await page.locator('html[data-build=two]').waitFor();
    await print('an update in which every file has changed');
  });
  await removeBuild(next);
  await close(0);
};
