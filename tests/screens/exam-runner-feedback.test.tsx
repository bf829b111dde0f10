import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Question } from '#contract/wire.ts';
import { type AppOptions, renderApp } from '#support/render-app.tsx';
import { checkButton, descriptions, option } from '#support/runner-view.ts';
import { bankOf } from '#support/test-bank.ts';
import { plainQuestion } from '#support/test-questions.ts';

const REPORT =
  'https://issues.example/new?title={questionId}&body=In%20{examId}%20of%20{providerId}';

/** The explanation of an exam's first question, checked with one of its options. */
const check = async (
  extras: Partial<Question>,
  place = 1,
  config: AppOptions['config'] = {},
  isWide = true,
) => {
  const questions = {
    'q/1 & 2': plainQuestion('Which one is right?', extras),
    last: plainQuestion('And which one here?'),
  };
  const bank = bankOf({ id: 'two', name: 'C# & 50%', questions });
  const address = `/exams/aws/${encodeURIComponent('C# & 50%')}`;
  const { user } = renderApp(address, {
    bank,
    isWide,
    config: { apiUrl: '/', discussionUrl: false, ...(config as object) },
  });
  await screen.findByText('Which one is right?');
  expect(screen.queryByRole('region', { name: 'Explanation' })).toBeNull();
  await user.click(option(place));
  await user.click(checkButton());
  return within(await screen.findByRole('region', { name: 'Explanation' }));
};

/** The verdict: what is shown and what a screen reader says. */
const verdict = () => {
  const line = document.querySelector('[role=status] > [data-verdict]');
  return {
    shown: line?.querySelector(':scope > [aria-hidden]')?.textContent.trim(),
    said: line?.querySelector('.visually-hidden')?.textContent.replace(/\s+/g, ' '),
  };
};

/** What each option says after the check; the notes of the others are on demand. */
const folded = (first: string) => [first, ...Array(3).fill('Incorrect, not chosen.')];

describe('after Check Answer', () => {
  it('a wrong choice has a verdict in words, the answer’s letter, and both notes', async () => {
    await check({}, 1);
    expect(verdict()).toEqual({
      shown: 'Not quite. The answer is A.',
      said: 'Incorrect. The answer is A. Score: 0 of 1 answered.',
    });
    const shown = ['Correct answer. It is.', 'Your choice, wrong. It is not.'];
    const other = 'Incorrect, not chosen.';
    expect(descriptions()).toEqual([...shown, other, other]);
    fireEvent.click(screen.getByRole('button', { name: 'Why not the others?' }));
    expect(descriptions()).toEqual([
      ...shown,
      `${other} Nearly, though.`,
      `${other} Not even close.`,
    ]);
  });

  it('a missed answer is named in the verdict and has its note', async () => {
    await check({ answers: ['right', 'far off'] }, 0);
    expect(verdict().shown).toBe('Not quite. The answers are A and D.');
    expect(descriptions()[3]).toBe('Correct answer, missed. Not even close.');
  });

  it('a right choice has no answer in the verdict; its note is on the option only', async () => {
    await check({}, 0);
    expect(verdict()).toEqual({
      shown: 'Correct!',
      said: 'Correct. Score: 1 of 1 answered.',
    });
    expect(descriptions()).toEqual(folded('Your choice, correct. It is.'));
    expect(screen.getAllByText('It is.')).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Why not the others?' }));
    expect(descriptions()[1]).toBe('Incorrect, not chosen. It is not.');
  });

  it.each([true, false])('notes stand inside of their options; wide: %s', async (isWide) => {
    await check({}, 1, {}, isWide);
    fireEvent.click(screen.getByRole('button', { name: 'Why not the others?' }));
    for (const [place, note] of plainQuestion('').optionNotes?.entries() ?? []) {
      expect(option(place).closest('[data-slot=option]')?.textContent).toContain(note);
      expect(screen.getAllByText(note)).toHaveLength(1);
    }
  });

  it('each option keeps the letter that the verdict names, and its text alone as its name', async () => {
    const texts = ['right', 'b', 'c', 'd', 'e', 'f', 'seventh', 'eighth'];
    await check({ options: texts, answers: ['seventh'], optionNotes: undefined }, 1);
    const letters = [...document.querySelectorAll('[data-slot=letter]')];
    expect(letters.map(({ textContent }) => textContent)).toEqual([...'ABCDEF78']);
    expect(verdict().shown).toBe('Not quite. The answer is 7.');
    for (const [place, name] of texts.entries()) {
      expect(screen.getByRole('radio', { name })).toBe(option(place));
    }
  });

  it.each([
    ['no notes', undefined],
    ['another number of notes than options', ['Whose is this?']],
  ])('%s: options say only what became of them', async (_, optionNotes) => {
    await check({ optionNotes }, 0);
    expect(descriptions()).toEqual(folded('Your choice, correct.'));
  });

  it('the explanation and every reference are shown', async () => {
    const references = ['one', 'two'].map((title) => ({
      title,
      url: `https://docs.example/${title}`,
    }));
    const feedback = await check({ explanation: 'Because it is so.', references });
    expect(feedback.getByRole('heading', { name: 'Explanation' })).toBeTruthy();
    expect(feedback.getByText('Because it is so.')).toBeTruthy();
    const links = feedback.getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      'https://docs.example/one',
      'https://docs.example/two',
    ]);
    for (const link of links) {
      expect(link.getAttribute('target')).toBe('_blank');
      expect(link.getAttribute('rel')).toBe('noopener noreferrer');
      expect(link.textContent).toMatch(/opens in a new tab/);
    }
  });

  it('a reference is a link only to a whole https address', async () => {
    const urls = [
      'http://docs.example/',
      'javascript:alert(1)',
      'data:text/html,hi',
      '/docs',
      'docs',
    ];
    const feedback = await check({ references: urls.map((url) => ({ title: 'Docs', url })) });
    expect(feedback.queryAllByRole('link')).toEqual([]);
  });

  it('a question without explanation and references shows neither', async () => {
    const nothing = { explanation: undefined, references: undefined, optionNotes: undefined };
    const feedback = await check(nothing);
    expect(feedback.queryByRole('heading')).toBeNull();
    expect(feedback.queryAllByRole('paragraph')).toEqual([]);
    expect(feedback.queryAllByRole('link')).toEqual([]);
  });
});

