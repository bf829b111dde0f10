import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { emptyStudy, type ReviewCard, type RunRecord } from '#contract/learner.ts';
import { dayName } from '#exam/trends.ts';
import { stored } from '#support/memory-store.ts';
import { findButton, gridNames, option } from '#support/runner-view.ts';
import {
  answer,
  answerAll,
  jump,
  LIST,
  openApp,
  openShort,
  seeQuestion,
} from '#support/short-exam.tsx';
import { historyKeyOf, recordOf, studyKeyOf, versioned } from '#support/stored-runs.ts';
import { bankOf } from '#support/test-bank.ts';
import { manyQuestions } from '#support/test-questions.ts';

const HISTORY = historyKeyOf('A Short Exam');
const STUDY = studyKeyOf('A Short Exam');

const storeHistory = (...history: RunRecord[]) => stored.set(HISTORY, versioned({ history }));

const openCard = async () => {
  const { user } = openApp(LIST, { isWide: false });
  const name = await screen.findByRole('heading', { name: 'A Short Exam' });
  return { user, card: within(name.closest('li') as HTMLElement) };
};

const openMore = async (user: UserEvent) => {
  await user.click(await findButton('More: A Short Exam'));
  return within(await screen.findByRole('dialog', { name: 'Practice options' }));
};

const openOptions = async () => {
  const { user } = await openCard();
  return { user, sheet: await openMore(user) };
};

const openProgress = async () => {
  const { user } = await openCard();
  await user.click(screen.getByRole('button', { name: 'Progress: A Short Exam' }));
  return { user, sheet: within(await screen.findByRole('dialog', { name: 'Progress' })) };
};

const back = (user: UserEvent) => user.click(screen.getByRole('link', { name: 'Back to Exams' }));

const cardOf = (questionId: string, due: number): ReviewCard => ({
  questionId,
  due,
  lastReview: due - 1,
  stability: 2,
  difficulty: 5,
  reps: 1,
  lapses: 0,
});
const storeCards = (...cards: ReviewCard[]) =>
  stored.set(STUDY, versioned({ ...emptyStudy, cards }));
const TOMORROW = Date.now() + 24 * 60 * 60 * 1000;

describe('a question is due for review', () => {
  it('after a wrong answer, until it is answered right', async () => {
    const { user } = await openShort();
    await answerAll(user, 'wrw');
    await back(user);
    await screen.findByText('1 known · 2 to review · 1 not seen');

    const sheet = await openMore(user);
    await user.click(sheet.getByRole('radio', { name: 'Review (2)' }));
    await user.click(sheet.getByRole('button', { name: 'Start practice' }));
    await seeQuestion(1);
    expect(gridNames()).toHaveLength(2);
    await answerAll(user, 'rw');
    await back(user);
    await screen.findByText('2 known · 1 to review · 1 not seen');
    const reviews = [1, 2, 3, 1, 3].map((number, place) => [
      expect.any(Number),
      `question-0${number}`,
      [0, 1, 0, 1, 0][place],
    ]);
    expect(stored.get(STUDY)).toMatchObject({ reviews });
  });

  it('when its day has come, and a review asks nothing else', async () => {
    storeCards(cardOf('question-01', TOMORROW), cardOf('question-04', Date.now()));
    const { user, sheet } = await openOptions();
    await user.click(sheet.getByRole('radio', { name: 'Review (1)' }));
    await user.click(sheet.getByRole('button', { name: 'Start practice' }));
    await seeQuestion(4);
    expect(screen.getByText('Question 1 of 1')).toBeTruthy();
    expect(location.search).toBe('?questions=review');
  });

  it('after a right answer that the learner calls a guess', async () => {
    const { user } = await openShort();
    await answer(user);
    await user.click(screen.getByRole('button', { name: 'I guessed' }));
    expect(screen.getByText('It will come back soon.')).toBeTruthy();
    await back(user);
    await screen.findByText('0 known · 1 to review · 3 not seen');
    const again = await openShort();
    await answer(again.user, false);
    expect(screen.queryByRole('button', { name: 'I guessed' })).toBeNull();
  });

  it('after a wrong answer in a mock exam that has ended', async () => {
    const { user } = openApp('/exams/aws/A%20Short%20Exam?minutes=30');
    await seeQuestion(1);
    await user.click(option(1));
    expect(stored.get(STUDY)).toBeUndefined();
    await user.click(await findButton('Finish Exam'));
    await user.click(await findButton('Finish now'));
    await waitFor(() =>
      expect(stored.get(STUDY)).toMatchObject({ cards: [{ questionId: 'question-01' }] }),
    );
  });
});

describe('a review', () => {
  it('is not offered while nothing is due', async () => {
    const { sheet } = await openOptions();
    expect(sheet.queryByRole('radio', { name: /^Review/ })).toBeNull();
    expect(screen.queryByRole('link', { name: /^Review/ })).toBeNull();
  });

  it('drops questions that the exam no longer has', async () => {
    storeCards(cardOf('question-02', 1), cardOf('deleted', 1));
    openApp('/exams/aws/A%20Short%20Exam?questions=review');
    await seeQuestion(2);
    await waitFor(() =>
      expect(stored.get(STUDY)).toMatchObject({ cards: [{ questionId: 'question-02' }] }),
    );
  });
});

