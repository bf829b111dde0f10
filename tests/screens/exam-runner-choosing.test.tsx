import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderApp } from '#support/render-app.tsx';
import {
  checkButton,
  nextButton,
  numberButton,
  option,
  options,
  verdicts,
} from '#support/runner-view.ts';
import { bankOf } from '#support/test-bank.ts';
import { plainQuestion } from '#support/test-questions.ts';

const several = (stem: string, answers: string[]) =>
  plainQuestion(stem, { options: ['a', 'b', 'c', 'd', 'e'], answers, optionNotes: undefined });
const questions = {
  three: several('Which three are right? (Choose THREE.)', ['a', 'b', 'c']),
  two: several('Which two are right? (Choose TWO.)', ['a', 'b']),
  open: several('Which are right?', ['a', 'b']),
  single: plainQuestion('Which one is right? (Choose two or more times.)'),
};
const bank = bankOf({ id: 'counted', name: 'Counted', questions });

const open = async (number: number, stem: RegExp, search = '') => {
  const { user } = renderApp(`/exams/aws/Counted${search}`, { bank });
  await screen.findByRole('article');
  if (number > 1) await user.click(numberButton(number));
  await screen.findByText(stem);
  return user;
};
const jump = async (user: UserEvent, number: number, stem: RegExp) => {
  await user.click(numberButton(number));
  await screen.findByText(stem);
};
/** The line at the options; undefined if there is none. */
const line = () =>
  document.querySelector('[data-slot="options"] [role="status"]')?.textContent ?? undefined;
const isOver = () =>
  document.querySelector('[data-slot="options"] [role="status"]')?.hasAttribute('data-over');
const chosen = () => options().flatMap(({ checked }, place) => (checked ? [place] : []));
const choose = async (user: UserEvent, ...places: number[]) => {
  for (const place of places) await user.click(option(place));
};
const isChecked = () => verdicts().every((verdict) => verdict !== undefined);

describe('a question that states how many options to choose', () => {
  it('counts the choices above its options, until the check', async () => {
    const user = await open(2, /^Which two/);
    expect(line()).toBe('0 of 2 chosen');
    const status = within(screen.getByRole('group', { name: /^Which two/ })).getByRole('status');
    expect(status.nextElementSibling?.contains(option(0)), 'above the options').toBe(true);
    await choose(user, 0);
    expect(line()).toBe('1 of 2 chosen');
    await choose(user, 1, 0);
    expect(line()).toBe('1 of 2 chosen');
    await choose(user, 0);
    expect(line()).toBe('2 of 2 chosen');
    await user.click(checkButton());
    expect(screen.getByText('Correct!')).toBeTruthy();
    expect(line()).toBeUndefined();
  });

  it.each([
    ['a click', (user: UserEvent) => user.click(option(2))],
    ['a letter', (user: UserEvent) => user.keyboard('c')],
    ['a digit', (user: UserEvent) => user.keyboard('3')],
    [
      'the space bar',
      (user: UserEvent) => {
        option(2).focus();
        return user.keyboard(' ');
      },
    ],
  ])('toggles a further option by %s, and says that it is one too many', async (_, add) => {
    const user = await open(2, /^Which two/);
    await choose(user, 0, 4);
    expect(isOver()).toBe(false);
    await add(user);
    expect(chosen()).toEqual([0, 2, 4]);
    expect(line()).toBe('3 of 2 chosen');
    expect(isOver(), 'in amber').toBe(true);
    await choose(user, 4);
    expect(line()).toBe('2 of 2 chosen');
    expect(isOver()).toBe(false);
  });

  it.each([
    ['fewer', [0], ['correct', 'missed', 'other', 'other', 'other']],
    ['more', [0, 1, 2], ['correct', 'correct', 'wrong', 'other', 'other']],
  ])('grades %s at the first press', async (_, places, expected) => {
    const user = await open(2, /^Which two/);
    await choose(user, ...places);
    await user.click(checkButton());
    expect(verdicts()).toEqual(expected);
    expect(screen.getByText('Score: 0/1')).toBeTruthy();
  });

  it('grades at the first Enter, too', async () => {
    const user = await open(2, /^Which two/);
    await user.keyboard('a{Enter}');
    expect(verdicts()).toEqual(['correct', 'missed', 'other', 'other', 'other']);
  });

  it('counts in a mock exam, too', async () => {
    const user = await open(2, /^Which two/, '?minutes=30');
    await choose(user, 0, 1, 2);
    expect(chosen()).toEqual([0, 1, 2]);
    expect(line()).toBe('3 of 2 chosen');
    await user.click(nextButton());
    await screen.findByText(/^Which are right/);
  });
});

it('another question has no such line, and takes any number of choices', async () => {
  const user = await open(3, /^Which are right/);
  await choose(user, 0, 1, 2);
  expect(chosen()).toEqual([0, 1, 2]);
  expect(line()).toBeUndefined();
  await user.click(checkButton());
  expect(isChecked()).toBe(true);
  await jump(user, 4, /^Which one/);
  expect(line()).toBeUndefined();
});
