import { type Fault, fault } from '#support/faults.ts';
import {
  countDownloads,
  expect,
  hurry,
  onceEach,
  openSaved,
  readAllCaches,
  readStored,
  savedAddresses,
  savedLine,
  seeQuestion,
  seeWholeExam,
  skipTwoDays,
  test,
  untilAvailable,
  untilControlled,
  untilStored,
} from '#support/offline-page.ts';
import {
  listCall,
  pictureFile,
  questionCall,
  smallExam,
  smallExamAddresses,
  smallExamPage,
} from '#support/small-exam.ts';
import { largePng, pngBytes, svgBytes } from '#support/test-images.ts';

const LIST = '/api/questions';
const QUESTION = '/api/question';

const allBut = (...addresses: string[]) =>
  smallExamAddresses.filter((address) => !addresses.includes(address)).sort();

for (const [what, { hanging, numbers }] of Object.entries({
  'the question on screen hangs': { hanging: [questionCall('01')], numbers: [1] },
  'another question and an image hang': {
    hanging: [questionCall('05'), pictureFile('question-04/img-2_wide.svg')],
    numbers: [5, 4],
  },
})) {
  test(`while ${what}, the rest is saved without a promise`, async ({ page, server }) => {
    const held = fault.hold();
    for (const address of hanging) server.faults.set(address, held);
    const saving = new RegExp(`^Saving ${12 - hanging.length} of 12 questions · `);
    await page.goto(smallExamPage);
    await expect(savedLine(page)).toHaveText(saving);
    expect(await savedAddresses(page)).toEqual(allBut(...hanging));
    await seeQuestion(page, 7);

    await page.reload();
    await expect(savedLine(page)).toHaveText(saving);

    held.release();
    await untilAvailable(page);
    for (const number of numbers) await seeQuestion(page, number);
  });
}

test('never stores a broken answer, and requests it again', async ({ page, server }) => {
  const broken: Record<string, Fault> = {
    [questionCall('02')]: fault.stall(),
    [questionCall('03')]: fault.cut(),
    [questionCall('05')]: fault.hang(),
    [questionCall('06')]: fault.half(),
    [questionCall('08')]: fault.status(503),
    [pictureFile('question-04/img-1.png')]: fault.half(),
    [pictureFile('question-04/img-2_wide.svg')]: fault.half(),
    [pictureFile('question-12/img-1.png')]: fault.cut(),
  };
  for (const [address, what] of Object.entries(broken)) {
    server.faults.set(address, what, { times: 1 });
  }
  await hurry(page);
  await page.goto(smallExamPage);
  await untilAvailable(page);

  const twice = Object.fromEntries(Object.keys(broken).map((address) => [address, 2]));
  expect(countDownloads(server)).toEqual({ ...onceEach(smallExamAddresses), ...twice });
  expect(await readStored(page, pictureFile('question-04/img-1.png'))).toEqual(largePng);
  expect(await readStored(page, pictureFile('question-04/img-2_wide.svg'))).toEqual(
    svgBytes('stem'),
  );
  expect(await readStored(page, pictureFile('question-12/img-1.png'))).toEqual(pngBytes);
  await server.refuse();
  await page.reload();
  await seeWholeExam(page);
});

test('an image that always arrives cut can be retried', async ({ page, server }) => {
  const address = pictureFile('question-04/img-1.png');
  server.faults.set(address, fault.half());
  // A worker that is ready only after the failure would have everything tried again.
  await page.goto('/');
  await untilControlled(page);
  await hurry(page);
  await page.goto(smallExamPage);
  await expect(savedLine(page)).toContainText(
    'Partly saved: 11 of 12, 1 could not be read from the server.',
  );
  expect(countDownloads(server)).toEqual({ ...onceEach(smallExamAddresses), [address]: 5 });
  expect(await savedAddresses(page)).toEqual(allBut(address));

  server.faults.clear();
  await page.getByRole('button', { name: `Retry: ${smallExam.name}` }).click();
  await untilAvailable(page);
  await seeQuestion(page, 4);
});

test('a busy server is left alone as long as it asks', async ({ page, server }) => {
  const address = questionCall('03');
  server.faults.set(address, fault.status(429, { retryAfter: 2 }), { times: 1 });
  await page.goto(smallExamPage);
  await untilAvailable(page);
  expect(countDownloads(server)).toEqual({ ...onceEach(smallExamAddresses), [address]: 2 });
  const [refused, again] = server.requests(address);
  expect((again?.time ?? 0) - (refused?.time ?? 0)).toBeGreaterThanOrEqual(2000);
});

