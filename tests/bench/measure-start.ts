import { startBenchServer } from './bench-server.ts';
import { FIRST_ANSWER, openSaved, runnerAddress } from './exam-page.ts';
import { printFigure, printHeading, printRatio, repeat } from './figures.ts';
import { LARGE_EXAM, largeExamData } from './large-exam.ts';
import { measureBare } from './measure-loads.ts';
import { createFolder, inProfile, removeFolder, slowDown } from './profile.ts';
import { waitUntilReady } from './watch-page.ts';

const RUNS = 5;

/** Starts the browser anew. Milliseconds from entering the address to the first answer. */
const timeColdStart = (folder: string, address: string, isOffline: boolean) =>
  inProfile({ folder, watched: FIRST_ANSWER }, async (page, context) => {
    await context.setOffline(isOffline);
    await slowDown(page, 4);
    await page.goto(address, { waitUntil: 'commit' });
    return (await waitUntilReady(page)).ready ?? Number.NaN;
  });

export const measureStart = async () => {
  const { paint } = await measureBare();
  printHeading('A saved exam, from a cold start of the browser to the question, CPU slowed 4x');
  const server = await startBenchServer(largeExamData(1000));
  const address = runnerAddress(server.address, LARGE_EXAM);
  const folder = await createFolder();
  await inProfile({ folder }, (page) => openSaved(page, server.address, LARGE_EXAM));

  server.fallSilent();
  const silent = await repeat(RUNS, () => timeColdStart(folder, address, false));
  await server.close();
  const offline = await repeat(RUNS, () => timeColdStart(folder, address, true));
  await removeFolder(folder);
  printFigure('offline', offline, 'ms');
  printRatio('P', offline, paint, '≤ 0.45');
  printFigure('with a network that accepts and never answers', silent, 'ms', '≤ 1000');
};
