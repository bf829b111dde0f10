import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import '#support/console-watch.ts';
import { holdAnswers, placeholders, renderApp } from '#support/render-app.tsx';
import {
  checkButton,
  descriptions,
  numberButton,
  option,
  options,
  progress,
  verdicts,
} from '#support/runner-view.ts';

const EXAM = '/exams/aws/Every%20Kind';
const config = { apiUrl: '/', discussionUrl: 'https://talk.example/s?q={questionId}' };

/** The exam of every kind, at one of its questions. */
const openQuestion = async (number: number, stem: RegExp | string) => {
  const app = renderApp(EXAM, { config });
  await screen.findByText('Which one is right?');
  await app.user.click(numberButton(number));
  await screen.findByText(stem);
  return app;
};

describe('the exam runner', () => {
  it('shows the name, the place, the score and the way back', async () => {
    const { user } = renderApp(EXAM);
    await screen.findByText('Which one is right?');
    expect(screen.getByRole('heading', { level: 1, name: 'Every Kind' })).toBeTruthy();
    expect(screen.getByText('Question 1 of 10')).toBeTruthy();
    expect(screen.getByText('Score: 0/0')).toBeTruthy();
    expect(progress()).toBe('10');
    await user.click(screen.getByRole('link', { name: 'Back to Exams' }));
    expect(location.pathname).toBe('/exams/aws');
  });

  it('shows the place as a share of the exam', async () => {
    await openQuestion(10, /The file of this one is gone/);
    expect(screen.getByText('Question 10 of 10')).toBeTruthy();
    expect(progress()).toBe('100');
    expect(screen.getByRole('progressbar').getAttribute('aria-valuemax')).toBe('100');
  });

  it('shows 4 placeholders while the exam is out, and the progress as unknown', async () => {
    const held = holdAnswers('/api/questions');
    renderApp(EXAM, held);
    await screen.findByRole('status', { name: 'Loading exam' });
    expect(placeholders()).toHaveLength(4);
    expect(progress()).toBeNull();
    await held.release();
    await screen.findByText('Which one is right?');
    expect(placeholders()).toHaveLength(0);
  });

  it('shows 4 placeholders while a question is out, and no answer can be checked', async () => {
    const held = holdAnswers('/api/question');
    renderApp(EXAM, held);
    await screen.findByRole('status', { name: 'Loading question' });
    expect(placeholders()).toHaveLength(4);
    expect(screen.getByText('Question 1 of 10')).toBeTruthy();
    expect(checkButton()).toHaveProperty('disabled', true);
    await held.release();
    await screen.findByText('Which one is right?');
    expect(placeholders()).toHaveLength(0);
    expect(options()).toHaveLength(4);
  });
});

describe('a question with one correct answer', () => {
  it('has radio buttons, of which one is chosen at a time', async () => {
    const { user } = renderApp(EXAM);
    await screen.findByText('Which one is right?');
    const radios = screen.getAllByRole<HTMLInputElement>('radio');
    expect(radios).toHaveLength(4);
    expect(screen.queryAllByRole('checkbox')).toEqual([]);
    await user.click(screen.getByRole('radio', { name: 'wrong' }));
    await user.click(screen.getByRole('radio', { name: 'right' }));
    expect(radios.map((radio) => radio.checked)).toEqual([true, false, false, false]);
  });

  it('can be answered by a click on the words of an option', async () => {
    const { user } = renderApp(EXAM);
    await screen.findByText('Which one is right?');
    await user.click(screen.getByText('almost'));
    expect(option(2).checked).toBe(true);
  });

  it('lets one be chosen with the arrow keys, as radio buttons do', async () => {
    const { user } = renderApp(EXAM);
    await screen.findByText('Which one is right?');
    option(0).focus();
    await user.keyboard(' {ArrowDown}');
    expect(option(1).checked).toBe(true);
  });
});

