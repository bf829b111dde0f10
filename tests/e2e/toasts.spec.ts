import type { Page } from '@playwright/test';
import { expect, test, untilAvailable } from '#support/offline-page.ts';
import { smallExamPage } from '#support/small-exam.ts';

const sizes = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

/** In the page: what can't be reached, by its name, when it has been brought into view. */
const findCovered = () => {
  const covered: string[] = [];
  for (const control of document.querySelectorAll<HTMLElement>('a, button, label, input')) {
    if (control.closest('[data-theme][role=status]') || control.hidden) continue;
    control.scrollIntoView({ block: 'center' });
    const { x, y, width, height } = control.getBoundingClientRect();
    if (width === 0 || height === 0 || control.checkVisibility?.() === false) continue;
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    if (hit?.closest('[data-theme][role=status]')) covered.push(control.textContent ?? '');
  }
  return covered;
};

/** In the page: the controls that stay where they are when it scrolls and that a toast lies over. */
const findOverlaid = () => {
  scrollTo(0, 0);
  const toast = document.querySelector('[data-theme][role=status] > *')?.getBoundingClientRect();
  const fixed = document.querySelectorAll<HTMLElement>(
    'header :is(a, button), article ~ div button',
  );
  return [...fixed]
    .filter((control) => {
      const { top, bottom, left, right, width } = control.getBoundingClientRect();
      const apart =
        !toast ||
        top >= toast.bottom ||
        bottom <= toast.top ||
        left >= toast.right ||
        right <= toast.left;
      return width > 0 && !apart && !control.closest('[data-theme][role=status]');
    })
    .map((control) => control.textContent || control.ariaLabel);
};

const expectClear = async (page: Page) => {
  await expect(page.getByText('You are offline. Saved exams work as usual.')).toBeInViewport();
  expect(await page.evaluate(findOverlaid)).toEqual([]);
  expect(await page.evaluate(findCovered)).toEqual([]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(width).toBeLessThanOrEqual(0);
};

for (const size of sizes) {
  test(`a toast covers no control at ${size.width} by ${size.height}`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize(size);
    for (const path of ['/', '/exams/aws', smallExamPage, '/nowhere']) {
      await context.setOffline(false);
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      if (path === smallExamPage) await untilAvailable(page);
      await context.setOffline(true);
      await expectClear(page);
    }
  });
}
