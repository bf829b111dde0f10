import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import '#support/console-watch.ts';
import type { CompiledBank } from '#bank/compiled-bank.ts';
import { renderApp } from '#support/render-app.tsx';
import { checkButton, nextButton, numberButton, option } from '#support/runner-view.ts';

const TWO = '/exams/aws/v1.2';
const end = async () => within(await screen.findByRole('region', { name: 'Result' }));
const isComplete = () => screen.queryByText('Exam Complete!') !== null;

/** Answers the question on screen with the option at a place. */
const answer = async ({ user }: ReturnType<typeof renderApp>, place: number) => {
  await user.click(option(place));
  await user.click(checkButton());
};

describe('the end of an exam', () => {
  it('comes with the last answer, and says the final score', async () => {
    const app = renderApp(TWO);
    await screen.findByText('About v1.2?');
    await answer(app, 1);
    expect(isComplete()).toBe(false);
    await app.user.click(nextButton());
    await screen.findByText('Look at this:');
    expect(isComplete()).toBe(false);
    await answer(app, 0);
    expect((await end()).getByText('Exam Complete!')).toBeTruthy();
    expect((await end()).getByText('Final Score: 1/2 (50%)')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Next Question' })).toBeNull();
    expect((await end()).queryByText(/unanswered/)).toBeNull();
  });

  it('is reached from the action bar, by tap or by Enter', async () => {
    const app = renderApp('/exams/a%2Fb/a%2Fb');
    await screen.findByText('Look at this:');
    await answer(app, 0);
    const heading = await screen.findByRole('heading', { name: 'Exam Complete!' });
    expect(document.activeElement).not.toBe(heading);
    await app.user.keyboard('{Enter}');
    expect(document.activeElement).toBe(heading);
    expect(screen.queryByRole('article'), 'the result has taken its place').toBeNull();
    await app.user.click((await end()).getByRole('button', { name: 'Review answers' }));
    await screen.findByText('Look at this:');
    await app.user.click(screen.getByRole('button', { name: 'See Result' }));
    expect(document.activeElement?.textContent).toBe('Exam Complete!');
  });

  it('leads home', async () => {
    const app = renderApp('/exams/a%2Fb/a%2Fb');
    await screen.findByText('Look at this:');
    await answer(app, 0);
    expect((await end()).getByText('Final Score: 1/1 (100%)')).toBeTruthy();
    await app.user.click((await end()).getByRole('link', { name: 'Back to Home' }));
    expect(location.pathname).toBe('/');
    await screen.findByRole('heading', { name: 'CertDeck' });
  });

  it('comes with the last question whatever came before, and leads to what is open', async () => {
    const app = renderApp('/exams/aws/A%20Long%20Exam');
    await screen.findByText('What is question 01?');
    await answer(app, 0);
    await app.user.click(screen.getByRole('button', { name: 'Next page' }));
    await app.user.click(screen.getByRole('button', { name: 'Next page' }));
    await app.user.click(numberButton(45));
    await screen.findByText('What is question 45?');
    await answer(app, 0);
    expect((await end()).getByText('Final Score: 2/45 (4%)')).toBeTruthy();
    expect((await end()).getByText('43 questions are still unanswered.')).toBeTruthy();
    await app.user.click((await end()).getByRole('button', { name: 'Answer the rest' }));
    await screen.findByText('What is question 02?');
    expect(isComplete()).toBe(false);
  });

  it('tells of one open question in the singular', async () => {
    const app = renderApp(TWO);
    await screen.findByText('About v1.2?');
    await app.user.click(numberButton(2));
    await screen.findByText('Look at this:');
    await answer(app, 3);
    expect((await end()).getByText('Final Score: 0/2 (0%)')).toBeTruthy();
    expect((await end()).getByText('1 question is still unanswered.')).toBeTruthy();
  });

  it('is still there when the last question is come back to', async () => {
    const app = renderApp(TWO);
    await screen.findByText('About v1.2?');
    await app.user.click(numberButton(2));
    await screen.findByText('Look at this:');
    await answer(app, 0);
    await app.user.click(numberButton(1));
    await screen.findByText('About v1.2?');
    expect(isComplete()).toBe(false);
    await answer(app, 0);
    expect(nextButton()).toBeTruthy();
    await app.user.click(numberButton(2));
    await screen.findByText('Look at this:');
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
