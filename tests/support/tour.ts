import { expect, type Page } from '@playwright/test';
import { address, answer, check, goOn, jumpTo, rows, untilReady } from './runner-page.ts';
import { bankOf } from './test-bank.ts';
import { plainQuestion } from './test-questions.ts';

export const TOUR_EXAM = 'A Translated Exam (TE-1)';
export const TOUR_RUN = address('aws', TOUR_EXAM);
export const tourBank = bankOf({
  id: 'translated',
  name: TOUR_EXAM,
  sitting: { questions: 20, minutes: 60, pass: { score: '700 of 1000', share: 70 } },
  lookAlikes: [
    {
      ...{ id: 'shells', title: 'Two shells', columns: ['Shell', 'Runs', 'Signed in'] },
      rows: [
        ['Cloud Shell', 'In the browser', 'Already'],
        ['Your own', 'On your computer', 'After `az login`'],
      ],
      references: [{ title: 'Choose a shell', url: 'https://learn.microsoft.com/shell' }],
      questionIds: ['one', 'two'],
    },
  ],
  questions: {
    one: plainQuestion('Which one of `az vm` is right?\n```\naz vm list\n```\nSay which.'),
    two: plainQuestion('Which two are right? (Choose TWO.)', {
      options: ['right', 'Run `az login` first', 'right too', 'far off'],
      answers: ['right', 'right too'],
      domain: 'd2',
    }),
    three: plainQuestion('What would you say?', { options: [], answers: ['Anything.'] }),
    ...Object.fromEntries(
      Array.from({ length: 22 }, (_, place) => [`more-${place}`, plainQuestion(`More ${place}?`)]),
    ),
  },
});
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
const sheet = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Goes through the states of the app as a learner does; `seen` is called in each. */
export const tour = async (
  page: Page,
  isPhone: boolean,
  seen: (state: string) => Promise<unknown>,
) => {
  const closeSheet = async () => {
    await button(page, 'Close').click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  /** Where there is room, a card has the exam's domains. */
  const waitForDomains = async () => {
    if (!isPhone) await expect(page.getByText('First Domain')).toBeVisible();
  };
  await page.goto('/exams/aws/No%20Such%20Exam');
  await expect(page.getByRole('link', { name: 'See all Amazon Web Services exams' })).toBeVisible();
  await seen('no such exam');
  await page.goto('/exams/nobody');
  await expect(page.getByText(/^There is none called/)).toBeVisible();
  await seen('no such provider');
  await page.goto('/no/such/page');
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  await seen('no such page');
  await page.goto('/');
  await expect(page.getByRole('link', { name: TOUR_EXAM })).toBeVisible();
  await expect(button(page, 'Back up or move progress')).toBeVisible();
  await seen('home, new');
  await page.locator('form label').first().click();
  await button(page, 'Check Answer').click();
  await expect(page.getByText('Not quite.')).toBeVisible();
  await seen('home, sample checked');
  await page.getByRole('link', { name: 'Amazon Web Services' }).click();
  await expect(page.getByRole('link', { name: 'Start', exact: true })).toBeVisible();
  await waitForDomains();
  await seen('list, new');
  await page.getByRole('searchbox').fill('nothing');
  await expect(page.getByText('No exams available for this provider yet.')).toBeVisible();
  await seen('list, nothing found');
  await button(page, 'Clear search').click();
  await page.getByRole('link', { name: 'Start', exact: true }).click();

  await expect(rows(page)).toHaveCount(4);
  await expect(
    page.locator('[data-status=available], [data-kind=available]').first(),
  ).toBeVisible();
  await seen('question');
  await rows(page).nth(1).click();
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(1);
  await button(page, 'Not sure').click();
  await seen('choosing');
  await check(page);
  await expect(page.getByText('Not quite.')).toBeVisible();
  await untilReady(page);
  await expect(page.getByText(/^Comes back/)).toBeVisible();
  await seen('checked');
  await button(page, 'Why not the others?').click();
  await expect(page.getByText('Not even close.')).toBeVisible();
  await button(page, 'Save question').click();
  await expect(button(page, 'Saved')).toBeVisible();
  await button(page, 'Add a note').click();
  await page.getByRole('textbox', { name: 'Your note' }).fill('Remember the elephants');
  await seen('note, writing');
  await button(page, 'Edit note').click();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await seen('note, written');
  await button(page, 'Report a mistake').click();
  await expect(sheet(page, 'Report a mistake')).toContainText('version');
  await page.getByLabel('What is wrong?').fill('All of it');
  await seen('report');
  await closeSheet();
  await button(page, 'Flag').first().click();

  await goOn(page, 2, 25);
  await expect(page.getByText('0 of 2 chosen')).toBeVisible();
  await seen('next');
  await rows(page).nth(0).click();
  await rows(page).nth(2).click();
  await expect(page.getByText('2 of 2 chosen')).toBeVisible();
  await seen('choosing two');
  await check(page);
  await expect(page.getByText('Correct!')).toBeVisible();
  await untilReady(page);
  await expect(page.getByText(/^Comes back/)).toBeVisible();
  await seen('checked two');
  await goOn(page, 3, 25);
  await seen('no options');
  await check(page);
  await expect(page.getByText('Unanswered').first()).toBeVisible();
  await seen('no options, checked');

  if (isPhone) await button(page, 'Show progress and all questions').click();
  await seen('panel');
  await button(page, 'Next page').click();
  await expect(page.getByText('Page 2 of 2')).toBeVisible();
  await seen('panel, paged');
  await page.getByRole('button', { name: /^Flagged/ }).click();
  await expect(page.getByText('Page 1 of 1')).toBeVisible();
  await seen('panel, filtered');
  await page.getByRole('button', { name: 'All', exact: true }).click();
  if (isPhone) await closeSheet();
  await page.keyboard.press('?');
  await expect(sheet(page, 'Keyboard shortcuts')).toBeVisible();
  await seen('keys');
  await closeSheet();
  await jumpTo(page, 25);
  await expect(page.getByText('More 21?')).toBeVisible();
  await answer(page, 0);
  await untilReady(page);
  await expect(page.getByText('Exam Complete!')).toBeVisible();
  await expect(page.getByText(/^Comes back/)).toBeVisible();
  await seen('last question, checked');
  await button(page, 'See Result').click();
  await expect(page.getByRole('heading', { name: 'Exam Complete!' })).toBeFocused();
  await expect(page.getByText('Wrong answers')).toBeVisible();
  await expect(page.getByText(/^Which one of/)).toBeVisible();
  await seen('result');
  await button(page, 'Review answers').click();
  // The whole label: a translator's element in it lies below the radio button.
  await page.locator('label', { hasText: /^Wrong 1$/ }).click();
  await seen('result, answers');
  await page.getByRole('link', { name: 'Back to result' }).click();
  await button(page, 'Keep going').click();
  await expect(page.getByText('Question 4 of 25')).toBeVisible();
  await seen('keep going');
  if (isPhone) await button(page, 'Show progress and all questions').click();
  await button(page, 'Finish').click();
  await expect(sheet(page, 'Finish now?')).toBeVisible();
  await seen('finish');
  await button(page, 'Finish now').click();
  await expect(page.getByRole('heading', { name: 'Exam Complete!' })).toBeFocused();
  await expect(page.getByText('Your progress is on this device only.')).toBeVisible();
  await seen('result, finished');

  await page.getByRole('link', { name: 'Back to Exams' }).click();
  await expect(page.getByText('3 of 25 seen')).toBeVisible();
  await waitForDomains();
  await seen('list, returning');
  await page.getByRole('link', { name: TOUR_EXAM }).click();
  const shown = sheet(page, TOUR_EXAM);
  await expect(shown.getByText('History')).toBeVisible();
  const day = new Date(Date.now() + 21 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  await page.getByLabel('Exam date').fill(day);
  await page.getByLabel('Exam date').blur();
  await seen('exam');
  await shown.getByText('More time').click();
  await shown.getByRole('button', { name: /^Topics/ }).click();
  await shown.getByRole('checkbox', { name: /^Second Domain/ }).check();
  await shown.getByText('About these questions').click();
  await seen('exam, all open');
  await shown.getByRole('link', { name: 'Search' }).click();
  const search = sheet(page, 'Search');
  await expect(search.getByRole('listitem').first()).toBeVisible();
  await seen('search');
  await search.getByRole('searchbox').fill('elephants');
  await expect(page.getByText('1 of 25 questions')).toBeVisible();
  await seen('search, found');
  await search.getByRole('searchbox').fill('more');
  await expect(page.getByText('22 of 25 questions')).toBeVisible();
  await seen('search, again');
  await search.getByRole('link', { name: /^Back to/ }).click();
  await shown.getByRole('link', { name: /^Look-alikes/ }).click();
  const lookAlikes = sheet(page, 'Look-alikes');
  await expect(lookAlikes.getByRole('table')).toBeVisible();
  await seen('look-alikes');
  await lookAlikes.getByRole('link', { name: /^Back to/ }).click();
  await shown.getByRole('link', { name: /^Your notes/ }).click();
  await expect(sheet(page, 'Your notes').getByRole('listitem').first()).toBeVisible();
  await seen('notes');
  await sheet(page, 'Your notes')
    .getByRole('link', { name: /^Back to/ })
    .click();
  await shown.getByRole('link', { name: 'Back to Exams' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to Providers' }).click();
  await expect(page.getByRole('region', { name: 'Today' })).toBeVisible();
  await expect(page.getByText(/days to your exam$/)).toBeVisible();
  await expect(button(page, /^On this device: 1 exam/)).toBeVisible();
  await seen('home, returning');
  await button(page, /^On this device: 1 exam/).click();
  await expect(sheet(page, 'On this device').getByText(TOUR_EXAM)).toBeVisible();
  await seen('on this device');
  await closeSheet();
  await button(page, 'Back up or move progress').click();
  await button(page, 'Delete all').click();
  await expect(page.getByText(/for good/)).toBeVisible();
  await seen('your data');
};
