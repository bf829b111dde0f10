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

/** What each option says after the check, without the notes of the others. */
const folded = (first: string, second: string) => [
  first,
  second,
  'Incorrect, not chosen.',
  'Incorrect, not chosen.',
];

describe('after Check Answer', () => {
  it('a wrong choice has a verdict in words, its reason, and the notes of the others on demand', async () => {
    await check({}, 1);
    const said = screen.getByText('Not quite').closest('[role=status]');
    expect(said?.textContent).toBe('Not quiteIncorrect. Score: 0 of 1 answered.');
    expect(said?.querySelector('[data-text]')?.getAttribute('data-text')).toBe('It is not.');
    const shown = ['Correct answer. It is.', 'Your choice, wrong. It is not.'] as const;
    expect(descriptions()).toEqual(folded(...shown));
    fireEvent.click(screen.getByRole('button', { name: 'Why not the others?' }));
    expect(descriptions()).toEqual([
      ...shown,
      'Incorrect, not chosen. Nearly, though.',
      'Incorrect, not chosen. Not even close.',
    ]);
  });

  it('the reason is about the missed answer if no choice is wrong', async () => {
    await check({ answers: ['right', 'far off'] }, 0);
    const reason = document.querySelector<HTMLElement>('[role=status] [data-text]');
    expect(reason?.dataset.text).toBe('Not even close.');
  });

  it('a right choice has its reason on the option only', async () => {
    await check({}, 0);
    expect(document.querySelector('[role=status] [data-text]')).toBeNull();
    expect(descriptions()[0]).toBe('Your choice, correct. It is.');
  });

  it.each([
    ['no notes', undefined],
    ['another number of notes than options', ['Whose is this?']],
  ])('%s: options say only what became of them', async (_, optionNotes) => {
    await check({ optionNotes }, 0);
    expect(descriptions()).toEqual(folded('Your choice, correct.', 'Incorrect, not chosen.'));
  });

  it('the explanation and every reference are shown', async () => {
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
    expect(feedback.queryByRole('paragraph')).toBeNull();
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
