import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CompiledBank } from '#bank/compiled-bank.ts';
import { renderApp } from '#support/render-app.tsx';
import { checkButton, nextButton, numberButton, option } from '#support/runner-view.ts';

const TWO = '/exams/aws/v1.2';
const end = async () => within(await screen.findByRole('region', { name: 'Result' }));
const isComplete = () => screen.queryByText('Exam Complete!') !== null;

/** An exam at its first question. */
const open = async (address: string, text: string) => {
  const { user } = renderApp(address);
  await screen.findByText(text);
  return {
    user,
    answer: async (place: number) => {
      await user.click(option(place));
      await user.click(checkButton());
    },
    jump: async (number: number, text: string) => {
      await user.click(numberButton(number));
      await screen.findByText(text);
    },
  };
};

describe('the end of an exam', () => {
  it('comes with the last answer and says the final score', async () => {
    const { user, answer } = await open(TWO, 'About v1.2?');
    await answer(1);
    expect(isComplete()).toBe(false);
    await user.click(nextButton());
    await screen.findByText('Look at this:');
    expect(isComplete()).toBe(false);
    await answer(0);
    expect((await end()).getByText('Exam Complete!')).toBeTruthy();
    expect((await end()).getByText('Final Score: 1/2 (50%)')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Next Question' })).toBeNull();
    expect((await end()).queryByText(/unanswered/)).toBeNull();
  });

  it('stays whatever key is pressed, as nothing of the questions is on screen', async () => {
    const { user, answer } = await open('/exams/a%2Fb/a%2Fb', 'Look at this:');
    await answer(0);
    await user.keyboard('{Enter}');
    expect(document.activeElement?.textContent).toBe('Exam Complete!');
    await user.keyboard('n{ArrowRight}p{ArrowLeft}f1');
    expect(document.activeElement?.textContent).toBe('Exam Complete!');
    expect(screen.queryByRole('article')).toBeNull();
    await user.click((await end()).getByRole('button', { name: 'Review answers' }));
    await user.keyboard('n{ArrowLeft}');
    expect(await screen.findByRole('button', { name: /Look at this:/ })).toBeTruthy();
    expect(screen.queryByRole('article')).toBeNull();
  });

  it('is opened from the action bar, by tap or Enter, and leads home', async () => {
    const { user, answer } = await open('/exams/a%2Fb/a%2Fb', 'Look at this:');
    await answer(0);
    const heading = await screen.findByRole('heading', { name: 'Exam Complete!' });
    expect(document.activeElement).not.toBe(heading);
    await user.keyboard('{Enter}');
    expect(document.activeElement?.textContent).toBe('Exam Complete!');
    expect(screen.queryByRole('article'), 'the result replaces the question').toBeNull();
    await user.click((await end()).getByRole('button', { name: 'Review answers' }));
    await user.click(await screen.findByRole('button', { name: /Look at this:/ }));
    await screen.findByRole('article');
    await user.click(screen.getByRole('button', { name: 'See Result' }));
    await screen.findByRole('heading', { level: 1, name: 'Exam Complete!' });
    expect(document.activeElement?.textContent).toBe('Exam Complete!');
    expect((await end()).getByText('Final Score: 1/1 (100%)')).toBeTruthy();
    await user.click((await end()).getByRole('link', { name: 'Back to Home' }));
    expect(location.pathname).toBe('/');
    await screen.findByRole('heading', { name: 'CertDeck' });
  });

  it('comes with the last question whatever came before, and leads to what is unanswered', async () => {
    const { user, answer, jump } = await open('/exams/aws/A%20Long%20Exam', 'What is question 01?');
    await answer(0);
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await jump(45, 'What is question 45?');
    await answer(0);
    expect((await end()).getByText('Final Score: 2/45 (4%)')).toBeTruthy();
    expect((await end()).getByText('43 questions are still unanswered.')).toBeTruthy();
    await user.click((await end()).getByRole('button', { name: 'Keep going' }));
    await screen.findByText('What is question 02?');
    expect(isComplete()).toBe(false);
  });

  it('counts a single unanswered question, and is there again after that is answered', async () => {
    const { answer, jump } = await open(TWO, 'About v1.2?');
    await jump(2, 'Look at this:');
    await answer(0);
    expect((await end()).getByText('Final Score: 1/2 (50%)')).toBeTruthy();
    expect((await end()).getByText('1 question is still unanswered.')).toBeTruthy();
    await jump(1, 'About v1.2?');
    expect(isComplete()).toBe(false);
    await answer(0);
    expect(nextButton()).toBeTruthy();
    await jump(2, 'Look at this:');
    expect((await end()).getByText('Final Score: 2/2 (100%)')).toBeTruthy();
  });

  it('comes for a last question without options, too', async () => {
    const { user } = renderApp('/exams/p/One', { bank: bankWithoutOptions() });
    await screen.findByText('What would you say?');
    await user.click(checkButton());
    expect((await end()).getByText('Exam Complete!')).toBeTruthy();
    expect((await end()).getByText('Final Score: 0/1 (0%)')).toBeTruthy();
  });
});

const bankWithoutOptions = (): CompiledBank => {
  const question = { question: 'What would you say?', questionParts: [], options: [], answers: [] };
  const questions = new Map([['q', { answer: { question, images: [] }, imageFiles: new Map() }]]);
  const exams = new Map([['One', { id: 'one', name: 'One', domains: [], questions }]]);
  return { providers: new Map([['p', { id: 'p', name: 'P', exams }]]) };
};
