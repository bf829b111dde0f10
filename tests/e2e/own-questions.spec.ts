import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectNoViolations } from '#support/accessibility.ts';
import { expect, test, untilControlled } from '#support/offline-page.ts';
import { answer, check, jumpTo, rows } from '#support/runner-page.ts';

const NAME = 'Planets';
const LIST = '/exams/My%20questions';
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30" fill="#c00"/></svg>';

/** A spreadsheet as people write it: usual headers, a picture beside it, and one row without a key. */
const table = [
  'Question,Option 1,Option 2,Option 3,Correct Answer,Category,Explanation',
  'Which planet is red?,Venus,Mars,Saturn,B,Inner planets,Iron rusts.',
  'Which planet has the widest rings?,Saturn,Jupiter,Uranus,A,Outer planets,They are ice.',
  '"What does this show? ![a red sign](sign.svg)",A sign,A ship,A shoe,A,Inner planets,',
  'Which of these orbits fastest?,Mercury,Earth,Mars,,Inner planets,',
].join('\n');

const fileOf = (name: string, text: string | Buffer, mimeType = 'text/csv') => ({
  name,
  mimeType,
  buffer: Buffer.from(text),
});
const files = [fileOf(`${NAME}.csv`, table), fileOf('sign.svg', picture, 'image/svg+xml')];

const openSheet = async (page: Page) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Add your own questions' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add your own questions' });
  await expect(sheet).toBeVisible();
  return sheet;
};

const choose = (sheet: Locator, chosen = files) =>
  sheet.getByLabel('Files of questions').setInputFiles(chosen);

const lookAtMore = (sheet: Locator) => sheet.getByRole('button', { name: /^Look at/ }).click();

const headingOf = (page: Page, name = NAME) =>
  page.getByRole('heading', { name, exact: true }).first();

const addPlanets = async (page: Page) => {
  const sheet = await openSheet(page);
  await choose(sheet);
  await sheet.getByRole('button', { name: 'Add 3 questions' }).click();
  await expect(headingOf(page)).toBeVisible();
};

const manage = async (page: Page) => {
  await page.getByRole('link', { name: NAME, exact: true }).click();
  await page.getByRole('button', { name: 'Rename, export or remove' }).click();
  const sheet = page.getByRole('dialog', { name: 'Rename, export or remove' });
  await expect(sheet).toBeVisible();
  return sheet;
};

const answerFirst = async (page: Page, name = NAME) => {
  await page.goto(`${LIST}/${name}`);
  await answer(page, 0);
};