describe('a question with several correct answers', () => {
  it('has checkboxes, each of which toggles', async () => {
    const { user } = await openQuestion(2, /Which two are right/);
    expect(screen.getAllByRole('checkbox')).toHaveLength(5);
    expect(screen.queryAllByRole('radio')).toEqual([]);
    await user.click(option(0));
    await user.click(option(1));
    await user.click(option(0));
    expect(options().map((box) => box.checked)).toEqual([false, true, false, false, false]);
  });
});

describe('checking the answer', () => {
  it('waits until something is chosen', async () => {
    const { user } = renderApp(EXAM);
    await screen.findByText('Which one is right?');
    expect(checkButton()).toHaveProperty('disabled', true);
    await user.click(option(0));
    expect(checkButton()).toHaveProperty('disabled', false);
  });

  it('waits again once the last of several was taken back', async () => {
    const { user } = await openQuestion(2, /Which two are right/);
    await user.click(option(0));
    await user.click(option(0));
    expect(checkButton()).toHaveProperty('disabled', true);
  });

  it('needs no choice where there are no options', async () => {
    const { user } = await openQuestion(3, 'What would you say?');
    expect(options()).toEqual([]);
    expect(checkButton()).toHaveProperty('disabled', false);
    await user.click(checkButton());
    expect(screen.getByRole('button', { name: 'Next Question' })).toBeTruthy();
    expect(screen.getByText('Score: 0/0')).toBeTruthy();
    expect(screen.getByText('Correct: 0 | Answered: 0 | Total: 10')).toBeTruthy();
    expect(numberButton(3).getAttribute('aria-label')).toBe('Question 3, seen');
  });

  it('turns the correct option green and dims the others', async () => {
    const { user } = renderApp(EXAM);
    await screen.findByText('Which one is right?');
    expect(verdicts()).toEqual(Array(4).fill(undefined));
    await user.click(option(0));
    await user.click(checkButton());
    expect(verdicts()).toEqual(['correct', 'other', 'other', 'other']);
    expect(screen.getByText('Score: 1/1')).toBeTruthy();
    expect(screen.getByText('Correct')).toBeTruthy();
  });

  it('turns a wrong choice red as well', async () => {
    const { user } = renderApp(EXAM);
    await screen.findByText('Which one is right?');
    await user.click(option(3));
    await user.click(checkButton());
    expect(verdicts()).toEqual(['correct', 'other', 'other', 'wrong']);
    expect(screen.getByText('Score: 0/1')).toBeTruthy();
    expect(screen.getByText('Not quite')).toBeTruthy();
  });

  it('judges every option of several, and half of the answers is not correct', async () => {
    const { user } = await openQuestion(2, /Which two are right/);
    await user.click(option(0));
    await user.click(option(1));
    await user.click(checkButton());
    expect(verdicts()).toEqual(['correct', 'wrong', 'correct', 'other', 'other']);
    expect(screen.getByText('Score: 0/1')).toBeTruthy();
  });

  it('takes all answers of several for correct', async () => {
    const { user } = await openQuestion(2, /Which two are right/);
    await user.click(option(2));
    await user.click(option(0));
    await user.click(checkButton());
    expect(screen.getByText('Score: 1/1')).toBeTruthy();
  });

  it('tells by words, too, what the colours say', async () => {
    const { user } = renderApp(EXAM);
    await screen.findByText('Which one is right?');
    await user.click(option(1));
    await user.click(checkButton());
    expect(descriptions()[0]).toMatch(/^Correct answer\./);
    expect(descriptions()[1]).toMatch(/^Your choice, wrong\./);
  });

  it('locks the selection', async () => {
    const { user } = renderApp(EXAM);
    await screen.findByText('Which one is right?');
    await user.click(option(1));
    await user.click(checkButton());
    expect(options().every((radio) => radio.disabled)).toBe(true);
    await user.click(option(0));
    await user.click(screen.getByText('right'));
    expect(options().map((radio) => radio.checked)).toEqual([false, true, false, false]);
    expect(screen.queryByRole('button', { name: 'Check Answer' })).toBeNull();
    expect(screen.getByText('Score: 0/1')).toBeTruthy();
  });

  it('is always wrong where the answer is no option', async () => {
    const { user } = await openQuestion(5, 'Whose answer is no option?');
    await user.click(option(0));
    await user.click(checkButton());
    expect(verdicts()).toEqual(['wrong', 'other', 'other', 'other']);
    expect(screen.getByText('Score: 0/1')).toBeTruthy();
  });

  it('keeps equal options apart', async () => {
    const { user } = await openQuestion(4, 'Which of the two equal ones?');
    await user.click(option(3));
    expect(options().map((radio) => radio.checked)).toEqual([false, false, false, true]);
    await user.click(checkButton());
    expect(verdicts()).toEqual(['correct', 'correct', 'other', 'wrong']);
  });

  it('shows what the question teaches', async () => {
    const { user } = renderApp(EXAM);
    await screen.findByText('Which one is right?');
    expect(screen.queryByText('It says so on the option.')).toBeNull();
    await user.click(option(0));
    await user.click(checkButton());
    expect(screen.getByText('It says so on the option.')).toBeTruthy();
    expect(screen.getByText('It is.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Why not the others?' }));
    expect(screen.getByText('Nearly, though.')).toBeTruthy();
    const reference = screen.getByRole('link', { name: /^The documentation/ });
    expect(reference.getAttribute('href')).toBe('https://docs.example.com/right');
    expect(reference.getAttribute('rel')).toBe('noopener noreferrer');
  });
});

