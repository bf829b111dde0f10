import { questionAddress } from '#contract/addresses.ts';
import { startBuiltServer } from '#support/server-process.ts';
import { examFile, questionFile } from '#support/small-bank.ts';
import { type Files, writeFiles } from '#support/temporary-folder.ts';
import { median, printFigure, printHeading, repeat } from './figures.ts';
import { buildServer } from './measure-server.ts';
import { createFolder, removeFolder } from './profile.ts';

const EXAMS = 10;
const ASKED = 300;

const createBank = async (count: number) => {
  const files: Files = { 'aws/provider.yaml': 'id: aws\nname: Amazon Web Services\n' };
  for (let place = 0; place < count; place += 1) {
    const [exam, number] = [place % EXAMS, Math.floor(place / EXAMS)];
    files[`aws/exam-${exam}/exam.yaml`] = examFile(`exam-${exam}`, `Exam ${exam}`);
    files[`aws/exam-${exam}/questions/question-${number}.md`] = questionFile(`question-${number}`, {
      stem: `Which of ${exam}-${number} is right?`,
      options: ['This one', 'That one', 'The other one', 'None of them'],
      key: [0],
    });
  }
  const folder = await createFolder();
  await writeFiles(folder, files);
  return folder;
};

/** The built server with a bank of that size: how long it takes to start and to answer, in ms. */
const timeServer = async (count: number) => {
  const bank = await createBank(count);
  const cache = await createFolder();
  const began = performance.now();
  const { address, stop } = await startBuiltServer({ BANK_DIR: bank, CACHE_DIR: cache });
  const start = performance.now() - began;
  let asked = 0;
  const answers = await repeat(ASKED, async () => {
    asked += 1;
    const id = `question-${(asked * 7919) % (count / EXAMS)}`;
    const sent = performance.now();
    const answer = await fetch(questionAddress(address, 'aws', `Exam ${asked % EXAMS}`, id));
    await answer.json();
    return performance.now() - sent;
  });
  await stop();
  await Promise.all([bank, cache].map(removeFolder));
  return { start, answers };
};

export const measureBank = async () => {
  printHeading('The server with a bank of so many questions');
  await buildServer();
  const times: number[] = [];
  for (const count of [300, 100_000]) {
    const { start, answers } = await timeServer(count);
    times.push(median(answers));
    printFigure(`${count} questions: compiled and ready after`, start, 'ms', '≤ 60000');
    printFigure('  … a question answered in', answers, 'ms');
  }
  const [small = Number.NaN, large = Number.NaN] = times;
  printFigure('  … times the small bank', large / small, 'x', '≤ 1.3');
};
