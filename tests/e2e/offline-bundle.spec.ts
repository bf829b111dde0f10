import { type Fault, fault } from '#support/faults.ts';
import { startFaultyServer } from '#support/faulty-server.ts';
import {
  builtSite,
  countDownloads,
  expect,
  test as offlineTest,
  onceEach,
  readSaved,
  readStored,
  saveData,
  seeQuestion,
  seeWholeExam,
  untilAvailable,
} from '#support/offline-page.ts';
import {
  otherExam,
  pictureFile,
  questionCall,
  smallExam,
  smallExamAddresses,
  smallExamPage,
} from '#support/small-exam.ts';
import { bankOf } from '#support/test-bank.ts';
import { pngBytes, svgBytes } from '#support/test-images.ts';

const BUNDLE = '/api/exam';

const test = offlineTest.extend({
  server: async ({ browserName: _ }, use) => {
    const bank = bankOf(smallExam, otherExam);
    const server = await startFaultyServer({ site: builtSite, bank, bundles: true });
    await use(server);
    await server.close();
  },
});

const [firstQuestion = ''] = smallExamAddresses;

test('an exam comes in one answer, and all of it is there offline', async ({ page, server }) => {
  await saveData(page.context());
  await page.goto('/exams/aws');
  await page.getByRole('button', { name: 'Save offline: A Small Exam' }).click();
  await untilAvailable(page, smallExam.name);
  expect(countDownloads(server)).toEqual({});
  expect(server.requests(BUNDLE)).toHaveLength(1);
  expect((await readSaved(page))[0]?.addresses).toEqual([...smallExamAddresses].sort());
  expect(await readStored(page, pictureFile('question-04/img-1.png'))).toEqual(pngBytes);
  expect(await readStored(page, pictureFile('question-04/img-2_wide.svg'))).toEqual(
    svgBytes('stem'),
  );
  await server.refuse();
  await page.goto(smallExamPage);
  await untilAvailable(page);
  await seeWholeExam(page);
});

test('an exam that is started asks for little more than its first question', async ({
  page,
  server,
}) => {
  await page.goto(smallExamPage);
  await untilAvailable(page);
  await seeQuestion(page, 1);
  const asked = countDownloads(server);
  expect(Object.keys(asked).filter((address) => address !== firstQuestion)).toEqual([]);
  await server.refuse();
  await page.reload();
  await seeWholeExam(page);
});

const bad: Record<string, Fault> = {
  'is not there': fault.status(404),
  'is refused': fault.status(503),
  'is a login page': fault.html(),
  'is noise': fault.garbage(),
  'is of another exam': fault.json({
    exam: { id: 'other', name: 'Another Exam', questionIds: ['question-01'] },
    questions: [{ id: 'question-01', answer: { question: { options: ['x'], answers: ['x'] } } }],
    images: [],
  }),
  'loses its connection': fault.drop(),
  'is cut off': fault.cut(0.6),
};

for (const [what, broken] of Object.entries(bad)) {
  test(`when the one answer ${what}, each question is asked for by itself`, async ({
    page,
    server,
  }) => {
    server.faults.set(BUNDLE, broken);
    await page.goto(smallExamPage);
    await untilAvailable(page);
    const asked = countDownloads(server);
    // What came before a cut is kept, unless both reach the browser in one moment.
    const needed = what === 'is cut off' ? Object.keys(asked) : smallExamAddresses;
    expect(asked).toEqual(onceEach(needed));
    expect((await readSaved(page))[0]?.addresses).toEqual([...smallExamAddresses].sort());
    await server.refuse();
    await page.reload();
    await seeWholeExam(page);
  });
}

for (const [what, broken] of Object.entries({
  'ends half-way': fault.half(0.6),
  stalls: fault.stall(0.6),
})) {
  test(`when the one answer ${what}, only the rest is asked for`, async ({ page, server }) => {
    await saveData(page.context());
    server.faults.set(BUNDLE, broken);
    await page.goto('/exams/aws');
    await page.getByRole('button', { name: 'Save offline: A Small Exam' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: smallExam.name })).toContainText(
      'Available offline',
      { timeout: 20_000 },
    );
    const asked = Object.keys(countDownloads(server));
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.length).toBeLessThan(smallExamAddresses.length - 3);
    expect(asked).not.toContain(questionCall('01'));
    expect((await readSaved(page))[0]?.addresses).toEqual([...smallExamAddresses].sort());
    await server.refuse();
    await page.goto(smallExamPage);
    await seeWholeExam(page);
  });
}

test('the question on screen never waits behind the one answer', async ({ page, server }) => {
  const held = fault.hold();
  server.faults.set(BUNDLE, held);
  await page.goto(smallExamPage);
  await seeQuestion(page, 1);
  await seeQuestion(page, 12);
  held.release();
  await untilAvailable(page);
});

test('a picture that does not decode inside the one answer is asked for by itself', async ({
  page,
  server,
}) => {
  await saveData(page.context());
  const answer = await (
    await fetch(`${server.address}${BUNDLE}?providerId=aws&examId=A%20Small%20Exam`)
  ).json();
  answer.images[0].data = Buffer.from(pngBytes.slice(0, pngBytes.length / 2)).toString('base64');
  server.faults.set(BUNDLE, fault.json(answer));
  await page.goto('/exams/aws');
  await page.getByRole('button', { name: 'Save offline: A Small Exam' }).click();
  await untilAvailable(page, smallExam.name);
  const picture = pictureFile('question-04/img-1.png');
  expect(countDownloads(server)).toEqual(onceEach([picture]));
  expect(await readStored(page, picture)).toEqual(pngBytes);
});

test('after the browser was killed half-way, its next start keeps what had come', async ({
  device,
  server,
}) => {
  server.faults.set(BUNDLE, fault.stall(0.6));
  const before = await device.open();
  await before.page.goto('/exams/aws');
  await before.page.getByRole('button', { name: 'Save offline: A Small Exam' }).click();
  await expect
    .poll(async () => (await readSaved(before.page))[0]?.addresses.length ?? 0)
    .toBeGreaterThan(6);
  const kept = (await readSaved(before.page))[0]?.addresses ?? [];
  await device.kill();
  server.dropConnections();
  server.faults.clear();
  server.forgetRequests();
  const { page } = await device.open();
  await page.goto('/');
  await untilAvailable(page, smallExam.name);
  const asked = Object.keys(countDownloads(server));
  expect(asked.filter((address) => kept.includes(address))).toEqual([]);
  await server.refuse();
  await page.goto(smallExamPage);
  await seeWholeExam(page);
});
