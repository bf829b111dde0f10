import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectNoViolations } from '#support/accessibility.ts';
import { expect, test } from '#support/fixtures.ts';
import { answer, goOn, rows } from '#support/runner-page.ts';
import { startProcess } from '#support/server-process.ts';
import { EXAM, EXAM_PATH, writeSmallBank } from '#support/small-bank.ts';
import { createTemporaryFolder, removeFolder } from '#support/temporary-folder.ts';

/** Two devices, no account: the built product, a phone and a computer, and what lies between them. */

type Site = { address: string; shared: string; readLog: () => string };

const product = test.extend<{ site: Site }>({
  site: async ({ browserName: _ }, use) => {
    const [bank, shared] = await Promise.all([writeSmallBank(), createTemporaryFolder({})]);
    const server = startProcess(['dist-server/main.js'], {
      BANK_DIR: bank.folder,
      SYNC_DIR: join(shared, 'sync'),
      ACCESS_LOG: '1',
    });
    await use({
      address: await server.address,
      shared: join(shared, 'sync'),
      readLog: server.readOutput,
    });
    expect(await server.stop(), 'exit code of the server').toBe(0);
    await bank.remove();
    await removeFolder(shared);
  },
  baseURL: async ({ site }, use) => use(site.address),
});

const PHONE = { viewport: { width: 390, height: 844 } };

const openData = async (page: Page) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Back up or move progress' }).click();
  const panel = page.getByRole('region', { name: 'Two devices in step' });
  await expect(panel.getByRole('status').first()).toBeAttached();
  return panel;
};

const closeData = (page: Page) => page.getByRole('button', { name: 'Close' }).click();

/** Answers the next questions of the whole exam. */
const practice = async (page: Page, from: number, to: number) => {
  await page.goto(EXAM_PATH);
  await expect(rows(page)).not.toHaveCount(0);
  const more = page.getByRole('button', { name: `Continue at question ${from} of 5` });
  if (from > 1) await more.click();
  for (let number = from; number <= to; number += 1) {
    await expect(page.getByText(`Question ${number} of 5`)).toBeVisible();
    await answer(page, 0);
    if (number < to) await goOn(page, number + 1, 5);
  }
};

/** The status line comes to say this. */
const expectLine = async (page: Page, line: RegExp | string) => {
  const panel = await openData(page);
  await expect(panel.getByRole('status').first()).toHaveText(line);
  return panel;
};

const IN_STEP = /^In step with 1 other device · just now$/;

const seenOf = (page: Page) => page.getByText(/^\d of 5 today$/);

/** How many questions of the exam a device has answered, by its list. */
const expectSeen = async (page: Page, count: number) => {
  await page.goto('/exams/aws');
  await expect(page.getByText(`${count} of 5 seen`)).toBeVisible();
};

