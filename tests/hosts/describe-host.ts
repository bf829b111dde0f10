import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examYaml } from '#support/bank-folder.ts';
import { makeBuild, removeBuild } from '#support/next-build.ts';
import { writeSmallBank } from '#support/small-bank.ts';
import { writeFiles } from '#support/temporary-folder.ts';
import { checkConformance, namesOfChecks, type Outcome } from './conformance.ts';
import type { RunningHost } from './hosts.ts';
import { see, seeWholeExam, startFirstExam, withBrowser } from './offline-check.ts';

/** Every character that an address could lose. */
const ODD_NAME = 'A/B 50%2F C# & "x"? 日本';

/** The small bank, and an exam whose name is hard on addresses. */
export const writeHostBank = async () => {
  const bank = await writeSmallBank();
  await writeFiles(bank.folder, {
    'aws/odd/exam.yaml': examYaml
      .replace('id: clf', 'id: odd')
      .replace('name: Cloud Practitioner', `name: '${ODD_NAME}'`),
    'aws/odd/questions/only.md': oddQuestion,
  });
  return bank;
};

const oddQuestion = `---
domain: concepts
references:
  - title: The guide
    url: https://docs.aws.amazon.com/guide
reviewed: 2026-11-01
---
Which name is the odd one?

- [x] This one
  > Because.
- [ ] No other
  > Because.

## Explanation

It can be looked up.
`;

type HostCase = {
  start: () => Promise<RunningHost>;
  /** The folder that is deployed, for the next version to be made of it; without one, the API alone. */
  site?: () => string;
  base?: string;
  /** Checks that end in something else than 'ok' on this host. */
  otherwise?: Record<string, Outcome['kind']>;
};

/** The same tests for a host of any kind. */
export const describeHost = (name: string, { start, site, base, otherwise = {} }: HostCase) =>
  describe(name, () => {
    let host: RunningHost;
    let outcomes: Outcome[];

    beforeAll(async () => {
      host = await start();
      outcomes = await checkConformance(host.address, { isApiAlone: !site });
    });
    afterAll(() => host.stop());

    it.each(namesOfChecks(!site))('%s', (check) => {
      const outcome = outcomes.find((one) => one.check === check);
      const expected = otherwise[check] ?? 'ok';
      expect(outcome?.kind, outcome?.notes.join('\n')).toBe(expected);
    });

    if (!site) return;
    it('takes an update and its undoing without losing what was saved, and then does without the server', () =>
      withBrowser(async (context) => {
        const page = await context.newPage();
        const missing: string[] = [];
        page.on('response', (answer) => {
          if (answer.status() >= 400) missing.push(answer.url());
        });
        await startFirstExam(page, host.address);
        expect(missing).toEqual([]);
        const exam = page.url();
        const next = await makeBuild(site(), 'two', base);
        const build = page.locator('html');
        try {
          await host.deploy(next);
          await page.goto(host.address);
          await see(build).toHaveAttribute('data-build', 'two');
          await host.deploy(site());
          await page.goto(host.address);
          await see(build).not.toHaveAttribute('data-build');
          await host.stop();
          await page.goto(exam);
          await seeWholeExam(page);
        } finally {
          await removeBuild(next);
        }
      }));
  });
