import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
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
const KINDS = '/exams/aws/Every%20Kind';
const stem = (number: number) => `What is question ${String(number).padStart(2, '0')}?`;

const begin = async (address = LONG, text = stem(1)) => {
  const { user } = renderApp(address);
  await screen.findByText(text);
  return {
    user,
    check: async (place?: number) => {
      if (place !== undefined) await user.click(option(place));
      await user.click(checkButton());
    },
    jump: async (number: number, text = stem(number)) => {
      await user.click(numberButton(number));
      await screen.findByText(text);
    },
    /** Leaves for the list and starts an exam there. */
    start: async (name: string, text: string) => {
      await user.click(screen.getByRole('link', { name: 'Back to Exams' }));
      await user.click(await screen.findByRole('link', { name: 'Start', description: name }));
      await screen.findByText(text);
    },
  };
};
const checked = () => options().map((input) => input.checked);
const seeUnanswered = () => {
  expect(checked().some(Boolean)).toBe(false);
  expect(checkButton()).toHaveProperty('disabled', true);
};

describe('going on', () => {
  it('is offered after the check, and opens an unanswered question', async () => {
    const { user, check } = await begin();
    expect(screen.queryByRole('button', { name: 'Next Question' })).toBeNull();
    await check(0);
    await user.click(nextButton());
    await screen.findByText(stem(2));
    expect(screen.getByText('Question 2 of 45')).toBeTruthy();
    expect(screen.getByText('Score: 1/1')).toBeTruthy();
    seeUnanswered();
  });

  it('never removes what has the focus, which costs the browser a layout', async () => {
    const { user, check } = await begin();
    const removed: Node[] = [];
    const remove = vi.spyOn(Node.prototype, 'removeChild').mockImplementation(function (
      this: Node,
      child,
    ) {
      if (child.contains(document.activeElement)) removed.push(child);
      (child as ChildNode & Node).remove();
      return child;
    });
    await check(0);
    await user.click(nextButton());
    await screen.findByText(stem(2));
    expect(remove).toHaveBeenCalled();
    expect(removed).toEqual([]);
    remove.mockRestore();
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
  it('opens any question by its number and drops a selection that was not checked', async () => {
    const { user, jump } = await begin();
    await user.click(option(0));
    await jump(17);
    expect(screen.getByText('Question 17 of 45')).toBeTruthy();
    expect(numberButton(17).getAttribute('aria-current')).toBe('step');
    expect(numberButton(1).getAttribute('aria-current')).toBeNull();
    await jump(1);
    seeUnanswered();
    expect(screen.getByText('Score: 0/0')).toBeTruthy();
  });

  it('restores an answered question as it was, still locked', async () => {
    const { user, check, jump } = await begin();
    await check(2);
    await jump(5);
    await jump(1);
    expect(checked()).toEqual([false, false, true, false]);
    expect(verdicts()).toEqual(['correct', 'other', 'wrong', 'other']);
    await user.click(option(0));
    expect(option(2).checked).toBe(true);
    expect(nextButton()).toBeTruthy();
    expect(screen.getByText('Score: 0/1')).toBeTruthy();
  });

  it('restores which of two equal options was chosen, but nothing without options', async () => {
    const { check, jump } = await begin(KINDS, 'Which one is right?');
    await jump(4, 'Which of the two equal ones?');
    await check(1);
    await jump(3, 'What would you say?');
    await check();
    await jump(4, 'Which of the two equal ones?');
    expect(checked()).toEqual([false, true, false, false]);
    await jump(3, 'What would you say?');
    expect(checkButton(), 'it left no result').toHaveProperty('disabled', false);
  });
});

it('a slow answer is shown if its question was opened again', async () => {
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

it.each([
  ['the same exam', 'A Long Exam', stem(1), 'Correct: 0 | Answered: 0 | Total: 45'],
  ['another exam', 'v1.2', 'About v1.2?', 'Correct: 0 | Answered: 0 | Total: 2'],
] as const)('entering %s begins with nothing answered', async (_, name, text, counts) => {
  const { check, start } = await begin();
  await check(0);
  expect(screen.getByText('Score: 1/1')).toBeTruthy();
  await start(name, text);
  expect(screen.getByText('Score: 0/0')).toBeTruthy();
  expect(screen.getByText(counts)).toBeTruthy();
  seeUnanswered();
});
