import { describe, expect, it } from 'vitest';
import { listTests, selectionOf, settleFlaky } from '#support/flaky-tests.ts';

const spec = (title: string, line: number, ok: boolean) => ({ title, file: 'a.spec.ts', line, ok });
const playwright = {
  suites: [
    {
      title: 'a.spec.ts',
      file: 'a.spec.ts',
      specs: [spec('opens', 3, true), spec('closes', 9, false)],
      suites: [{ title: 'a door', file: 'a.spec.ts', specs: [spec('creaks (once)', 20, false)] }],
    },
  ],
};
const vitest = {
  testResults: [
    {
      assertionResults: [
        { fullName: 'a host answers', status: 'passed' },
        { fullName: 'a host asks [twice]', status: 'failed' },
      ],
    },
  ],
};

const findFailed = (report: Parameters<typeof listTests>[0]) =>
  listTests(report).filter(({ ok }) => !ok);

describe('the failed tests of a report', () => {
  it('are those of Playwright with their places', () => {
    const failed = findFailed(playwright);
    expect(failed).toEqual([
      { name: 'closes', at: 'a.spec.ts:9', ok: false },
      { name: 'a door creaks (once)', at: 'a.spec.ts:20', ok: false },
    ]);
    expect(selectionOf(failed)).toEqual(['a.spec.ts:9', 'a.spec.ts:20']);
  });

  it('are those of Vitest by their whole names', () => {
    const failed = findFailed(vitest);
    expect(failed).toEqual([{ name: 'a host asks [twice]', ok: false }]);
    const [flag, pattern = ''] = selectionOf(failed);
    expect(flag).toBe('-t');
    expect(new RegExp(pattern).test('a host asks [twice]')).toBe(true);
    expect(new RegExp(pattern).test('a host asks [twice] more')).toBe(false);
  });
});

describe('a failed test that runs once more', () => {
  const sum = { passed: 10, failed: 3 };

  it('counts as passed if it passes, and is named', () => {
    expect(settleFlaky(sum, ['a', 'b', 'c'], ['a', 'c'])).toEqual({
      passed: 12,
      failed: 1,
      flaky: ['a', 'c'],
    });
  });

  it('still counts as failed if it fails again', () => {
    expect(settleFlaky(sum, ['a', 'b', 'c'], ['d'])).toEqual({ ...sum, flaky: [] });
  });

  it('fails the run all the same if there are more than two', () => {
    expect(settleFlaky(sum, ['a', 'b', 'c'], ['a', 'b', 'c'])).toEqual({
      ...sum,
      flaky: ['a', 'b', 'c'],
    });
  });

  it('hides no failure that has no name, such as a runner that crashed', () => {
    expect(settleFlaky({ passed: 0, failed: 1 }, [], [])).toEqual({
      passed: 0,
      failed: 1,
      flaky: [],
    });
  });
});
