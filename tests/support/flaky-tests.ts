/** Which tests failed by a runner's report, and what becomes of those that pass when run once more. */

/** `at` is the place of a Playwright test, `file:line`; Vitest finds tests by their names alone. */
export type ReportedTest = { name: string; at?: string; ok: boolean };

type Spec = { title: string; file: string; line: number; ok: boolean };
type Suite = { title?: string; file?: string; specs?: Spec[]; suites?: Suite[] };
type VitestFile = { assertionResults: { fullName: string; status: string }[] };
type Report = { suites?: Suite[]; testResults?: VitestFile[] };

const listSpecs = ({ title = '', file, specs = [], suites = [] }: Suite): ReportedTest[] => {
  // The outermost suite is the file.
  const before = title === file || !title ? '' : `${title} `;
  const own = specs.map(({ title: name, file: of, line, ok }) => ({
    name,
    at: `${of}:${line}`,
    ok,
  }));
  return [...own, ...suites.flatMap(listSpecs)].map((test) => ({
    ...test,
    name: before + test.name,
  }));
};

/** The tests that ran, by either runner's report. */
export const listTests = ({ suites = [], testResults = [] }: Report): ReportedTest[] => [
  ...suites.flatMap(listSpecs),
  ...testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status }) => ({ name: fullName, ok: status === 'passed' })),
  ),
];

/** What selects these tests for a second run. */
export const selectionOf = (tests: ReportedTest[]) => {
  const places = [...new Set(tests.flatMap(({ at }) => at ?? []))];
  if (places.length > 0) return places;
  const names = tests.map(({ name }) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return ['-t', `^(?:${names.join('|')})$`];
};

/** More tests than this that fail only sometimes are no accident. */
const MOST = 2;

type Sum = { passed: number; failed: number };

/**
 * The sums once each failed test has run again. Those that passed then count as passed, unless they
 * are too many; a test that did not run again has not passed.
 */
export const settleFlaky = (sum: Sum, failed: string[], passedAgain: string[]) => {
  const passed = new Set(passedAgain);
  const flaky = failed.filter((name) => passed.has(name));
  const forgiven = flaky.length > MOST ? 0 : flaky.length;
  return { passed: sum.passed + forgiven, failed: sum.failed - forgiven, flaky };
};
