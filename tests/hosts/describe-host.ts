import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBuild, removeBuild } from '#support/next-build.ts';
import { examFile, questionFile, writeSmallBank } from '#support/small-bank.ts';
import { checkConformance, type Outcome } from './conformance.ts';
import type { RunningHost } from './hosts.ts';
import { see, seeWholeExam, startFirstExam, withBrowser } from './offline-check.ts';

const kindFile = (kind: string, more: string, lines: string[]) => {
  const file = questionFile(kind, { stem: 'What is needed?', options: [], key: [] });
  return file
    .replace('domain:', [`kind: ${kind}`, more, 'domain:'].filter(Boolean).join('\n'))
    .replace('## Explanation', `${lines.map((line) => `${line}\n  > Because.\n`).join('')}\n$&`);
};

/** The small bank, a case with questions of each kind, and an exam whose name has every character that an address could lose. */
export const writeHostBank = () =>
  writeSmallBank({
    'aws/odd/exam.yaml': examFile('odd', 'A/B 50%2F C# & "x"? 日本'),
    'aws/odd/questions/only.md': questionFile('only', {
      stem: 'Which name is the odd one?',
      options: ['This one', 'No other'],
      key: [0],
    }),
    'aws/odd/cases/ferries.md': '---\ntitle: The ferries\n---\n## Today\n\nThere are nine ships.\n',
    'aws/odd/look-alikes/ways.md': [
      '---',
      'title: Ways over water',
      'references:',
      '  - { title: Ways, url: "https://docs.aws.amazon.com/ways" }',
      'reviewed: 2026-11-28',
      '---',
      '| Way | Takes |',
      '|---|---|',
      '| A ferry | Cars |',
      '| A rope | People |',
      '',
    ].join('\n'),
    'aws/odd/questions/match.md': kindFile('match', 'case: ferries', [
      '- The bow => In front',
      '- The stern => Behind',
    ]),
    'aws/odd/questions/order.md': kindFile('order', 'case: ferries', ['1. Cast off', '2. Sail']),
    'aws/odd/questions/series.md': kindFile('series', 'lookAlike: ways', [
      '- [x] Ships float',
      '- [ ] Cars fly',
    ]),
  });

type HostCase = {
  start: () => Promise<RunningHost>;
  /** The folder that is deployed, of which the next version is made. */
  site: () => string;
  base?: string;
  /** Checks that end otherwise than 'ok' on this host. */
  otherwise?: Record<string, Outcome['kind']>;
  /** Whether to undo the update, too: a host that lets files be cached may mix old and new. */
  canUndo?: boolean;
  /** Further tests. */
  more?: (host: () => RunningHost) => void;
};

/** Those that did not end in 'ok', with what they noted. */
export const findWrong = async (...parameters: Parameters<typeof checkConformance>) => {
  const outcomes = await checkConformance(...parameters);
  const wrong = outcomes.filter(({ kind }) => kind !== 'ok');
  return {
    kinds: Object.fromEntries(wrong.map(({ check, kind }) => [check, kind])),
    notes: wrong.flatMap(({ notes }) => notes).join('\n'),
  };
};

/** The same tests for a host of any kind. */
export const describeHost = (
  name: string,
  { start, site, base, otherwise, canUndo = false, more }: HostCase,
) =>
  describe(name, () => {
    let host: RunningHost;
    beforeAll(async () => {
      host = await start();
    });
    afterAll(() => host.stop());

    it('does all that can be checked over HTTP', async () => {
      const { kinds, notes } = await findWrong(host.address);
      expect(kinds, notes).toEqual(otherwise ?? {});
    });

    more?.(() => host);

    it(`takes an update${canUndo ? ' and its undoing' : ''} without losing what was saved, and then does without the server`, () =>
      withBrowser(async (context) => {
        const page = await context.newPage();
        const missing: string[] = [];
        page.on('response', (answer) => {
          if (answer.status() >= 400) missing.push(answer.url());
        });
        const visitHome = async () => {
          await page.goto(`${host.address}/`);
          // When the network returns, the app looks for another version at once.
          await context.setOffline(true);
          await context.setOffline(false);
        };
        await startFirstExam(page, `${host.address}/`);
        expect(missing).toEqual([]);
        const exam = page.url();
        const next = await makeBuild(site(), 'two', base);
        const build = page.locator('html');
        try {
          await host.deploy(next);
          await visitHome();
          await see(build).toHaveAttribute('data-build', 'two');
          if (canUndo) {
            await host.deploy(site());
            await visitHome();
            await see(build).not.toHaveAttribute('data-build');
          }
          await host.stop();
          await page.goto(exam);
          await seeWholeExam(page);
        } finally {
          await removeBuild(next);
        }
      }));
  });
