import { act, createEvent, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import '#support/console-watch.ts';
import { pace, renderApp } from '#support/render-app.tsx';
import { checkButton, nextButton, option, options } from '#support/runner-view.ts';
import { jump, openApp, openShort, seeQuestion } from '#support/short-exam.tsx';

const main = () =>
  screen.getByRole('button', { name: /^(Check Answer|Next Question|See Result|Finish Exam)$/ });
const isAt = (number: number) => screen.queryByText(`Question ${number} of 4`) !== null;

describe('a double click on Check Answer', () => {
  it.each([1, 150, 390])('checks and goes no further, at %i ms', async (pause) => {
    const { user } = await openShort();
    await user.click(option(0));
    await user.click(checkButton());
    pace.pause = pause;
    await user.click(main());
    expect(isAt(1)).toBe(true);
    expect(screen.getByText('Correct')).toBeTruthy();
  });

  it('is none when the second press is meant, half a second later', async () => {
    const { user } = await openShort();
    await user.click(option(0));
    await user.click(checkButton());
    pace.pause = 500;
    await user.click(main());
    await seeQuestion(2);
  });

  it('counts a press from where it began, however long it is held', async () => {
    const { user } = await openShort();
    await user.click(option(0));
    await user.click(checkButton());
    pace.pause = 150;
    await user.pointer({ keys: '[MouseLeft>]', target: nextButton() });
    await user.pointer({ keys: '[/MouseLeft]', target: nextButton() });
    expect(isAt(1)).toBe(true);
  });

  it('reads to a screen reader as disabled for the moment', async () => {
    const { user } = await openShort();
    await user.click(option(0));
    await user.click(checkButton());
    expect(nextButton().ariaDisabled).toBe('true');
    await act(() => expect.poll(() => nextButton().ariaDisabled).toBeNull());
  });
});

describe('a double press of Enter', () => {
  it('checks and goes no further', async () => {
    const { user } = await openShort();
    await user.keyboard('1');
    await user.keyboard('{Enter}');
    pace.pause = 150;
    await user.keyboard('{Enter}');
    expect(isAt(1)).toBe(true);
    pace.pause = 500;
    await user.keyboard('{Enter}');
    await seeQuestion(2);
  });

  it('ends nothing when it skips to the last question of a mock exam', async () => {
    const { user } = openApp('/exams/aws/A%20Short%20Exam?minutes=30');
    await seeQuestion(1);
    await jump(user, 3);
    await user.click(nextButton());
    await seeQuestion(4);
    pace.pause = 150;
    await user.click(main());
    expect(screen.queryByText('Exam Complete!')).toBeNull();
    pace.pause = 500;
    await user.click(main());
    await user.click(await screen.findByRole('button', { name: 'Finish now' }));
    await screen.findByText('Exam Complete!');
  });
});

describe('a key that is held', () => {
  const repeat = (key: string, target: Element = document.body) => {
    const event = createEvent.keyDown(target, { key, repeat: true });
    fireEvent(target, event);
    return event;
  };

  it.each(['Enter', 'ArrowRight', 'n', '1', 'f'])('acts once: %s', async (key) => {
    const { user } = await openShort();
    await user.click(option(1));
    repeat(key);
    expect(isAt(1)).toBe(true);
    expect(option(1).checked).toBe(true);
    expect(screen.queryByText('Not quite')).toBeNull();
    expect(screen.getByRole('button', { name: 'Flag' }).getAttribute('aria-pressed')).toBe('false');
  });

  it('does not press a button again and again', async () => {
    const { user } = await openShort();
    await user.click(option(0));
    expect(repeat('Enter', checkButton()).defaultPrevented).toBe(true);
  });
});

describe('the arrow keys', () => {
  it('leave the question alone while an option has the focus', async () => {
    const { user } = await openShort();
    option(0).focus();
    await user.keyboard('{ArrowRight}{ArrowLeft}{ArrowDown}');
    expect(isAt(1)).toBe(true);
    expect(options().some((input) => input.checked)).toBe(true);
  });

  it('leave it alone on a box to tick, too, and move it from elsewhere', async () => {
    const { user } = renderApp('/exams/aws/Every%20Kind');
    await screen.findByText('Which one is right?');
    await user.keyboard('{ArrowRight}');
    await screen.findByText(/Which two are right/);
    option(0).focus();
    await user.keyboard('{ArrowRight}{ArrowLeft}');
    expect(screen.getByText('Question 2 of 10')).toBeTruthy();
  });
});

describe('the options of a question', () => {
  it('are one group with the question for its name, and one stop for Tab', async () => {
    const { user } = await openShort();
    const group = screen.getByRole('radiogroup', { name: 'What is question 01?' });
    expect(within(group).getAllByRole('radio')).toHaveLength(4);
    expect(new Set(options().map(({ name }) => name)).size).toBe(1);
    expect(option(0).name).not.toBe('');
    option(0).focus();
    await user.tab();
    expect(options()).not.toContain(document.activeElement);
  });
});

describe('the keys that are single characters', () => {
  const switchOff = async () => {
    const app = await openShort();
    await app.user.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }));
    const help = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    const choice = help.getByRole<HTMLInputElement>('checkbox', { name: /Letters, digits/ });
    await app.user.click(choice);
    await app.user.click(help.getByRole('button', { name: 'Close' }));
    return { ...app, choice };
  };

  it('can be switched off, and Enter and the arrow keys go on working', async () => {
    const { user, choice } = await switchOff();
    expect(choice.checked).toBe(false);
    await user.keyboard('1nf?');
    expect(isAt(1)).toBe(true);
    expect(option(0).checked).toBe(false);
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.keyboard('{ArrowRight}');
    await seeQuestion(2);
    expect(localStorage.getItem('letter-keys')).toBe('off');
  });

  it('can be switched on again', async () => {
    const { user } = await switchOff();
    await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }));
    const help = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    await user.click(help.getByRole('checkbox', { name: /Letters, digits/ }));
    await user.click(help.getByRole('button', { name: 'Close' }));
    await user.keyboard('1');
    expect(option(0).checked).toBe(true);
  });
});
