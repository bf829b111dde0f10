import { chromium } from '@playwright/test';
import { readImage } from '#bank/compile/bank-files.ts';
import { findBrowser } from '#support/browser.ts';
import { startBenchServer } from './bench-server.ts';
import { listAddress, runnerAddress } from './exam-page.ts';
import { atLeast, printFigure, printHeading } from './figures.ts';
import { findExam, readBank } from './measure-loads.ts';

const PORT = 9333;

/** The scores of a phone's visit to an address, of 100 each. */
const scorePage = async (address: string) => {
  // Only here, since it takes longer to load than most of the other parts take to run.
  const { default: lighthouse } = await import('lighthouse');
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [`--remote-debugging-port=${PORT}`],
  });
  try {
    const result = await lighthouse(address, { port: PORT, logLevel: 'error' });
    return Object.values(result?.lhr.categories ?? {}).map(({ title, score }) => ({
      title,
      score: Math.round(100 * (score ?? 0)),
    }));
  } finally {
    await browser.close();
  }
};

export const measureLighthouse = async (site: string) => {
  printHeading('Lighthouse, as a phone');
  const bank = await readBank();
  const server = await startBenchServer({ bank, readPicture: readImage, site });
  const exam = findExam(bank);
  const addresses = {
    home: `${server.address}/`,
    list: listAddress(server.address, exam),
    runner: runnerAddress(server.address, exam),
  };
  for (const [screen, address] of Object.entries(addresses)) {
    for (const { title, score } of await scorePage(address)) {
      printFigure(atLeast(`${screen}: ${title}`, [score], 100));
    }
  }
  await server.close();
};
