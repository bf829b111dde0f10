import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { stored } from '#support/memory-store.ts';
import { renderApp } from '#support/render-app.tsx';
import { checkButton, gridNames, numberButton, option } from '#support/runner-view.ts';
import { historyKeyOf } from '#support/stored-runs.ts';

const begin = async (isWide = true) => {
  const app = renderApp('/exams/aws/A%20Long%20Exam', { isWide });
  await screen.findByText('What is question 01?');
  return app;
};
const button = (name: string) => screen.getByRole('button', { name });
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, place) => from + place);
const seePage = (page: number, from: number, to: number) => {
  expect(screen.getByText(`Page ${page} of 3`)).toBeTruthy();
  expect(gridNames()).toEqual(range(from, to).map((number) => `Question ${number}, unanswered`));
};

describe('the panel', () => {
  it('counts and marks every checked answer', async () => {
    const { user } = await begin();
    expect(screen.getByText('Correct: 0 | Answered: 0 | Total: 45')).toBeTruthy();
    await user.click(option(0));
    await user.click(checkButton());
    expect(screen.getByText('Correct: 1 | Answered: 1 | Total: 45')).toBeTruthy();
    await user.click(numberButton(2));
    await screen.findByText('What is question 02?');
    await user.click(option(3));
    await user.click(checkButton());
    expect(screen.getByText('Correct: 1 | Answered: 2 | Total: 45')).toBeTruthy();
    expect(screen.getByText('Score: 1/2')).toBeTruthy();
    expect(gridNames().slice(0, 3)).toEqual([
      'Question 1, correct',
      'Question 2, incorrect',
      'Question 3, unanswered',
    ]);
    const icons = [1, 2, 3].map((number) => numberButton(number).querySelector('svg')?.innerHTML);
    expect(new Set(icons).size).toBe(3);
    expect(numberButton(1).textContent).toBe('1');
  });

  it('shows 20 numbers a page; paging leaves the question alone, and a number opens its own', async () => {
    const { user } = await begin();
    await user.click(option(1));
    seePage(1, 1, 20);
    expect(button('Previous page')).toHaveProperty('disabled', true);
    await user.click(button('Next page'));
    seePage(2, 21, 40);
    await user.click(button('Next page'));
    seePage(3, 41, 45);
    expect(button('Next page')).toHaveProperty('disabled', true);
    await user.click(button('Previous page'));
    seePage(2, 21, 40);
    expect(screen.getByText('What is question 01?')).toBeTruthy();
    expect(option(1).checked).toBe(true);
    await user.click(numberButton(40));
    await screen.findByText('What is question 40?');
    await user.click(option(0));
    await user.click(checkButton());
    await user.click(button('Next Question'));
    await screen.findByText('What is question 41?');
    expect(screen.getByText('Page 3 of 3'), 'the page of the next question').toBeTruthy();
    expect(numberButton(41).getAttribute('aria-current')).toBe('step');
  });
});

