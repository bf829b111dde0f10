import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { dayName } from '#exam/day/calendar-day.ts';
import { emptyStudy } from '#learner/schemas.ts';
import { stored } from '#support/memory-store.ts';
import { findButton } from '#support/runner-view.ts';
import {
  answer,
  answerAll,
  LIST,
  openApp,
  openShort,
  SHORT,
  seeQuestion,
} from '#support/short-exam.tsx';
import {
  historyKeyOf,
  recordOf,
  reviewOf,
  runKeyOf,
  studyKeyOf,
  versioned,
} from '#support/stored-runs.ts';
import { bankOf } from '#support/test-bank.ts';
import { manyQuestions } from '#support/test-questions.ts';

const DAY = 24 * 60 * 60 * 1000;

describe('a learner who comes back', () => {
  const card = async () => within(await screen.findByRole('region', { name: 'Today' }));

  const STUDY = studyKeyOf('A Short Exam');
  /** Questions that were right four days ago and are due since yesterday. */
  const storeDue = (count: number) => {
    const lastReview = Date.now() - 4 * DAY;
    const cards = Array.from({ length: count }, (_, place) => ({
      ...{ questionId: `question-0${place + 1}`, interval: 3, lastReview },
      ...{ stability: 3, difficulty: 5 },
    }));
    const reviews = cards.map(({ questionId }) => reviewOf(lastReview, questionId));
    stored.set(STUDY, versioned({ ...emptyStudy, cards, reviews }));
    localStorage.setItem('returning', 'yes');
  };

  it('goes from home to the progress of the exam that home is about, once', async () => {
    storeDue(3);
    const { user } = openApp('/', { isWide: false });
    await user.click(await (await card()).findByRole('link', { name: 'See progress' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Progress' }));
    expect(sheet.getByRole('heading', { name: 'A Short Exam' })).toBeTruthy();
    await user.click(sheet.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(location.search).toBe('');
  });

  it('is not asked again for what an open run covers', async () => {
    storeDue(4);
    const review = openApp(`${SHORT}?questions=4`);
    await seeQuestion(1);
    await answer(review.user);
    await waitFor(() => expect(stored.has(runKeyOf('A Short Exam', 'set'))).toBe(true));
    openApp('/');
    await (await card()).findByText('3 questions · 3 due · 3 in your open run');
    expect((await card()).queryByRole('link', { name: /^Practice/ })).toBeNull();
  });

  it('sees the last mock exam beside the estimate, with its blanks', async () => {
    storeDue(3);
    const mock = recordOf('m', { kind: 'mock', correct: 5, answered: 55, total: 65 });
    stored.set(historyKeyOf('A Short Exam'), versioned({ history: [mock] }));
    openApp('/');
    expect(await (await card()).findByText(/^Last mock 8%, 10 blank/)).toBeTruthy();
    const list = openApp(LIST, { isWide: false });
    await list.user.click(await findButton('Progress: A Short Exam'));
    expect(await screen.findByText(/^Last mock 8%, 10 blank/)).toBeTruthy();
    expect(screen.getByText('Last mock 8%, best 8%')).toBeTruthy();
  });

  it('continues the last run at its position', async () => {
    const { user } = await openShort();
    await answerAll(user, 'rw');
    await waitFor(() => expect(localStorage.getItem('returning')).toBe('yes'));
    const home = openApp('/');
    expect((await card()).getByRole('heading', { name: 'A Short Exam' })).toBeTruthy();
    expect((await card()).getByText('Pick up where you left off')).toBeTruthy();
    expect(screen.queryByText(/^Add your exam date/), 'before a first set').toBeNull();
    expect((await card()).getByText('Question 3 of 4')).toBeTruthy();
    expect((await card()).getByText('Score: 1/2')).toBeTruthy();
    expect(await (await card()).findByText('Done for today. 1 comes back tomorrow.')).toBeTruthy();
    expect((await card()).getByText('Practiced on 1 of the last 7 days')).toBeTruthy();
    expect((await card()).queryByRole('link', { name: /^Practice/ })).toBeNull();
    expect(screen.queryByRole('form'), 'no sample').toBeNull();
    await home.user.click((await card()).getByRole('link', { name: 'Continue' }));
    await seeQuestion(3);
    expect(screen.getByText('Score: 1/2')).toBeTruthy();
  });

  it('is offered reviews first if no run is unfinished', async () => {
    storeDue(3);
    const home = openApp('/');
    expect((await card()).getByText('Due today')).toBeTruthy();
    expect(await (await card()).findByText('4 questions · 1 new, 3 due')).toBeTruthy();
    const links = (await card()).getAllByRole('link').map(({ textContent }) => textContent);
    expect(links).toEqual(['Review 3', 'See progress']);
    const day = dayName(Date.now());
    await waitFor(() =>
      expect(stored.get(STUDY)).toMatchObject({ today: { day, due: 3, fresh: 1 } }),
    );
    await home.user.click((await card()).getByRole('link', { name: 'Review 3' }));
    await screen.findByText('Question 1 of 3');
  });

  it('is offered a set if nothing is unfinished and nothing is due', async () => {
    const { user } = await openShort();
    await answerAll(user, 'rrrr');
    await waitFor(() => expect(localStorage.getItem('returning')).toBe('yes'));
    const home = openApp('/');
    expect((await card()).getByText('Welcome back')).toBeTruthy();
    expect(
      await (await card()).findByText(/^Done for today\.( \d+ comes? back tomorrow\.)?$/),
    ).toBeTruthy();
    expect((await card()).getByText('An estimate comes with more answers.')).toBeTruthy();
    expect((await card()).getByText('Add your exam date under See progress.')).toBeTruthy();
    await home.user.click(await (await card()).findByRole('link', { name: 'Practice 4' }));
    await screen.findByText('Question 1 of 4');
    expect(screen.getByText('Score: 0/0')).toBeTruthy();
  });

  it('can look at a mock exam on the list before its clock starts', async () => {
    const questions = manyQuestions(40);
    const at = Date.now();
    const cards = Object.keys(questions).map((questionId) => ({
      ...{ questionId, interval: 1, lastReview: at },
      ...{ stability: 90, difficulty: 5 },
    }));
    const reviews = [reviewOf(at, 'question-01')];
    stored.set(
      studyKeyOf('A Long Exam'),
      versioned({ cards, reviews, unscheduled: [], marks: [] }),
    );
    localStorage.setItem('returning', 'yes');
    const bank = bankOf({ id: 'long', name: 'A Long Exam', questions });
    openApp('/', { bank });
    await (await card()).findByRole('heading', { name: 'Readiness 100%' });
    const { user } = openApp(LIST, { bank, isWide: false });
    await user.click(await findButton('Mock exam: A Long Exam'));
    const sheet = within(await screen.findByRole('dialog', { name: 'Mock exam' }));
    expect(await sheet.findByText('All questions against the clock.')).toBeTruthy();
    await user.click(sheet.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(await findButton('Mock exam: A Long Exam'));
    await user.click(await findButton('Start mock exam'));
    await screen.findByText('Question 1 of 40');
    expect(screen.getByRole('timer').textContent).toMatch(/ left$/);
  });

  it('sees no card before the first answer, nor after everything was deleted', async () => {
    openApp('/');
    await screen.findByText(/^\d+ original questions$/);
    expect(screen.getByRole('form', { name: /^Try one/ })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Today' })).toBeNull();
    localStorage.setItem('returning', 'yes');
    openApp('/');
    await waitFor(() => expect(localStorage.getItem('returning')).toBeNull());
    await screen.findByRole('form', { name: /^Try one/ });
    expect(screen.queryByRole('region', { name: 'Today' })).toBeNull();
  });
});