describe('the card of an exam', () => {
  it('mentions no runs before the first', async () => {
    const { card } = await openCard();
    expect(card.queryByText(/Last|review/)).toBeNull();
    expect(card.getByText('Not started yet')).toBeTruthy();
    expect(card.queryByRole('link', { name: /^(Continue|Review|Start .)/ })).toBeNull();
  });

  it('has its progress from the first day on', async () => {
    const { sheet } = await openProgress();
    expect(await sheet.findByText('Answer 20 questions for an estimate.')).toBeTruthy();
  });

  it('offers to continue the unfinished run, and to start a new one', async () => {
    const { user } = await openShort();
    await answerAll(user, 'rw');
    await back(user);
    await user.click(await screen.findByRole('link', { name: 'Continue at 3' }));
    await seeQuestion(3);
    expect(screen.getByText('Score: 1/2')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Continue/ })).toBeNull();
    await back(user);
    await user.click(await findButton('Start'));
    const sheet = within(await screen.findByRole('dialog', { name: 'You have an open run' }));
    await user.click(sheet.getByRole('link', { name: 'Start over' }));
    await seeQuestion(1);
    expect(screen.getByText('Score: 0/0')).toBeTruthy();
  });

  it('asks at Start whether to continue an open run over the whole exam', async () => {
    const { user } = await openShort();
    await answerAll(user, 'rw');
    await back(user);
    await user.click(await findButton('Start'));
    await user.click(await screen.findByRole('link', { name: 'Continue at question 3' }));
    await seeQuestion(3);
    expect(screen.getByText('Score: 1/2')).toBeTruthy();
  });

  it('does not ask at Start because of a run of another kind', async () => {
    const { user } = openApp('/exams/aws/A%20Short%20Exam?questions=2');
    await screen.findByText(/^What is question/);
    await answer(user);
    await back(user);
    await screen.findByRole('link', { name: 'Continue at 2' });
    await user.click(screen.getByRole('link', { name: 'Start' }));
    await screen.findByText('Question 1 of 4');
  });

  it('offers a run of ten questions if the exam has more', async () => {
    const { user } = openApp(LIST, {
      bank: bankOf({ id: 'long', name: 'A Long Exam', questions: manyQuestions(25) }),
    });
    await user.click(await screen.findByRole('link', { name: 'Start 10 questions' }));
    await screen.findByText('Question 1 of 10');
  });

  it('offers what is due once no run is open, and nothing else beside Start', async () => {
    storeCards(cardOf('question-02', 1), cardOf('question-03', 1));
    const { user, card } = await openCard();
    const names = card.getAllByRole('link').map(({ textContent }) => textContent);
    expect(names).toEqual(['Review 2', 'Start']);
    await user.click(card.getByRole('link', { name: 'Review 2' }));
    await seeQuestion(2);
    await answer(user);
    await back(user);
    await screen.findByRole('link', { name: 'Continue at 2' });
    expect(screen.queryByRole('link', { name: /^Review/ })).toBeNull();
  });

  it('shows the last and the best score', async () => {
    const { user } = await openShort();
    await answerAll(user, 'rrrr');
    const again = await openShort();
    await answerAll(again.user, 'rwrr');
    await back(again.user);
    await screen.findByText('Last 75%, best 100%');
  });

  it('shows no score for an incomplete run', async () => {
    const { user } = await openShort();
    await jump(user, 4);
    await answer(user);
    await screen.findByText('Final Score: 1/4 (25%)');
    await back(user);
    await screen.findByText('4 questions');
    await waitFor(() => expect(stored.get(HISTORY)).toHaveProperty('history.length', 1));
    expect(screen.queryByText(/Last/)).toBeNull();
  });
});

