import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import '#support/console-watch.ts';
import type { RunRecord } from '#contract/learner.ts';
import { dayName } from '#exam/trends.ts';
import { progressKeyOf, studyKeyOf } from '#support/kept-runs.ts';
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
import { bankOf } from '#support/test-bank.ts';
import { manyQuestions } from '#support/test-questions.ts';

vi.mock('idb-keyval', async () => (await import('#support/memory-store.ts')).memoryStore);

const KEY = progressKeyOf('A Short Exam');

const record = (runId: string, changes: Partial<RunRecord> = {}): RunRecord => ({
  runId,
  finishedAt: Date.UTC(2026, 2, 4, 12),
  correct: 2,
  answered: 4,
  total: 4,
  elapsed: 65_000,
  ...changes,
});

const keep = (progress: object) =>
  stored.set(KEY, { version: 1, history: [], practise: {}, ...progress });

const openCard = async () => {
  const { user } = openApp(LIST, { isWide: false });
  const name = await screen.findByRole('heading', { name: 'A Short Exam' });
  return { user, card: within(name.closest('li') as HTMLElement) };
};

const openWays = async () => {
  const { user } = await openCard();
  await user.click(screen.getByRole('button', { name: 'Practice options: A Short Exam' }));
  return { user, sheet: within(await screen.findByRole('dialog', { name: /Practice options/ })) };
};

const openProgress = async () => {
  const { user } = await openCard();
  await user.click(screen.getByRole('button', { name: 'Progress: A Short Exam' }));
  return { user, sheet: within(await screen.findByRole('dialog', { name: 'Progress' })) };
};

const back = (user: UserEvent) => user.click(screen.getByRole('link', { name: 'Back to Exams' }));

const known = (questionId: string, due: number) => ({
  questionId,
  due,
  lastReview: due - 1,
  stability: 2,
  difficulty: 5,
  reps: 1,
  lapses: 0,
});
const keepCards = (...cards: object[]) =>
  stored.set(studyKeyOf('A Short Exam'), { version: 1, cards, reviews: [] });
const TOMORROW = Date.now() + 24 * 60 * 60 * 1000;

