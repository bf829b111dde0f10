import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Outline } from '#contract/wire.ts';
import { emptyStudy } from '#learner/schemas.ts';
import { expectNoViolations } from '#support/accessibility.ts';
import { openExamPage } from '#support/exam-page.ts';
import { expect, SITE, test, WITH_WORKER } from '#support/fixtures.ts';
import { practiced } from '#support/practiced.ts';
import { address, answer, goOn, jumpTo, rows } from '#support/runner-page.ts';
import { resultOf, studyAfter } from '#support/stored-runs.ts';
import { bankOf } from '#support/test-bank.ts';
import { manyQuestions } from '#support/test-questions.ts';

/** Choosing what to practice, keeping what matters, and knowing what is due. */

const EXAM = 'A Long Exam';
const LIST = '/exams/aws';
const RUN = address('aws', EXAM);
const outline: Outline = {
  ...{ version: '1.0', checked: '2026-11-21', reviewed: '2026-11-01' },
  url: 'https://docs.example.com/guide',
  ...{ tasks: [19, 19], services: [12, 14], blind: [30, 30] },
  changes: [{ date: '2026-11-20', text: 'The Big Service is called the Bigger Service.' }],
};
const bank = bankOf({ id: 'long', name: EXAM, questions: manyQuestions(30), outline });
test.use({ serving: { site: SITE, bank }, ...WITH_WORKER });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const pressed = (page: Page, name: string) =>
  button(page, name).and(page.locator('[aria-pressed="true"]'));

const openPage = async (page: Page) => {
  const shown = await openExamPage(page, EXAM);
  await expect(shown.getByRole('region', { name: 'Practice something else' })).toBeVisible();
  return shown;
};

const openSearch = async (page: Page) => {
  const shown = await openExamPage(page, EXAM, 'search');
  await expect(shown.getByRole('status')).toHaveText('30 questions');
  return shown;
};

test('is by topic and by what is known', async ({ page }) => {
  await page.goto(RUN);
  await answer(page, 1);
  await goOn(page, 2, 30);
  await answer(page, 0);
  const shown = await openPage(page);
  await shown.getByRole('button', { name: /^Topics/ }).click();
  await shown.getByRole('checkbox', { name: /^Second Domain/ }).check();
  await expect(shown.getByRole('checkbox', { name: /^Second Domain/ })).toHaveAccessibleName(
    /1 of 15 seen/,
  );
  await expectNoViolations(page, 'topics');
  await shown.getByRole('radio', { name: 'All', exact: true }).check({ force: true });
  await button(page, 'Practice 15').click();
  await expect(page.getByText('Question 1 of 15')).toBeVisible();
  // Those of the second domain have even numbers.
  await expect(page.getByText(/^What is question \d[02468]\?/)).toBeVisible();
  expect(new URL(page.url()).search).toBe('?in=d2&order=shuffled');
  await openPage(page);
  await shown.getByRole('link', { name: 'Not seen 28' }).click();
  await expect(page.getByText('Question 1 of 28')).toBeVisible();
});

