import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { type Engine, provideEngine } from './browser.ts';

/**
 * `npm test` runs every part, `npm test -- PART [FILTER]` one of them: all of it, the files whose
 * path contains the filter, or else the tests whose title does. Prints a line for each part, and
 * what its runner said if any test failed. The last line is `N passed, N failed`.
 */

type Part = {
  folder: string;
  runner: 'vitest' | 'playwright';
  /** What the part runs in besides Node; Chromium for any part that loads the built site. */
  engines: Engine[];
  /** Tests the built product. */
  needsBuild: boolean;
  /** How many cores it keeps busy. */
  cores: number;
};

const parts: Record<string, Part> = {
  unit: { folder: 'unit', runner: 'vitest', engines: [], needsBuild: false, cores: 2 },
  screens: { folder: 'screens', runner: 'vitest', engines: [], needsBuild: false, cores: 2 },
  server: { folder: 'server', runner: 'vitest', engines: [], needsBuild: false, cores: 2 },
  e2e: { folder: 'e2e', runner: 'playwright', engines: ['Chromium'], needsBuild: true, cores: 2 },
  hosts: { folder: 'hosts', runner: 'vitest', engines: ['Chromium'], needsBuild: true, cores: 2 },
  firefox: {
    folder: 'browsers',
    runner: 'vitest',
    engines: ['Firefox'],
    needsBuild: true,
    cores: 1,
  },
  webkit: { folder: 'browsers', runner: 'vitest', engines: ['WebKit'], needsBuild: true, cores: 1 },
};

type Sum = { passed: number; failed: number };

const vitestReport = v.pipe(
  v.object({
    numPassedTests: v.number(),
    numFailedTests: v.number(),
    numPendingTests: v.number(),
    numTodoTests: v.number(),
  }),
  v.transform((report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  })),
);
const playwrightReport = v.pipe(
  v.object({
    stats: v.object({
      expected: v.number(),
      unexpected: v.number(),
      flaky: v.number(),
      skipped: v.number(),
    }),
  }),
  v.transform(({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  })),
);

const temporary = mkdtempSync(join(tmpdir(), 'certdeck-tests-'));

/** Runs a Node program. Resolves with its exit code, and with all that it printed. */
const run = (parameters: string[], environment: NodeJS.ProcessEnv = {}) =>
  new Promise<{ code: number | null; output: string }>((resolve) => {
    const child = spawn(process.execPath, parameters, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', ...environment },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.on('close', (code) => resolve({ code, output }));
  });

/** What the runner is told to run: files if the filter is in a path, else tests by their title. */
const selectTests = ({ folder, runner }: Part, filter: string | undefined) => {
  if (filter === undefined) return { selection: [], isByTitle: false };
  const files = readdirSync(join('tests', folder)).filter((file) => /\.(test|spec)\./.test(file));
  if (files.some((file) => `tests/${folder}/${file}`.includes(filter)))
    return { selection: [filter], isByTitle: false };
  const title = filter.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return { selection: [runner === 'vitest' ? '-t' : '-g', title], isByTitle: true };
};

const commandOf = (name: string, { runner }: Part, reportFile: string) =>
  runner === 'vitest'
    ? [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--config=tests/vitest.config.ts',
        `--project=${name}`,
        '--silent=passed-only',
        '--reporter=agent',
        '--reporter=json',
        `--outputFile.json=${reportFile}`,
      ]
    : [
        'node_modules/@playwright/test/cli.js',
        'test',
        '--config=tests/e2e/playwright.config.ts',
        '--reporter=line,json',
      ];

const readReport = ({ runner }: Part, file: string) => {
  try {
    const report: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return v.parse(runner === 'vitest' ? vitestReport : playwrightReport, report);
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
};

const runPart = async (name: string, part: Part, filter?: string) => {
  const file = join(temporary, `${name}.json`);
  const { selection, isByTitle } = selectTests(part, filter);
  const { code, output } = await run([...commandOf(name, part, file), ...selection], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const { passed, failed, skipped } = readReport(part, file);
  // Vitest reports the tests that a filter leaves out as skipped.
  const isLeftOut = isByTitle && part.runner === 'vitest';
  const sum: Sum = { passed, failed: failed + (isLeftOut ? 0 : skipped) };
  // A runner that crashes, and one that finds no test, count as one failure.
  if (sum.failed === 0 && (code !== 0 || passed === 0)) sum.failed = 1;
  return { sum, output };
};

let building: Promise<{ code: number | null; output: string }> | undefined;

const build = async () => {
  const began = Date.now();
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--logLevel=warn'];
  const site = await run(vite);
  const both = site.code === 0 ? await run([...vite, '--ssr', 'src/server/main.ts']) : site;
  console.log(
    `${'build'.padEnd(8)} ${both.code === 0 ? 'done' : 'FAILED'}, ${secondsSince(began)}`,
  );
  if (both.code !== 0) console.log(both.output);
  return both;
};

const secondsSince = (began: number) => `${Math.round((Date.now() - began) / 1000)} s`;

/** Why a part can't run, in one sentence; undefined when it can. */
const findObstacle = async ({ engines, needsBuild }: Part) => {
  const missing = engines.flatMap(provideEngine);
  if (missing.length > 0)
    return `${engines.join(' and ')} is missing: install the Debian packages ${missing.join(', ')}, or name a browser in CHROMIUM or FIREFOX.`;
  if (!needsBuild) return undefined;
  building ??= build();
  return (await building).code === 0 ? undefined : 'The build failed.';
};

const reportPart = async (name: string, part: Part, filter?: string): Promise<Sum> => {
  const obstacle = await findObstacle(part);
  const began = Date.now();
  const { sum, output } =
    obstacle === undefined
      ? await runPart(name, part, filter)
      : { sum: { passed: 0, failed: 1 }, output: obstacle };
  console.log(
    `${name.padEnd(8)} ${sum.passed} passed, ${sum.failed} failed, ${secondsSince(began)}`,
  );
  if (sum.failed > 0) console.log(output);
  return sum;
};

/** Runs parts in order, and the next ones beside them while there are cores to spare. */
const runParts = async (names: string[], filter?: string): Promise<Sum> => {
  const total: Sum = { passed: 0, failed: 0 };
  const running = new Set<Promise<void>>();
  let free = Math.max(2, availableParallelism());
  for (const name of names) {
    const part = parts[name] as Part;
    while (running.size > 0 && free < part.cores) await Promise.race(running);
    free -= part.cores;
    const done = reportPart(name, part, filter).then(({ passed, failed }) => {
      total.passed += passed;
      total.failed += failed;
      free += part.cores;
      running.delete(done);
    });
    running.add(done);
  }
  await Promise.all(running);
  return total;
};

const [wanted, ...filters] = process.argv.slice(2);
const filter = filters.length > 0 ? filters.join(' ') : undefined;
const isKnown = wanted === undefined || wanted in parts;
if (!isKnown) console.log(`Usage: npm test [-- ${Object.keys(parts).join('|')} [filter]]`);
const total = isKnown
  ? await runParts(wanted === undefined ? Object.keys(parts) : [wanted], filter)
  : { passed: 0, failed: 1 };
rmSync(temporary, { recursive: true, force: true });
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
