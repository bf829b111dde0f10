import { startBenchServer } from './bench-server.ts';
import { FIRST_ANSWER, openSaved, runnerAddress } from './exam-page.ts';
import { createLargeExam, LARGE_EXAM } from './large-exam.ts';
import { createFolder, inProfile, removeFolder } from './profile.ts';
import { watchLoads } from './watch-page.ts';
const server = await startBenchServer({ ...createLargeExam(100), site: '/tmp/bench-dist' });
const address = runnerAddress(server.address, LARGE_EXAM);
const folder = await createFolder();
await inProfile({ folder }, (page) => openSaved(page, server.address, LARGE_EXAM));
server.fallSilent();
server.requests.length = 0;
await inProfile({ folder }, async (page) => {
  page.on('console', (m) => console.log(m.text()));
  page.on('pageerror', (m) => console.log(m));
  await watchLoads(page, FIRST_ANSWER);
  const t = Date.now();
  await page.goto(address, { waitUntil: 'commit' });
  console.log('committed', Date.now() - t);
  for (let i = 0; i < 6; i++) {
    await page.waitForTimeout(1000);
    console.log(i, await page.evaluate(() => [JSON.stringify(globalThis.bench), document.body.innerText.slice(0, 300), performance.getEntriesByType('resource').map(e => e.name + ' ' + e.startTime + ' ' + e.duration)]), server.requests.map(r => r.path));
  }
  await page.screenshot({ path: '/tmp/silent.png' });
});
await server.close();
await removeFolder(folder);