product(
  'a phone and a computer know the same, whatever happens between them',
  async ({ page: phone, context, browser, site }) => {
    product.setTimeout(120_000);
    await phone.setViewportSize(PHONE.viewport);
    const asked: string[] = [];
    context.on('request', (request) => asked.push(request.url()));
    await practice(phone, 1, 2);
    await phone.goto('/');
    await expect(seenOf(phone)).toHaveText('2 of 5 today');
    expect(asked.filter((url) => /\/sync|pairing/.test(url))).toEqual([]);

    // Pairing: a code for the camera, and a link whose secret goes into no address bar or request.
    const panel = await openData(phone);
    await panel.getByRole('button', { name: 'Pair another device' }).click();
    await expect(panel.getByRole('img', { name: /^QR code/ })).toBeVisible();
    await expectNoViolations(phone, 'pairing');
    const link = (await panel.getByText('#pair=').textContent()) ?? '';
    const desk = await browser.newPage({ baseURL: site.address });
    const deskAsked: string[] = [];
    desk.on('request', (request) => deskAsked.push(request.url()));
    await desk.goto(link);
    const offer = desk.getByRole('dialog', { name: 'Pair this device?' });
    await expect(offer).toBeVisible();
    expect(desk.url()).toBe(`${site.address}/`);
    await expectNoViolations(desk, 'pair this device');
    await offer.getByRole('button', { name: 'Pair', exact: true }).press('Enter');
    await expect(offer).toContainText(`From the other device: 2 answers of ${EXAM}.`);
    await expect(offer.getByRole('button', { name: 'Done' })).toBeFocused();
    await offer.getByRole('button', { name: 'Done' }).click();
    await expectSeen(desk, 2);
    await expectLine(desk, IN_STEP);
    await closeData(phone);
    await expectLine(phone, IN_STEP);

    // An offline spell on one, practice on the other, and back.
    await context.setOffline(true);
    await desk.goto(EXAM_PATH);
    await practice(desk, 3, 3);
    await desk.goto('/');
    await expect(seenOf(desk)).toHaveText('3 of 5 today');
    await expectLine(desk, IN_STEP);
    await context.setOffline(false);
    await expectSeen(phone, 3);

    // The server takes it, its answer is lost, and the page is killed.
    await context.route('**/sync/*', async (route) => {
      if (route.request().method() !== 'PUT') return route.continue();
      await route.fetch();
      await route.abort();
    });
    await practice(phone, 4, 4);
    const lost = phone.waitForEvent('requestfailed', (request) => request.method() === 'PUT');
    await phone.goto('/');
    await lost;
    await context.unroute('**/sync/*');
    await phone.close();
    const phoneAgain = await context.newPage();
    await phoneAgain.setViewportSize(PHONE.viewport);
    await expectLine(phoneAgain, IN_STEP);
    await expectSeen(desk, 4);

    // Others are faster each time: said in one line, and mended by the next look.
    await desk.route('**/sync/*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 412, headers: { 'CertDeck-Sync': '1' } })
        : route.continue(),
    );
    await practice(desk, 5, 5);
    await expectLine(desk, /^This site has no room right now, or too much to do\./);
    await desk.unroute('**/sync/*');
    await expectLine(desk, IN_STEP);

    // What can't be read is left as it lies, and nothing is lost here.
    const [name = ''] = await readdir(site.shared);
    const object = await readFile(join(site.shared, name));
    const damaged = Buffer.from(object);
    damaged.fill(0, 100, 200);
    await writeFile(join(site.shared, name), damaged);
    await expectLine(phoneAgain, 'What the other device left can’t be read. It stays as it is.');
    expect(await readFile(join(site.shared, name))).toEqual(damaged);
    await writeFile(join(site.shared, name), object);
    await expectLine(phoneAgain, IN_STEP);
    await expectSeen(phoneAgain, 5);

    // The server knows sizes and times; its log not even the address.
    expect(await readdir(site.shared)).toHaveLength(1);
    for (const word of [EXAM, 'Paris', 'Lyon', 'questionId', 'certdeck'])
      expect(object.includes(word), word).toBe(false);
    expect(site.readLog()).toContain(' GET /sync/- 200 ');
    expect(site.readLog()).not.toContain(name);
    const secret = link.split('#pair=')[1] ?? '';
    expect(
      [site.readLog(), ...asked, ...deskAsked].filter((text) => text.includes(secret)),
    ).toEqual([]);

    // Stopped everywhere: the copy is deleted, the other hears of it, each keeps what it has.
    const deskPanel = await openData(desk);
    await deskPanel.getByRole('button', { name: /^Stop everywhere/ }).click();
    await expect(deskPanel.getByRole('status').first()).toContainText('copy is deleted');
    expect(await readdir(site.shared)).toEqual([]);
    await expectLine(phoneAgain, /^There is nothing behind this code any more/);
    expect(await readdir(site.shared)).toEqual([]);
    await expectSeen(phoneAgain, 5);
    await expectSeen(desk, 5);
    await desk.goto(link);
    await offer.getByRole('button', { name: 'Pair', exact: true }).click();
    await expect(offer).toContainText('There is nothing behind this code any more');
    await desk.close();
  },
);