test('notes and saved questions are found offline', async ({ page, context, server }) => {
  await page.goto(RUN);
  await answer(page, 1);
  await button(page, 'Save question').click();
  await button(page, 'Add a note').click();
  await page.getByRole('textbox', { name: 'Your note' }).fill('Mnemonic: <b>elephants</b>');
  await page.reload();
  await answer(page, 0);
  await expect(button(page, 'Saved')).toBeVisible();
  await expect(page.getByText('Mnemonic: <b>elephants</b>')).toBeVisible();
  await expect(page.getByText(/^Available offline/).first()).toBeAttached();

  await server.refuse();
  await context.setOffline(true);
  const shown = await openSearch(page);
  await expect(shown.getByRole('searchbox')).toBeFocused();
  await expectNoViolations(page, 'search');
  await page.keyboard.type('ELEPHANTS');
  await expect(shown.getByText('1 of 30 questions')).toBeVisible();
  await expect(shown.locator('mark')).toHaveText('elephants');
  const hit = shown.getByRole('listitem').getByRole('link');
  await expect(hit).toContainText('What is question 01?');
  await expect(hit).toContainText('Correct answer: right');
  await expect(hit).toContainText(/Right today.*Saved/);
  await expectNoViolations(page, 'search, a note found');
  await shown.getByRole('searchbox').fill('nowhere');
  await expect(shown.getByRole('status')).toHaveText(/^Nothing found for “nowhere”/);
  await expectNoViolations(page, 'search, nothing found');
  await shown.getByRole('searchbox').fill('');
  await shown.getByRole('button', { name: 'Second Domain 15' }).click();
  await expect(hit).toHaveCount(15);
  await shown.getByRole('button', { name: 'All domains' }).click();
  const notes = await openExamPage(page, EXAM, 'notes');
  await expect(notes.getByRole('listitem').getByRole('link')).toContainText(
    'Mnemonic: <b>elephants</b>',
  );
  await expectNoViolations(page, 'notes');
  await openSearch(page);
  await expect(shown.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('question 07');
  await expect(hit).toHaveCount(1);
  await expect(hit).toContainText('Not seen yet, so no answer here');
  await expect(hit).not.toContainText('Correct answer');
  await hit.click();
  await expect(page.getByText('Question 1 of 1')).toBeVisible();
  await expect(page.getByText('What is question 07?')).toBeVisible();
  await page.goBack();
  await expect(shown.getByRole('searchbox')).toHaveValue('question 07');
  await expect(hit).toContainText('What is question 07?');
});

test('asks what one was sure of but got wrong', async ({ page }) => {
  await page.goto(RUN);
  await answer(page, 1);
  await goOn(page, 2, 30);
  await button(page, 'Not sure').click();
  await expect(pressed(page, 'Not sure')).toBeVisible();
  await answer(page, 1);
  await expect(button(page, 'Not sure'), 'what is checked is decided').toHaveCount(0);
  await expect(page.getByText(/^Comes back/)).toBeVisible();
  const shown = await openPage(page);
  await shown.getByRole('link', { name: 'Sure but wrong 1' }).click();
  await expect(page.getByText('What is question 01?')).toBeVisible();
  await answer(page, 0);
  await expect(page.getByText(/^Comes back/)).toBeVisible();
  await openPage(page);
  await expect(shown.getByRole('link', { name: 'Mistakes 2' })).toBeVisible();
  await expect(shown.getByRole('link', { name: /^Sure but wrong/ })).toHaveCount(0);
});

test('saves a note typed just before leaving', async ({ page }) => {
  await page.goto(RUN);
  await answer(page, 1);
  await button(page, 'Add a note').click();
  const note = page.getByRole('textbox', { name: 'Your note' });
  await note.pressSequentially('Elephants never forge');
  await note.evaluate(() => {
    document.execCommand('insertText', false, 't');
    location.reload();
  });
  await expect(note).toHaveCount(0);
  await answer(page, 1);
  await expect(page.getByText('Elephants never forget')).toBeVisible();
});

for (const call of ['put', 'get'] as const) {
  test(`a note stays as typed where storage refuses to ${call}`, async ({ page }) => {
    await page.addInitScript((refused) => {
      IDBObjectStore.prototype[refused] = () => {
        throw new DOMException('Refused on demand', 'UnknownError');
      };
    }, call);
    await page.goto(RUN);
    await answer(page, 1);
    await button(page, 'Add a note').click();
    const note = page.getByRole('textbox', { name: 'Your note' });
    await note.pressSequentially('Elephants never forget');
    await button(page, 'Save question').click();
    await expect(button(page, 'Saved')).toBeVisible();
    await expect(page.getByText(/can’t be saved/i).first()).toBeVisible();
    await expect(note).toHaveValue('Elephants never forget');
  });
}

test('says that a note can’t be stored, though the answers before it were', async ({ page }) => {
  await page.goto(RUN);
  await answer(page, 1);
  const isStored = () => page.evaluate(() => localStorage.getItem('returning'));
  await expect.poll(isStored).toBe('yes');
  const notice = page.getByText('can’t be saved on this device right now');
  await expect(notice).toHaveCount(0);
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The disk is full', 'QuotaExceededError');
    };
  });
  await button(page, 'Add a note').click();
  const note = page.getByRole('textbox', { name: 'Your note' });
  await note.pressSequentially('Elephants never forget');
  await expect(notice).toBeVisible();
  await expect(note).toHaveValue('Elephants never forget');
});

