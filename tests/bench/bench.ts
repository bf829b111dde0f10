import { spawnSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { measureBank } from './measure-bank.ts';
import { measureDownload } from './measure-download.ts';
import { measureExtremes } from './measure-extremes.ts';
import { measureLighthouse } from './measure-lighthouse.ts';
import { measureLoads } from './measure-loads.ts';
import { measureMemory } from './measure-memory.ts';
import { measureRun } from './measure-run.ts';
import { measureServer } from './measure-server.ts';
import { measureStart } from './measure-start.ts';
import { measureTraffic } from './measure-traffic.ts';

/** `npm run bench`: builds the site and prints how it fares; see each file for what is measured. */

const parts = {
  start: measureStart,
  run: measureRun,
  download: measureDownload,
  memory: measureMemory,
  extremes: measureExtremes,
  loads: measureLoads,
  bank: measureBank,
  server: measureServer,
  traffic: measureTraffic,
  lighthouse: measureLighthouse,
};

const project = fileURLToPath(new URL('../..', import.meta.url));

/** Walks the offline engine at random until it breaks a promise, or for so many minutes. */
const walk = (minutes = '600') => {
  const test = ['run', '--config=tests/vitest.config.ts', 'tests/unit/offline-walk.test.ts'];
  const env = { ...process.env, WALK_MINUTES: minutes };
  const { status } = spawnSync('npx', ['vitest', ...test], { cwd: project, env, stdio: 'inherit' });
  process.exit(status ?? 1);
};

/** The built site; another build's folder can be named in SITE_FOR_TESTS. */
const provideSite = async () => {
  if (process.env.SITE_FOR_TESTS) return resolve(process.env.SITE_FOR_TESTS);
  await build({ root: project, logLevel: 'warn' });
  return resolve(project, 'dist');
};

const wanted = process.argv.slice(2);
if (wanted[0] === 'walk') walk(wanted[1]);
const site = await provideSite();
console.log(
  `Medians, with the lowest and the highest. Load of this machine: ${loadavg()[0]?.toFixed(1)}`,
);
for (const [name, measure] of Object.entries(parts)) {
  // Lighthouse runs only when it is asked for.
  const isWanted = wanted.length === 0 ? name !== 'lighthouse' : wanted.includes(name);
  if (isWanted) await measure(site);
}
