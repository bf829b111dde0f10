import { spawnSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { build } from 'vite';
import { measureBank } from './measure-bank.ts';
import { measureDownload } from './measure-download.ts';
import { measureExtremes } from './measure-extremes.ts';
import { measureImports } from './measure-imports.ts';
import { measureLoads } from './measure-loads.ts';
import { measureMemory } from './measure-memory.ts';
import { measureRun } from './measure-run.ts';
import { measureServer } from './measure-server.ts';
import { measureStart } from './measure-start.ts';
import { measureTraffic } from './measure-traffic.ts';

/** `npm run bench [-- PART…]`: builds the site and measures it; each part's file says what. */

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
  imports: measureImports,
};

/** Walks the offline engine at random until it breaks a promise, or for this many minutes. */
const walk = (minutes = '600') => {
  const test = ['run', '--config=tests/vitest.config.ts', 'tests/unit/offline-walk.test.ts'];
  const env = { ...process.env, WALK_MINUTES: minutes };
  const { status } = spawnSync('npx', ['vitest', ...test], { env, stdio: 'inherit' });
  process.exit(status ?? 1);
};

const wanted = process.argv.slice(2);
if (wanted[0] === 'walk') walk(wanted[1]);
if (!process.env.SITE_FOR_TESTS) await build({ logLevel: 'warn' });
console.log(
  `Medians, with the lowest and the highest. Load of this machine: ${loadavg()[0]?.toFixed(1)}`,
);
for (const [name, measure] of Object.entries(parts)) {
  if (wanted.length === 0 || wanted.includes(name)) await measure();
}
