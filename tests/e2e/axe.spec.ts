import type { Page } from '@playwright/test';
import { expectNoViolations } from '#support/accessibility.ts';
import { openExamPage, saveFromList } from '#support/exam-page.ts';
import { fault } from '#support/faults.ts';
import type { FaultyServer } from '#support/faulty-server.ts';
import { expect, SITE, test, WITH_WORKER } from '#support/fixtures.ts';
import { address, answer, jumpTo, openExam, picturesSettled, rows } from '#support/runner-page.ts';
import { tour, tourBank } from '#support/tour.ts';

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };

for (const [size, viewport] of Object.entries(sizes)) {
  test.describe(`on a ${size}`, () => {
    test.use({ ...WITH_WORKER, viewport });

    test.describe('with the bank of the tour', () => {
      test.use({ serving: { site: SITE, bank: tourBank } });

      test('axe finds nothing on a tour of the app', ({ page }) =>
        tour(page, size === 'phone', (state) => expectNoViolations(page, state)));
    });

    test('axe finds nothing in questions of every kind', async ({ page }) => {
      await openExam(page, 'Every Kind');
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
      await expect(page.getByRole('heading', { name: 'Wrong answers' })).toBeVisible();
      await expectNoViolations(page, 'exam complete');
      await page.getByRole('button', { name: 'Review answers' }).click();
      await expect(page.getByRole('radio', { name: /^All/ })).toBeVisible();
      await expectNoViolations(page, 'the answers');
    });
  });
}

const walks: Record<string, (page: Page, server: FaultyServer) => Promise<void>> = {
  'while screens load': async (page, server) => {
    for (const [path, count] of [
      ['/', 3],
      ['/exams/aws', 6],
      [address('aws', 'Every Kind'), 4],
    ] as const) {
      server.faults.set('/api/*', fault.hang());
      await page.goto(path);
      await expect(page.locator('[data-placeholder]')).toHaveCount(count);
      await expectNoViolations(page, path);
    }
  },
  'without a configuration': async (page, server) => {
    server.site.configure({});
    await page.goto('/');
    await expect(page.getByText('App failed to load configuration.')).toBeVisible();
    await expectNoViolations(page, 'configuration failed');
  },
  'in errors': async (page, server) => {
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
  'in dialogs and offers': async (page) => {
    await page.goto(address('a/b', 'a/b'));
    await page.getByRole('button', { name: 'Enlarge picture' }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoViolations(page, 'image viewer');
    await page.goto(address('aws', 'v1.2'));
    await answer(page, 0);
    await page.getByRole('button', { name: /^Available offline/ }).click();
    await expect(page.locator('[popover]')).toBeVisible();
    await expectNoViolations(page, 'question, correct, with its status in words');
    await page.goto(address('aws', 'v1.2'));
    await expect(page.getByRole('button', { name: /^Continue at question/ })).toBeVisible();
    await expectNoViolations(page, 'continue offer');
    await openExamPage(page, 'v1.2');
    await expect(page.getByRole('button', { name: 'Start mock exam' })).toBeVisible();
    await expectNoViolations(page, 'the page of an exam');
    await page.getByRole('button', { name: 'Start mock exam' }).click();
    await page.getByRole('button', { name: 'Flag', exact: true }).click();
    await page.getByRole('button', { name: 'Show progress and all questions' }).click();
    await page.getByRole('button', { name: 'Finish Exam' }).click();
    await expect(page.getByRole('dialog', { name: 'Finish the exam?' })).toBeVisible();
    await expectNoViolations(page, 'review sheet');
    await page.getByRole('button', { name: 'Finish now' }).click();
    await page.getByRole('button', { name: 'Save a copy' }).click();
    await expect(page.getByText('Copy saved.')).toBeVisible();
    await expectNoViolations(page, 'result, with a copy');
  },
  'in saved exams': async (page, server) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'userAgent', { value: 'iPhone' });
    });
    const held = fault.hold();
    server.faults.set(/question-4/, held);
    server.faults.set(/questionId=picture-missing/, fault.status(404));
    await page.goto('/exams/aws');
    await saveFromList(page, 'A Long Exam');
    await saveFromList(page, 'Every Kind');
    await expect(page.getByText(/^Saving \d+ of 45/)).toBeVisible();
    await expect(page.getByText('Partly saved: 1 question unavailable.')).toBeVisible();
    await saveFromList(page, 'v1.2');
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
};

test.describe('on a phone', () => {
  test.use({ ...WITH_WORKER, viewport: sizes.phone });

  for (const [where, walk] of Object.entries(walks))
    test(`axe finds nothing ${where}`, ({ page, server }) => walk(page, server));
});
