import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import '#support/console-watch.ts';
import { holdAnswers, placeholders, renderApp } from '#support/render-app.tsx';
import {
  checkButton,
  nextButton,
  numberButton,
  option,
  options,
  verdicts,
} from '#support/runner-view.ts';

const LONG = '/exams/aws/A%20Long%20Exam';
const stem = (number: number) => `What is question ${String(number).padStart(2, '0')}?`;
const begin = async () => {
  const app = renderApp(LONG);
  await screen.findByText(stem(1));
  return app;
};

describe('going on', () => {
  it('is offered once the answer was checked', async () => {
    const { user } = await begin();
    expect(screen.queryByRole('button', { name: 'Next Question' })).toBeNull();
    await user.click(option(0));
    await user.click(checkButton());
    await user.click(nextButton());
    await screen.findByText(stem(2));
    expect(screen.getByText('Question 2 of 45')).toBeTruthy();
    expect(screen.getByText('Score: 1/1')).toBeTruthy();
  });

  it('comes to a question that is unanswered, with nothing chosen', async () => {
    const { user } = await begin();
    await user.click(option(0));
    await user.click(checkButton());
    await user.click(nextButton());
    await screen.findByText(stem(2));
    expect(options().some((input) => input.checked)).toBe(false);
    expect(checkButton()).toHaveProperty('disabled', true);
  });

  it('shows placeholders until the next question is there', async () => {
    const held = holdAnswers('/api/question', (url) => url.search.endsWith('question-02'));
    const { user } = renderApp(LONG, held);
    await screen.findByText(stem(1));
    await user.click(option(0));
    await user.click(checkButton());
    await user.click(nextButton());
    expect(placeholders()).toHaveLength(4);
    expect(screen.queryByText(stem(1))).toBeNull();
    expect(screen.getByText('Question 2 of 45')).toBeTruthy();
    await held.release();
    await screen.findByText(stem(2));
  });
});

describe('jumping', () => {
  it('goes to any question by its number', async () => {
    const { user } = await begin();
    await user.click(numberButton(17));
    await screen.findByText(stem(17));
    expect(screen.getByText('Question 17 of 45')).toBeTruthy();
    expect(numberButton(17).getAttribute('aria-current')).toBe('step');
    expect(numberButton(1).getAttribute('aria-current')).toBeNull();
  });

  it('drops a selection that was not checked', async () => {
    const { user } = await begin();
    await user.click(option(0));
    await user.click(numberButton(2));
    await screen.findByText(stem(2));
    await user.click(numberButton(1));
    await screen.findByText(stem(1));
    expect(options().some((input) => input.checked)).toBe(false);
    expect(screen.getByText('Score: 0/0')).toBeTruthy();
  });

  it('restores an answered question as it was, still locked', async () => {
    const { user } = await begin();
    await user.click(option(2));
    await user.click(checkButton());
    await user.click(numberButton(5));
    await screen.findByText(stem(5));
    await user.click(numberButton(1));
    await screen.findByText(stem(1));
    expect(options().map((input) => input.checked)).toEqual([false, false, true, false]);
    expect(verdicts()).toEqual(['correct', 'other', 'wrong', 'other']);
    await user.click(option(0));
    expect(option(2).checked).toBe(true);
    expect(nextButton()).toBeTruthy();
    expect(screen.getByText('Score: 0/1')).toBeTruthy();
  });

  it('restores which of two equal options was chosen', async () => {
    const { user } = renderApp('/exams/aws/Every%20Kind');
    await screen.findByText('Which one is right?');
    await user.click(numberButton(4));
    await screen.findByText('Which of the two equal ones?');
    await user.click(option(1));
    await user.click(checkButton());
    await user.click(numberButton(1));
    await screen.findByText('Which one is right?');
    await user.click(numberButton(4));
    await screen.findByText('Which of the two equal ones?');
    expect(options().map((input) => input.checked)).toEqual([false, true, false, false]);
  });

  it('comes back to a question without options unanswered, as it left no result', async () => {
    const { user } = renderApp('/exams/aws/Every%20Kind');
    await screen.findByText('Which one is right?');
    await user.click(numberButton(3));
    await screen.findByText('What would you say?');
    await user.click(checkButton());
    await user.click(nextButton());
    await screen.findByText('Which of the two equal ones?');
    await user.click(numberButton(3));
    await screen.findByText('What would you say?');
    expect(checkButton()).toHaveProperty('disabled', false);
  });
});

describe('a slow answer', () => {
  it('to a question that was left is never shown', async () => {
    const held = holdAnswers('/api/question', (url) => url.search.endsWith('question-01'));
    const { user } = renderApp(LONG, held);
    await screen.findByText('Question 1 of 45');
    await user.click(numberButton(2));
    await screen.findByText(stem(2));
    await held.release();
    expect(screen.getByText(stem(2))).toBeTruthy();
    expect(screen.queryByText(stem(1))).toBeNull();
    await user.click(option(0));
    expect(screen.getByText('Question 2 of 45')).toBeTruthy();
  });

  it('is shown when the question was come back to meanwhile', async () => {
    const held = holdAnswers('/api/question', (url) => url.search.endsWith('question-01'));
    const { user } = renderApp(LONG, held);
    await screen.findByText('Question 1 of 45');
    await user.click(numberButton(2));
    await screen.findByText(stem(2));
    await user.click(numberButton(1));
    expect(screen.queryByText(stem(2))).toBeNull();
    await held.release();
    await screen.findByText(stem(1));
  });
});

describe('entering the exam', () => {
  it('begins with nothing answered, whatever was answered before', async () => {
    const { user } = await begin();
    await user.click(option(0));
    await user.click(checkButton());
    expect(screen.getByText('Score: 1/1')).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Back to Exams' }));
    const heading = await screen.findByRole('heading', { level: 2, name: 'A Long Exam' });
    const start = heading.closest('li')?.querySelector('a');
    await user.click(start as HTMLAnchorElement);
    await screen.findByText(stem(1));
    expect(screen.getByText('Score: 0/0')).toBeTruthy();
    expect(screen.getByText('Correct: 0 | Answered: 0 | Total: 45')).toBeTruthy();
    expect(options().some((input) => input.checked)).toBe(false);
    expect(checkButton()).toHaveProperty('disabled', true);
  });

  it('of another one keeps nothing of the first', async () => {
    const { user } = await begin();
    await user.click(option(0));
    await user.click(checkButton());
    await user.click(screen.getByRole('link', { name: 'Back to Exams' }));
    const heading = await screen.findByRole('heading', { level: 2, name: 'v1.2' });
    await user.click(heading.closest('li')?.querySelector('a') as HTMLAnchorElement);
    await screen.findByText('About v1.2?');
    expect(screen.getByText('Question 1 of 2')).toBeTruthy();
    expect(screen.getByText('Score: 0/0')).toBeTruthy();
  });
});