describe('what is due in an exam', () => {
  it('is what was wrong, until it is right; what is right comes back another day', async () => {
    const { user } = await openShort();
    await answerAll(user, 'wrw');
    await back(user);
    await screen.findByText('1 known · 2 to review · 1 not seen');

    await user.click(await screen.findByRole('link', { name: 'Review 2' }));
    await seeQuestion(1);
    expect(gridNames()).toHaveLength(2);
    await answerAll(user, 'rw');
    await back(user);
    await screen.findByText('2 known · 1 to review · 1 not seen');
    expect(stored.get(studyKeyOf('A Short Exam'))).toMatchObject({
      reviews: [
        [expect.any(Number), 'question-01', 0],
        [expect.any(Number), 'question-02', 1],
        [expect.any(Number), 'question-03', 0],
        [expect.any(Number), 'question-01', 1],
        [expect.any(Number), 'question-03', 0],
      ],
    });
  });

  it('is what a run of only those asks, those of an older release too', async () => {
    keep({ practise: { 'question-02': 0 } });
    keepCards(known('question-01', TOMORROW), known('question-04', Date.now()));
    const { user, sheet } = await openWays();
    await user.click(sheet.getByRole('radio', { name: 'To review (2)' }));
    await user.click(sheet.getByRole('button', { name: /^Start (practice|mock exam)$/ }));
    await seeQuestion(2);
    expect(screen.getByText('Question 1 of 2')).toBeTruthy();
  });

  it('is what was right by a guess, too, once the learner says so', async () => {
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

  it('is what was wrong in a mock exam, once it has ended', async () => {
    const { user } = openApp('/exams/aws/A%20Short%20Exam?minutes=30');
    await seeQuestion(1);
    await user.click(option(1));
    expect(stored.get(studyKeyOf('A Short Exam'))).toBeUndefined();
    await user.click(await findButton('Finish Exam'));
    await user.click(await findButton('Finish now'));
    await waitFor(() =>
      expect(stored.get(studyKeyOf('A Short Exam'))).toMatchObject({
        cards: [{ questionId: 'question-01' }],
      }),
    );
  });

  it('is no choice while there is nothing on it', async () => {
    const { sheet } = await openWays();
    expect(sheet.queryByRole('radio', { name: /^To review/ })).toBeNull();
    expect(screen.queryByRole('link', { name: /^Review/ })).toBeNull();
  });

  it('forgets questions that the exam no longer has, when it is reviewed', async () => {
    keep({ practise: { 'question-02': 0, gone: 0 } });
    keepCards(known('gone-too', 1));
    openApp('/exams/aws/A%20Short%20Exam?questions=practise');
    await seeQuestion(2);
    await waitFor(() => expect(stored.get(KEY)).toMatchObject({ practise: { 'question-02': 0 } }));
    await waitFor(() => expect(stored.get(KEY)).not.toHaveProperty('practise.gone'));
    expect(stored.get(studyKeyOf('A Short Exam'))).toMatchObject({ cards: [] });
  });
});

describe('the card of an exam', () => {
  it('says nothing of runs before the first', async () => {
    const { card } = await openCard();
    expect(card.queryByText(/Last|review/)).toBeNull();
    expect(card.getByText('Not started yet')).toBeTruthy();
    expect(card.queryByRole('link', { name: /^(Continue|Quick|Review)/ })).toBeNull();
  });

  it('goes on with what was left as its first choice, and starts anew beside it', async () => {
    const { user } = await openShort();
    await answerAll(user, 'rw');
    await back(user);
    await user.click(await screen.findByRole('link', { name: 'Continue at 2' }));
    await seeQuestion(2);
    expect(screen.getByText('Score: 1/2')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Continue/ })).toBeNull();
    await back(user);
    await user.click(await screen.findByRole('link', { name: 'Start' }));
    await seeQuestion(1);
    expect(screen.getByText('Score: 0/0')).toBeTruthy();
  });

  it('offers ten of its questions where it has more', async () => {
    const { user } = openApp(LIST, {
      bank: bankOf({ id: 'long', name: 'A Long Exam', questions: manyQuestions(25) }),
    });
    await user.click(await screen.findByRole('link', { name: 'Quick 10' }));
    await screen.findByText('Question 1 of 10');
  });

  it('shows the last and the best score', async () => {
    const { user } = await openShort();
    await answerAll(user, 'rrrr');
    const again = await openShort();
    await answerAll(again.user, 'rwrr');
    await back(again.user);
    await screen.findByText('Last 75%, best 100%');
  });

  it('shows no score for the last question alone, nor for a run over the wrong ones', async () => {
    const { user } = await openShort();
    await jump(user, 4);
    await answer(user);
    await screen.findByText('Final Score: 1/4 (25%)');
    await back(user);
    await screen.findByText('4 questions');
    await waitFor(() => expect(stored.get(KEY)).toHaveProperty('history.length', 1));
    expect(screen.queryByText(/Last/)).toBeNull();
  });

  it('shows nothing of what lies spoilt on the device', async () => {
    stored.set(KEY, { version: 1, history: 'long', practise: {} });
    const { card } = await openCard();
    expect(card.getByText('4 questions')).toBeTruthy();
    expect(card.queryByText(/Last/)).toBeNull();
  });
});

