import { screen } from '@testing-library/react';

/** What a learner sees of the exam runner and takes hold of, by role and visible words. */

/** Of the question or the sample alone: the summary and the settings have boxes of their own. */
export const options = () => [
  ...document.querySelectorAll<HTMLInputElement>('[data-slot=options] input, [name=sample]'),
];

/** One option by its place from 0. */
export const option = (place: number) => options()[place] as HTMLInputElement;

/** What describes each option to a screen reader: its verdict and its note. */
export const descriptions = () =>
  options().map((input) =>
    (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent?.trim())
      .join(' '),
  );

/** What each option shows of its verdict in words, once checked. */
export const verdictTags = () =>
  options().map(
    (input) =>
      input.labels?.[0]?.querySelector(':scope > [aria-hidden]:not([data-slot])')?.textContent,
  );

/** How each option is shown once checked; undefined before. */
export const verdicts = () =>
  options().map((input) => input.closest<HTMLElement>('[data-verdict]')?.dataset.verdict);

export const checkButton = () => screen.getByRole('button', { name: 'Check Answer' });
export const nextButton = () => screen.getByRole('button', { name: 'Next Question' });
export const findButton = (name: string | RegExp) => screen.findByRole('button', { name });

/** The button of a question in the grid, by its number from 1. */
export const numberButton = (number: number) =>
  screen.getByRole('button', { name: new RegExp(`^Question ${number}, `) });

/** The grid's buttons as they are called, such as 'Question 1, correct'. */
export const gridNames = () =>
  screen
    .getAllByRole('button', { name: /^Question \d+, / })
    .map((button) => button.getAttribute('aria-label'));

export const progress = () => screen.getByRole('progressbar').getAttribute('aria-valuenow');