describe('the history of an exam', () => {
  const rows = (sheet: ReturnType<typeof within>) =>
    within(sheet.getByRole('region', { name: 'History' }))
      .getAllByRole('listitem')
      .map((item) => [...item.children].map((part) => part.textContent));

  it('lists the date, score, time and kind of every run, latest first', async () => {
    const dayOf = (day: number) => new Date(2026, 2, day, 12);
    const dateOf = (day: number) =>
      dayOf(day).toLocaleDateString(undefined, { dateStyle: 'medium' });
    const finishedOn = (day: number) => ({ finishedAt: dayOf(day).getTime() });
    storeHistory(
      recordOf('a', { ...finishedOn(4), kind: 'mock', answered: 1 }),
      recordOf('b', { ...finishedOn(5), kind: 'set', total: 2, answered: 2 }),
      recordOf('c', { ...finishedOn(6), kind: 'review', correct: 0, total: 1, answered: 1 }),
      recordOf('d', { ...finishedOn(9), correct: 3, answered: 3, elapsed: 3_601_000 }),
    );
    const { sheet } = await openProgress();
    expect(rows(sheet)).toEqual([
      [dateOf(9), '3/4 (75%)', '01:00:01', 'Whole exam, 3 answered'],
      [dateOf(6), '0/1 (0%)', '01:05', 'Review of 1'],
      [dateOf(5), '2/2 (100%)', '01:05', 'Set of 2'],
      [dateOf(4), '2/4 (50%)', '01:05', 'Mock exam of 4, 1 answered'],
    ]);
  });

  it('charts the scores of the last twelve runs, oldest first', async () => {
    const history = Array.from({ length: 15 }, (_, place) =>
      recordOf(`${place}`, { correct: place, total: 20 }),
    );
    storeHistory(...history);
    const { sheet } = await openProgress();
    const chart = sheet.getByRole('region', { name: 'History' }).querySelector('svg');
    const scores = [...(chart?.querySelectorAll('text') ?? [])].map((text) =>
      Number(text.textContent),
    );
    expect(scores).toEqual(history.slice(-12).map(({ correct }) => correct * 5));
    const heights = [...(chart?.querySelectorAll('rect') ?? [])].map((bar) =>
      Number(bar.getAttribute('height')),
    );
    expect(heights).toEqual(heights.toSorted((a, b) => a - b));
    expect(rows(sheet)).toHaveLength(15);
  });

  it('gets a run once, when it ends, and looking back changes nothing', async () => {
    const { user } = await openShort();
    await answerAll(user, 'rwrr');
    await waitFor(() => expect(stored.get(HISTORY)).toHaveProperty('history.length', 1));
    const before = structuredClone(stored.get(HISTORY));
    await jump(user, 1);
    await jump(user, 4);
    const { sheet } = await openProgress();
    expect(rows(sheet)).toHaveLength(1);
    expect(stored.get(HISTORY)).toEqual(before);
  });
});

describe('readiness', () => {
  const long = bankOf({ id: 'long', name: 'A Long Exam', questions: manyQuestions(45) });
  const LONG_STUDY = studyKeyOf('A Long Exam');
  const storeKnown = (count: number) =>
    stored.set(
      LONG_STUDY,
      versioned({
        cards: Array.from({ length: count }, (_, place) =>
          cardOf(`question-${`${place + 1}`.padStart(2, '0')}`, TOMORROW),
        ),
        reviews: [[Date.now(), 'question-01', 1]],
        unscheduled: [],
      }),
    );
  const open = async () => {
    const { user } = openApp(LIST, { bank: long, isWide: false });
    await user.click(await findButton('Progress: A Long Exam'));
    return user;
  };

  it('has no score before thirty answers', async () => {
    storeKnown(29);
    await open();
    expect(await screen.findByText('Answer 1 more question for an estimate.')).toBeTruthy();
    expect(screen.queryByText(/You would score/)).toBeNull();
    expect(screen.queryByRole('region', { name: 'History' })).toBeNull();
  });

  it('is a range and what it comes from, with how it is estimated a tap away', async () => {
    storeKnown(30);
    const user = await open();
    const text = await screen.findByText(/^You would score about \d+–\d+% today$/);
    const [low = 0, high = 0] = [...(text.textContent?.matchAll(/\d+/g) ?? [])].map(Number);
    expect(low).toBeGreaterThan(70);
    expect(high).toBeGreaterThan(low);
    expect(screen.getByText('From 30 of 45 questions')).toBeTruthy();
    await user.click(screen.getByText('How we estimate this'));
    expect(screen.getByText(/pulled toward guessing while there is little data/)).toBeTruthy();
    expect(screen.getByText('15 of 23 seen · 60% of the exam')).toBeTruthy();
  });

  it.each([
    ['in two weeks', 30, 14, /^4 questions a day until [A-Z][a-z]+ \d+$/],
    ['in sixty days', 30, 60, /^1 question a day until [A-Z][a-z]+ \d+$/],
    ['today', 30, 0, /^15 questions today$/],
  ])('plans the days until the exam %s, and stores its date', async (_, known, days, plan) => {
    storeKnown(known);
    await open();
    const date = dayName(Date.now() + days * 24 * 60 * 60 * 1000);
    fireEvent.change(await screen.findByLabelText('Exam date'), { target: { value: date } });
    expect(await screen.findByText(plan)).toBeTruthy();
    await waitFor(() => expect(stored.get(LONG_STUDY)).toMatchObject({ examDate: date }));
  });

  it('lists answers by week and by domain in tables', async () => {
    storeKnown(30);
    await open();
    const trends = within(await screen.findByRole('region', { name: 'Trends' }));
    const weeks = within(trends.getByRole('table', { name: 'Answers by week' }));
    expect(weeks.getAllByRole('row')).toHaveLength(12);
    expect(await trends.findByRole('row', { name: /^First Domain/ })).toBeTruthy();
  });
});
