import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { dayName } from '#exam/day/calendar-day.ts';
import { MIN_ANSWERS } from '#exam/study.ts';
import { emptyStudy, type ReviewCard, type RunRecord, type Study } from '#learner/schemas.ts';
import { takeLogged } from '#support/console-watch.ts';
import { stored } from '#support/memory-store.ts';
import { type AppOptions, answerWith } from '#support/render-app.tsx';
import { findButton, gridNames, option } from '#support/runner-view.ts';
import {
  answer,
  answerAll,
  jump,
  LIST,
  openApp,
  openShort,
  seeQuestion,
  shortExam,
} from '#support/short-exam.tsx';
import { historyKeyOf, recordOf, reviewOf, studyKeyOf, versioned } from '#support/stored-runs.ts';
import { bankOf } from '#support/test-bank.ts';
import { manyQuestions } from '#support/test-questions.ts';

const HISTORY = historyKeyOf('A Short Exam');
const STUDY = studyKeyOf('A Short Exam');

const storeHistory = (...history: RunRecord[]) => stored.set(HISTORY, versioned({ history }));

const sitting = { questions: 65, minutes: 90, pass: { score: '720 of 1000', share: 72 } };

const openCard = async (options: AppOptions = {}) => {
  const { user } = openApp(LIST, { isWide: false, ...options });
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

const openProgress = async (options?: AppOptions) => {
  const { user } = await openCard(options);
  await user.click(screen.getByRole('button', { name: 'Progress: A Short Exam' }));
  return { user, sheet: within(await screen.findByRole('dialog', { name: 'Progress' })) };
};

const back = (user: UserEvent) => user.click(screen.getByRole('link', { name: 'Back to Exams' }));

const DAY = 24 * 60 * 60 * 1000;
const cardOf = (questionId: string, due: number): ReviewCard => ({
  questionId,
  lastReview: due - DAY,
  interval: 1,
  stability: 2,
  difficulty: 5,
});
const storeCards = (...cards: ReviewCard[]) =>
  stored.set(STUDY, versioned({ ...emptyStudy, cards }));
const TOMORROW = Date.now() + DAY;

describe('a question is due for review', () => {
  it('after a wrong answer, until it is answered right', async () => {
    const { user } = await openShort();
    await answerAll(user, 'wrw');
    await back(user);
    await screen.findByText('1 known · 2 to review · 1 not seen');

    const sheet = await openMore(user);
    await user.click(await sheet.findByRole('radio', { name: 'Due (2)' }));
    await user.click(sheet.getByRole('button', { name: 'Start practice' }));
    await seeQuestion(1);
    expect(gridNames()).toHaveLength(2);
    await answerAll(user, 'rw');
    await back(user);
    await screen.findByText('2 known · 1 to review · 1 not seen');
    const reviews = [1, 2, 3, 1, 3].map((number, index) => ({
      questionId: `question-0${number}`,
      isCorrect: index % 2 === 1,
    }));
    expect(stored.get(STUDY)).toMatchObject({ reviews });
  });

  it('when its day has come, and a review asks nothing else', async () => {
    storeCards(cardOf('question-01', TOMORROW), cardOf('question-04', Date.now()));
    const { user, sheet } = await openOptions();
    await user.click(await sheet.findByRole('radio', { name: 'Due (1)' }));
    await user.click(sheet.getByRole('button', { name: 'Start practice' }));
    await seeQuestion(4);
    expect(screen.getByText('Question 1 of 1')).toBeTruthy();
    expect(location.search).toBe('?questions=1&from=due');
  });

  it('sooner after a right answer that the learner was not sure of', async () => {
    const { user } = await openShort();
    await answer(user);
    await screen.findByText('Comes back in 2 days');
    await user.click(await findButton('Next Question'));
    await seeQuestion(2);
    await user.keyboard('u');
    expect((await findButton('Not sure')).ariaPressed).toBe('true');
    await user.click(await findButton('Not sure'));
    expect((await findButton('Not sure')).ariaPressed).toBe('false');
    await user.keyboard('u');
    await answer(user);
    await screen.findByText('Comes back tomorrow');
    expect(screen.queryByRole('button', { name: 'Not sure' })).toBeNull();
    await waitFor(() =>
      expect(stored.get(STUDY)).toMatchObject({ reviews: [{}, { isUnsure: true }] }),
    );
    expect(stored.get(STUDY)).not.toHaveProperty('reviews.0.isUnsure');
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
    await sheet.findByRole('radio', { name: 'New and due' });
    expect(sheet.queryByRole('radio', { name: /^Due/ })).toBeNull();
    expect(screen.queryByRole('link', { name: /^Review/ })).toBeNull();
  });

  it('does not count questions that the exam lacks now, and loses nothing of them', async () => {
    storeCards(cardOf('question-02', DAY), cardOf('deleted', DAY));
    openApp('/exams/aws/A%20Short%20Exam?from=due');
    await seeQuestion(2);
    expect(screen.getByText('Question 1 of 1')).toBeTruthy();
    const marks = [{ questionId: 'deleted', isAbsent: true }];
    await waitFor(() => expect(stored.get(STUDY)).toMatchObject({ marks }));
    const { card } = await openCard();
    await card.findByRole('link', { name: 'Review 1' });
    const ids = (stored.get(STUDY) as Study).cards.map(({ questionId }) => questionId);
    expect(ids.toSorted()).toEqual(['deleted', 'question-02']);
  });
});

describe('the card of an exam', () => {
  it('mentions no runs before the first', async () => {
    const { card } = await openCard();
    expect(card.queryByText(/Last|review/)).toBeNull();
    expect(card.getByText('Not started yet')).toBeTruthy();
    expect(card.queryByRole('link', { name: /^(Continue|Review|Practice)/ })).toBeNull();
  });

  it('offers to continue the unfinished run, and asks at Start whether to start over', async () => {
    const { user } = await openShort();
    await answerAll(user, 'rw');
    await back(user);
    await user.click(await screen.findByRole('link', { name: 'Continue at 3' }));
    await seeQuestion(3);
    expect(screen.getByText('Score: 1/2')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Continue/ })).toBeNull();
    for (const way of ['Continue at question 3', 'Start over']) {
      await back(user);
      await user.click(await findButton('Start'));
      const sheet = within(await screen.findByRole('dialog', { name: 'You have an open run' }));
      await user.click(sheet.getByRole('link', { name: way }));
      if (way !== 'Start over') await seeQuestion(3);
    }
    await seeQuestion(1);
    expect(screen.getByText('Score: 0/0')).toBeTruthy();
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
    await user.click(await screen.findByRole('link', { name: 'Practice 10' }));
    await screen.findByText('Question 1 of 10');
  });

  it('offers what is due once no run is open, and nothing else beside Start', async () => {
    storeCards(cardOf('question-02', DAY), cardOf('question-03', DAY));
    const { user, card } = await openCard();
    const names = card.getAllByRole('link').map(({ textContent }) => textContent);
    expect(names).toEqual(['Start', 'Review 2']);
    await user.click(card.getByRole('link', { name: 'Review 2' }));
    await seeQuestion(2);
    await answer(user);
    await back(user);
    await screen.findByRole('link', { name: 'Continue at 2' });
    expect(screen.queryByRole('link', { name: /^Review/ })).toBeNull();
  });
});

