import type { Page } from '@playwright/test';
import { emptyStudy, type RunKind } from '#learner/schemas.ts';
import {
  expect,
  expectBuild,
  loseNetworkForAMoment,
  test,
  updateNotice,
  updateNow,
} from '#support/deploys.ts';
import { openExamPage } from '#support/exam-page.ts';
import {
  builtSite,
  readStoredRun,
  untilAvailable,
  untilControlled,
} from '#support/offline-page.ts';
import { practiced } from '#support/practiced.ts';
import { address, answer, goOn, rows } from '#support/runner-page.ts';
import { resultOf, studyAfter } from '#support/stored-runs.ts';
import { bankOf } from '#support/test-bank.ts';
import { manyQuestions } from '#support/test-questions.ts';

/** The address of a run leads back to it, whatever happens to its page. */

const EXAM = 'A Long Exam';
const RUN = address('aws', EXAM);
const TOTAL = 30;
const MINUTES = 10;
const questions = Object.fromEntries(
  Object.entries(manyQuestions(TOTAL + 4)).map(([id, one]) => [id, { ...one, shuffle: true }]),
);
const heldOut = Object.keys(questions).slice(TOTAL);
const sitting = { questions: 4, minutes: MINUTES, pass: { score: '700 of 1000', share: 70 } };
const bank = bankOf({ id: 'long', name: EXAM, questions, sitting, heldOut });
test.use({ serving: { site: builtSite, bank } });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const see = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true })).toBeVisible();

/** Starts a mock exam as a learner does, and answers two of its four questions. */
const startMock = async (page: Page, isNeverSeen = false) => {
  const shown = await openExamPage(page, EXAM);
  if (isNeverSeen) await shown.getByText('Never-seen questions').click();
  await button(page, 'Start mock exam').click();
  await see(page, 'Question 1 of 4');
  await rows(page).first().click();
  await goOn(page, 2, 4);
  await rows(page).nth(2).click();
  await see(page, 'Answered: 2');
};

/** What a mock exam shows of itself. */
const lookAt = async (page: Page) => ({
  question: await page.getByText(/^What is question \d+\?$/).innerText(),
  options: await rows(page).allTextContents(),
  chosen: await page
    .getByRole('radio')
    .evaluateAll((all) => all.map((radio) => (radio as HTMLInputElement).checked)),
});

const secondsLeft = async (page: Page) => {
  const [minutes = 0, seconds = 0] = (await page.getByRole('timer').innerText())
    .split(':')
    .map(Number.parseFloat);
  return minutes * 60 + seconds;
};

type Looked = Awaited<ReturnType<typeof lookAt>>;

/** The same question, answers and clock, three minutes after its start. */
const expectSame = async (page: Page, before: Looked) => {
  await see(page, 'Question 2 of 4');
  await see(page, 'Answered: 2');
  await expect(rows(page)).toHaveCount(4);
  expect(await lookAt(page)).toEqual(before);
  expect(await secondsLeft(page)).toBeLessThanOrEqual((MINUTES - 3) * 60);
  expect(await secondsLeft(page), 'it still runs').toBeGreaterThan(60);
  await expect(page.getByRole('button', { name: /^Continue/ })).toHaveCount(0);
};

const returns: Record<string, (page: Page) => Promise<Page>> = {
  'a reload': async (page) => {
    await page.reload();
    return page;
  },
  'Back and Forward': async (page) => {
    await page.goBack();
    await expect(button(page, 'Start mock exam')).toBeVisible();
    await page.goForward();
    return page;
  },
  'another page and Back': async (page) => {
    await page.goto('/config.json');
    await page.goBack();
    return page;
  },
  'a second tab at its address': async (page) => {
    const tab = await page.context().newPage();
    await tab.goto(page.url());
    return tab;
  },
};

for (const [what, comeBack] of Object.entries(returns)) {
  test(`a mock exam is the same after ${what}`, async ({ page }) => {
    await page.clock.install();
    await startMock(page);
    const before = await lookAt(page);
    await page.clock.fastForward('03:00');
    const back = await comeBack(page);
    await expectSame(back, before);
    // It goes on, and the page that was left follows.
    await goOn(back, 3, 4);
    await rows(back).first().click();
    for (const tab of page.context().pages()) await see(tab, 'Answered: 3');
  });
}