test('strikes an option out by right click and by key', async ({ page }) => {
  await page.goto(`${RUN}?minutes=30`);
  await rows(page).nth(1).click({ button: 'right' });
  await page.keyboard.press('Shift+C');
  const struck = page.locator('[data-struck]');
  await expect(struck).toHaveCount(2);
  await expect(page.locator('main input:checked')).toHaveCount(0);
  const line = await struck
    .first()
    .locator('[dir=auto]')
    .evaluate((text) => getComputedStyle(text).textDecorationLine);
  expect(line).toBe('line-through');
  await expect(page.getByRole('radio', { name: 'Struck out: wrong' })).toBeEnabled();
  await page.keyboard.press('Shift+C');
  await expect(struck).toHaveCount(1);
  await page.keyboard.press('Shift+D');
  await expect(struck).toHaveCount(2);
  // A struck option can still be chosen, which takes its line off.
  await rows(page).nth(1).click();
  await expect(struck).toHaveCount(1);
  await expect(page.getByText('Answered: 1', { exact: true })).toBeVisible();
  await expectNoViolations(page, 'mock exam, an option struck out');
  await page.goto(`${RUN}?continue=mock`);
  await expect(struck).toHaveCount(1);
  // Practice has nothing to strike.
  await page.goto(RUN);
  await rows(page).nth(1).click({ button: 'right' });
  await expect(rows(page)).toHaveCount(4);
  await expect(struck).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test('a long press strikes an option out without choosing it', async ({ page }) => {
    await page.goto(`${RUN}?minutes=30`);
    await rows(page).first().waitFor();
    const box = await rows(page).nth(2).boundingBox();
    const [x, y] = [(box?.x ?? 0) + 100, (box?.y ?? 0) + 20];
    const client = await page.context().newCDPSession(page);
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await expect(page.locator('[data-struck]')).toHaveCount(1);
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(page.getByText('Answered: 0')).toBeVisible();
    await expect(page.locator('[data-struck]')).toHaveCount(1);
  });

  test('a click that ends a long press, as on iOS, chooses nothing', async ({ page }) => {
    await page.goto(`${RUN}?minutes=30`);
    const row = rows(page).nth(2);
    const press = { bubbles: true, pointerType: 'touch', clientX: 100, clientY: 100 };
    await row.dispatchEvent('pointerdown', press);
    await expect(page.locator('[data-struck]')).toHaveCount(1);
    await row.dispatchEvent('pointerup', press);
    await row.dispatchEvent('click');
    await expect(page.locator('main input:checked')).toHaveCount(0);
    await expect(page.locator('[data-struck]')).toHaveCount(1);
    // The next one is a tap of its own.
    await row.dispatchEvent('click');
    await expect(page.locator('main input:checked')).toHaveCount(1);
  });
});

test('the app’s badge counts what today asks for', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(navigator, {
      setAppBadge: async (count: number) => {
        document.documentElement.dataset.badge = `${count}`;
      },
    });
  });
  const yesterday = Date.now() - 24 * 60 * 60 * 1000;
  const study = studyAfter(emptyStudy, [resultOf('question-01', false)], yesterday);
  await practiced(page, EXAM, { study });
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-badge', '20');
  await expect(
    page.getByRole('region', { name: 'Today' }).getByRole('link', { name: 'Practice 20' }),
  ).toBeVisible();
});

