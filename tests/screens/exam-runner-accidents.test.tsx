import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '#support/render-app.tsx';
import { option, options } from '#support/runner-view.ts';
import { openShort, seeQuestion } from '#support/short-exam.tsx';

const isAt = (number: number) => screen.queryByText(`Question ${number} of 4`) !== null;

it('a held key acts once', async () => {
  const { user } = await openShort();
  await user.click(option(1));
  for (const key of ['Enter', 'ArrowRight', 'n', '1', 'f']) {
    fireEvent.keyDown(document.body, { key, repeat: true });
  }
  expect(isAt(1)).toBe(true);
  expect(option(1).checked).toBe(true);
  expect(screen.queryByText('Not quite.')).toBeNull();
  expect(screen.getByRole('button', { name: 'Flag' }).getAttribute('aria-pressed')).toBe('false');
});

describe('the options of a question', () => {
  it('are one group named by the question and one Tab stop, and keep the arrow keys', async () => {
    const { user } = await openShort();
    const group = screen.getByRole('radiogroup', { name: 'What is question 01?' });
    expect(within(group).getAllByRole('radio')).toHaveLength(4);
    expect(new Set(options().map(({ name }) => name)).size).toBe(1);
    expect(option(0).name).not.toBe('');
    option(0).focus();
    await user.keyboard('{ArrowRight}{ArrowLeft}{ArrowDown}');
    expect(isAt(1)).toBe(true);
    expect(options().some((input) => input.checked)).toBe(true);
    await user.tab();
    expect(options()).not.toContain(document.activeElement);
  });

  it('keep the arrow keys as checkboxes, too; elsewhere these change the question', async () => {
    const { user } = renderApp('/exams/aws/Every%20Kind');
    await screen.findByText('Which one is right?');
    await user.keyboard('{ArrowRight}');
    await screen.findByText(/Which two are right/);
    option(0).focus();
    await user.keyboard('{ArrowRight}{ArrowLeft}');
    expect(screen.getByText('Question 2 of 10')).toBeTruthy();
  });
});

it('single-character keys can be switched off and on; Enter and the arrow keys keep working', async () => {
  const { user } = await openShort();
  const toggle = async () => {
    await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }));
    const help = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    const choice = help.getByRole<HTMLInputElement>('checkbox', {
      name: 'Use single-key shortcuts',
    });
    await user.click(choice);
    await user.click(help.getByRole('button', { name: 'Close' }));
    return choice.checked;
  };
  expect(await toggle()).toBe(false);
  expect(localStorage.getItem('letter-keys')).toBe('off');
  await user.keyboard('1nf?');
  expect(isAt(1)).toBe(true);
  expect(option(0).checked).toBe(false);
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.keyboard('{ArrowRight}');
  await seeQuestion(2);
  expect(await toggle()).toBe(true);
  await user.keyboard('1');
  expect(option(0).checked).toBe(true);
});