describe('the discussion of a question', () => {
  it('opens in a new tab, once the answer was checked', async () => {
    const { user } = await openQuestion(2, /Which two are right/);
    expect(screen.queryByRole('link', { name: /Discussion/ })).toBeNull();
    await user.click(option(0));
    await user.click(checkButton());
    const link = screen.getByRole('link', { name: /^Discussion/ });
    expect(link.getAttribute('href')).toBe('https://talk.example/s?q=multiple');
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toBe('noopener noreferrer');
  });

  it('is found for a question whose id is no plain word', async () => {
    const { user } = renderApp('/exams/a%2Fb/a%2Fb', { config });
    await screen.findByText('Look at this:');
    await user.click(option(0));
    await user.click(checkButton());
    expect(screen.getByRole('link', { name: /^Discussion/ }).getAttribute('href')).toBe(
      'https://talk.example/s?q=q%2F1%2050%25',
    );
  });

  it.each([
    ['no site for it', {}],
    ['none that can be used', { discussionUrl: 'http://talk.example/{questionId}' }],
  ])('is looked for by exam and words where the configuration names %s', async (_, named) => {
    const { user } = renderApp(EXAM, { config: { apiUrl: '/', ...named } });
    await screen.findByText('Which one is right?');
    await user.click(option(0));
    await user.click(checkButton());
    const { protocol, searchParams } = new URL(
      screen.getByRole('link', { name: /^Discussion/ }).getAttribute('href') ?? '',
    );
    expect(protocol).toBe('https:');
    expect([...searchParams.values()].join()).toBe('Every Kind Which one is right?');
  });

  it('is left out where the configuration turns it off', async () => {
    const { user } = renderApp(EXAM, { config: { apiUrl: '/', discussionUrl: false } });
    await screen.findByText('Which one is right?');
    await user.click(option(0));
    await user.click(checkButton());
    expect(screen.queryByRole('link', { name: /Discussion|Report/ })).toBeNull();
  });
});

describe('the words of a question', () => {
  it('are text, never markup', async () => {
    const { user } = await openQuestion(
      6,
      'Is <b>bold</b> &amp; <script>alert(1)</script> only text?',
    );
    const main = screen.getByRole('main');
    expect(main.querySelector('b, i, script')).toBeNull();
    expect(options()).toHaveLength(4);
    expect(screen.getByText('</p>')).toBeTruthy();
    expect(screen.getByText('&lt;')).toBeTruthy();
    expect(screen.getByText('"\'`$')).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: '<i>right</i>' }));
    await user.click(checkButton());
    expect(screen.getByText('Score: 1/1')).toBeTruthy();
  });
});
