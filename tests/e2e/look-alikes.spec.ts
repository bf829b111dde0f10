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

test('a saved exam has its tables without a connection, and on paper', async ({
  device,
  server,
}) => {
  let { page } = await device.open();
  await page.goto(address('aws', EXAM));
  await untilAvailable(page);
  await device.kill();
  await server.refuse();
  ({ page } = await device.open());
  const shown = await openExamPage(page, EXAM, 'look-alikes');
  await expect(table(page)).toBeVisible();
  await expect(shown.getByRole('status')).toHaveText('5 tables');
  await shown.getByRole('searchbox').fill('KEYS the');
  await expect(shown.getByRole('table')).toHaveCount(1);
  await expect(shown.getByRole('status')).toHaveText('1 of 5 tables');
  await expect(shown.getByRole('link', { name: /^About keys/ })).toBeVisible();
  await shown.getByRole('searchbox').fill('keys nowhere');
  await expect(shown.getByRole('status')).toHaveText(/^Nothing found/);
  await expect(shown.getByRole('table')).toHaveCount(0);
  await page.goto(address('aws', EXAM));
  await answer(page, 1);
  await expect(table(page)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(table(page)).toBeVisible();
  await expect(table(page).getByText('Slow')).toBeVisible();
});
