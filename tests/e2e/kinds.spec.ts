import type { Locator, Page } from '@playwright/test';
import { expectNoViolations } from '#support/accessibility.ts';
import { SITE } from '#support/fixtures.ts';
import { expectRoom } from '#support/layout.ts';
import { expect, test, untilAvailable } from '#support/offline-page.ts';
import { address, answer, check, jumpTo, untilReady } from '#support/runner-page.ts';
import { bankOf } from '#support/test-bank.ts';
import { otherKinds, plainQuestion } from '#support/test-questions.ts';
import { addTranslator, translateOnce } from '#support/translation.ts';

/** Questions that are no choice, and a case: on a phone, by keys alone, translated, offline, on paper. */

const EXAM = 'Other Kinds';
const RUN = address('aws', EXAM);
const { series, order, match } = otherKinds;
const sections = [
  { title: 'Company', text: 'A ferry line with nine ships. '.repeat(60) },
  { title: 'Needs', text: 'Tickets are sold by night as well.' },
];
const kinds = {
  series: { ...series, caseId: 'ferries' },
  order: { ...order, caseId: 'ferries' },
  match,
};
/** A run is stored once something in it is answered. */
const questions = { plain: plainQuestion('Which is first?'), ...kinds };
const bank = bankOf({
  ...{ id: 'other', name: EXAM, questions },
  cases: [{ id: 'ferries', title: 'The ferry line', sections, questionIds: ['series', 'order'] }],
});
test.use({ serving: { site: SITE, bank } });

const place = (page: Page, number: number) => page.getByText(`Question ${number} of 4`).first();
const statement = (page: Page, at: number) => page.getByRole('radiogroup').nth(at);
const prompt = (page: Page, at: number) => page.getByRole('combobox').nth(at);
const yourOrder = (page: Page) => page.getByRole('list', { name: 'Your order' });

const isFocused = (locator: Locator) =>
  locator.evaluate((element) => element === document.activeElement);

const goOnAt = (page: Page, number: number) =>
  page.getByRole('button', { name: `Continue at question ${number} of 4` }).click();

/** Chooses an answer to the question of that number, a wrong one to the second. */
const taps: ((page: Page) => Promise<void>)[] = [
  async (page) => {
    for (const [at, word] of ['Yes', 'No', 'Yes'].entries())
      await statement(page, at).getByText(word, { exact: true }).click();
  },
  async (page) => {
    for (const name of ['Attach it', 'Shout', 'Stop it']) {
      await page.locator('label', { hasText: name }).click();
      await expect(page.getByRole('checkbox', { name })).toBeChecked();
    }
    await page.getByRole('button', { name: 'Move down: Attach it' }).click();
  },
  async (page) => {
    for (const [at, name] of ['B. Queue', 'A. Blob', 'B. Queue'].entries())
      await prompt(page, at).selectOption(name);
  },
];

/** What is chosen in the question of that number. */
const expectChosen: ((page: Page) => Promise<void>)[] = [
  async (page) => {
    for (const [at, name] of ['Yes', 'No', 'Yes'].entries())
      await expect(statement(page, at).getByRole('radio', { name })).toBeChecked();
  },
  (page) => expect(yourOrder(page)).toHaveText('ShoutAttach itStop it'),
  async (page) => {
    for (const [at, value] of ['2', '1', '2'].entries())
      await expect(prompt(page, at)).toHaveValue(value);
  },
];

