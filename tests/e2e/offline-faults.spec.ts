import { test } from '#support/deploys.ts';
import { type Fault, fault } from '#support/faults.ts';
import type { FaultyServer } from '#support/faulty-server.ts';
import {
  ageSavedExams,
  countDownloads,
  expect,
  hurry,
  onceEach,
  readAllCaches,
  readSaved,
  readStored,
  savedLine,
  seeQuestion,
  seeWholeExam,
  untilAvailable,
  untilControlled,
} from '#support/offline-page.ts';
import { jumpTo } from '#support/runner-page.ts';
import { smallExam, smallExamAddresses, smallExamPage } from '#support/small-exam.ts';
import { pngBytes, svgBytes } from '#support/test-pictures.ts';

const question = (number: string) =>
  `/api/question?provider=aws&examName=A%20Small%20Exam&questionId=question-${number}`;
const picture = (path: string) => `/images/aws/A%20Small%20Exam/${path}`;
const LIST = '/api/questions';

const without = (address: string) => smallExamAddresses.filter((other) => other !== address).sort();

const hanging = {
  'a question': question('05'),
  'the question on screen': question('01'),
  'a picture': picture('question-04/img-2_wide.svg'),
};

for (const [what, address] of Object.entries(hanging)) {
  test(`while ${what} hangs the others are saved and nothing is promised`, async ({
    page,
    server,
  }) => {
    const held = fault.hold();
    server.faults.set(address, held);
    await page.goto(smallExamPage);
    await expect(savedLine(page)).toHaveText(/^Saving 11 of 12 · /);
    expect((await readSaved(page))[0]?.addresses).toEqual(without(address));
    await seeQuestion(page, 7);

    await page.reload();
    await expect(savedLine(page)).toHaveText(/^Saving 11 of 12 · /);

    held.release();
    await untilAvailable(page);
    await seeWholeExam(page);
  });
}

test('an answer that never comes is given up and asked for again', async ({ page, server }) => {
  await hurry(page);
  server.faults.set(question('05'), fault.hang(), { times: 1 });
  await page.goto(smallExamPage);
  await untilAvailable(page);
  expect(countDownloads(server)).toEqual({ ...onceEach(smallExamAddresses), [question('05')]: 2 });
});

test('what came stalled, cut off or half is not stored but asked for again', async ({
  page,
  server,
}) => {
  const broken: Record<string, Fault> = {
    [question('02')]: fault.stall(),
    [question('03')]: fault.cut(),
    [question('06')]: fault.half(),
    [picture('question-04/img-1.png')]: fault.half(),
    [picture('question-04/img-2_wide.svg')]: fault.half(),
    [picture('question-12/img-1.png')]: fault.cut(),
  };
  for (const [address, what] of Object.entries(broken)) {
    server.faults.set(address, what, { times: 1 });
  }
  await hurry(page);
  await page.goto(smallExamPage);
  await untilAvailable(page);

  const twice = Object.fromEntries(Object.keys(broken).map((address) => [address, 2]));
  expect(countDownloads(server)).toEqual({ ...onceEach(smallExamAddresses), ...twice });
  expect(await readStored(page, picture('question-04/img-1.png'))).toEqual(pngBytes);
  expect(await readStored(page, picture('question-04/img-2_wide.svg'))).toEqual(svgBytes('stem'));
  expect(await readStored(page, picture('question-12/img-1.png'))).toEqual(pngBytes);
  await server.refuse();
  await page.reload();
  await seeWholeExam(page);
});

test('a picture that is always half is said to be missing, and had again on a tap', async ({
  page,
  server,
}) => {
  const address = picture('question-04/img-1.png');
  server.faults.set(address, fault.half());
  await page.goto(smallExamPage);
  await expect(savedLine(page)).toContainText(
    'Partly saved: 11 of 12, 1 could not be read from the server.',
  );
  expect(countDownloads(server)).toEqual({ ...onceEach(smallExamAddresses), [address]: 5 });
  expect((await readSaved(page))[0]?.addresses).toEqual(without(address));

  server.faults.clear();
  await page.getByRole('button', { name: `Retry: ${smallExam.name}` }).click();
  await untilAvailable(page);
  await seeQuestion(page, 4);
});

test('a captive portal replaces nothing, and the app starts in spite of it', async ({
  page,
  server,
}) => {
  await page.goto('/');
  await untilControlled(page);
  await page.getByRole('link', { name: 'Amazon Web Services' }).click();
  await page.getByRole('button', { name: `Save: ${smallExam.name}` }).click();
  await untilAvailable(page, smallExam.name);
  await page.goto(smallExamPage);
  await seeQuestion(page, 1);
  await ageSavedExams(page);
  const before = await readAllCaches(page);

  server.faults.set('*', fault.html());
  await page.goto('/');
  await page.getByRole('link', { name: 'Amazon Web Services' }).click();
  await untilAvailable(page, smallExam.name);
  await page.getByRole('link', { name: 'Start' }).nth(0).click();
  await seeWholeExam(page);
  const update = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return registration?.update().then(String, () => 'refused');
  });
  expect(update).toBe('refused');

  await page.goto(smallExamPage);
  await seeQuestion(page, 12);
  expect(await readAllCaches(page)).toEqual(before);
});