describe('the history of an exam', () => {
  const findHistory = (sheet: ReturnType<typeof within>) =>
    sheet.getByRole('region', { name: 'History' });
  const rows = (sheet: ReturnType<typeof within>) =>
    within(findHistory(sheet))
      .getAllByRole('row')
      .map((row) => [...row.children].map((part) => part.textContent));
  const longHistory = Array.from({ length: 15 }, (_, place) =>
    recordOf(`${place}`, { correct: place, total: 20, kind: place === 14 ? 'mock' : 'set' }),
  );

  it('lists the kind, date, score and time of every run, latest first', async () => {
    const finishedOn = (day: number) => ({ finishedAt: new Date(2026, 2, day, 12).getTime() });
    storeHistory(
      recordOf('a', { ...finishedOn(4), kind: 'mock', answered: 1 }),
      recordOf('b', { ...finishedOn(5), kind: 'set', total: 2, answered: 2 }),
      recordOf('c', { ...finishedOn(6), kind: 'review', correct: 0, total: 1, answered: 1 }),
      recordOf('d', { ...finishedOn(9), correct: 3, answered: 3, elapsed: 3_601_000 }),
    );
    const { sheet } = await openProgress();
    expect(rows(sheet)).toEqual([
      [`Whole exam, 3 answeredMar 9, 2026`, '3/4 (75%)', '01:00:01'],
      [`Review of 1Mar 6, 2026`, '0/1 (0%)', '01:05'],
      [`Set of 2Mar 5, 2026`, '2/2 (100%)', '01:05'],
      [`Mock exam of 4, 1 answeredMar 4, 2026`, '2/4 (50%)', '01:05'],
    ]);
    expect(sheet.queryByRole('button', { name: /^Show/ })).toBeNull();
  });

  it('lists four runs until all are asked for', async () => {
    storeHistory(...longHistory);
    const { user, sheet } = await openProgress();
    expect(rows(sheet)).toHaveLength(4);
    await user.click(sheet.getByRole('button', { name: 'Show all 15' }));
    expect(rows(sheet)).toHaveLength(15);
    await user.click(sheet.getByRole('button', { name: 'Show the latest 4' }));
    expect(rows(sheet)).toHaveLength(4);
  });

  it('charts the scores and days of the last ten runs, oldest first, mock exams apart', async () => {
    storeHistory(...longHistory);
    const { sheet } = await openProgress();
    const bars = [...(findHistory(sheet).querySelectorAll('ol[aria-hidden] li') ?? [])];
    expect(bars.map((bar) => bar.textContent)).toEqual(
      longHistory.slice(-10).map(({ correct }) => `${correct * 5}Mar 4`),
    );
    const heights = bars.map((bar) => bar.querySelector('i')?.style.getPropertyValue('--score'));
    expect(heights).toEqual(longHistory.slice(-10).map(({ correct }) => `${correct * 5}`));
    const kinds = bars.map((bar) => bar.getAttribute('data-kind'));
    expect(kinds.lastIndexOf('set')).toBe(8);
    expect(kinds.at(-1)).toBe('mock');
  });

  it.each([
    ['with the pass mark', sitting, '72'],
    ['without a pass mark that is not known', undefined, null],
  ])('has a legend, %s', async (_, known, pass) => {
    storeHistory(...longHistory);
    const { sheet } = await openProgress({ bank: bankOf({ ...shortExam, sitting: known }) });
    await sheet.findByText('First Domain');
    const history = within(findHistory(sheet));
    expect(history.getByText('Mock and whole exams')).toBeTruthy();
    expect(history.getByText('Sets and reviews')).toBeTruthy();
    const mark = history.getByText(/^Pass mark/);
    expect(mark.hidden).toBe(pass === null);
    if (pass) expect(mark.textContent).toBe('Pass mark 72%');
    const chart = findHistory(sheet).querySelector('ol[aria-hidden]');
    expect(chart?.getAttribute('data-pass')).toBe(pass);
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

describe('before the first answer', () => {
  it('the exam as the vendor holds it, its domains by weight, and the days until it', async () => {
    storeCards();
    const { sheet } = await openProgress({ bank: bankOf({ ...shortExam, sitting }) });
    expect(
      await sheet.findByText('65 questions · 90 minutes · pass mark 720 of 1000'),
    ).toBeTruthy();
    const domains = sheet.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(domains).toEqual(['DomainShare of the exam', 'First Domain60%', 'Second Domain40%']);
    expect(sheet.getByText(`Answer ${MIN_ANSWERS} questions for an estimate.`)).toBeTruthy();
    fireEvent.change(sheet.getByLabelText('Exam date'), { target: { value: dayName(TOMORROW) } });
    expect(sheet.getByText(/^4 new a day\. 1 day left/)).toBeTruthy();
    expect(sheet.queryByRole('link', { name: /^Review/ })).toBeNull();
  });

  it.each([
    [
      'a vendor that publishes no score',
      { score: 'Pass or fail; no score', share: 70 },
      /pass or fail$/,
    ],
    ['a vendor that is not known', undefined, /^4 questions$/],
  ])('the exam of %s', async (_, pass, text) => {
    storeCards();
    const bank = bankOf({ ...shortExam, sitting: pass && { ...sitting, pass } });
    const { sheet } = await openProgress({ bank });
    expect(await sheet.findByText(text)).toBeTruthy();
  });

  it('says why the exam can’t be loaded', async () => {
    storeCards();
    const instead = answerWith('/api/questions', () => new Response('', { status: 500 }));
    const { sheet } = await openProgress({ instead });
    expect(await sheet.findByText(/the server answered with an error/)).toBeTruthy();
    expect(takeLogged().join()).toMatch(/unexpected response status/i);
  });
});

describe('readiness', () => {
  const questions = manyQuestions(45);
  const long = bankOf({ id: 'long', name: 'A Long Exam', questions, sitting });
  const LONG_STUDY = studyKeyOf('A Long Exam');
  const knownCards = (count: number) =>
    Array.from({ length: count }, (_, place) =>
      cardOf(`question-${`${place + 1}`.padStart(2, '0')}`, TOMORROW),
    );
  const storeKnown = (count: number) =>
    stored.set(
      LONG_STUDY,
      versioned({
        ...emptyStudy,
        cards: knownCards(count),
        reviews: [reviewOf(Date.now(), 'question-01')],
      }),
    );
  const open = async () => {
    const { user } = openApp(LIST, { bank: long, isWide: false });
    await user.click(await findButton('Progress: A Long Exam'));
    return user;
  };

  it('has no score before enough answers', async () => {
    storeKnown(MIN_ANSWERS - 1);
    await open();
    expect(await screen.findByText('Answer 1 more question for an estimate.')).toBeTruthy();
    expect(screen.queryByText(/You would score/)).toBeNull();
    expect(screen.queryByRole('region', { name: 'History' })).toBeNull();
  });

  it('counts a question that was last answered wrong as a guess', async () => {
    const at = Date.now();
    const cards = knownCards(45).map((card) => ({ ...card, interval: 0, lastReview: at }));
    const reviews = cards.map(({ questionId }) => reviewOf(at, questionId, false));
    stored.set(LONG_STUDY, versioned({ ...emptyStudy, cards, reviews }));
    await open();
    await screen.findByText('You would score about 15–35% today');
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
    expect(screen.getByText('Pass mark 72%')).toBeTruthy();
  });

  it('is all there is beside the list, with a button for the rest, which knows the same date', async () => {
    storeKnown(30);
    const { user } = openApp(LIST, { bank: long, isWide: true });
    const aside = within(await screen.findByRole('complementary'));
    expect(await aside.findByText(/^You would score about/)).toBeTruthy();
    expect(aside.getByText('First Domain')).toBeTruthy();
    expect(aside.queryByLabelText('Exam date')).toBeNull();
    const date = dayName(TOMORROW);
    for (const name of ['See progress', 'Progress: A Long Exam']) {
      await user.click(screen.getByRole('button', { name }));
      const sheet = within(await screen.findByRole('dialog', { name: 'Progress' }));
      const field = await sheet.findByLabelText<HTMLInputElement>('Exam date');
      if (name === 'See progress') fireEvent.change(field, { target: { value: date } });
      expect(field.value).toBe(date);
      await user.click(sheet.getByRole('button', { name: 'Close' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
  });

  it.each([
    ['in two weeks', 30, 14, /^2 new a day, two days a week off\. 14 days left$/],
    ['in sixty days', 30, 60, /^1 new a day, two days a week off\. 60 days left$/],
    ['today', 30, 0, /^The exam is today/],
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
