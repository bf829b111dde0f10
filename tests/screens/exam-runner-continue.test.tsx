import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { readLearning } from '#learner/learner-store.ts';
import type { StoredRun } from '#learner/schemas.ts';
import { stored } from '#support/memory-store.ts';
import { findButton, gridNames, option, verdicts } from '#support/runner-view.ts';
import {
  answer,
  answerAll,
  jump,
  openApp,
  openShort,
  SHORT,
  seeQuestion,
  shortExam,
} from '#support/short-exam.tsx';
import {
  historyKeyOf,
  resultOf,
  runKeyOf,
  storedRun,
  studyKeyOf,
  versioned,
} from '#support/stored-runs.ts';

const KEY = runKeyOf('A Short Exam');
const ids = Object.keys(shortExam.questions);

/** Stores a run of the short exam: two of four answered, the third on screen. */
const keep = (changes: object = {}) =>
  stored.set(
    KEY,
    versioned({
      run: {
        ...storedRun({
          questionIds: ids,
          results: [resultOf('question-01'), resultOf('question-02', false)],
        }),
        ...changes,
      },
    }),
  );

/** Flags questions of the short exam. */
const flag = (...questions: string[]) =>
  stored.set(
    studyKeyOf('A Short Exam'),
    versioned({
      marks: questions.map((questionId) => ({ questionId, isFlagged: true, flaggedAt: 5 })),
    }),
  );

const isOffered = () => screen.queryByRole('button', { name: /^Continue at question/ }) !== null;

/** The short exam, once the stored runs have been read. */
const openAndLook = async (...options: Parameters<typeof openShort>) => {
  const app = await openShort(...options);
  await act(() => readLearning({ apiUrl: location.origin, providerId: 'aws', examId: '' }));
  return app;
};

describe('a run that was left', () => {
  it('is offered by its position, and one tap restores all of it', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    keep();
    flag('question-02', 'question-04');
    const { user } = await openShort();
    const offer = await findButton('Continue at question 3 of 4');
    expect(screen.getByText('Score: 0/0'), 'until that tap the run is empty').toBeTruthy();
    await user.click(offer);
    await seeQuestion(3);
    expect(screen.getByText('Score: 1/2')).toBeTruthy();
    expect(option(1).checked, 'the choice that was not checked').toBe(true);
    expect(screen.getByRole('timer').textContent).toBe('01:01');
    expect(gridNames()).toEqual([
      'Question 1, correct',
      'Question 2, incorrect, flagged',
      'Question 3, unanswered',
      'Question 4, unanswered, flagged',
    ]);
    expect(isOffered()).toBe(false);
    await jump(user, 2);
    expect(verdicts()).toEqual(['correct', 'wrong', 'other', 'other']);
  });

  it('stays until the new run has an answer, and can be put aside for the visit', async () => {
    keep();
    const { user } = await openShort();
    await findButton('Continue at question 3 of 4');
    await user.click(screen.getByRole('button', { name: 'Flag' }));
    await jump(user, 4);
    await user.click(option(1));
    expect(isOffered()).toBe(true);
    const again = await openShort();
    await again.user.click(await findButton('Not now'));
    expect(isOffered()).toBe(false);
    await openShort();
    await findButton('Continue at question 3 of 4');
  });

  it('comes in a tab whose run is untouched once another tab has begun one', async () => {
    await openShort();
    expect(isOffered()).toBe(false);
    keep();
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await findButton('Continue at question 3 of 4');
  });

  it('gives the focus to the question that it leads to', async () => {
    keep();
    const { user } = await openShort();
    await user.click(await findButton('Continue at question 3 of 4'));
    await seeQuestion(3);
    expect(document.activeElement?.closest('article')).not.toBeNull();
  });

  it('enters the history once the new run is answered', async () => {
    keep();
    const { user } = await openShort();
    await findButton('Continue at question 3 of 4');
    await answer(user, false);
    expect(isOffered()).toBe(false);
    await waitFor(() =>
      expect(stored.get(historyKeyOf('A Short Exam'))).toMatchObject({
        history: [{ runId: 'stored', correct: 1, answered: 2, total: 4 }],
      }),
    );
    const again = await openShort();
    await again.user.click(await findButton('Continue at question 2 of 4'));
    await seeQuestion(2);
    expect(screen.getByText('Score: 0/1')).toBeTruthy();
    expect(gridNames()[1]).toBe('Question 2, unanswered');
  });

  it('is offered after its last question was checked, until every question is answered', async () => {
    const { user } = await openShort();
    await jump(user, 4);
    await answer(user);
    await screen.findByText('Exam Complete!');
    const again = await openShort();
    await again.user.click(await findButton('Continue at question 1 of 4'));
    await screen.findByText('Score: 1/1');
    await answerAll(again.user, 'rrr');
    await openAndLook();
    expect(isOffered()).toBe(false);
  });

  it('is not offered while wrong answers of the next run are practiced', async () => {
    keep();
    const { user } = await openShort();
    await findButton('Continue at question 3 of 4');
    await answerAll(user, 'rrrw');
    await user.click(await findButton(/^Practice \d+ wrong answers?$/));
    expect(await screen.findByText('Question 1 of 1')).toBeTruthy();
    expect(isOffered()).toBe(false);
  });
});