test('a portal that answers for the files of a new version does not get into the app', async ({
  page,
  server,
  deploy,
}) => {
  await page.goto(smallExamPage);
  await untilAvailable(page);
  await untilControlled(page);
  const before = await readAllCaches(page);
  await deploy('two');

  server.faults.set(({ url }) => url !== '/sw.js', fault.html());
  const fate = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const { installing } = (await registration?.update()) ?? {};
    return new Promise((resolve) => {
      installing?.addEventListener('statechange', () => resolve(installing.state));
    });
  });
  expect(fate).toBe('redundant');
  await page.reload();
  await seeQuestion(page, 12);
  expect(await readAllCaches(page)).toEqual(before);
});

test('a portal in the first visit is no promise kept, until the app itself is there', async ({
  page,
  context,
  server,
}) => {
  server.faults.set('/index.html', fault.html());
  await page.goto(smallExamPage);
  await expect(savedLine(page)).toContainText(
    'Partly saved: 12 of 12, the app itself is still being saved.',
  );

  server.faults.clear();
  await context.setOffline(true);
  await context.setOffline(false);
  await untilAvailable(page);
  await server.refuse();
  await page.reload();
  await seeQuestion(page, 12);
});

const bad: Record<string, Fault> = {
  '503': fault.status(503, { retryAfter: 1 }),
  '500': fault.status(500),
  '429 with Retry-After': fault.status(429, { retryAfter: 1 }),
  noise: fault.garbage(),
  'another shape': fault.json({ question: 42, questionIds: 'none' }),
  'another id': fault.json({ id: 'else', name: 'Another Exam', questionIds: ['question-01'] }),
};

for (const [what, answer] of Object.entries(bad)) {
  test(`a server that answers ${what} leaves a saved exam as it is`, async ({ page, server }) => {
    await page.goto(smallExamPage);
    await untilAvailable(page);
    await untilControlled(page);
    await ageSavedExams(page);
    const before = await readAllCaches(page);

    server.faults.set(/^\/(api|images)\//, answer);
    const asked = server.nextRequest(LIST);
    await page.reload();
    await untilAvailable(page);
    await (await asked).ended;
    await seeWholeExam(page);
    const throughWorker = await page.evaluate(
      (address) => fetch(address).then((response) => response.text()),
      question('05'),
    );
    expect(throughWorker).toContain('What is question 05?');
    expect(await readAllCaches(page)).toEqual(before);
  });
}

test('a refresh that fails leaves the saved generation whole', async ({ page, server }) => {
  await page.goto(smallExamPage);
  await untilAvailable(page);
  await ageSavedExams(page);
  const before = await readAllCaches(page);
  server.forgetRequests();

  server.faults.set(question('05'), fault.garbage());
  await page.reload();
  await server.requestCount(question('05'), 5);
  await expect.poll(() => readAllCaches(page)).toEqual(before);
  await untilAvailable(page);
  await server.refuse();
  await page.reload();
  await seeWholeExam(page);
});

test('a download comes back after 503, and after 429 not before the time it was told', async ({
  page,
  server,
}) => {
  server.faults.set(question('02'), fault.status(503), { times: 1 });
  server.faults.set(question('03'), fault.status(429, { retryAfter: 2 }), { times: 1 });
  await page.goto(smallExamPage);
  await untilAvailable(page);

  const twice = { [question('02')]: 2, [question('03')]: 2 };
  expect(countDownloads(server)).toEqual({ ...onceEach(smallExamAddresses), ...twice });
  const [refused, asked] = server.requests(question('03'));
  expect((asked?.time ?? 0) - (refused?.time ?? 0)).toBeGreaterThanOrEqual(2000);
});

const visitAgain = async (server: FaultyServer, look: () => Promise<unknown>) => {
  const asked = server.nextRequest(LIST);
  await look();
  await (await asked).ended;
};

for (const status of [404, 410]) {
  test(`a question answered with ${status} is said to be missing and not asked for again`, async ({
    page,
    context,
    server,
  }) => {
    const address = question('07');
    const missing = 'Partly saved: 1 question unavailable.';
    server.faults.set(address, fault.status(status));
    await page.goto(smallExamPage);
    await expect(savedLine(page)).toContainText(missing);

    await visitAgain(server, () => page.reload());
    await expect(savedLine(page)).toContainText(missing);
    await context.setOffline(true);
    await seeQuestion(page, 8);
    await context.setOffline(false);
    await jumpTo(page, 9);
    await expect(savedLine(page)).toContainText(missing);
    expect(countDownloads(server)).toEqual(onceEach(smallExamAddresses));

    server.faults.clear();
    await page.getByRole('button', { name: `Retry: ${smallExam.name}` }).click();
    await untilAvailable(page);
    expect(countDownloads(server)[address]).toBe(2);
  });
}
