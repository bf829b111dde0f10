import { chromium } from '@playwright/test';
import { findBrowser } from '#support/browser.ts';
import { builtData, startBenchServer } from './bench-server.ts';
import { findExam, listAddress, runnerAddress } from './exam-page.ts';
import { printFigure, printHeading } from './figures.ts';

const PORT = 9333;

/** The scores of a phone's visit to an address, out of 100. */
const scorePage = async (address: string) => {
  // Takes longer to load than most other parts take to run.
  const { default: lighthouse } = await import('lighthouse');
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: [`--remote-debugging-port=${PORT}`],
  });
  try {
    const result = await lighthouse(address, { port: PORT, logLevel: 'error' });
    return Object.values(result?.lhr.categories ?? {});
  } finally {
    await browser.close();
  }
};

export const measureLighthouse = async () => {
  printHeading('Lighthouse, as a phone');
  const server = await startBenchServer(builtData());
  const exam = await findExam();
  const addresses = {
    home: `${server.address}/`,
    list: listAddress(server.address, exam),
    runner: runnerAddress(server.address, exam),
  };
  for (const [screen, address] of Object.entries(addresses)) {
    for (const { title, score } of await scorePage(address)) {
      printFigure(`${screen}: ${title}`, Math.round(100 * (score ?? 0)), '', '≥ 100');
    }
  }
  await server.close();
};