for (const end of ['close', 'kill'] as const) {
  test(`a mock exam is the same after a ${end} of the browser`, async ({ device }) => {
    const { page } = await device.open();
    await page.clock.install();
    await startMock(page);
    const before = await lookAt(page);
    const url = page.url();
    const stored = async () => (await readStoredRun(page, EXAM, 'mock')).results.length;
    await expect.poll(stored).toBe(2);
    await device[end]();

    const { page: again } = await device.open();
    await again.clock.install({ time: Date.now() + 3 * 60_000 });
    await again.goto(url);
    await expectSame(again, before);
  });
}

test('a mock exam is the same after an update reloads its page', async ({
  page,
  context,
  deploy,
}) => {
  await page.clock.install();
  await page.goto(RUN);
  await untilAvailable(page);
  await untilControlled(page);
  await startMock(page);
  const before = await lookAt(page);
  await deploy('two');
  await page.clock.fastForward('03:00');
  await loseNetworkForAMoment(context);
  await expect(updateNotice(page)).toBeVisible();
  await updateNow(page);
  await expectBuild(page, 'two');
  await expectSame(page, before);
});

test('the form that was never seen is taken once, however often its page loads', async ({
  page,
}) => {
  await page.clock.install();
  await startMock(page, true);
  const before = await lookAt(page);
  await page.clock.fastForward('03:00');
  for (const comeBack of Object.values(returns)) {
    const back = await comeBack(page);
    await expectSame(back, before);
    // An answer to another mock exam would end this one, and open its questions.
    await rows(back).nth(2).click();
    if (back !== page) await back.close();
  }
  const shown = await openExamPage(page, EXAM);
  await expect(shown.getByText('Never-seen questions')).toBeVisible();
  await shown.getByRole('link', { name: /^Continue mock/ }).click();
  await expectSame(page, before);
});

/** The other kinds of run: how each is begun, and what its address offers once it was left. */
const kinds: { kind: RunKind; search: string; total: number; offer?: string }[] = [
  { kind: 'all', search: '', total: TOTAL, offer: `Continue at question 2 of ${TOTAL}` },
  { kind: 'set', search: '?questions=5', total: 5, offer: 'Continue at question 2 of 5' },
  {
    kind: 'review',
    search: '?questions=3&from=due',
    total: 3,
    offer: 'Continue at question 2 of 3',
  },
  { kind: 'day', search: '?from=day', total: 20 },
];

for (const { kind, search, total, offer } of kinds) {
  test(`a run of kind '${kind}' loses nothing in a reload, nor in a kill`, async ({ device }) => {
    const missed = ['question-07', 'question-08', 'question-09'].map((id) => resultOf(id, false));
    const study = studyAfter(emptyStudy, missed, Date.now() - 24 * 60 * 60 * 1000);
    const { page } = await device.open();
    await practiced(page, EXAM, { study });
    await page.goto(RUN + search);
    await see(page, `Question 1 of ${total}`);
    await answer(page, 0);
    const score = await page.getByText(/^Score: \d\/1$/).innerText();
    await goOn(page, 2, total);
    await rows(page).nth(1).click();
    const before = await lookAt(page);

    const goBackTo = async (tab: Page) => {
      if (offer) await button(tab, offer).click();
      await see(tab, score);
      await see(tab, `Question 2 of ${total}`);
      await expect(rows(tab)).toHaveCount(4);
    };
    await page.reload();
    await goBackTo(page);
    expect(await lookAt(page)).toEqual(before);
    await answer(page);
    const stored = async () => (await readStoredRun(page, EXAM, kind)).results.length;
    await expect.poll(stored).toBe(2);
    const second = await page.getByText(/^Score: \d\/2$/).innerText();
    await device.kill();

    const { page: again } = await device.open();
    await again.goto(RUN + search);
    if (offer) await button(again, offer.replace('question 2', 'question 3')).click();
    await see(again, second);
    await see(again, `Question 3 of ${total}`);
  });
}