describe('the history of an exam', () => {
  const runs = (sheet: ReturnType<typeof within>) =>
    within(sheet.getByRole('region', { name: 'History' }))
      .getAllByRole('listitem')
      .map((item) => [...item.children].map((part) => part.textContent));

  it('lists date, score and time of every run, the latest first', async () => {
    const date = (day: number) =>
      new Date(2026, 2, day, 12).toLocaleDateString(undefined, { dateStyle: 'medium' });
    const finishedAt = (day: number) => new Date(2026, 2, day, 12).getTime();
    keep({
      history: [
        record('a', { finishedAt: finishedAt(4) }),
        record('b', { finishedAt: finishedAt(9), correct: 3, elapsed: 3_601_000 }),
      ],
    });
    const { sheet } = await openProgress();
    expect(runs(sheet)).toEqual([
      [date(9), '3/4 (75%)', '01:00:01', 'Whole exam'],
      [date(4), '2/4 (50%)', '01:05', 'Whole exam'],
    ]);
  });

  it('says of each run what it was, and which was left incomplete', async () => {
    keep({
      history: [
        record('a', { kind: 'mock', answered: 1 }),
        record('b', { kind: 'set', total: 2, answered: 2 }),
        record('c', { kind: 'review', total: 1, answered: 1 }),
        record('d', { kind: 'all', answered: 1 }),
      ],
    });
    const { sheet } = await openProgress();
    expect(runs(sheet).map((run) => run.at(-1))).toEqual([
      'Whole exam, 1 answered',
      'Review of 1',
      'Set of 2',
      'Mock exam of 4, 1 answered',
    ]);
  });

  it('draws the score of the latest twelve runs, oldest first', async () => {
    const history = Array.from({ length: 15 }, (_, place) =>
      record(`${place}`, { correct: place, total: 20 }),
    );
    keep({ history });
    const { sheet } = await openProgress();
    const chart = sheet.getByRole('region', { name: 'History' }).querySelector('svg');
    const drawn = [...(chart?.querySelectorAll('text') ?? [])].map((text) =>
      Number(text.textContent),
    );
    expect(drawn).toEqual(history.slice(-12).map(({ correct }) => correct * 5));
    const heights = [...(chart?.querySelectorAll('rect') ?? [])].map((bar) =>
      Number(bar.getAttribute('height')),
    );
    expect(heights).toEqual(heights.toSorted((a, b) => a - b));
    expect(runs(sheet)).toHaveLength(15);
  });

  it('takes a run in when it ends, once, without the time spent looking back', async () => {
    const { user } = await openShort();
    await answerAll(user, 'rwrr');
    await waitFor(() => expect(stored.get(KEY)).toHaveProperty('history.length', 1));
    const before = structuredClone(stored.get(KEY));
    await jump(user, 1);
    await jump(user, 4);
    const { sheet } = await openProgress();
    expect(runs(sheet)).toHaveLength(1);
    expect(stored.get(KEY)).toEqual(before);
  });

  it('is not there before a run has ended', async () => {
    const { user } = await openShort();
    await answerAll(user, 'rw');
    const { sheet } = await openProgress();
    expect(sheet.queryByRole('region', { name: 'History' })).toBeNull();
  });
});

describe('readiness', () => {
  const long = bankOf({ id: 'long', name: 'A Long Exam', questions: manyQuestions(45) });
  const KEY_OF_LONG = studyKeyOf('A Long Exam');
  const know = (count: number) =>
    stored.set(KEY_OF_LONG, {
      version: 1,
      cards: Array.from({ length: count }, (_, place) =>
        known(`question-${`${place + 1}`.padStart(2, '0')}`, TOMORROW),
      ),
      reviews: [[Date.now(), 'question-01', 1]],
    });
  const open = async () => {
    const { user } = openApp(LIST, { bank: long, isWide: false });
    await user.click(await findButton('Progress: A Long Exam'));
    return user;
  };

  it('has no figure before thirty answers', async () => {
    know(29);
    await open();
    expect(await screen.findByText('Answer 1 more question for an estimate.')).toBeTruthy();
    expect(screen.queryByText(/You would score/)).toBeNull();
  });

  it('is one figure, with what it rests on a tap away', async () => {
    know(30);
    const user = await open();
    const figure = await screen.findByText(/^You would score about \d+% today$/);
    const score = Number(figure.textContent?.match(/\d+/)?.[0]);
    expect(score).toBeGreaterThan(55);
    expect(score).toBeLessThan(67);
    expect(screen.getByText('15 questions not seen yet')).toBeTruthy();
    await user.click(screen.getByText('What this rests on'));
    expect(screen.getByText('15 of 23 seen · 60% of the exam')).toBeTruthy();
  });

  it('plans the days until the exam, and keeps its date', async () => {
    know(30);
    await open();
    const inTwoWeeks = new Date(Date.now() + 14 * 24 * 60 * 60 * 1000);
    const date = dayName(inTwoWeeks.getTime());
    fireEvent.change(await screen.findByLabelText('Exam date'), { target: { value: date } });
    expect(await screen.findByText(/^4 a day until [A-Z][a-z]+ \d+$/)).toBeTruthy();
    await waitFor(() => expect(stored.get(KEY_OF_LONG)).toMatchObject({ examDate: date }));
  });

  it('tells answers by week and by domain in tables, and gives them as CSV', async () => {
    know(30);
    await open();
    const trends = within(await screen.findByRole('region', { name: 'Trends' }));
    expect(
      within(trends.getByRole('table', { name: 'Answers by week' })).getAllByRole('row'),
    ).toHaveLength(12);
    expect(await trends.findByRole('row', { name: /^First Domain/ })).toBeTruthy();
    expect(trends.getByRole('button', { name: 'Export CSV' })).toBeTruthy();
  });
});
