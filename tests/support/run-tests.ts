import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { provideBrowsers } from './browser.ts';

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

const runVitest = (config: string): Sum => {
  const file = join(reports, 'vitest.json');
  rmSync(file, { force: true });
  const status = run('node_modules/vitest/vitest.mjs', [
    'run',
    `--config=${config}`,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const report = readReport(vitestReport, file);
  const sum = { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 };
  return atLeastOneFailure(sum, status !== 0 || !report?.success);
};

const runPlaywright = (): Sum => {
  const file = join(reports, 'playwright.json');
  const status = run(
    'node_modules/@playwright/test/cli.js',
    ['test', '--config=tests/e2e/playwright.config.ts', '--reporter=dot,json'],
    { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  );
  const report = readReport(playwrightReport, file);
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {};
  const sum = { passed: expected, failed: unexpected + flaky + skipped };
  return atLeastOneFailure(sum, status !== 0 || report?.errors.length !== 0);
};

const missing = provideBrowsers();
if (missing.length > 0) {
  console.error(
    `The tests run in Chromium, Firefox and WebKit, and this machine lacks ${missing.join(', ')}: install these packages of Debian (or name a browser in CHROMIUM or FIREFOX).`,
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
const sums = built
  ? [
      runVitest('tests/vitest.config.ts'),
      runPlaywright(),
      runVitest('tests/browsers/vitest.config.ts'),
      runVitest('tests/hosts/vitest.config.ts'),
    ]
  : [{ passed: 0, failed: 1 }];
rmSync(reports, { recursive: true, force: true });

const passed = sums.reduce((total, sum) => total + sum.passed, 0);
const failed = sums.reduce((total, sum) => total + sum.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
