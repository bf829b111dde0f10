import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { questionAddress } from '#contract/addresses.ts';
import { bankFiles } from '#support/bank-files.ts';
import { startBuiltServer } from '#support/built-server.ts';
import { atMost, median, plainly, printFigure, printHeading } from './figures.ts';
import { buildServer } from './measure-server.ts';
import { createFolder, removeFolder } from './profile.ts';

const EXAMS = 10;
const ASKED = 300;

const question = String(bankFiles['aws/small/questions/only-one.md']);
const exam = String(bankFiles['aws/small/exam.yaml']);

const examName = (number: number) => `Exam ${number}`;
const questionId = (number: number) => `question-${number}`;

const createBank = async (count: number) => {
  const folder = await createFolder();
  for (let number = 0; number < EXAMS; number += 1) {
    const place = join(folder, 'aws', `exam-${number}`);
    await mkdir(join(place, 'questions'), { recursive: true });
    const named = exam.replace('id: small', `id: exam-${number}`);
    await writeFile(join(place, 'exam.yaml'), named.replace('A Small Exam', examName(number)));
    for (let each = 0; each < count / EXAMS; each += 1) {
      const text = question.replace('Which one is right?', `Which of ${number}-${each} is right?`);
      await writeFile(join(place, 'questions', `${questionId(each)}.md`), text);
    }
  }
  await writeFile(join(folder, 'aws', 'provider.yaml'), String(bankFiles['aws/provider.yaml']));
  return folder;
};

/** The built server with that bank: how long it takes to be ready, and to answer. Milliseconds. */
const timeServer = async (bank: string, cache: string, count: number) => {
  const began = performance.now();
  const { address, stop } = await startBuiltServer({
    BANK_DIR: bank,
    CACHE_DIR: cache,
  });
  const start = performance.now() - began;
  const answers: number[] = [];
  for (let asked = 0; asked < ASKED; asked += 1) {
    const id = questionId((asked * 7919) % (count / EXAMS));
    const sent = performance.now();
    const answer = await fetch(questionAddress(address, 'aws', examName(asked % EXAMS), id));
    await answer.json();
    answers.push(performance.now() - sent);
  }
  await stop();
  return { start, answers };
};

export const measureBank = async () => {
  printHeading('The server with a bank of so many questions');
  await buildServer();
  const results = [];
  for (const count of [300, 100_000]) {
    const folder = await createBank(count);
    const cache = await createFolder();
    const { start, answers } = await timeServer(folder, cache, count);
    await removeFolder(folder);
    await removeFolder(cache);
    results.push(median(answers));
    printFigure(atMost(`${count} questions: compiled and ready after`, [start], 60_000, ' ms'));
    printFigure(plainly('  … a question answered in', answers, ' ms', 1));
  }
  const [small = Number.NaN, large = Number.NaN] = results;
  printFigure(atMost('  … times the small bank', [large / small], 1.3, 'x', 2));
};