describe('what is stored on the device', () => {
  it('is ignored if it is damaged', async () => {
    keep({ results: [{}] });
    const { user } = await openAndLook();
    expect(isOffered()).toBe(false);
    await answer(user);
    expect(screen.getByText('Score: 1/1')).toBeTruthy();
    await openShort();
    await findButton('Continue at question 2 of 4');
  });
});

describe('runs of several kinds', () => {
  const set = { questions: 2, isShuffled: false };
  it('are replaced only by an answered run of their own kind', async () => {
    keep({ id: 'all' });
    const { run } = stored.get(KEY) as { run: StoredRun };
    stored.set(
      runKeyOf('A Short Exam', 'set'),
      versioned({ run: { ...run, id: 'set', setup: set, at: run.at - 1 } }),
    );
    const { user } = openApp(`${SHORT}?questions=2`);
    await screen.findByText(/^What is question/);
    await user.click(await findButton('2 unfinished sessions'));
    const sheet = within(await screen.findByRole('dialog', { name: 'Continue' }));
    expect(sheet.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Whole examContinue at question 3 of 4',
      'Set of 4Continue at question 3 of 4',
    ]);
    await user.click(sheet.getByRole('button', { name: 'Close' }));
    await answer(user);
    await waitFor(() =>
      expect(stored.get(runKeyOf('A Short Exam', 'set'))).not.toHaveProperty('run.id', 'set'),
    );
    expect(stored.get(KEY)).toHaveProperty('run.id', 'all');
  });

  it('keep a finished run until the next one is answered', async () => {
    keep({ isFinished: true });
    const { user } = await openShort();
    await user.click(screen.getByRole('button', { name: 'Flag' }));
    await openAndLook();
    expect(stored.get(KEY)).toHaveProperty('run.id', 'stored');
  });
});

describe('another tab', () => {
  it('that began another run is not overwritten by this tab', async () => {
    keep();
    const { user } = await openShort();
    await user.click(await findButton('Continue at question 3 of 4'));
    await seeQuestion(3);
    const at = Date.now();
    keep({ id: 'newer', results: [resultOf('question-01', false)], index: 0, at });
    act(() => void dispatchEvent(new Event('focus')));
    await screen.findByText('Score: 0/1');
    await user.click(screen.getByRole('button', { name: 'Flag' }));
    await waitFor(() => expect(stored.get(studyKeyOf('A Short Exam'))).toBeTruthy());
    expect(stored.get(KEY)).toHaveProperty('run.id', 'newer');
  });
});