test('missing questions are retried on launch or tap', async ({ page, context, server }) => {
  const missing = [questionCall('07'), questionCall('09')];
  server.faults.set(questionCall('07'), fault.status(404));
  server.faults.set(questionCall('09'), fault.status(410));
  const reported = 'Partly saved: 2 questions unavailable.';
  await page.goto(smallExamPage);
  await expect(savedLine(page)).toContainText(reported);

  const listed = server.nextRequest(LIST);
  await page.reload();
  await (await listed).ended;
  await expect(savedLine(page)).toContainText(reported);
  await context.setOffline(true);
  await seeQuestion(page, 8);
  await context.setOffline(false);
  await seeQuestion(page, 10);
  await expect(savedLine(page)).toContainText(reported);
  const twice = Object.fromEntries(missing.map((address) => [address, 2]));
  expect(countDownloads(server)).toEqual({ ...onceEach(smallExamAddresses), ...twice });

  server.faults.clear();
  await page.getByRole('button', { name: `Retry: ${smallExam.name}` }).click();
  await untilAvailable(page);
  expect(countDownloads(server)).toMatchObject(
    Object.fromEntries(missing.map((address) => [address, 3])),
  );
});

test('retries a missing question after an hour', async ({ page, server }) => {
  await page.clock.install();
  server.faults.set(questionCall('07'), fault.status(404), { times: 1 });
  await page.goto(smallExamPage);
  await expect(savedLine(page)).toContainText('Partly saved: 1 question unavailable.');
  await page.clock.fastForward('00:50:00');
  await expect(savedLine(page)).toContainText('Partly saved: 1 question unavailable.');
  expect(countDownloads(server)).toEqual(onceEach(smallExamAddresses));
  await page.clock.fastForward('00:11:00');
  await untilAvailable(page);
});

test('no bad answer replaces part of a saved exam', async ({ page, server }) => {
  await openSaved(page);
  await untilStored(page, '/config.json', listCall);
  const before = await readAllCaches(page);
  await skipTwoDays(page);
  const bad: Record<string, Fault> = {
    503: fault.status(503, { retryAfter: 1 }),
    500: fault.status(500),
    429: fault.status(429, { retryAfter: 1 }),
    noise: fault.garbage(),
    'another shape': fault.json({ question: 42, questionIds: 'none' }),
    'another exam': fault.json({ id: 'other', name: 'Another', questionIds: ['question-01'] }),
  };
  for (const [what, answer] of Object.entries(bad)) {
    await test.step(what, async () => {
      server.faults.set(/^\/(api|images)\//, answer);
      const listed = server.nextRequest(LIST);
      await page.reload();
      await untilAvailable(page);
      await (await listed).ended;
      await seeQuestion(page, 4);
      expect(await readAllCaches(page)).toEqual(before);
    });
  }
});

test('a refresh that fails halfway leaves the saved exam whole', async ({ page, server }) => {
  await openSaved(page);
  await untilStored(page, '/config.json', listCall);
  const before = await readAllCaches(page);
  server.forgetRequests();

  server.faults.set(questionCall('05'), fault.garbage());
  await skipTwoDays(page);
  await hurry(page);
  await page.reload();
  await server.requestCount(questionCall('05'), 5);
  await expect.poll(() => readAllCaches(page)).toEqual(before);
  await untilAvailable(page);
  await server.refuse();
  await page.reload();
  await seeQuestion(page, 12);
});

test('a slow question is reported and can be requested again', async ({ page, server }) => {
  const waiting = page.getByText('Waiting for the server to send this question…');
  await page.clock.install();
  server.faults.set(QUESTION, fault.hang());
  await page.goto(smallExamPage);
  await expect(page.getByRole('status', { name: 'Loading question' })).toBeVisible();
  await expect(waiting).toBeHidden();
  await page.clock.runFor(6000);
  await expect(waiting).toBeVisible();
  server.faults.clear();
  await page.getByRole('button', { name: 'Ask again' }).click();
  await expect(page.getByText('What is question 01?')).toBeVisible();
});

test('an exam loads by itself once the server is back', async ({ page, server }) => {
  // From the first page on, because that one loads exams ahead of a tap.
  server.faults.set(LIST, fault.status(503));
  await page.goto('/exams/aws');
  await page.getByRole('heading', { name: smallExam.name }).waitFor();
  await hurry(page);
  await page.goto(smallExamPage);
  await expect(page.getByText('This exam could not be loaded')).toBeVisible();
  server.faults.clear();
  await expect(page.getByText('What is question 01?')).toBeVisible();
});
