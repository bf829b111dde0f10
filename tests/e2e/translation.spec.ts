import type { Browser, Page } from '@playwright/test';
import { expect, SITE, test, WITH_WORKER, watchPage } from '#support/fixtures.ts';
import { answer } from '#support/runner-page.ts';
import { TOUR_EXAM, TOUR_RUN, tour, tourBank } from '#support/tour.ts';
import { addTranslator, type Translator, translateOnce } from '#support/translation.ts';

/** A browser that translates the page changes its texts at any time, and the run goes on. */

test.use({ serving: { site: SITE, bank: tourBank }, ...WITH_WORKER });

/** Names, code and letters, which mean something else once translated. */
const KEPT = [
  'CertDeck',
  'Amazon Web Services',
  'aws',
  TOUR_EXAM,
  'az vm',
  'az vm list',
  'az login',
];
const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F', 'Enter'];

/** Those of them that a translation has changed. */
const findTranslated = (page: Page) =>
  page
    .locator('font font')
    .evaluateAll(
      (fonts, kept) => fonts.flatMap(({ textContent: text }) => kept.filter((one) => one === text)),
      [...KEPT, ...LETTERS],
    );

const NOW = new Date('2026-12-01T12:00:00');

/** What is on the page, without white space, which depends on elements; then `act`. */
const readTour = async (page: Page, isPhone: boolean, act: () => Promise<unknown>) => {
  const states: Record<string, string> = {};
  await page.clock.setFixedTime(NOW);
  await tour(page, isPhone, async (state) => {
    // What is not of this run: the size of what is saved.
    const text = (await page.locator('#root').textContent()) ?? '';
    states[state] = text.replace(/· [\d.]+ \w+B|CertDeck uses.* free\./g, '').replace(/\s+/g, '');
    await act();
  });
  return states;
};

const openPage = async (browser: Browser, baseURL: string, isPhone: boolean) => {
  const viewport = isPhone ? { width: 390, height: 844 } : { width: 1280, height: 800 };
  const context = await browser.newContext({ baseURL, viewport, reducedMotion: 'reduce' });
  return context.newPage();
};

/** What a translator does, with whether it goes on when the page changes. */
const translators: Record<string, [what: string, translator: Translator, isOn: boolean][]> = {
  phone: [
    ['replaces what changes', { keepsTexts: false }, true],
    ['moves once', { keepsTexts: true }, false],
  ],
  desktop: [
    ['replaces once', { keepsTexts: false }, false],
    ['moves what changes', { keepsTexts: true }, true],
  ],
};

for (const [size, ways] of Object.entries(translators)) {
  test(`translation breaks nothing on a ${size}`, async ({ browser, server, complaints }) => {
    const isPhone = size === 'phone';
    const plain = await openPage(browser, server.address, isPhone);
    const expected = await readTour(plain, isPhone, async () => undefined);
    await plain.context().close();
    for (const [way, translator, isOn] of ways) {
      await test.step(way, async () => {
        const page = await openPage(browser, server.address, isPhone);
        watchPage(page, complaints);
        await addTranslator(page, translator, isOn);
        const shown = await readTour(page, isPhone, async () => {
          if (!isOn) await translateOnce(page);
          expect(await findTranslated(page), way).toEqual([]);
        });
        expect(shown, way).toEqual(expected);
        await page.context().close();
      });
    }
  });
}

test('clocks keep running in a translated page', async ({ page }) => {
  await page.clock.install();
  await addTranslator(page, { keepsTexts: false }, true);
  for (const query of ['?order=shuffled&minutes=60', '']) {
    await page.goto(`${TOUR_RUN}${query}`);
    const time = page.getByRole('timer');
    await expect(time).toBeVisible();
    const before = await time.innerText();
    await page.clock.runFor(5000);
    await expect(time, query).not.toHaveText(before);
  }
  await answer(page, 0);
  await expect(page.getByText(/Answered: 1/)).toBeVisible();
});
