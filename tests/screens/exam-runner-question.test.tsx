import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Question } from '#contract/wire.ts';
import { emptyDocument } from '#offline/library/exam-document.ts';
import { broadcast } from '#offline/library/exam-library.ts';
import { renderApp } from '#support/render-app.tsx';
import {
  checkButton,
  descriptions,
  numberButton,
  option,
  options,
  progress,
  verdicts,
  verdictTags,
} from '#support/runner-view.ts';
import { bankOf } from '#support/test-bank.ts';
import { everyKind, plainQuestion } from '#support/test-questions.ts';

const EXAM = '/exams/aws/Every%20Kind';
const FIRST = 'Which one is right?';
const SEVERAL = /Which two are right/;
const config = { apiUrl: '/', discussionUrl: 'https://talk.example/s?q={questionId}' };

/** The exam with a question of every kind, at one of them. */
const openQuestion = async (number = 1, stem: RegExp | string = FIRST, own: object = config) => {
  const app = renderApp(EXAM, { config: own });
  await screen.findByText(FIRST);
  if (number > 1) await app.user.click(numberButton(number));
  await screen.findByText(stem);
  return app;
};
type App = Awaited<ReturnType<typeof openQuestion>>;

const check = async ({ user }: App, ...places: number[]) => {
  for (const place of places) await user.click(option(place));
  await user.click(checkButton());
};
const checked = () => options().map((input) => input.checked);
const discussion = () => screen.getByRole('link', { name: /^Discussion/ });

it.each([
  ['أي خدمة تناسب؟', ['rtl', 'auto', 'rtl']],
  ['Which service fits?', ['auto', 'auto', 'auto']],
])('options stand in the direction of “%s” where they hold words of it', async (stem, expected) => {
  const texts = ['Amazon S3 للملفات', 'Amazon S3', 'خدمة'];
  const question = plainQuestion(stem, {
    options: texts,
    answers: ['خدمة'],
    optionNotes: undefined,
  });
  renderApp('/exams/aws/Arabic', {
    bank: bankOf({ id: 'arabic', name: 'Arabic', questions: { one: question } }),
  });
  await screen.findByText(stem);
  const directions = options().map((option) =>
    option.closest('label')?.querySelector('span[dir]')?.getAttribute('dir'),
  );
  expect(directions).toEqual(expected);
});

describe('the exam runner', () => {
  it('shows the name, the position, the score, the progress and the way back', async () => {
    const { user } = await openQuestion();
    expect(screen.getByRole('heading', { level: 1, name: 'Every Kind' })).toBeTruthy();
    expect(screen.getByText('Question 1 of 10')).toBeTruthy();
    expect(screen.getByText('Score: 0/0')).toBeTruthy();
    expect(progress()).toBe('10');
    await user.click(numberButton(10));
    expect(screen.getByText('Question 10 of 10')).toBeTruthy();
    expect(progress()).toBe('100');
    expect(screen.getByRole('progressbar').getAttribute('aria-valuemax')).toBe('100');
    await user.click(screen.getByRole('link', { name: 'Back to Exams' }));
    expect(location.pathname).toBe('/exams/aws');
  });
});

describe('choosing', () => {
  it('one correct answer: radio buttons, by click on the option or its text, or by arrow key', async () => {
    const { user } = await openQuestion();
    expect(screen.getAllByRole('radio')).toHaveLength(4);
    expect(screen.queryAllByRole('checkbox')).toEqual([]);
    expect(checkButton()).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('radio', { name: 'wrong' }));
    await user.click(screen.getByRole('radio', { name: 'right' }));
    expect(checked()).toEqual([true, false, false, false]);
    expect(checkButton()).toHaveProperty('disabled', false);
    await user.click(screen.getByText('almost'));
    expect(checked()).toEqual([false, false, true, false]);
    option(0).focus();
    await user.keyboard(' {ArrowDown}');
    expect(option(1).checked).toBe(true);
  });

  it('several correct answers: checkboxes that toggle, of which at least one must be chosen', async () => {
    const { user } = await openQuestion(2, SEVERAL);
    expect(screen.getAllByRole('checkbox')).toHaveLength(5);
    expect(screen.queryAllByRole('radio')).toEqual([]);
    for (const place of [0, 1, 0]) await user.click(option(place));
    expect(checked()).toEqual([false, true, false, false, false]);
    await user.click(option(1));
    expect(checkButton()).toHaveProperty('disabled', true);
  });

  it('equal options are kept apart', async () => {
    const app = await openQuestion(4, 'Which of the two equal ones?');
    await app.user.click(option(3));
    expect(checked()).toEqual([false, false, false, true]);
    await check(app);
    expect(verdicts()).toEqual(['correct', 'correct', 'other', 'wrong']);
  });
});

