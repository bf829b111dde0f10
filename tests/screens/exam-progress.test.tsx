import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import '#support/console-watch.ts';
import type { RunRecord } from '#contract/learner.ts';
import { progressKeyOf } from '#support/kept-runs.ts';
import { stored } from '#support/memory-store.ts';
import { findButton, gridNames } from '#support/runner-view.ts';
import {
  answer,
  answerAll,
  jump,
  LIST,
  openApp,
  openShort,
  seeQuestion,
} from '#support/short-exam.tsx';

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
  const { user } = openApp(LIST);
  const name = await screen.findByRole('heading', { name: 'A Short Exam' });
  return { user, card: within(name.closest('li') as HTMLElement) };
};

const openWays = async () => {
  const { user } = await openCard();
  await user.click(screen.getByRole('button', { name: 'Practice options: A Short Exam' }));
  return { user, sheet: within(await screen.findByRole('dialog', { name: /Practice options/ })) };
};

/** A run of those to practise, as its address asks for it. */
const practise = async (first: number) => {
  const app = openApp('/exams/aws/A%20Short%20Exam?questions=practise');
  await seeQuestion(first);
  return app;
};

const back = (user: UserEvent) => user.click(screen.getByRole('link', { name: 'Back to Exams' }));

describe('the practice list of an exam', () => {
  it('takes in what was wrong, and lets it go after two right answers in a row, across runs', async () => {
    const { user } = await openShort();
    await answerAll(user, 'wrw');
    await back(user);
    await screen.findByText('2 to practice');

    const second = await practise(1);
    expect(gridNames()).toHaveLength(2);
    await answerAll(second.user, 'rw');
    await back(second.user);
    await screen.findByText('2 to practice');

    const third = await practise(1);
    await answer(third.user);
    await back(third.user);
    await screen.findByText('1 to practice');
    expect(stored.get(KEY)).toMatchObject({ practise: { 'question-03': 0 } });
  });

  it('counts a run over the wrong ones, begun at once, as another', async () => {
    const { user } = await openShort();
    await jump(user, 4);
    await answer(user, false);
    await user.click(await findButton(/^Practice \d+ wrong answers?$/));
    await screen.findByText('Question 1 of 1');
    await answer(user);
    await screen.findByText('Final Score: 1/1 (100%)');
    await back(user);
    await screen.findByText('1 to practice');
  });

  it('is what a run of only those asks', async () => {
    keep({ practise: { 'question-02': 0, 'question-04': 1 } });
    const { user, sheet } = await openWays();
    await user.click(sheet.getByRole('radio', { name: 'To practice (2)' }));
    await user.click(sheet.getByRole('button', { name: /^Start (practice|mock exam)$/ }));
    await seeQuestion(2);
    expect(screen.getByText('Question 1 of 2')).toBeTruthy();
  });

  it('is no choice while there is nothing on it', async () => {
    const { sheet } = await openWays();
    expect(sheet.queryByRole('radio', { name: /^To practice/ })).toBeNull();
  });

  it('forgets questions that the exam no longer has, when it is practised', async () => {
    keep({ practise: { 'question-02': 0, gone: 0 } });
    await practise(2);
    await waitFor(() => expect(stored.get(KEY)).toMatchObject({ practise: { 'question-02': 0 } }));
    await waitFor(() => expect(stored.get(KEY)).not.toHaveProperty('practise.gone'));
  });
});

describe('the card of an exam', () => {
  it('says nothing of runs before the first', async () => {
    const { card } = await openCard();
    expect(card.queryByText(/Last|practice$/)).toBeNull();
  });

  it('shows the last and the best score', async () => {
    const { user } = await openShort();
    await answerAll(user, 'rrrr');
    const again = await openShort();
    await answerAll(again.user, 'rwrr');
    await back(again.user);
    await screen.findByText('Last 75%, best 100% · 1 to practice');
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
    expect(card.queryByText(/Last|practice$/)).toBeNull();
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
    const { sheet } = await openWays();
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
    const { sheet } = await openWays();
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
    const { sheet } = await openWays();
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
    const { sheet } = await openWays();
    expect(runs(sheet)).toHaveLength(1);
    expect(stored.get(KEY)).toEqual(before);
  });

  it('is not there before a run has ended', async () => {
    const { user } = await openShort();
    await answerAll(user, 'rw');
    const { sheet } = await openWays();
    expect(sheet.queryByRole('region', { name: 'History' })).toBeNull();
  });
});
