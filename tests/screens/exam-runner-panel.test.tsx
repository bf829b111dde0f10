import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import '#support/console-watch.ts';
import { renderApp } from '#support/render-app.tsx';
import { checkButton, gridNames, numberButton, option } from '#support/runner-view.ts';

const LONG = '/exams/aws/A%20Long%20Exam';
const begin = async (isWide = true) => {
  const app = renderApp(LONG, { isWide });
  await screen.findByText('What is question 01?');
  return app;
};
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, place) => `Question ${from + place}, unanswered`);

describe('the counts', () => {
  it('follow every checked answer', async () => {
    const { user } = await begin();
    expect(screen.getByText('Correct: 0 | Answered: 0 | Total: 45')).toBeTruthy();
    await user.click(option(0));
    await user.click(checkButton());
    expect(screen.getByText('Correct: 1 | Answered: 1 | Total: 45')).toBeTruthy();
    await user.click(numberButton(2));
    await screen.findByText('What is question 02?');
    await user.click(option(1));
    await user.click(checkButton());
    expect(screen.getByText('Correct: 1 | Answered: 2 | Total: 45')).toBeTruthy();
    expect(screen.getByText('Score: 1/2')).toBeTruthy();
  });
});

describe('the question grid', () => {
  it('shows 20 numbers a page, and which page it is', async () => {
    const { user } = await begin();
    expect(gridNames()).toEqual(numbers(1, 20));
    expect(screen.getByText('Page 1 of 3')).toBeTruthy();
    const previous = screen.getByRole('button', { name: 'Previous page' });
    const next = screen.getByRole('button', { name: 'Next page' });
    expect(previous).toHaveProperty('disabled', true);
    await user.click(next);
    expect(gridNames()).toEqual(numbers(21, 40));
    expect(screen.getByText('Page 2 of 3')).toBeTruthy();
    await user.click(next);
    expect(gridNames()).toEqual(numbers(41, 45));
    expect(screen.getByText('Page 3 of 3')).toBeTruthy();
    expect(next).toHaveProperty('disabled', true);
    await user.click(previous);
    expect(gridNames()).toEqual(numbers(21, 40));
  });

  it('leaves the question alone while its pages are turned', async () => {
    const { user } = await begin();
    await user.click(option(1));
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    expect(screen.getByText('What is question 01?')).toBeTruthy();
    expect(option(1).checked).toBe(true);
  });

  it('jumps from any page', async () => {
    const { user } = await begin();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await user.click(numberButton(45));
    await screen.findByText('What is question 45?');
    expect(screen.getByText('Page 3 of 3')).toBeTruthy();
  });

  it('turns to the page of the next question', async () => {
    const { user } = await begin();
    await user.click(numberButton(20));
    await screen.findByText('What is question 20?');
    await user.click(option(0));
    await user.click(checkButton());
    await user.click(screen.getByRole('button', { name: 'Next Question' }));
    await screen.findByText('What is question 21?');
    expect(screen.getByText('Page 2 of 3')).toBeTruthy();
    expect(numberButton(21).getAttribute('aria-current')).toBe('step');
  });

  it('has one page for a small exam', async () => {
    renderApp('/exams/aws/v1.2');
    await screen.findByText('About v1.2?');
    expect(screen.getByText('Page 1 of 1')).toBeTruthy();
    expect(gridNames()).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Next page' })).toHaveProperty('disabled', true);
  });

  it('says and shows of each question whether it is correct, incorrect or unanswered', async () => {
    const { user } = await begin();
    await user.click(option(0));
    await user.click(checkButton());
    await user.click(numberButton(2));
    await screen.findByText('What is question 02?');
    await user.click(option(3));
    await user.click(checkButton());
    expect(gridNames().slice(0, 3)).toEqual([
      'Question 1, correct',
      'Question 2, incorrect',
      'Question 3, unanswered',
    ]);
    const icons = [1, 2, 3].map((number) => numberButton(number).querySelector('svg')?.innerHTML);
    expect(new Set(icons).size).toBe(3);
    expect(numberButton(1).textContent).toBe('1');
  });
});

