import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, provideEngine } from './browser.ts';
import { listTests, type ReportedTest, selectionOf, settleFlaky } from './flaky-tests.ts';

/**
 * `npm test` runs every part, `npm test -- PART… [FILTER]` some of them: all of each, the files whose
 * path contains the filter, or else the tests whose title does. Prints a line for each part, and
 * the runner's output if a test failed, failures last. The last line is `N passed, N failed`.
 *
 * Where CI is set, a browser test that failed runs once more, after all others: if it passes, it counts
 * as passed and is named in a line `flaky: …`, but more than two such tests fail the run.
 */

/** The parts, with the browser that each runs in. Those with a browser test the built product. */
const parts: Record<string, Engine | undefined> = {
  unit: undefined,
  screens: undefined,
  server: undefined,
  e2e: 'Chromium',
  hosts: 'Chromium',
  firefox: 'Firefox',
  webkit: 'WebKit',
};

const runsInPlaywright = (part: string) => part === 'e2e';
const folderOf = (part: string) =>
  join('tests', ['firefox', 'webkit'].includes(part) ? 'browsers' : part);
/** How many cores a part keeps busy. */
const coresOf = (part: string) => (['firefox', 'webkit'].includes(part) ? 1 : 2);

type Sum = { passed: number; failed: number };

const temporary = mkdtempSync(join(tmpdir(), 'certdeck-tests-'));

/** Runs a Node program. Resolves with its exit code and its output. */
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

/** Whether the filter is part of a file's path; otherwise it is meant for titles. */
const isInPath = (part: string, filter: string) =>
  readdirSync(folderOf(part))
    .filter((file) => /\.(test|spec)\./.test(file))
    .some((file) => join(folderOf(part), file).includes(filter));

const vitest = (part: string, report: string) => [
  ...['node_modules/vitest/vitest.mjs', 'run', '--config=tests/vitest.config.ts'],
  ...[`--project=${part}`, '--silent=passed-only', '--reporter=agent', '--reporter=json'],
  `--outputFile.json=${report}`,
];
const playwright = [
  ...['node_modules/@playwright/test/cli.js', 'test'],
  ...['--config=tests/e2e/playwright.config.ts', '--reporter=dot,json'],
];

/** Counts tests by what either runner reported. */
const readReport = (file: string) => {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    const { expected, unexpected, flaky, skipped } = report.stats ?? {
      expected: report.numPassedTests,
      unexpected: report.numFailedTests,
      flaky: 0,
      skipped: report.numPendingTests + report.numTodoTests,
    };
    return { passed: expected, failed: unexpected + flaky, skipped, tests: listTests(report) };
  } catch {
    return { passed: 0, failed: 0, skipped: 0, tests: [] };
  }
};

/** The browser tests that failed, by their part. */
const failedTests = new Map<string, ReportedTest[]>();

