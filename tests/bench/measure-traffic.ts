import { setTimeout as wait } from 'node:timers/promises';
import { makeBuild, removeBuild } from '#support/next-build.ts';
import { createSwappableSite } from '#support/swappable-site.ts';
import { compressSite } from '../../src/build/site-files.ts';
import { builtData, SITE, startBenchServer } from './bench-server.ts';
import { waitUntilSaved } from './exam-page.ts';
import { printFigure, printHeading } from './figures.ts';
import { inProfile } from './profile.ts';

/** What a learner costs the host: requests and bytes on the wire with headers, by the server's log. */

/** After this many milliseconds without a request no more are expected. */
const QUIET = 3000;

export const measureTraffic = async () => {
  printHeading('Requests and bytes of a learner');
  const site = createSwappableSite();
  await site.use(SITE);
  const { address, log, close } = await startBenchServer(builtData(), { site });
  const next = await makeBuild(SITE, 'two');
  compressSite(next);
  /** Prints what has been requested since the last time. */
  const print = async (name: string) => {
    for (let before = -1; before !== log.length; ) {
      before = log.length;
      await wait(QUIET);
    }
    const lines = log.splice(0);
    const bytes = lines.reduce((sum, line) => sum + Number(line.split(' ').at(-2)), 0);
    printFigure(`${name}: requests`, lines.length);
    printFigure('  … with', bytes / 1000, 'kB');
  };
  await inProfile({}, async (page) => {
    const startExam = async () => {
      await page.goto(address);
      await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
      await page.getByRole('link', { name: 'Start', exact: true }).first().click();
      await waitUntilSaved(page);
    };
    await page.goto(address);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await print('a first visit, until the app is on the device');
    await startExam();
    await print('an exam started, until it is on the device');
    await startExam();
    await print('a later visit to it');
    await site.use(next);
    await page.goto(address);
    await page.locator('html[data-build=two]').waitFor();
    await print('an update in which every file has changed');
  });
  await removeBuild(next);
  await close();
};
