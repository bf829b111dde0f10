import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { provideBrowser } from './browser.ts';

/** `npm test`: builds the product, runs every runner, and sums what they report. */

type Sum = { passed: number; failed: number };

const vitestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  success: v.boolean(),
});
const playwrightReport = v.object({
  stats: v.object({
    expected: v.number(),
    unexpected: v.number(),
    flaky: v.number(),
    skipped: v.number(),
  }),
  errors: v.array(v.unknown()),
});

const reports = mkdtempSync(join(tmpdir(), 'certdeck-tests-'));

const run = (script: string, parameters: string[], environment: NodeJS.ProcessEnv = {}) =>
  spawnSync(process.execPath, [script, ...parameters], {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  }).status;

/** A runner that fails without having said so counts as one failure. */
const atLeastOneFailure = (sum: Sum, hasFailed: boolean): Sum =>
  hasFailed && sum.failed === 0 ? { ...sum, failed: 1 } : sum;

const readReport = <S extends v.GenericSchema>(schema: S, file: string) => {
  try {
    return v.parse(schema, JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
};

const runVitest = (): Sum => {
  const file = join(reports, 'vitest.json');
  const status = run('node_modules/vitest/vitest.mjs', [
    'run',
    '--config=tests/vitest.config.ts',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const report = readReport(vitestReport, file);
  const sum = { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 };
  return atLeastOneFailure(sum, status !== 0 || !report?.success);
};

const runPlaywright = (browser: string): Sum => {
  const file = join(reports, 'playwright.json');
  const status = run(
    'node_modules/@playwright/test/cli.js',
    ['test', '--config=tests/e2e/playwright.config.ts', '--reporter=dot,json'],
    { CHROMIUM: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  );
  const report = readReport(playwrightReport, file);
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {};
  const sum = { passed: expected, failed: unexpected + flaky + skipped };
  return atLeastOneFailure(sum, status !== 0 || report?.errors.length !== 0);
};

const browser = provideBrowser();
if (!browser) {
  console.error(
    'The tests need Chromium or Chrome: none is installed, and neither Playwright’s download nor `apt-get install chromium` worked here; install one, or name it in CHROMIUM.',
  );
  console.log('0 passed, 1 failed');
  process.exit(1);
}

const built =
  run('node_modules/vite/bin/vite.js', ['build', '--logLevel=warn']) === 0 &&
  run('node_modules/vite/bin/vite.js', [
    'build',
    '--logLevel=warn',
    '--ssr',
    'src/server/main.ts',
  ]) === 0;
const sums = built ? [runVitest(), runPlaywright(browser)] : [{ passed: 0, failed: 1 }];
rmSync(reports, { recursive: true, force: true });

const passed = sums.reduce((total, sum) => total + sum.passed, 0);
const failed = sums.reduce((total, sum) => total + sum.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