describe('the filter of the numbers', () => {
  const show = (user: UserEvent, label: string) =>
    user.click(screen.getByRole('button', { name: new RegExp(`^${label}( \\d+)?$`) }));
  const numbers = () =>
    screen
      .queryAllByRole('button', { name: /^Question \d+, / })
      .map(({ textContent }) => Number(textContent));

  it('shows what is not answered, wrong or flagged, and opens the right question', async () => {
    const { user } = await begin();
    const filters = within(screen.getByRole('group', { name: 'Show' }));
    const labels = () => filters.getAllByRole('button').map(({ textContent }) => textContent);
    expect(labels()).toEqual(['All', 'Unanswered', 'Wrong', 'Flagged']);
    for (const [number, place] of [1, 0].entries()) {
      await user.click(numberButton(number + 1));
      await screen.findByText(`What is question 0${number + 1}?`);
      await user.click(option(place));
      await user.click(checkButton());
    }
    await user.click(numberButton(20));
    await screen.findByText('What is question 20?');
    await user.click(button('Flag'));
    expect(labels()).toEqual(['All', 'Unanswered', 'Wrong 1', 'Flagged 1']);
    await show(user, 'Wrong');
    expect(gridNames()).toEqual(['Question 1, incorrect']);
    expect(screen.getByText('Page 1 of 1')).toBeTruthy();
    await show(user, 'Flagged');
    expect(gridNames()).toEqual(['Question 20, unanswered, flagged']);
    await show(user, 'Unanswered');
    expect(numbers()).toEqual(range(3, 22));
    await user.click(button('Next page'));
    await user.click(button('Next page'));
    expect(numbers()).toEqual([43, 44, 45]);
    await user.click(numberButton(44));
    await screen.findByText('What is question 44?');
    await show(user, 'Flagged');
    await user.click(numberButton(20));
    await screen.findByText('What is question 20?');
    await show(user, 'All');
    expect(numbers()).toEqual(range(1, 20));
  });

  it('stays at its page when an answer takes the question out of it', async () => {
    const { user } = await begin();
    await show(user, 'Unanswered');
    await user.click(button('Next page'));
    await user.click(numberButton(30));
    await screen.findByText('What is question 30?');
    await user.click(option(0));
    await user.click(checkButton());
    expect(screen.getByText('Page 2 of 3')).toBeTruthy();
    expect(numbers()).toEqual([...range(21, 29), ...range(31, 41)]);
  });

  it('says so if there is no such question', async () => {
    const { user } = await begin();
    await show(user, 'Flagged');
    expect(screen.getByText('No such question in this run.')).toBeTruthy();
    expect(numbers()).toEqual([]);
    expect(screen.getByText('Page 1 of 1')).toBeTruthy();
    for (const name of ['Previous page', 'Next page'])
      expect(button(name)).toHaveProperty('disabled', true);
    await user.click(button('Flag'));
    expect(numbers()).toEqual([1]);
    expect(screen.queryByText('No such question in this run.')).toBeNull();
  });
});