describe('Check Answer', () => {
  it.each<[string, number, RegExp | string, number[], string[], string]>([
    ['correct', 1, FIRST, [0], ['correct', 'other', 'other', 'other'], '1/1'],
    ['wrong', 1, FIRST, [3], ['correct', 'other', 'other', 'wrong'], '0/1'],
    [
      'all of several',
      2,
      SEVERAL,
      [2, 0],
      ['correct', 'other', 'correct', 'other', 'other'],
      '1/1',
    ],
  ])('judges every option and the score: %s', async (_, number, stem, places, judged, score) => {
    const app = await openQuestion(number, stem);
    expect(verdicts().every((verdict) => verdict === undefined)).toBe(true);
    await check(app, ...places);
    expect(verdicts()).toEqual(judged);
    expect(screen.getByText(`Score: ${score}`)).toBeTruthy();
    expect(screen.getByText(score === '1/1' ? 'Correct!' : 'Not quite.')).toBeTruthy();
  });

  it('says in words what the colors say, and locks the selection', async () => {
    const app = await openQuestion();
    await check(app, 1);
    expect(descriptions()[0]).toMatch(/^Correct answer\./);
    expect(descriptions()[1]).toMatch(/^Your choice, wrong\./);
    expect(options().every((radio) => radio.disabled)).toBe(true);
    await app.user.click(option(0));
    await app.user.click(screen.getByText('right'));
    expect(checked()).toEqual([false, true, false, false]);
    expect(screen.queryByRole('button', { name: 'Check Answer' })).toBeNull();
    expect(screen.getByText('Score: 0/1')).toBeTruthy();
  });

  it.each<[string, number, RegExp | string, number[], (string | undefined)[], string[]]>([
    [
      'one answer, right',
      1,
      FIRST,
      [0],
      ['Correct answer', undefined],
      ['Your choice, correct.', 'Incorrect, not chosen.'],
    ],
    [
      'one answer, wrong',
      1,
      FIRST,
      [1],
      ['Correct answer', 'Your answer'],
      ['Correct answer.', 'Your choice, wrong.'],
    ],
    [
      'several, partly right',
      2,
      SEVERAL,
      [0, 1],
      ['Your answer, correct', 'Your answer', 'Missed', undefined],
      [
        'Your choice, correct.',
        'Your choice, wrong.',
        'Correct answer, missed.',
        'Incorrect, not chosen.',
      ],
    ],
  ])('says of each option what became of it: %s', async (_, number, stem, places, tags, said) => {
    const app = await openQuestion(number, stem);
    await check(app, ...places);
    expect(verdictTags().slice(0, tags.length)).toEqual(tags);
    for (const [place, words] of said.entries())
      expect(descriptions()[place]).toMatch(new RegExp(`^${words}`));
  });

  it('an equal option of a chosen right one is not missed', async () => {
    const questions = {
      one: plainQuestion('Which ones?', {
        options: ['a', 'a', 'b', 'c'],
        answers: ['a', 'b'],
        optionNotes: undefined,
      }),
    };
    const bank = bankOf({ id: 'twins', name: 'Twins', questions });
    const app = renderApp('/exams/aws/Twins', { bank });
    await screen.findByText('Which ones?');
    await check(app, 0, 2);
    expect(verdicts()).toEqual(['correct', 'correct', 'correct', 'other']);
    expect(screen.getByText('Score: 1/1')).toBeTruthy();
  });

  it('needs no choice without options, and then records no result', async () => {
    const app = await openQuestion(3, 'What would you say?');
    const filled = () => document.querySelector<HTMLElement>('main .fill')?.style.inlineSize;
    expect(options()).toEqual([]);
    expect(filled()).toBe('0%');
    await check(app);
    expect(screen.getByRole('button', { name: 'Next Question' })).toBeTruthy();
    expect(screen.getByText('Score: 0/0')).toBeTruthy();
    expect(screen.getByText('Correct: 0 | Answered: 0 | Total: 10')).toBeTruthy();
    expect(numberButton(3).getAttribute('aria-label')).toBe('Question 3, seen');
    expect(filled(), 'it is done').toBe('10%');
  });
});