test('copies a report without sending anything', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(RUN);
  await answer(page, 0);
  // The version that it names is that of the saved exam.
  await expect(page.getByText(/^Available offline/).first()).toBeAttached();
  await button(page, 'Report a mistake').click();
  const sheet = page.getByRole('dialog', { name: 'Report a mistake' });
  await sheet.getByRole('textbox', { name: 'What is wrong?' }).fill('The key is B.');
  await expectNoViolations(page, 'a report');
  const sent: string[] = [];
  page.on('request', (request) =>
    sent.push(`${decodeURIComponent(request.url())} ${request.postData() ?? ''}`),
  );
  await sheet.getByRole('button', { name: 'Copy report' }).click();
  await expect(sheet.getByText('Copied.')).toBeVisible();
  // The page itself may not read the clipboard.
  const words = sheet.getByRole('textbox', { name: 'What is wrong?' });
  await words.fill('');
  await words.press('ControlOrMeta+V');
  const copied = await words.inputValue();
  expect(copied).toContain(`Exam: aws, ${EXAM}`);
  expect(copied).toMatch(/Question: question-01 \(version 2026-11-01\)/);
  expect(copied).toContain('The key is B.');
  // The exam may still be on its way to the device.
  expect(sent.filter((request) => !/\/api\/question|\/images\//.test(request))).toEqual([]);
  expect(sent.join('\n')).not.toContain('The key is B.');
});

test('says where the questions come from', async ({ page }) => {
  const shown = await openPage(page);
  await shown.getByText('About these questions').click();
  await expect(shown).toContainText('original, written from the vendors’ public exam guides');
  await expect(shown).toContainText(
    'They follow version 1.0 of the exam guide, as it was known on',
  );
  await expect(shown).toContainText('about all 19 tasks of the guide, and about 12 of 14 services');
  await expect(shown).toContainText('answered 30 of them, and arrived at the key every time.');
  await shown.getByText('What the vendor changed').click();
  await expect(shown.getByText('The Big Service is called the Bigger Service.')).toBeVisible();
  await expectNoViolations(page, 'about these questions');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(LIST);
});

test.describe('a mock exam of questions that are held out of practice', () => {
  const held = ['question-04', 'question-05'];
  const sitting = { questions: 2, minutes: 10, pass: { score: '700 of 1000', share: 70 } };
  const exam = { id: 'long', name: EXAM, questions: manyQuestions(5), sitting, heldOut: held };
  test.use({ serving: { site: SITE, bank: bankOf(exam) } });

  const findAll = async (page: Page, count: number) => {
    const shown = await openExamPage(page, EXAM, 'search');
    await expect(shown.getByRole('status')).toHaveText(`${count} questions`);
    await shown.getByRole('searchbox').fill('What is question');
    await expect(shown.getByRole('status')).toHaveText(`${count} of ${count} questions`);
    return (await shown.getByRole('listitem').getByRole('link').allInnerTexts()).join();
  };

  test('is new, works offline, and releases its questions', async ({ page, context, server }) => {
    await page.goto(RUN);
    await expect(page.getByText('Question 1 of 3')).toBeVisible();
    await expect(page.getByText(/^Available offline/).first()).toBeAttached();
    expect(await findAll(page, 3)).not.toContain('What is question 04?');
    await server.refuse();
    await context.setOffline(true);

    const shown = await openPage(page);
    await shown.getByText('Never-seen questions').click();
    await expectNoViolations(page, 'a mock exam that was never seen');
    await button(page, 'Start mock exam').click();
    await expect(page.getByText('Question 1 of 2')).toBeVisible();
    await expect(page.getByText('What is question 04?')).toBeVisible();
    await rows(page).first().click();
    await expect(page.getByText('Answered: 1', { exact: true })).toBeVisible();

    // Left and continued, it is the same, and its questions are still in no practice.
    await page.goto(`${RUN}?only=question-05`);
    await expect(page.getByText('Question 1 of 3')).toBeVisible();
    expect(await findAll(page, 3)).not.toContain('What is question 04?');
    await page.goto(`${RUN}?continue=mock`);
    await expect(page.getByText('What is question 04?')).toBeVisible();
    await button(page, 'Finish Exam').first().click();
    await button(page, 'Finish now').click();
    await expect(page.getByText('Final Score: 1/2 (50%)')).toBeVisible();

    expect(await findAll(page, 5)).toContain('What is question 05?');
    await openPage(page);
    await expect(shown.getByText('Fixed questions')).toBeVisible();
    await expect(shown.getByText('Never-seen questions')).toHaveCount(0);
    await shown.getByRole('link', { name: 'Back to Exams' }).click();
    await expect(page.getByText('1 of 5 seen')).toBeVisible();
    await page.goto(`${RUN}?only=question-05`);
    await expect(page.getByText('Question 1 of 1')).toBeVisible();
    await expect(page.getByText('What is question 05?')).toBeVisible();
  });
});

test.describe('options', () => {
  const questions = Object.fromEntries(
    Object.entries(manyQuestions(4)).map(([id, question]) => [id, { ...question, shuffle: true }]),
  );
  const short = bankOf({ id: 'short', name: 'A Short Exam', questions });
  test.use({ serving: { site: SITE, bank: short }, ...WITH_WORKER });

  test('come in another order at each meeting, and stay while a run lasts', async ({ page }) => {
    const readOptions = async (number: number) => {
      if (number > 1) await jumpTo(page, number);
      await expect(page.getByText(`Question ${number} of 4`, { exact: true })).toBeVisible();
      await expect(rows(page)).toHaveCount(4);
      const texts = await rows(page).allTextContents();
      return texts.map((text) => text.replace(/^[A-D]|Correct answer$/g, ''));
    };
    /** By the question, since a set has them in any order. */
    const readAll = async () => {
      const seen: [string, string[]][] = [];
      for (const number of [1, 2, 3, 4]) {
        const options = await readOptions(number);
        seen.push([await page.getByText(/^What is question/).innerText(), options]);
      }
      return Object.fromEntries(seen);
    };
    const run = address('aws', 'A Short Exam');
    await page.goto(run);
    const plain = await readAll();
    expect(Object.values(plain).every((texts) => texts[0] === 'right')).toBe(true);
    await page.goto(`${run}?questions=4`);
    const first = await readAll();
    expect(first).not.toEqual(plain);
    const right = Object.values(first)[1]?.indexOf('right') ?? -1;
    await jumpTo(page, 2);
    await answer(page, right);
    await expect(page.getByText('Score: 1/1')).toBeVisible();
    await page.goto(run);
    await page.getByRole('button', { name: /^Continue at question/ }).click();
    await expect(page.getByText('Score: 1/1')).toBeVisible();
    await jumpTo(page, 1);
    expect(await readAll(), 'continued').toEqual(first);
    await page.goto(`${run}?questions=4`);
    expect(await readAll(), 'a new meeting').not.toEqual(first);
  });
});

test('opens the result of an earlier run from the history', async ({ page }) => {
  await page.goto(`${RUN}?questions=2`);
  await answer(page, 1);
  await goOn(page, 2, 2);
  await answer(page, 1);
  await button(page, 'See Result').click();
  await expect(page.getByText('You had 0 of 2.')).toBeVisible();
  await page.goto(`${RUN}?questions=3`);
  await answer(page, 0);
  const shown = await openPage(page);
  const history = shown.getByRole('region', { name: 'History' });
  await history.getByRole('link', { name: /0 of 2$/ }).click();
  await expect(page.getByText('You had 0 of 2.')).toBeVisible();
  await button(page, 'See what you missed').click();
  await page.getByRole('button', { name: /^1/ }).click();
  await expect(page.getByText('Question 1 of 2')).toBeVisible();
  await expect(page.getByText('It is not.')).toBeVisible();
});

test('gives a calendar file with the days of practice and the exam', async ({ page }) => {
  await page.goto(RUN);
  await answer(page, 1);
  const shown = await openPage(page);
  const date = shown.getByLabel('Exam date');
  const remind = button(page, 'Remind me at 7 p.m.');
  await expect(remind, 'there is no day to remind of').toHaveCount(0);
  const exam = new Date(Date.now() + 20 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  await date.fill(exam);
  await date.blur();
  const downloading = page.waitForEvent('download');
  await remind.click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('certdeck.ics');
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain(`DTSTART;VALUE=DATE:${exam.replaceAll('-', '')}\r\n`);
  expect(text).toContain(`SUMMARY:Practice 20: ${EXAM}\r\n`);
  expect(text).toContain(`URL:${new URL(LIST, page.url())}\r\n`);
  await expect(page.getByText(/^Open the file to add your practice/)).toBeVisible();
  await expectNoViolations(page, 'with a date');
  await date.fill('2026-01-01');
  await date.blur();
  await expect(date, 'a day that is over is not taken').toHaveValue(exam);
  await date.fill('');
  await date.blur();
  await expect(remind).toHaveCount(0);
});

test('asks a question no more once it is set aside, until it is told to', async ({ page }) => {
  await page.goto(RUN);
  await answer(page, 1);
  const aside = button(page, 'Don’t ask again');
  await aside.click();
  await expect(page.getByText('Not asked again')).toBeVisible();
  await page.reload();
  await page.goto(LIST);
  await expect(page.getByText('0 of 29 seen')).toBeVisible();
  const shown = await openPage(page);
  await shown.getByRole('link', { name: 'Set aside 1' }).click();
  await expect(page.getByText('What is question 01?')).toBeVisible();
  await answer(page, 1);
  await expect(aside).toHaveAttribute('aria-pressed', 'true');
  await aside.click();
  await expect(page.getByText('Comes back tomorrow')).toBeVisible();
  await page.goto(LIST);
  await expect(page.getByText('1 of 30 seen')).toBeVisible();
});

test('forgets the progress of one exam, and takes that back', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto(RUN);
  await answer(page, 1);
  await button(page, 'Save question').click();
  const shown = await openPage(page);
  await expect(shown.getByText('1 of 20 today')).toBeVisible();
  await button(page, 'Reset progress').click();
  await expect(page.getByText(/^Every answer and run of this exam/)).toBeInViewport();
  await expect(button(page, 'Reset')).toBeInViewport({ ratio: 1 });
  await expectNoViolations(page, 'asked before a reset');
  await button(page, 'Reset').click();
  await expect(shown.getByText('10 questions to begin')).toBeAttached();
  await button(page, 'Undo').click();
  await expect(shown.getByText('1 of 20 today')).toBeAttached();
  await button(page, 'Reset progress').click();
  await button(page, 'Reset').click();
  await expect(shown.getByText('10 questions to begin')).toBeAttached();
  await expect(shown.getByRole('link', { name: 'Saved 1' })).toBeAttached();
});