describe('reporting a mistake', () => {
  it('opens a page with the ids of the question and its exam', async () => {
    const feedback = await check({ references: [] }, 1, { reportUrl: REPORT });
    const link = feedback.getByRole('link', { name: /^Report a mistake/ });
    expect(link.getAttribute('href')).toBe(
      'https://issues.example/new?title=q%2F1%20%26%202&body=In%20C%23%20%26%2050%25%20of%20aws',
    );
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toBe('noopener noreferrer');
  });

  it.each([undefined, 'http://issues.example/{questionId}'])(
    'is not offered if its address is %s',
    async (reportUrl) => {
      const feedback = await check({ references: [] }, 1, { reportUrl });
      expect(feedback.queryAllByRole('link')).toEqual([]);
    },
  );
});

describe('a table of look-alikes', () => {
  const table = {
    ...{ id: 'queues', title: 'Queues and topics', columns: ['Service', 'Choose it when'] },
    rows: [['Amazon SQS', 'One reader takes each `message`'], ['Amazon SNS']],
    questionIds: ['one'],
  };
  const questions = { one: plainQuestion('Which one is right?'), two: plainQuestion('And here?') };
  const bank = bankOf({ id: 'two', name: 'Two', questions, lookAlikes: [table] });

  it('stands below the explanation of a question that it helps with, once that is checked', async () => {
    const { user } = renderApp('/exams/aws/Two', { bank });
    await screen.findByText('Which one is right?');
    expect(screen.queryByRole('table')).toBeNull();
    await user.click(option(1));
    await user.click(checkButton());
    const shown = within(await screen.findByRole('table', { name: 'Queues and topics' }));
    expect(shown.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Service',
      'Choose it when',
    ]);
    const rows = shown.getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      'Amazon SQSChoose it when: One reader takes each message',
      'Amazon SNSChoose it when: ',
    ]);
    expect(shown.getByText('message').tagName).toBe('CODE');
    await user.click(screen.getByRole('button', { name: 'Next Question' }));
    await screen.findByText('And here?');
    await user.click(option(1));
    await user.click(checkButton());
    await screen.findByRole('region', { name: 'Explanation' });
    expect(screen.queryByRole('table')).toBeNull();
  });
});
