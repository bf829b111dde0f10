import type { Page } from '@playwright/test';
import { examBundleAddress, imageAddress, questionAddress } from '#contract/addresses.ts';
import { DOCUMENT } from '#contract/caches.ts';
import { type BenchServer, onServer, onSlowLine } from './bench-server.ts';
import { listAddress, runnerAddress, waitUntilSaved } from './exam-page.ts';
import { median, pick, printFigure, printHeading, printRatio, repeat } from './figures.ts';
import { createLargeExam, LARGE_EXAM } from './large-exam.ts';
import { inProfile, slowDown } from './profile.ts';

const RUNS = 3;
const QUESTIONS = 1000;

type Exam = ReturnType<typeof createLargeExam>;

const addressesOf = ({ bank }: Exam, site: string) => {
  const { providerId, examId } = LARGE_EXAM;
  const questions = bank.providers.get(providerId)?.exams.get(examId)?.questions ?? new Map();
  return [...questions].flatMap(([id, { imageFiles }]) => [
    questionAddress(site, providerId, examId, id),
    ...[...imageFiles.keys()].map((file) => imageAddress(site, providerId, examId, id, file)),
  ]);
};

/** Four at a time, bodies included, by nothing but `fetch`. */
const fetchPlainly = (page: Page, addresses: string[]) =>
  page.evaluate(async (list) => {
    const began = performance.now();
    const left = [...list];
    const work = async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        await (await fetch(next)).arrayBuffer();
      }
    };
    await Promise.all([work(), work(), work(), work()]);
    return performance.now() - began;
  }, addresses);

const timePlain = (server: BenchServer, exam: Exam) =>
  inProfile({ hasWorker: false }, async (page) => {
    await page.goto(listAddress(server.address, LARGE_EXAM));
    await page.getByRole('button', { name: /^Save/ }).waitFor();
    return fetchPlainly(page, addressesOf(exam, server.address));
  });

const ways = {
  /** From the tap on Save until the card says that the exam is available offline. */
  save: (page: Page) => page.getByRole('button', { name: /^Save/ }),
  /** From the start of the run until its header says so; a lane is then left to the learner. */
  start: (page: Page) => page.getByRole('link', { name: 'Start', exact: true }),
};

const timeSaving = ({ address }: BenchServer, way: keyof typeof ways, slowness = 1) =>
  inProfile({}, async (page) => {
    await page.goto(listAddress(address, LARGE_EXAM));
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await ways[way](page).waitFor();
    await slowDown(page, slowness);
    const began = performance.now();
    await ways[way](page).click();
    await waitUntilSaved(page);
    return performance.now() - began;
  });

const measureRatio = async (exam: Exam, latency: number) => {
  const runs = await onServer(exam.data, { latency }, (server) =>
    repeat(RUNS, async () => ({
      plain: (await timePlain(server, exam)) / 1000,
      save: (await timeSaving(server, 'save')) / 1000,
      start: (await timeSaving(server, 'start')) / 1000,
    })),
  );
  const plain = pick(runs, 'plain');
  printFigure(`plain fetches, server's answer takes ${latency} ms`, plain, 's');
  for (const [name, key] of [
    ['  saved from the card', 'save'],
    ['  saved by starting it', 'start'],
  ] as const) {
    const times = pick(runs, key);
    printFigure(name, times, 's');
    printRatio('the plain fetches', times, median(plain), '≤ 1.2');
  }
};

/** The images that are saved, and the ids of the questions in the document beside them. */
const readSaved = (page: Page) =>
  page.evaluate(async (path) => {
    const name = (await caches.keys()).find((each) => each.startsWith('certdeck/exam/')) ?? '';
    const cache = await caches.open(name);
    const document: { questions: [string, object][] } = await (await cache.match(path))?.json();
    const images = (await cache.keys()).map(({ url }) => url);
    return [...images, ...document.questions.map(([id]) => id)];
  }, DOCUMENT);

/** No address is asked for twice, whoever asks, and none is missing in the end. */
const measureRequests = async (exam: Exam, server: BenchServer) => {
  const saved = await inProfile({}, async (page) => {
    await page.goto(runnerAddress(server.address, LARGE_EXAM));
    await waitUntilSaved(page);
    return new Set(await readSaved(page));
  });
  const asked = new Map<string, number>();
  for (const { path } of server.requests) asked.set(path, (asked.get(path) ?? 0) + 1);
  const times = addressesOf(exam, '').map((path) => asked.get(path) ?? 0);
  const missing = addressesOf(exam, server.address).filter((address) => {
    const id = new URL(address).searchParams.get('questionId');
    return !saved.has(id ?? address);
  });
  printFigure('requests for each address, the most', Math.max(...times), '', '≤ 1');
  printFigure('addresses that are not on the device', missing.length, '', '≤ 0');
};

/** On the slow phone: a single answer with all of the exam's bytes, and the same exam saved. */
const measureOneDownload = async (server: BenchServer) => {
  const { providerId, examId } = LARGE_EXAM;
  const whole = examBundleAddress(server.address, providerId, examId);
  const plain = await inProfile({ hasWorker: false, isPhone: true }, async (page) => {
    await page.goto(listAddress(server.address, LARGE_EXAM));
    await page.getByRole('button', { name: /^Save/ }).waitFor();
    await slowDown(page, 4);
    return fetchPlainly(page, [whole]);
  });
  const save = await timeSaving(server, 'save', 4);
  printFigure('one plain download of the same bytes, slow phone', plain / 1000, 's');
  printFigure('  … saved, times that', save / plain, 'x', '≤ 1.2');
};

export const measureDownload = async () => {
  printHeading(`Saving an exam of ${QUESTIONS} questions and ${QUESTIONS / 5} pictures`);
  const exam = createLargeExam(QUESTIONS);
  await onServer(exam.data, {}, (server) => measureRequests(exam, server));
  await onSlowLine(exam.data, {}, measureOneDownload);
  for (const latency of [3, 40]) await measureRatio(exam, latency);
};