describe('a question that its author has corrected meanwhile', () => {
  const key = { apiUrl: location.origin, providerId: 'aws', examId: 'Every Kind' };
  /** Another tab has saved the exam. */
  const correct = (changes: Partial<Question>) => {
    const question = { ...everyKind.single, question: FIRST, ...changes };
    const document = {
      ...emptyDocument({ id: 'kinds', name: 'Every Kind', questionIds: ['single'] }),
      questions: new Map([['single', { answer: { question, images: [] } }]]),
    };
    act(() => broadcast({ kind: 'saved', key, document }));
  };
  const texts = () => options().map((input) => input.labels?.[0]?.textContent);
  const { options: before } = everyKind.single;
  const after = before.map((text) => (text === 'wrong' ? 'mended' : text));

  it('has its new options and explanation at once', async () => {
    const app = await openQuestion();
    correct({ options: after, explanation: 'It was mended.' });
    await screen.findByText('mended');
    await check(app, 0);
    expect(screen.getByText('It was mended.')).toBeTruthy();
  });

  it('keeps its options once one is chosen, and has all else that fits them', async () => {
    const app = await openQuestion();
    await app.user.click(option(0));
    const shown = texts();
    correct({ options: after, explanation: 'Of other options.' });
    correct({ explanation: 'It was mended.' });
    expect(texts()).toEqual(shown);
    await app.user.click(checkButton());
    expect(await screen.findByText('It was mended.')).toBeTruthy();
  });
});

describe('the discussion of a question', () => {
  it('opens in a new tab once the answer is checked', async () => {
    const app = await openQuestion(2, SEVERAL);
    expect(screen.queryByRole('link', { name: /Discussion/ })).toBeNull();
    await check(app, 0, 1);
    expect(discussion().getAttribute('href')).toBe('https://talk.example/s?q=multiple');
    expect(discussion().getAttribute('target')).toBe('_blank');
    expect(discussion().getAttribute('rel')).toBe('noopener noreferrer');
  });

  it.each([
    ['no site', {}],
    ['an unusable one', { discussionUrl: 'http://talk.example/{questionId}' }],
  ])('is searched for by exam and topic if the configuration names %s', async (_, named) => {
    await check(await openQuestion(1, FIRST, { apiUrl: '/', ...named }), 0);
    const { protocol, searchParams, hash } = new URL(discussion().getAttribute('href') ?? '');
    expect(protocol).toBe('https:');
    expect([...searchParams.values()].join()).toBe('Every Kind First Domain');
    expect(hash).toBe('#single');
  });

  it('is left out if the configuration turns it off', async () => {
    await check(await openQuestion(1, FIRST, { apiUrl: '/', discussionUrl: false }), 0);
    expect(screen.queryByRole('link', { name: /Discussion|Report/ })).toBeNull();
  });
});

it('the text of a question is never markup', async () => {
  const stem = 'Is <b>bold</b> &amp; <script>alert(1)</script> only text?';
  const app = await openQuestion(6, stem);
  expect(screen.getByRole('main').querySelector('b, i, script')).toBeNull();
  expect(options()).toHaveLength(4);
  for (const text of ['</p>', '&lt;', '"\'`$']) expect(screen.getByText(text)).toBeTruthy();
  await app.user.click(screen.getByRole('radio', { name: '<i>right</i>' }));
  await check(app);
  expect(screen.getByText('Score: 1/1')).toBeTruthy();
});