/** Runs a part, or what is selected of it, and reads the runner's report. */
const runSelection = async (part: string, selection: string[]) => {
  const file = join(temporary, `${part}.json`);
  const command = runsInPlaywright(part) ? playwright : vitest(part, file);
  const { code, output } = await run([...command, ...selection], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  return { code, output, ...readReport(file) };
};

const runPart = async (part: string, filter?: string) => {
  const isTitle = filter !== undefined && !isInPath(part, filter);
  const title = filter?.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const flag = runsInPlaywright(part) ? '-g' : '-t';
  const selection = isTitle ? [flag, `${title}`] : filter === undefined ? [] : [filter];
  const { code, output, passed, failed, skipped, tests } = await runSelection(part, selection);
  const broken = tests.filter(({ ok }) => !ok);
  if (parts[part] && broken.length > 0) failedTests.set(part, broken);
  // Vitest reports the tests that a title leaves out as skipped.
  const isLeftOut = isTitle && !runsInPlaywright(part);
  const sum: Sum = { passed, failed: failed + (isLeftOut ? 0 : skipped) };
  // A runner that crashes or finds no test counts as one failure.
  if (!(sum.failed > 0) && (code !== 0 || !(passed > 0))) sum.failed = 1;
  return { sum, output };
};

const secondsSince = (began: number) => `${Math.round((Date.now() - began) / 1000)} s`;

const build = async () => {
  const began = Date.now();
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--logLevel=warn'];
  const site = await run(vite);
  const both = site.code === 0 ? await run([...vite, '--ssr', 'src/server/main.ts']) : site;
  const result = both.code === 0 ? 'done' : 'FAILED';
  console.log(`${'build'.padEnd(8)} ${result}, ${secondsSince(began)}`);
  if (both.code !== 0) console.log(both.output);
  return both.code === 0;
};
let building: Promise<boolean> | undefined;

/** Why a part can't run, in one sentence; undefined when it can. */
const findObstacle = async (engine: Engine | undefined) => {
  if (!engine) return undefined;
  const missing = provideEngine(engine);
  if (missing.length > 0) {
    return `${engine} is missing: install the Debian packages ${missing.join(', ')}, or name a browser in CHROMIUM or FIREFOX.`;
  }
  building ??= build();
  return (await building) ? undefined : 'The build failed.';
};

const reportPart = async (part: string, filter?: string): Promise<Sum> => {
  const obstacle = await findObstacle(parts[part]);
  const began = Date.now();
  const { sum, output } = obstacle
    ? { sum: { passed: 0, failed: 1 }, output: obstacle }
    : await runPart(part, filter);
  const { passed, failed } = sum;
  console.log(`${part.padEnd(8)} ${passed} passed, ${failed} failed, ${secondsSince(began)}`);
  if (failed > 0) console.log(output);
  return sum;
};

/** Runs parts in order, and the next ones beside them while there are cores to spare. */
const runParts = async (names: string[], filter?: string): Promise<Sum> => {
  const total: Sum = { passed: 0, failed: 0 };
  const running = new Set<Promise<void>>();
  let free = Math.max(2, availableParallelism());
  for (const part of names) {
    while (running.size > 0 && free < coresOf(part)) await Promise.race(running);
    free -= coresOf(part);
    const done = reportPart(part, filter).then(({ passed, failed }) => {
      total.passed += passed;
      total.failed += failed;
      free += coresOf(part);
      running.delete(done);
    });
    running.add(done);
  }
  await Promise.all(running);
  return total;
};

/** Runs the failed browser tests once more. Returns the sums as they are then, and tells the flaky ones. */
const runFailedAgain = async (total: Sum): Promise<Sum> => {
  const nameIn = (part: string) => (test: ReportedTest) => `${part}: ${test.name}`;
  const [failed, passedAgain]: [string[], string[]] = [[], []];
  for (const [part, tests] of failedTests) {
    const again = await runSelection(part, selectionOf(tests));
    failed.push(...tests.map(nameIn(part)));
    passedAgain.push(...again.tests.filter(({ ok }) => ok).map(nameIn(part)));
    if (again.code !== 0) console.log(again.output);
  }
  const { flaky, ...sum } = settleFlaky(total, failed, passedAgain);
  for (const name of flaky) console.log(`flaky: ${name}`);
  return sum;
};

const words = process.argv.slice(2);
const others = words.findIndex((word) => !(word in parts));
const [wanted, filters] = others < 0 ? [words, []] : [words.slice(0, others), words.slice(others)];
const isKnown = wanted.length > 0 || words.length === 0;
if (!isKnown) console.log(`Usage: npm test [-- ${Object.keys(parts).join('|')} … [filter]]`);
const first = isKnown
  ? await runParts(wanted.length > 0 ? wanted : Object.keys(parts), filters.join(' ') || undefined)
  : { passed: 0, failed: 1 };
const total = process.env.CI && failedTests.size > 0 ? await runFailedAgain(first) : first;
rmSync(temporary, { recursive: true, force: true });
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