describe('the stopwatch', () => {
  const START = Date.UTC(2026, 0, 1);
  const time = () => screen.getByRole('timer').textContent;
  const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000));
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

  const beginAt = async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: START });
    await begin();
  };

  it('runs from 0, second by second', async () => {
    await beginAt();
    expect(time()).toBe('00:00');
    pass(1);
    expect(time()).toBe('00:01');
    pass(64);
    expect(time()).toBe('01:05');
  });

  it('shows hours once one has passed', async () => {
    await beginAt();
    pass(3599);
    expect(time()).toBe('59:59');
    pass(1);
    expect(time()).toBe('01:00:00');
  });

  it('measures time and not ticks, so that a sleeping tab loses nothing', async () => {
    await beginAt();
    vi.setSystemTime(START + 2 * 3600 * 1000);
    pass(1);
    expect(time()).toBe('02:00:01');
  });

  it('pauses and goes on from there', async () => {
    await beginAt();
    pass(5);
    press('Pause stopwatch');
    pass(60);
    expect(time()).toBe('00:05');
    press('Resume stopwatch');
    expect(time()).toBe('00:05');
    pass(2);
    expect(time()).toBe('00:07');
  });

  it('stands at zero and is paused after a reset', async () => {
    await beginAt();
    pass(5);
    press('Reset stopwatch');
    expect(time()).toBe('00:00');
    pass(5);
    expect(time()).toBe('00:00');
    expect(screen.queryByRole('button', { name: 'Pause stopwatch' })).toBeNull();
    press('Resume stopwatch');
    pass(3);
    expect(time()).toBe('00:03');
  });

  it('stays at zero when it is reset while paused', async () => {
    await beginAt();
    pass(5);
    press('Pause stopwatch');
    press('Reset stopwatch');
    expect(time()).toBe('00:00');
    pass(5);
    expect(time()).toBe('00:00');
  });

  it('goes on while questions are answered and left', async () => {
    await beginAt();
    pass(5);
    fireEvent.click(numberButton(2));
    await screen.findByText('What is question 02?');
    pass(5);
    expect(time()).toBe('00:10');
  });
});

describe('where there is no room beside the question', () => {
  const openSheet = async () => {
    const app = await begin(false);
    await app.user.click(screen.getByRole('button', { name: 'Show progress and all questions' }));
    return { ...app, sheet: within(screen.getByRole('dialog', { name: 'Progress' })) };
  };

  it('the panel comes on demand', async () => {
    await begin(false);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText(/Correct: 0/)).toBeNull();
  });

  it('the time is in the header, and ticks there', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    await begin(false);
    const time = screen.getByRole('timer', { name: 'Time' });
    expect(time.textContent).toBe('00:00');
    act(() => vi.advanceTimersByTime(65_000));
    expect(time.textContent).toBe('01:05');
  });

  it('what is saved is told by an icon that says so, and shows its words on tap', async () => {
    await begin(false);
    const words = /^Can't be saved: this browser has no storage/;
    const icon = await screen.findByRole('button', { name: words });
    expect(icon.textContent).toBe('');
    const bubble = document.getElementById(icon.getAttribute('popovertarget') ?? '');
    expect(bubble?.getAttribute('popover')).toBe('auto');
    expect(bubble?.textContent).toMatch(words);
  });

  it('the panel is in a sheet', async () => {
    const { sheet } = await openSheet();
    expect(sheet.getByText('Correct: 0 | Answered: 0 | Total: 45')).toBeTruthy();
    expect(sheet.getByRole('timer')).toBeTruthy();
    expect(sheet.getByText('Page 1 of 3')).toBeTruthy();
  });

  it('the sheet is closed by its button', async () => {
    const { user, sheet } = await openSheet();
    await user.click(sheet.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('a jump closes the sheet', async () => {
    const { user, sheet } = await openSheet();
    await user.click(sheet.getByRole('button', { name: /^Question 12, / }));
    await screen.findByText('What is question 12?');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
