import { cleanup, screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { type AppOptions, renderApp } from './render-app.tsx';
import { checkButton, nextButton, numberButton, option } from './runner-view.ts';
import { bankOf, type TestExam } from './test-bank.ts';
import { manyQuestions } from './test-questions.ts';

/** Four questions in alternating domains, one, three in the first; the first option is right. */
export const shortExam: TestExam = {
  id: 'short',
  name: 'A Short Exam',
  questions: manyQuestions(4),
};

export const LIST = '/exams/aws';
export const SHORT = '/exams/aws/A%20Short%20Exam';

export const seeQuestion = (number: number) =>
  screen.findByText(`What is question ${`${number}`.padStart(2, '0')}?`);

/** The app anew at an address, as after a reload; what lies on the device is still there. */
export const openApp = (address: string, options: AppOptions = {}) => {
  cleanup();
  return renderApp(address, { bank: bankOf(shortExam), ...options });
};

/** The short exam at its first question. */
export const openShort = async (options: AppOptions = {}) => {
  const app = openApp(SHORT, options);
  await seeQuestion(1);
  return app;
};

/** Answers the question on screen, rightly or not. */
export const answer = async (user: UserEvent, isRight = true) => {
  await user.click(option(isRight ? 0 : 1));
  await user.click(checkButton());
};

/** Answers from the question on screen on: 'r' is right, 'w' is wrong. */
export const answerAll = async (user: UserEvent, verdicts: string) => {
  for (const [place, verdict] of [...verdicts].entries()) {
    if (place > 0) {
      const before = screen.getByRole('article').textContent;
      await user.click(nextButton());
      await screen.findByText((text) => text.startsWith('What is') && !before.includes(text));
    }
    await answer(user, verdict === 'r');
  }
};

export const jump = async (user: UserEvent, number: number) => {
  await user.click(numberButton(number));
  await seeQuestion(number);
};
