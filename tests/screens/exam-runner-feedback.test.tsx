import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import '#support/console-watch.ts';
import type { Question } from '#contract/wire.ts';
import { type AppOptions, renderApp } from '#support/render-app.tsx';
import { checkButton, descriptions, option } from '#support/runner-view.ts';
import { bankOf } from '#support/test-bank.ts';
import { plainQuestion } from '#support/test-questions.ts';

const REPORT =
  'https://issues.example/new?title={questionId}&body=In%20{examId}%20of%20{providerId}';

/** The first question of an exam, checked with one of its options. */
const check = async (extras: Partial<Question>, place = 1, config: AppOptions['config'] = {}) => {
  const questions = {
    'q/1 & 2': plainQuestion('Which one is right?', extras),
    last: plainQuestion('And which one here?'),
  };
  const bank = bankOf({ id: 'two', name: 'C# & 50%', questions });
  const address = `/exams/aws/${encodeURIComponent('C# & 50%')}`;
  const { user } = renderApp(address, {
    bank,
    config: { apiUrl: '/', discussionUrl: false, ...(config as object) },
  });
  await screen.findByText('Which one is right?');
  expect(screen.queryByRole('region', { name: 'Explanation' })).toBeNull();
  await user.click(option(place));
  await user.click(checkButton());
  return within(await screen.findByRole('region', { name: 'Explanation' }));
};

describe('after Check Answer', () => {
  it('the verdict is told in words, with the score', async () => {
    await check({}, 1);
    const said = screen.getByText('Not quite').closest('[role=status]');
    expect(said?.textContent).toBe('Not quiteIncorrect. Score: 0 of 1 answered.');
  });

  it('the reason stands beside a wrong verdict, and only on the option where it is right', async () => {
    const reasons = () => document.querySelectorAll('[role=status] [data-text]');
    await check({}, 1);
    expect([...reasons()].map((reason) => reason.getAttribute('data-text'))).toEqual([
      'It is not.',
    ]);
    cleanup();
    await check({}, 0);
    expect(reasons()).toHaveLength(0);
    expect(descriptions()[0]).toBe('Your choice, correct. It is.');
  });

  it('each option says why it is right or wrong, and what became of it', async () => {
    await check({}, 1);
    expect(descriptions()).toEqual([
      'Correct answer. It is.',
      'Your choice, wrong. It is not.',
      'Incorrect, not chosen.',
      'Incorrect, not chosen.',
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Why not the others?' }));
    expect(descriptions()).toEqual([
      'Correct answer. It is.',
      'Your choice, wrong. It is not.',
      'Incorrect, not chosen. Nearly, though.',
      'Incorrect, not chosen. Not even close.',
    ]);
  });

  it('options without notes still say what became of them', async () => {
    await check({ optionNotes: undefined }, 0);
    expect(descriptions()).toEqual([
      'Your choice, correct.',
      ...Array(3).fill('Incorrect, not chosen.'),
    ]);
  });

  it('notes that are not one an option are left out, as nobody knows whose they are', async () => {
    await check({ optionNotes: ['Whose is this?'] });
    expect(screen.queryByText('Whose is this?')).toBeNull();
  });

  it('the explanation and every reference are there', async () => {
    const references = ['one', 'two'].map((title) => ({
      title,
      url: `https://docs.example/${title}`,
    }));
    const feedback = await check({ explanation: 'Because it is so.', references });
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

  it.each(['http://docs.example/', 'javascript:alert(1)', 'data:text/html,hi', '/docs', 'docs'])(
    'a reference to %s is no link',
    async (url) => {
      const feedback = await check({ references: [{ title: 'Docs', url }] });
      expect(feedback.queryAllByRole('link')).toEqual([]);
    },
  );

  it('a question that teaches nothing shows nothing of it', async () => {
    const nothing = { explanation: undefined, references: undefined, optionNotes: undefined };
    const feedback = await check(nothing);
    expect(feedback.queryByRole('paragraph')).toBeNull();
    expect(feedback.queryAllByRole('link')).toEqual([]);
  });
});

describe('reporting a mistake', () => {
  it('opens a page that knows the question and its exam, and learns nothing else', async () => {
    const feedback = await check({ references: [] }, 1, { reportUrl: REPORT });
    const link = feedback.getByRole('link', { name: /^Report a mistake/ });
    expect(link.getAttribute('href')).toBe(
      'https://issues.example/new?title=q%2F1%20%26%202&body=In%20C%23%20%26%2050%25%20of%20aws',
    );
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toBe('noopener noreferrer');
  });

  it.each([
    undefined,
    'http://issues.example/{questionId}',
    'javascript:alert("{questionId}")',
    'data:text/html,{questionId}',
    '//issues.example/{questionId}',
    'https://issues.example/without-a-place',
  ])('is not offered where its address is %s', async (reportUrl) => {
    const feedback = await check({ references: [] }, 1, { reportUrl });
    expect(feedback.queryAllByRole('link')).toEqual([]);
  });
});
