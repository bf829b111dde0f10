import type { Page } from '@playwright/test';
import { expectNoViolations } from '#support/accessibility.ts';
import { openExamPage } from '#support/exam-page.ts';
import { SITE } from '#support/fixtures.ts';
import { expectRoom } from '#support/layout.ts';
import { expect, test, untilAvailable } from '#support/offline-page.ts';
import { address, answer, goOn } from '#support/runner-page.ts';
import { bankOf } from '#support/test-bank.ts';
import { plainQuestion } from '#support/test-questions.ts';

/** Tables of look-alikes: as drawn on any screen, offline, on paper. */

const EXAM = 'Alike';
const LONG = 'Unbreakable'.repeat(18);
const bank = bankOf({
  ...{ id: 'alike', name: EXAM },
  questions: {
    one: plainQuestion('Which one?'),
    two: plainQuestion('And which here?'),
    ...Object.fromEntries(
      ['keys', 'roles', 'zones', 'queues'].map((id) => [id, plainQuestion(`Of ${id}?`)]),
    ),
  },
  lookAlikes: [
    {
      ...{ id: 'disks', title: `Disks ${LONG}` },
      columns: ['Disk', 'Choose it when', 'Speed', LONG],
      rows: [
        ['Standard', 'It is <b>cheap</b> & rarely read', 'Slow', LONG],
        ['`ultra --size 4`', `Many \`${LONG}\` are read`, 'Fast', 'No'],
      ],
      questionIds: ['one'],
    },
    ...['keys', 'roles', 'zones', 'queues'].map((id) => ({
      ...{ id, title: `The ${id}`, columns: ['A', 'B'], questionIds: [id] },
      rows: [
        ['a', 'b'],
        ['c', 'd'],
      ],
      references: [{ title: `About ${id}`, url: 'https://docs.aws.amazon.com/a' }],
    })),
  ],
});
test.use({ serving: { site: SITE, bank } });

const table = (page: Page) => page.getByRole('table', { name: 'Disks' });

/** Where the second cell of the first row stands: beside the first, or below it. */
const placeOfCells = async (page: Page) => {
  const row = table(page).locator('tbody tr').first();
  const [head, cell] = await Promise.all([
    row.getByRole('rowheader').boundingBox(),
    row.getByRole('cell').first().boundingBox(),
  ]);
  if (!head || !cell) throw new Error('The cells are not drawn.');
  return cell.y >= head.y + head.height ? 'below' : cell.x >= head.x + head.width ? 'beside' : '';
};

const sizes = [
  { width: 320, height: 640, cells: 'below' },
  { width: 390, height: 844, cells: 'below' },
  { width: 844, height: 390, cells: 'below' },
  { width: 1440, height: 900, cells: 'beside' },
] as const;

for (const { cells, ...viewport } of sizes) {
  test.describe(`at ${viewport.width} x ${viewport.height}`, () => {
    test.use({ viewport });

    test('a table has room below the explanation and on its own page', async ({ page }) => {
      await page.goto(address('aws', EXAM));
      await answer(page, 1);
      await expect(table(page)).toBeVisible();
      expect(await placeOfCells(page)).toBe(cells);
      await expect(table(page).getByText('It is <b>cheap</b> & rarely read')).toBeVisible();
      const aspect = table(page).getByText('Choose it when: ').first();
      await expect(aspect).toBeVisible({ visible: cells === 'below' });
      await expect(page.getByRole('columnheader', { name: 'Speed' })).toBeVisible({
        visible: cells === 'beside',
      });
      await expectRoom(page, 'below an explanation');
      await expectNoViolations(page, 'below an explanation');
      await goOn(page, 2, 6);
      await answer(page, 1);
      await expect(table(page)).toHaveCount(0);

      await untilAvailable(page);
      await openExamPage(page, EXAM, 'look-alikes');
      await expect(table(page)).toBeVisible();
      await expectRoom(page, 'on its own page');
      await expectNoViolations(page, 'on its own page');
    });
  });
}

test('an exam saved for its tables has them without a connection, and on paper', async ({
  device,
  server,
}) => {
  let { page } = await device.open();
  const unsaved = await openExamPage(page, EXAM, 'look-alikes');
  await unsaved.getByRole('button', { name: `Save offline: ${EXAM}` }).click();
  await expect(table(page)).toBeVisible();
  await device.kill();
  await server.refuse();
  ({ page } = await device.open());

  // By keyboard from the exam's page at its own address.
  const { keyboard } = page;
  const session = await page.context().newCDPSession(page);
  /** A locator would count as a tap of the learner's, after which browsers close dialogs one by one. */
  const read = async (expression: string) =>
    (await session.send('Runtime.evaluate', { expression })).result.value;
  await page.goto(`/exams/aws?exam=${EXAM}`);
  const focused = `
    [...document.querySelectorAll('dialog a')].find((way) => /^Look/.test(way.textContent))?.focus();
    document.activeElement.textContent`;
  await expect.poll(() => read(focused)).toMatch(/^Look-alikes/);
  await keyboard.press('Enter');
  await expect.poll(() => read('document.querySelectorAll("dialog[open]").length')).toBe(2);
  await keyboard.press('Escape');
  const exam = page.getByRole('dialog', { name: EXAM, exact: true });
  const shown = page.getByRole('dialog', { name: 'Look-alikes' });
  await expect(shown).toHaveCount(0);
  await expect(exam.getByRole('link', { name: /^Look-alikes/ })).toBeFocused();
  await keyboard.press('Enter');
  await shown.getByRole('searchbox').fill('keys nowhere');
  await expect(shown.getByRole('status')).toHaveText(/^Nothing found/);
  await expect(shown.getByRole('table')).toHaveCount(0);
  await shown.getByRole('searchbox').fill('KEYS the');
  await expect(shown.getByRole('table')).toHaveCount(1);
  await page.goBack();
  await expect(shown).toHaveCount(0);
  await page.goForward();
  await expect(shown.getByRole('searchbox')).toHaveValue('KEYS the');
  await expect(shown.getByRole('status')).toHaveText('1 of 5 tables');
  await expect(shown.getByRole('link', { name: /^About keys/ })).toBeVisible();

  await shown.getByRole('searchbox').fill('');
  await expect(shown.getByRole('table')).toHaveCount(5);
  await page.emulateMedia({ media: 'print' });
  const { height, cut } = await shown.evaluate((dialog) => ({
    height: document.documentElement.scrollHeight,
    cut: dialog.scrollHeight - dialog.clientHeight,
  }));
  expect(cut, 'what no page would have').toBe(0);
  const last = await shown.getByRole('table').last().boundingBox();
  expect(height, 'nothing below the tables').toBeLessThan(
    (last?.y ?? 0) + (last?.height ?? 0) + 200,
  );
  await expect(exam).toBeHidden();
  await expect(shown.getByRole('searchbox'), 'nothing to type into').toBeHidden();
  await expect(shown.getByRole('region', { name: 'The zones' })).toHaveCSS('break-inside', 'avoid');
  await page.emulateMedia({ media: 'screen' });

  await page.goto(address('aws', EXAM));
  await answer(page, 1);
  await expect(table(page)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(table(page)).toBeVisible();
  await expect(table(page).getByText('Slow')).toBeVisible();
});
