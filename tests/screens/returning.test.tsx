import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { stored } from '#support/memory-store.ts';
import { findButton } from '#support/runner-view.ts';
import { answer, answerAll, openApp, openShort, SHORT, seeQuestion } from '#support/short-exam.tsx';
import { runKeyOf, studyKeyOf, versioned } from '#support/stored-runs.ts';
import { bankOf } from '#support/test-bank.ts';
import { manyQuestions } from '#support/test-questions.ts';

describe('a learner who comes back', () => {
  const card = async () => within(await screen.findByRole('region', { name: 'Today' }));

  it('continues the last run at its position', async () => {
    const { user } = await openShort();
    await answerAll(user, 'rw');
    await waitFor(() => expect(localStorage.getItem('returning')).toBe('yes'));
    const home = openApp('/');
    expect((await card()).getByRole('heading', { name: 'A Short Exam' })).toBeTruthy();
    expect((await card()).getByText('Pick up where you left off')).toBeTruthy();
    expect((await card()).getByText('Question 3 of 4')).toBeTruthy();
    expect((await card()).getByText('Score: 1/2')).toBeTruthy();
    expect(await (await card()).findByText('1 question · 1 due')).toBeTruthy();
    expect((await card()).getByText('Practiced on 1 of the last 7 days')).toBeTruthy();
    const practice = (await card()).getByRole('link', { name: 'Practice 1' });
    expect(practice.getAttribute('href')).toBe(`${SHORT}?questions=1`);
    expect(screen.queryByRole('form'), 'no sample').toBeNull();
    await home.user.click((await card()).getByRole('link', { name: 'Continue' }));
    await seeQuestion(3);
    expect(screen.getByText('Score: 1/2')).toBeTruthy();
  });

  it('is offered reviews first if no run is unfinished', async () => {
    const { user } = await openShort();
    await answerAll(user, 'rwwr');
    await waitFor(() => expect(localStorage.getItem('returning')).toBe('yes'));
    const home = openApp('/');
    expect((await card()).getByText('Due today')).toBeTruthy();
    expect(await (await card()).findByText('2 questions · 2 due')).toBeTruthy();
    const links = (await card()).getAllByRole('link').map(({ textContent }) => textContent);
    expect(links).toEqual(['Review 2', 'Practice 2', 'See progress']);
    await home.user.click((await card()).getByRole('link', { name: 'Review 2' }));
    await screen.findByText('Question 1 of 2');
  });

  it('is offered a set if nothing is unfinished and nothing is due', async () => {
    const { user } = await openShort();
    await answerAll(user, 'rrrr');
    await waitFor(() => expect(localStorage.getItem('returning')).toBe('yes'));
    const home = openApp('/');
    expect((await card()).getByText('Welcome back')).toBeTruthy();
    expect(await (await card()).findByText('All done for today.')).toBeTruthy();
    expect((await card()).getByText('An estimate comes with more answers.')).toBeTruthy();
    await home.user.click(await (await card()).findByRole('link', { name: 'Practice 10' }));
    await seeQuestion(1);
    expect(screen.getByText('Score: 0/0')).toBeTruthy();
  });

  it('is offered what is due before a review that was left', async () => {
    const { user } = await openShort();
    await answerAll(user, 'rwwr');
    const review = openApp(`${SHORT}?from=due`);
    await seeQuestion(2);
    await answer(review.user);
    await waitFor(() => expect(stored.has(runKeyOf('A Short Exam', 'review'))).toBe(true));
    openApp('/');
    const first = await (await card()).findByRole('link', { name: 'Review 1' });
    expect(first.getAttribute('href')).toBe(`${SHORT}?from=due`);
    expect((await card()).queryByRole('link', { name: 'Continue' })).toBeNull();
  });

  it('who is ready for a mock exam is asked before its clock starts', async () => {
    const questions = manyQuestions(40);
    const at = Date.now();
    const cards = Object.keys(questions).map((questionId) => ({
      ...{ questionId, due: at + 10 ** 8, lastReview: at },
      ...{ stability: 90, difficulty: 5 },
    }));
    const reviews = [[at, 'question-01', 1]];
    stored.set(
      studyKeyOf('A Long Exam'),
      versioned({ cards, reviews, unscheduled: [], marks: [] }),
    );
    localStorage.setItem('returning', 'yes');
    const bank = bankOf({ id: 'long', name: 'A Long Exam', questions });
    const { user } = openApp('/', { bank });
    await (await card()).findByRole('heading', { name: 'Readiness 100%' });
    await user.click(await (await card()).findByRole('button', { name: 'Mock exam' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Mock exam' }));
    expect(await sheet.findByText('All questions against the clock.')).toBeTruthy();
    expect(location.pathname).toBe('/');
    await user.click(sheet.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click((await card()).getByRole('button', { name: 'Mock exam' }));
    await user.click(await findButton('Start mock exam'));
    await screen.findByText('Question 1 of 40');
    expect(screen.getByRole('timer').textContent).toMatch(/ left$/);
  });

  it('sees no card before the first answer, nor after everything was deleted', async () => {
    openApp('/');
    await screen.findByText(/^\d+ original questions$/);
    expect(screen.getByRole('form', { name: /^Try one/ })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Today' })).toBeNull();
    localStorage.setItem('returning', 'yes');
    openApp('/');
    await waitFor(() => expect(localStorage.getItem('returning')).toBeNull());
    expect(screen.queryByRole('region', { name: 'Today' })).toBeNull();
    expect(screen.getByRole('form', { name: /^Try one/ })).toBeTruthy();
  });
});
