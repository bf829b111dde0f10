import { type Fault, fault } from '#support/faults.ts';
import type { FaultyServer } from '#support/faulty-server.ts';
import {
  countDownloads,
  expect,
  hurry,
  onceEach,
  readSaved,
  readStored,
  savedLine,
  seeQuestion,
  seeWholeExam,
  test,
  untilAvailable,
} from '#support/offline-page.ts';
import { jumpTo } from '#support/runner-page.ts';
import {
  pictureFile,
  questionCall,
  smallExam,
  smallExamAddresses,
  smallExamPage,
} from '#support/small-exam.ts';
import { pngBytes, svgBytes } from '#support/test-images.ts';

const LIST = '/api/questions';

const without = (address: string) => smallExamAddresses.filter((other) => other !== address).sort();

const hanging = [
  { what: 'a question', number: 5, address: questionCall('05') },
  { what: 'the question on screen', number: 1, address: questionCall('01') },
  { what: 'a picture', number: 4, address: pictureFile('question-04/img-2_wide.svg') },
];

for (const { what, number, address } of hanging) {
  test(`while ${what} hangs the others are saved and nothing is promised`, async ({
    page,
    server,
  }) => {
    const held = fault.hold();
    server.faults.set(address, held);
    await page.goto(smallExamPage);
    await expect(savedLine(page)).toHaveText(/^Saving 11 of 12 questions · /);
    expect((await readSaved(page))[0]?.addresses).toEqual(without(address));
    await seeQuestion(page, 7);

    await page.reload();
    await expect(savedLine(page)).toHaveText(/^Saving 11 of 12 questions · /);

    held.release();
    await untilAvailable(page);
    await seeQuestion(page, number);
  });
}

test('an answer that never comes is given up and asked for again', async ({ page, server }) => {
  await hurry(page);
  server.faults.set(questionCall('05'), fault.hang(), { times: 1 });
  await page.goto(smallExamPage);
  await untilAvailable(page);
  expect(countDownloads(server)).toEqual({
    ...onceEach(smallExamAddresses),
    [questionCall('05')]: 2,
  });
});

test('what came stalled, cut off or half is not stored but asked for again', async ({
  page,
  server,
}) => {
  const broken: Record<string, Fault> = {
    [questionCall('02')]: fault.stall(),
    [questionCall('03')]: fault.cut(),
    [questionCall('06')]: fault.half(),
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
  expect(await readStored(page, pictureFile('question-04/img-1.png'))).toEqual(pngBytes);
  expect(await readStored(page, pictureFile('question-04/img-2_wide.svg'))).toEqual(
    svgBytes('stem'),
  );
  expect(await readStored(page, pictureFile('question-12/img-1.png'))).toEqual(pngBytes);
  await server.refuse();
  await page.reload();
  await seeWholeExam(page);
});

test('a picture that is always half is said to be missing, and had again on a tap', async ({
  page,
  server,
}) => {
  const address = pictureFile('question-04/img-1.png');
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

test('a download comes back after 503, and after 429 not before the time it was told', async ({
  page,
  server,
}) => {
  server.faults.set(questionCall('02'), fault.status(503), { times: 1 });
  server.faults.set(questionCall('03'), fault.status(429, { retryAfter: 2 }), { times: 1 });
  await page.goto(smallExamPage);
  await untilAvailable(page);

  const twice = { [questionCall('02')]: 2, [questionCall('03')]: 2 };
  expect(countDownloads(server)).toEqual({ ...onceEach(smallExamAddresses), ...twice });
  const [refused, asked] = server.requests(questionCall('03'));
  expect((asked?.time ?? 0) - (refused?.time ?? 0)).toBeGreaterThanOrEqual(2000);
});

const visitAgain = async (server: FaultyServer, look: () => Promise<unknown>) => {
  const asked = server.nextRequest(LIST);
  await look();
  await (await asked).ended;
};

test('a 404 that passes is asked about again at the next launch', async ({ page, server }) => {
  server.faults.set(questionCall('07'), fault.status(404), { times: 1 });
  await page.goto(smallExamPage);
  await expect(savedLine(page)).toContainText('Partly saved: 1 question unavailable.');
  await page.goto('/');
  await untilAvailable(page, smallExam.name);
});

test('a 404 that passes is asked about again after an hour', async ({ page, server }) => {
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

for (const status of [404, 410]) {
  test(`a question answered with ${status} is said to be missing, and asked for again by a launch`, async ({
    page,
    context,
    server,
  }) => {
    const address = questionCall('07');
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
    expect(countDownloads(server)).toEqual({ ...onceEach(smallExamAddresses), [address]: 2 });

    server.faults.clear();
    await page.getByRole('button', { name: `Retry: ${smallExam.name}` }).click();
    await untilAvailable(page);
    expect(countDownloads(server)[address]).toBe(3);
  });
}