describe('the buttons of the panel', () => {
  it('Previous goes back in order, and not before the first question', async () => {
    const { user } = await begin();
    expect(button('Previous')).toHaveProperty('disabled', true);
    await user.click(numberButton(3));
    await screen.findByText('What is question 03?');
    await user.click(button('Previous'));
    await screen.findByText('What is question 02?');
    expect(button('Previous')).toHaveProperty('disabled', false);
  });

  it.each([true, false])('Finish asks once, then shows the result; panel: %s', async (isWide) => {
    const { user } = await begin(isWide);
    await user.click(option(0));
    await user.click(checkButton());
    const openPanel = () => !isWide && fireEvent.click(button('Show progress and all questions'));
    openPanel();
    await user.click(button('Finish'));
    const sheet = within(await screen.findByRole('dialog', { name: 'Finish now?' }));
    expect(sheet.getByText('1 of 45 answered.')).toBeTruthy();
    await user.click(sheet.getByRole('button', { name: 'Keep going' }));
    expect(screen.queryByText('Exam Complete!')).toBeNull();
    openPanel();
    await user.click(button('Finish'));
    await user.click(await screen.findByRole('button', { name: 'Finish now' }));
    await screen.findByText('Final Score: 1/45 (2%)');
    expect(document.activeElement?.textContent).toBe('Exam Complete!');
    expect(screen.queryByRole('button', { name: 'Keep going' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Finish' })).toBeNull();
    await waitFor(() =>
      expect(stored.get(historyKeyOf('A Long Exam'))).toMatchObject({
        history: [{ kind: 'all', correct: 1, answered: 1, total: 45 }],
      }),
    );
    await user.click(button('Review answers'));
    await user.click(await screen.findByRole('button', { name: /^1 ?What is/ }));
    await screen.findByText('What is question 01?');
    await user.click(button('Next Question'));
    await screen.findByText('What is question 02?');
    expect(option(0).disabled).toBe(true);
    await user.click(screen.getByRole('link', { name: 'Back to result' }));
    await user.click(await screen.findByRole('link', { name: 'Back to Exams' }));
    await screen.findByText('1 of 45 seen');
    expect(screen.queryByRole('link', { name: /^Continue/ })).toBeNull();
  });

  it('a mock exam’s is Finish Exam, which moves to the action bar at its last question', async () => {
    const { user } = renderApp('/exams/aws/A%20Long%20Exam?minutes=30', { isWide: true });
    await screen.findByText('What is question 01?');
    expect(button('Finish Exam').closest('aside')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Finish' })).toBeNull();
    for (const _ of ['second', 'third']) await user.click(button('Next page'));
    await user.click(numberButton(45));
    await screen.findByText('What is question 45?');
    expect(button('Finish Exam').closest('aside')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Next Question' })).toBeNull();
    await user.click(button('Finish Exam'));
    await screen.findByRole('dialog', { name: 'Finish the exam?' });
  });
});

describe('the stopwatch', () => {
  const START = Date.UTC(2026, 0, 1);
  const time = () => screen.getByRole('timer').textContent;
  const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000));
  const press = (name: string) => fireEvent.click(button(name));
  const beginAt = async (isWide = true) => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: START });
    await begin(isWide);
    expect(time()).toBe('00:00');
  };

  it('measures time instead of ticks, while questions change and a tab sleeps', async () => {
    await beginAt();
    pass(5);
    fireEvent.click(numberButton(2));
    await screen.findByText('What is question 02?');
    pass(60);
    expect(time()).toBe('01:05');
    vi.setSystemTime(START + 2 * 3600 * 1000);
    pass(1);
    expect(time()).toBe('02:00:01');
  });

  it('pauses and resumes, and after a reset stands at zero, paused', async () => {
    await beginAt();
    pass(5);
    press('Pause stopwatch');
    pass(60);
    expect(time()).toBe('00:05');
    press('Resume stopwatch');
    pass(2);
    expect(time()).toBe('00:07');
    press('Reset stopwatch');
    pass(5);
    expect(time()).toBe('00:00');
    expect(screen.queryByRole('button', { name: 'Pause stopwatch' })).toBeNull();
    press('Resume stopwatch');
    pass(3);
    expect(time()).toBe('00:03');
    press('Pause stopwatch');
    press('Reset stopwatch');
    pass(5);
    expect(time(), 'reset while paused').toBe('00:00');
  });

  it.each([true, false])(
    'stands still after the result, without buttons; panel: %s',
    async (isWide) => {
      vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: START });
      const { user } = renderApp('/exams/a%2Fb/a%2Fb', { isWide });
      await screen.findByText('Look at this:');
      pass(65);
      await user.click(option(0));
      await user.click(checkButton());
      await screen.findByText('Exam Complete!');
      pass(60);
      if (!isWide) {
        expect(screen.queryByRole('timer'), 'the header has none').toBeNull();
        await user.click(button('Show progress and all questions'));
      }
      expect(time()).toBe('01:05');
      expect(screen.queryByRole('button', { name: /stopwatch/ })).toBeNull();
    },
  );

  it('ticks in the header where there is no room for the panel', async () => {
    await beginAt(false);
    pass(65);
    expect(time()).toBe('01:05');
  });

  it('there is one button with its time, which pauses and resumes it', async () => {
    await beginAt(false);
    pass(5);
    const chip = () => screen.getByRole('button', { name: /stopwatch$/ });
    expect(chip().contains(screen.getByRole('timer'))).toBe(true);
    expect(chip().textContent).toBe('00:05Pause stopwatch');
    fireEvent.click(chip());
    pass(60);
    expect(time()).toBe('00:05');
    expect(chip().textContent).toBe('00:05Resume stopwatch');
    fireEvent.click(chip());
    pass(2);
    expect(time()).toBe('00:07');
    expect(chip().textContent).toBe('00:07Pause stopwatch');
  });
});

describe('without room beside the question', () => {
  const openSheet = async () => {
    const app = await begin(false);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText(/Correct: 0/)).toBeNull();
    await app.user.click(button('Show progress and all questions'));
    return { ...app, sheet: within(screen.getByRole('dialog', { name: 'Questions' })) };
  };

  it('an icon says whether the exam is saved and shows it in words when tapped', async () => {
    await begin(false);
    const words = /^Can’t be saved: this browser allows no storage/;
    const icon = await screen.findByRole('button', { name: words });
    expect(icon.textContent).toBe('');
    const bubble = document.getElementById(icon.getAttribute('popovertarget') ?? '');
    expect(bubble?.getAttribute('popover')).toBe('auto');
    expect(bubble?.textContent).toMatch(words);
  });

  it('the panel opens as a sheet with a Close button', async () => {
    const { user, sheet } = await openSheet();
    expect(sheet.getByText('Correct: 0 | Answered: 0 | Total: 45')).toBeTruthy();
    expect(sheet.getByRole('timer')).toBeTruthy();
    expect(sheet.getByText('Page 1 of 3')).toBeTruthy();
    await user.click(sheet.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('opening a question closes the sheet', async () => {
    const { user, sheet } = await openSheet();
    await user.click(sheet.getByRole('button', { name: /^Question 12, / }));
    await screen.findByText('What is question 12?');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