test('a spreadsheet becomes an exam that works after a restart without the network', async ({
  device,
  server,
}) => {
  const before = await device.open();
  await before.page.goto('/');
  await untilControlled(before.page);
  const sheet = await openSheet(before.page);
  await choose(sheet);
  const preview = sheet.getByRole('list', { name: 'How they will look' });
  await expect(preview).toContainText('Which planet is red?');
  await expect(preview.getByRole('listitem').filter({ hasText: 'Mars' }).last()).toHaveText(
    'B. MarsCorrect answer',
  );
  await expect(sheet.getByText('3 questions found')).toBeVisible();
  await lookAtMore(sheet);
  await expect(sheet.getByRole('img', { name: 'a red sign' })).toBeVisible();
  const leftOut = sheet.getByRole('region', { name: '1 left out' });
  await expect(leftOut.getByRole('listitem')).toHaveText(
    `Names no right answer${NAME}.csv, line 5: “Which of these orbits fastest?”`,
  );
  await expect(sheet.getByLabel('Name')).toHaveValue(NAME);
  await sheet.getByRole('button', { name: 'Add 3 questions' }).click();
  await expect(before.page).toHaveURL(LIST);
  const managing = await manage(before.page);
  await managing.getByLabel('Questions in a mock exam').fill('2');
  await managing.getByLabel('Minutes').fill('5');
  await managing.getByLabel('Percent to pass').fill('80');
  await managing.getByRole('button', { name: 'Save mock exam' }).click();
  await expect(managing).toHaveCount(0);
  await expect(before.page.getByText('On this device only').last()).toBeVisible();
  await device.close();
  await server.refuse();

  const { page } = await device.open();
  await page.goto(`${LIST}/${NAME}`);
  await expect(page.getByText('Question 1 of 3')).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  await answer(page, 0);
  await expect(page.getByRole('link', { name: /Discussion/ })).toHaveCount(0);
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Today' })).toContainText(NAME);
  await expect(page.getByRole('region', { name: 'My questions' })).toContainText('1 Exam');
  await page.goto(LIST);
  await page.getByRole('link', { name: NAME, exact: true }).click();
  await expect(page.getByText('2 questions in 5 minutes', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Start mock exam' }).click();
  await expect(page.getByText('Question 1 of 2')).toBeVisible();
  // With the server gone, only a page that never asks for it works.
  const asked = server.requests().map(({ url }) => decodeURIComponent(url));
  expect(asked.filter((path) => path.includes('My questions'))).toEqual([]);
});

test('a table asks for the columns that it does not name', async ({ page }) => {
  const sheet = await openSheet(page);
  const odd = 'Kysymys,A,B,Oikein\nWhich is red?,Venus,Mars,B\n';
  await choose(sheet, [fileOf('odd.csv', odd)]);
  await sheet.getByLabel('Which column holds the question?').selectOption('Kysymys');
  await sheet.getByLabel('Which column holds the right answer?').selectOption('Oikein');
  await expect(sheet.getByRole('button', { name: 'Add 1 question' })).toBeVisible();
  await expect(sheet.getByRole('listitem').filter({ hasText: 'Mars' }).last()).toContainText(
    'Correct answer',
  );
});

for (const [kind, text] of Object.entries({
  Aiken: 'Which is red?\nA. Venus\nB. Mars\nANSWER: B\n',
  GIFT: 'Which is red? {=Mars ~Venus}\n',
  Markdown: '### Which is red?\n\n- [ ] Venus\n- [x] Mars\n',
  JSON: '[{"question":"Which is red?","options":["Venus","Mars"],"answer":"Mars"}]',
  CSV: 'question,option1,option2,answer\nWhich is red?,Venus,Mars,B\n',
})) {
  test(`questions can be pasted as ${kind}`, async ({ page }) => {
    const sheet = await openSheet(page);
    await sheet.getByLabel('Or paste questions').fill(text);
    await sheet.getByRole('button', { name: 'Read' }).click();
    await expect(sheet.getByRole('button', { name: 'Add 1 question' })).toBeVisible();
    await expect(sheet.getByRole('list', { name: 'How they will look' })).toContainText(
      'Which is red?',
    );
  });
}

test('a name that is taken offers to replace its questions', async ({ page }) => {
  await addPlanets(page);
  const sheet = await openSheet(page);
  await choose(sheet, [fileOf('other.gift', 'How many moons? {=95 ~One}\n', 'text/plain')]);
  await expect(sheet.getByLabel('Name')).toHaveValue('Other');
  await expect(sheet.getByText('Taken from the file.')).toBeVisible();
  await sheet.getByLabel('Name').fill(NAME);
  await expect(sheet.getByText(`You already have “${NAME}” with 3 questions.`)).toBeVisible();
  await expectNoViolations(page, 'taken');
  await sheet.getByRole('button', { name: 'Replace it' }).click();
  await expect(page.getByText(/^\d new, \d changed, \d gone\./)).toBeVisible();
  await expect(page.getByText('1 question', { exact: true })).toBeVisible();
});

test('several files are one exam, or one each', async ({ page }) => {
  const two = [
    fileOf('inner-planets.gift', 'Which is red? {=Mars ~Venus}\n', 'text/plain'),
    fileOf('outer-planets.gift', 'Which has rings? {=Saturn ~Venus}\n', 'text/plain'),
  ];
  const sheet = await openSheet(page);
  await choose(sheet, two);
  await expect(
    sheet.getByText('In inner-planets.gift (1) and outer-planets.gift (1).'),
  ).toBeVisible();
  await expect(sheet.getByLabel('Name')).toHaveValue('Inner planets');
  await sheet.getByText('2 exams').click();
  await sheet.getByRole('button', { name: 'Add 2 questions' }).click();
  await expect(headingOf(page, 'Inner planets')).toBeVisible();
  await expect(headingOf(page, 'Outer planets')).toBeVisible();
  const again = await openSheet(page);
  await choose(again, two);
  await again.getByLabel('Name').fill('All planets');
  await again.getByRole('button', { name: 'Add 2 questions' }).click();
  await expect(headingOf(page, 'All planets')).toBeVisible();
  await expect(page.getByText('2 questions', { exact: true })).toBeVisible();
});

test('a package of Anki’s is read, and what is no question named', async ({ page }) => {
  const sheet = await openSheet(page);
  await sheet.getByLabel('Files of questions').setInputFiles('tests/support/packages/anki.apkg');
  await expect(sheet.getByText('404 questions found')).toBeVisible();
  await sheet.getByRole('button', { name: 'Look at two more' }).click();
  await expect(sheet.getByText('Which color is it?')).toBeVisible();
  await expect
    .poll(() => sheet.locator('img').evaluateAll((all: HTMLImageElement[]) => all[0]?.naturalWidth))
    .toBe(8);
  await expect(sheet.getByText('2 left out')).toBeVisible();
});

test('a file without questions says what was looked for', async ({ page }) => {
  const sheet = await openSheet(page);
  await choose(sheet, [fileOf('notes.md', 'Buy bread.\n', 'text/markdown')]);
  await expect(sheet.getByText('No questions found')).toBeVisible();
  await expect(sheet.getByText(/it was searched for/)).toBeVisible();
  await expectNoViolations(page, 'nothing');
  await choose(sheet);
  await expect(sheet.getByText('3 questions found')).toBeVisible();
});

test('a newer file replaces the questions and keeps what is known of the others', async ({
  page,
}) => {
  await addPlanets(page);
  await answerFirst(page);
  await page.goto(LIST);
  await page.getByRole('link', { name: NAME, exact: true }).click();
  await page.getByRole('button', { name: 'Rename, export or remove' }).click();
  await page.getByRole('button', { name: 'Replace with a newer file' }).click();
  const sheet = page.getByRole('dialog', { name: 'Replace with a newer file' });
  const newer = table
    .replace('They are ice.', 'They are ice and dust.')
    .replace(
      'Which of these orbits fastest?,Mercury,Earth,Mars,,',
      'Which is last?,Neptune,Earth,Mars,A,',
    );
  await choose(sheet, [fileOf('newer.csv', newer), ...files.slice(1)]);
  await sheet.getByRole('button', { name: 'Replace with 4 questions' }).click();
  await expect(page.getByText('1 new, 1 changed, 0 gone.')).toBeVisible();
  await expect(page.getByText('4 questions', { exact: true })).toBeVisible();
  await page.goto(LIST);
  await expect(page.getByText('1 of 4 seen')).toBeVisible();
});

test('an exam is renamed with its progress', async ({ page }) => {
  await addPlanets(page);
  await answerFirst(page);
  await page.goto(LIST);
  const sheet = await manage(page);
  await sheet.getByLabel('Name').fill('Our planets');
  await sheet.getByRole('button', { name: 'Rename', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Our planets' })).toContainText('1 of 3 today');
  await page.getByRole('link', { name: 'Back to Exams' }).click();
  await expect(headingOf(page, 'Our planets')).toBeVisible();
  await expect(headingOf(page)).toHaveCount(0);
  await expect(page.getByText('1 of 3 seen')).toBeVisible();
  await page.goto(`${LIST}/Our planets`);
  await page.getByRole('button', { name: /Continue at question 2/ }).click();
  await expect(page.getByText('Score: ', { exact: false }).first()).toBeVisible();
});

const endings = {
  CSV: 'csv',
  JSON: 'json',
  Markdown: 'md',
  GIFT: 'gift',
  Moodle: 'xml',
  QTI: 'zip',
  Anki: 'txt',
};

test('each export is read again as it was', async ({ page }) => {
  await addPlanets(page);
  const sheet = await manage(page);
  const exported: [label: string, file: ReturnType<typeof fileOf>][] = [];
  for (const [label, ending] of Object.entries(endings)) {
    await sheet.getByText(label, { exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      sheet.getByRole('button', { name: `Export as ${label}` }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`${NAME}.${ending}`);
    const content = await readFile((await download.path()) ?? '');
    exported.push([label, fileOf(`from ${label}.${ending}`, content)]);
  }
  for (const [label, file] of exported) {
    await test.step(label, async () => {
      const again = await openSheet(page);
      await choose(again, [file]);
      await expect(again.getByRole('button', { name: 'Add 3 questions' })).toBeVisible();
      await expect(again.getByText('left out')).toHaveCount(0);
      await lookAtMore(again);
      await expect(again.getByRole('img', { name: 'a red sign' })).toBeVisible();
      await again.getByRole('button', { name: 'Add 3 questions' }).click();
      await expect(headingOf(page, `From ${label}`)).toBeVisible();
      await page.goto(`${LIST}/From ${label}`);
      await page.getByText('Mars', { exact: true }).click();
      await check(page);
      await expect(page.getByText('Iron rusts.')).toBeVisible();
      await expect(page.getByText('Score: 1/1')).toBeVisible();
    });
  }
});

test('what another app shares opens here and is sent nowhere', async ({
  page,
  server,
  baseURL,
}) => {
  await page.goto('/');
  await untilControlled(page);
  // As the system does: a request from no page of the site.
  await page.goto('about:blank');
  await page.evaluate((action) => {
    const form = Object.assign(document.createElement('form'), {
      method: 'post',
      enctype: 'multipart/form-data',
      action,
    });
    const input = Object.assign(document.createElement('input'), { type: 'file', name: 'files' });
    const transfer = new DataTransfer();
    transfer.items.add(new File(['Which is red? {=Mars ~Venus}\n'], 'red.gift'));
    input.files = transfer.files;
    form.append(input);
    document.body.append(form);
    form.submit();
  }, `${baseURL}/share`);
  const sheet = page.getByRole('dialog', { name: 'Add your own questions' });
  await expect(sheet.getByRole('button', { name: 'Add 1 question' })).toBeVisible();
  await expect(sheet.getByLabel('Name')).toHaveValue('Red');
  await expect(page).toHaveURL('/');
  expect(server.requests().filter(({ method }) => method === 'POST')).toEqual([]);
});

test('a file that the system opens with the app is read', async ({ page }) => {
  await page.addInitScript(() => {
    const file = new File(['Which is red? {=Mars ~Venus}\n'], 'red.gift');
    type Consume = (launch: { files: { getFile: () => Promise<File> }[] }) => void;
    const setConsumer = (consume: Consume) => consume({ files: [{ getFile: async () => file }] });
    Object.defineProperty(globalThis, 'launchQueue', { value: { setConsumer } });
  });
  await page.goto('/');
  const sheet = page.getByRole('dialog', { name: 'Add your own questions' });
  await expect(sheet.getByRole('button', { name: 'Add 1 question' })).toBeVisible();
});

test('every state of it is accessible', async ({ page }) => {
  const sheet = await openSheet(page);
  await expectNoViolations(page, 'to choose');
  await choose(sheet);
  await expect(sheet.getByRole('button', { name: 'Add 3 questions' })).toBeVisible();
  await lookAtMore(sheet);
  await expectNoViolations(page, 'read');
  await sheet.getByRole('button', { name: 'Add 3 questions' }).click();
  await expect(headingOf(page)).toBeVisible();
  const managing = await manage(page);
  await managing.getByRole('button', { name: 'Remove', exact: true }).click();
  await expectNoViolations(page, 'to manage');
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'My questions' })).toBeVisible();
  await expectNoViolations(page, 'home');
});

test('it is added by keyboard alone', async ({ page }) => {
  const sheet = await openSheet(page);
  await sheet.getByLabel('Or paste questions').focus();
  await page.keyboard.insertText('Which is red? {=Mars ~Venus}');
  await page.keyboard.press('Tab');
  await expect(sheet.getByRole('button', { name: 'Read' })).toBeFocused();
  await page.keyboard.press('Enter');
  await sheet.getByLabel('Name').focus();
  await page.keyboard.type('Red');
  await page.keyboard.press('Enter');
  await expect(headingOf(page, 'Red')).toBeVisible();
});

test('removing it takes two taps and keeps what was learned', async ({ page }) => {
  await addPlanets(page);
  await answerFirst(page);
  await page.goto(LIST);
  const sheet = await manage(page);
  await sheet.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(sheet).toContainText('3 questions will be deleted from this device');
  await sheet
    .getByRole('region', { name: 'Remove these questions?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'Add your own questions' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'My questions' })).toHaveCount(0);
  await expect(page.getByText('Choose an exam')).toBeVisible();
  // Its progress waits for the file to come back, and reserves no space until then.
  await page.reload();
  await expect(page.locator(':root[data-returning]')).toHaveCount(0);
  await addPlanets(page);
  await expect(page.getByText('1 of 3 seen')).toBeVisible();
});

test('a backup carries the questions to another device', async ({ page, browser, baseURL }) => {
  await addPlanets(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Back up or move progress' }).click();
  await expect(page.getByText(/^Your own questions are part of it \(/)).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  const backup = await readFile((await download.path()) ?? '');
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    serviceWorkers: 'block',
  });
  const other = await context.newPage();
  await other.goto('/');
  await other.getByRole('button', { name: 'Back up or move progress' }).click();
  await other
    .getByLabel('File to import')
    .setInputFiles(fileOf('backup.json', backup, 'application/json'));
  await expect(other.getByText('1 of your own exams imported.')).toBeVisible();
  await other.goto(`${LIST}/${NAME}`);
  await expect(other.getByText('Question 1 of 3')).toBeVisible();
  await context.close();
});

test('a hostile file stays text, and nothing is requested', async ({ page, server }) => {
  const sheet = await openSheet(page);
  const stem =
    '<img src=x onerror="alert(1)"><script>alert(2)</script>__proto__ ![x](https://a.example/x.svg)';
  const json = JSON.stringify([
    { question: `a <b ${stem}`, options: ['<b>b</b>', 'constructor'], answer: 0, __proto__: 1 },
    { question: 'Which is red?', options: ['toString', 'Mars'], answer: 1 },
    { question: 'What is this? ![x](bad.svg)', options: ['a', 'b'], answer: 1 },
  ]);
  const bad = picture.replace('<rect', '<script>alert(3)</script><rect');
  await choose(sheet, [
    fileOf('hostile.json', json, 'application/json'),
    fileOf('bad.svg', bad, 'image/svg+xml'),
  ]);
  await expect(sheet.getByText('2 left out')).toBeVisible();
  await sheet.getByRole('button', { name: 'Add 1 question' }).click();
  await expect(headingOf(page, 'Hostile')).toBeVisible();
  await page.goto(`${LIST}/Hostile`);
  await expect(page.getByText('toString')).toBeVisible();
  expect(server.requests().filter(({ url }) => /x\.svg|onerror/.test(url))).toEqual([]);
});

test('too much is refused with a sentence', async ({ page }) => {
  const sheet = await openSheet(page);
  await sheet.getByLabel('Files of questions').evaluate((input: HTMLInputElement) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(50_000_000)], 'large.csv'));
    input.files = transfer.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(sheet.getByText('50 MB are more than the 32 MB that fit.')).toBeVisible();
});

test('ten thousand questions are read while the page stays responsive', async ({ page }) => {
  const sheet = await openSheet(page);
  const many = Array.from(
    { length: 10_000 },
    (_, number) => `What is ${number} plus one?,${number + 1},${number + 2},A`,
  );
  const frames = page.evaluate(async () => {
    let count = 0;
    while (!document.body.innerText.includes('Add 10000 questions')) {
      await new Promise(requestAnimationFrame);
      count += 1;
    }
    return count;
  });
  await choose(sheet, [
    fileOf('many.csv', ['question,option1,option2,answer', ...many].join('\n')),
  ]);
  await expect(sheet.getByRole('button', { name: 'Add 10000 questions' })).toBeVisible({
    timeout: 60_000,
  });
  expect(await frames).toBeGreaterThan(5);
  await sheet.getByRole('button', { name: 'Add 10000 questions' }).click();
  await expect(headingOf(page, 'Many')).toBeVisible({ timeout: 60_000 });
});

test('questions of each kind come from a file, are shown as such, and can be answered', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const markdown = [
    '<!-- certdeck a\nkind: series\n-->\n### Which are true?\n\n- [x] Mars is red\n- [ ] Venus is cold\n',
    '<!-- certdeck b\nkind: order\n-->\n### In which order from the sun?\n\n1. Venus\n2. Mars\n- [ ] Sirius\n',
  ].join('\n');
  const gift = 'Which fits? {=Has rings -> Saturn =Has life -> Earth = -> Moon}';
  const sheet = await openSheet(page);
  await choose(sheet, [
    fileOf('a.md', markdown, 'text/markdown'),
    fileOf('b.gift', gift, 'text/plain'),
  ]);
  await lookAtMore(sheet);
  const preview = sheet.getByRole('list', { name: 'How they will look' });
  for (const [text, right] of [
    ['A. Mars is red', 'Yes'],
    ['B. Venus is cold', 'No'],
    ['A. Venus', 'Step 1'],
    ['Has rings', 'A'],
  ]) {
    const row = preview.getByRole('listitem').filter({ hasText: `${text}${right}` });
    await expect(row.last()).toBeVisible();
  }
  await expectNoViolations(page, 'preview of kinds');
  await sheet.getByLabel('Name').fill('Kinds');
  await sheet.getByRole('button', { name: 'Add 3 questions' }).click();
  await expect(headingOf(page, 'Kinds')).toBeVisible();
  await page.goto(`${LIST}/Kinds`);
  await page.getByRole('radio', { name: 'Yes' }).first().check({ force: true });
  await page.getByRole('radio', { name: 'No' }).last().check({ force: true });
  await check(page);
  await expect(page.getByText('Correct!')).toBeVisible();
  await jumpTo(page, 2);
  for (const name of ['Venus', 'Mars']) await page.locator('label', { hasText: name }).click();
  await check(page);
  await expect(page.getByText('Correct!')).toBeVisible();
  await jumpTo(page, 3);
  await page.getByRole('combobox').first().selectOption('A. Saturn');
  await page.getByRole('combobox').last().selectOption('B. Earth');
  await check(page);
  await expect(page.getByText('Correct!')).toBeVisible();
});