const unreached = async (page: Page) => {
  const controls = page.locator('article :is(label, select, [aria-label^=Move]):visible');
  const sizes = await controls.evaluateAll((all) =>
    all.map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect().height] as const),
  );
  expect(sizes.length).toBeGreaterThan(2);
  return sizes.filter(([, height]) => height < 44);
};

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('each kind is answered, left, restored offline, checked, reviewed and printed', async ({
    device,
    server,
  }) => {
    let { page } = await device.open();
    await page.goto(RUN);
    await untilAvailable(page);
    await answer(page, 0);
    await jumpTo(page, 2);

    await page.getByRole('button', { name: 'Case', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'The ferry line' });
    await expect(sheet.getByText(/nine ships/)).toBeVisible();
    await expectNoViolations(page, 'case');
    await expectRoom(page, 'case');
    await sheet.getByRole('tab', { name: 'Needs' }).click();
    await expect(sheet.getByText(/by night/)).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();

    for (const [index, tap] of taps.entries()) {
      const state = Object.keys(kinds)[index];
      await jumpTo(page, index + 2);
      await expect(place(page, index + 2)).toBeVisible();
      expect(await unreached(page), state).toEqual([]);
      await expectNoViolations(page, `${state}`);
      await tap(page);
      await expectChosen[index]?.(page);
      await expectNoViolations(page, `${state}, answered`);
      for (const [width, height] of [
        [320, 640],
        [844, 390],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width, height });
        await expectRoom(page, `${state}, ${width} wide`);
      }
    }
    // The case is where it was left.
    await jumpTo(page, 3);
    await page.getByRole('button', { name: 'Case', exact: true }).click();
    await expect(sheet.getByRole('tab', { name: 'Needs' })).toHaveAttribute(
      'aria-selected',
      'true',
    );

    await device.kill();
    await server.refuse();
    ({ page } = await device.open());
    await addTranslator(page, { keepsTexts: false }, false);
    await page.goto(RUN);
    await page.getByRole('button', { name: /^Continue at question/ }).click();
    for (const [index, isRight] of [true, false, true].entries()) {
      const state = Object.keys(kinds)[index];
      await jumpTo(page, index + 2);
      await expect(place(page, index + 2)).toBeVisible();
      await taps[index]?.(page);
      await page.reload();
      await goOnAt(page, index + 2);
      await expectChosen[index]?.(page);
      await translateOnce(page);
      await check(page);
      await expect(page.getByText(isRight ? 'Correct!' : 'Not quite.')).toBeVisible();
      await untilReady(page);
      await expectNoViolations(page, `${state}, checked`);
      await expectRoom(page, `${state}, checked`);
    }
    const printed = page.locator('article');
    await jumpTo(page, 3);
    await page.emulateMedia({ media: 'print' });
    for (const text of [/nine ships/, /by night/, 'Correct order', 'Step 1, missed'])
      await expect(printed.getByText(text).filter({ visible: true })).toHaveCount(1);
    await page.emulateMedia({ media: 'screen' });
    await jumpTo(page, 4);
    await page.getByRole('button', { name: 'See Result' }).click();
    await expect(page.getByText('Shout → Attach it → Stop it')).toBeVisible();
    await expect(page.getByText('Detach it → Attach it → Stop it')).toBeVisible();
    await page.getByRole('button', { name: 'Review answers' }).click();
    await page.locator('label', { hasText: /^All/ }).click();
    for (const text of ['Water is dry: No', 'Messages: Queue'])
      await expect(page.getByText(text)).toBeVisible();
    await expectNoViolations(page, 'the answers');
  });
});

test('the keyboard alone reads a case and answers each kind', async ({ page }) => {
  await page.goto(RUN);
  // The question is painted before the app is there to hear keys.
  await expect(page.getByRole('button', { name: 'Check Answer' })).toBeVisible();
  await page.keyboard.press('n');
  await page.getByRole('tab', { name: 'Company' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tabpanel', { name: 'Needs' })).toBeVisible();
  await expect(place(page, 2)).toBeVisible();
  await expectNoViolations(page, 'case, wide');
  // Enter on a tab belongs to it.
  await page.keyboard.press('Tab');
  for (const keys of ['abbc', 'bda']) {
    await page.keyboard.type(keys);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Correct!')).toBeVisible();
    await untilReady(page);
    await page.keyboard.press('n');
  }
  await expect(place(page, 4)).toBeVisible();
  await prompt(page, 0).focus();
  for (const letter of ['B', 'A', 'B']) {
    await page.keyboard.press(letter);
    await page.keyboard.press('Tab');
  }
  const button = page.getByRole('button', { name: 'Check Answer' });
  for (let stop = 0; stop < 9 && !(await isFocused(button)); stop += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Correct!')).toBeVisible();
});

test('forced colors fill the statement’s judgement alone, also once it is checked', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(RUN);
  await jumpTo(page, 2);
  for (const [at, word] of ['Yes', 'Yes', 'Yes'].entries())
    await statement(page, at).getByText(word, { exact: true }).click();
  const filled = () =>
    page.locator('[role=radiogroup] label').evaluateAll((labels) => {
      const groundOf = (label: Element) =>
        getComputedStyle(label.querySelector('span') as Element).backgroundColor;
      const grounds = labels.map(groundOf);
      return labels.flatMap((label, at) => (grounds[at] === grounds[0] ? [label.textContent] : []));
    });
  expect(await filled()).toEqual(['Yes', 'Yes', 'Yes']);
  await check(page);
  await expect(page.getByText('Not quite.')).toBeVisible();
  expect(await filled()).toEqual(['Yes', 'Yes', 'Yes']);
});
