import type { Page } from '@playwright/test';
import { expectNoViolations } from '#support/accessibility.ts';
import { fault } from '#support/faults.ts';
import type { FaultyServer } from '#support/faulty-server.ts';
import { expect, test, WITH_WORKER } from '#support/fixtures.ts';
import {
  address,
  answer,
  check,
  jumpTo,
  picturesSettled,
  rows,
  untilReady,
} from '#support/runner-page.ts';

const walks: [name: string, walk: (page: Page, server: FaultyServer) => Promise<void>][] = [
  [
    'the lists',
    async (page, server) => {
      const held = fault.hold();
      server.faults.set('/api/providers', held, { times: 1 });
      await page.goto('/');
      await expect(page.locator('[data-placeholder]')).toHaveCount(3);
      await expectNoViolations(page, 'home, loading');
      held.release();
      await expect(page.getByRole('link', { name: /A or B/ })).toBeVisible();
      await expectNoViolations(page, 'home');

      const exams = fault.hold();
      server.faults.set('/api/exams', exams, { times: 1 });
      await page.getByRole('link', { name: /Amazon/ }).click();
      await expect(page.locator('[data-placeholder]')).toHaveCount(6);
      await expectNoViolations(page, 'exam list, loading');
      exams.release();
      await expect(page.getByRole('link', { name: 'Start', exact: true }).first()).toBeVisible();
      await expectNoViolations(page, 'exam list');
      await page.getByPlaceholder('Search exams...').fill('nothing like it');
      await expect(page.getByText('No exams available')).toBeVisible();
      await expectNoViolations(page, 'exam list, nothing found');
    },
  ],
  [
    'errors',
    async (page, server) => {
      await page.goto('/nowhere');
      await expect(page.getByText('Oops! Page not found')).toBeVisible();
      await expectNoViolations(page, '404');
      server.faults.set('/api/*', fault.status(500));
      await page.goto('/');
      await expect(page.getByText(/Unfortunately/)).toBeVisible();
      await expectNoViolations(page, 'home, apology');
      await page.goto(address('aws', 'v1.2'));
      await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
      await expectNoViolations(page, 'runner, exam failed');
      server.faults.clear();
      server.faults.set('/api/question', fault.status(500));
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByText('Question 1 of 2')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
      await expectNoViolations(page, 'runner, question failed');
    },
  ],
  [
    'a failed configuration',
    async (page, server) => {
      server.site.configure({});
      await page.goto('/');
      await expect(page.getByText('App failed to load configuration.')).toBeVisible();
      await expectNoViolations(page, 'configuration failed');
    },
  ],
  [
    'a run',
    async (page, server) => {
      const held = fault.hold();
      server.faults.set('/api/question', held, { times: 1 });
      // The whole exam would bring the question, too.
      server.faults.set('/api/exam', held, { times: 1 });
      await page.goto(address('aws', 'Every Kind'));
      await expect(page.locator('[data-placeholder]')).toHaveCount(4);
      await expectNoViolations(page, 'runner, loading');
      held.release();
      await expect(rows(page)).toHaveCount(4);
      await expectNoViolations(page, 'question');
      await rows(page).nth(1).click();
      await expectNoViolations(page, 'question, chosen');
      await check(page);
      await expect(page.getByText('Not quite')).toBeVisible();
      await expectNoViolations(page, 'question, wrong');
      await jumpTo(page, 2);
      await expect(rows(page)).toHaveCount(5);
      await answer(page, 0, 2);
      await expectNoViolations(page, 'several answers, correct');
      await jumpTo(page, 3);
      await expect(page.getByText('What would you say?')).toBeVisible();
      await expectNoViolations(page, 'no options');
      await check(page);
      await expectNoViolations(page, 'no options, checked');
    },
  ],
  [
    'a run with images',
    async (page) => {
      await page.goto(address('aws', 'Every Kind'));
      await expect(rows(page)).toHaveCount(4);
      for (const [number, state] of [
        [7, 'long'],
        [8, 'images'],
        [9, 'images in options'],
        [10, 'images missing'],
      ] as const) {
        await jumpTo(page, number);
        await expect(page.getByText(`Question ${number} of 10`)).toBeVisible();
        await expect(rows(page).first()).toBeVisible();
        await picturesSettled(page);
        await expectNoViolations(page, state);
        await answer(page, 1);
        await expectNoViolations(page, `${state}, checked`);
      }
      await expect(page.getByText('Exam Complete!')).toBeVisible();
      await expect(page.getByText('All questions')).toBeVisible();
      await expectNoViolations(page, 'exam complete');
    },
  ],
  [
    'dialogs and offers',
    async (page) => {
      await page.goto(address('a/b', 'a/b'));
      await expect(rows(page)).toHaveCount(4);
      await page.getByRole('button', { name: 'Enlarge picture' }).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNoViolations(page, 'image viewer');
      await page.keyboard.press('Escape');
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNoViolations(page, 'keys');
      await page.keyboard.press('Escape');
      await answer(page, 1);
      await page.goto(address('aws', 'Every Kind'));
      await answer(page, 1);
      await page.goto(address('aws', 'Every Kind'));
      await expect(page.getByRole('button', { name: /^Continue at question/ })).toBeVisible();
      await expectNoViolations(page, 'continue offer');

      await page.goto('/exams/a%2Fb');
      await expectNoViolations(page, 'a list with progress');
      await page.getByRole('button', { name: /^More/ }).click();
      await expect(page.getByRole('dialog')).toContainText('Start practice');
      await expectNoViolations(page, 'practice options');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^Mock exam/ }).click();
      await expect(page.getByRole('dialog')).toContainText('Start mock exam');
      await expectNoViolations(page, 'mock exam');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^Progress/ }).click();
      await expect(page.getByText('History')).toBeVisible();
      await expectNoViolations(page, 'progress, history');
      await page.goto('/');
      await expect(page.getByRole('region', { name: 'Today' })).toBeVisible();
      await expectNoViolations(page, 'home, coming back');
      await page.getByRole('button', { name: 'Back up or move progress' }).click();
      await page.getByRole('button', { name: 'Delete all' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNoViolations(page, 'your data, delete all');
    },
  ],
  [
    'offers to the learner',
    async (page) => {
      await page.goto('/');
      await page.getByRole('button', { name: 'Back up or move progress' }).click();
      await expect(page.getByRole('button', { name: 'Import' })).toBeVisible();
      await expectNoViolations(page, 'your data, import');
      await page.keyboard.press('Escape');
      await expectNoViolations(page, 'home, on a new device');

      await page.goto(address('aws', 'v1.2'));
      await answer(page, 0);
      await expect(page.getByRole('button', { name: 'Guessed' })).toBeVisible();
      await expectNoViolations(page, 'question, correct');
      const icon = page.getByRole('button', { name: /^Available offline/ });
      if ((page.viewportSize()?.width ?? 0) < 1024) {
        await icon.click();
        await expect(page.locator('[popover]')).toBeVisible();
        await expectNoViolations(page, 'status in words');
        await page.keyboard.press('Escape');
      }
      await page.getByRole('button', { name: 'Guessed' }).click();
      await expect(page.getByText('Comes back today')).toBeVisible();
      await page.getByRole('button', { name: 'Why not the others?' }).click();
      await expectNoViolations(page, 'question, guessed, every note open');
      await page.getByRole('button', { name: 'Next Question' }).click();
      await expect(page.getByText('What is it?')).toBeVisible();
      await picturesSettled(page);
      await answer(page, 1);
      await page.getByRole('button', { name: 'Save a copy' }).click();
      await expect(page.getByText('Your copy is made.')).toBeVisible();
      await page.getByText('All questions', { exact: true }).click();
      await page.getByText('Slowest (2)').click();
      await expectNoViolations(page, 'result, with a copy and the slowest questions');

      await page.goto('/exams/aws');
      await page.getByRole('button', { name: 'Mock exam: v1.2' }).click();
      await page.getByRole('button', { name: 'Start mock exam' }).click();
      await expect(rows(page)).toHaveCount(4);
      await page.getByRole('button', { name: 'Flag', exact: true }).click();
      await untilReady(page);
      if ((page.viewportSize()?.width ?? 0) < 1024) {
        await page.getByRole('button', { name: 'Show progress and all questions' }).click();
      }
      await page.getByRole('button', { name: 'Finish Exam' }).click();
      await expect(page.getByRole('dialog', { name: 'Finish the exam?' })).toBeVisible();
      await expectNoViolations(page, 'review sheet');
    },
  ],
  [
    'saved exams',
    async (page, server) => {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'userAgent', { value: 'iPhone' });
      });
      const held = fault.hold();
      server.faults.set(/question-4/, held);
      server.faults.set(/questionId=picture-missing/, fault.status(404));
      await page.goto('/exams/aws');
      await page.getByRole('button', { name: 'Save offline: A Long Exam' }).click();
      await page.getByRole('button', { name: 'Save offline: Every Kind' }).click();
      await expect(page.getByText(/^Saving \d+ of 45/)).toBeVisible();
      await expect(page.getByText('Partly saved: 1 question unavailable.')).toBeVisible();
      await page.getByRole('button', { name: 'Save offline: v1.2' }).click();
      await expect(page.getByText(/^Available offline/)).toBeVisible();
      await page.context().setOffline(true);
      await expect(page.getByText('You are offline. Saved exams work as usual.')).toBeVisible();
      await expectNoViolations(page, 'saving, partly saved, saved, toast');
      await page.context().setOffline(false);
      await page.goto('/');
      await expect(page.getByText('Keep CertDeck on your home screen')).toBeVisible();
      await expectNoViolations(page, 'on this device, install offer');
      held.release();
    },
  ],
];

const sheet: (typeof walks)[number] = [
  'the sheet',
  async (page) => {
    await page.goto(address('aws', 'A Long Exam'));
    await expect(rows(page)).toHaveCount(4);
    await answer(page, 0);
    await page.getByRole('button', { name: 'Show progress and all questions' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoViolations(page, 'sheet');
  },
];

/** What is laid out differently on a desktop. The rest differs in width alone. */
const wide = ['the lists', 'a run', 'a run with images', 'offers to the learner'];

for (const [size, viewport, walked] of [
  ['phone', { width: 390, height: 844 }, [...walks, sheet]],
  ['desktop', { width: 1280, height: 800 }, walks.filter(([name]) => wide.includes(name))],
] as const) {
  test.describe(`on a ${size}`, () => {
    test.use({ ...WITH_WORKER, viewport });

    for (const [name, walk] of walked) {
      test(`axe finds nothing in ${name}, in either theme`, async ({ page, server }) => {
        await walk(page, server);
      });
    }
  });
}
