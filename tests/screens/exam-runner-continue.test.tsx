import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { readRun } from '#storage/learner-store.ts';
import { allowStorage, refuseStorage, stored } from '#support/memory-store.ts';
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
import { resultOf, runKeyOf, storedRun } from '#support/stored-runs.ts';
import { bankOf } from '#support/test-bank.ts';
import { manyQuestions, plainQuestion } from '#support/test-questions.ts';

const KEY = runKeyOf('A Short Exam');
const ids = Object.keys(shortExam.questions);

/** Stores a run of the short exam: two of four answered, the third on screen. */
const keep = (changes: object = {}) =>
  stored.set(KEY, {
    version: 1,
    ...storedRun({
      questionIds: ids,
      results: [resultOf('question-01'), resultOf('question-02', false)],
      flags: ['question-02', 'question-04'],
    }),
    ...changes,
  });

const isOffered = () => screen.queryByRole('button', { name: /^Continue at/ }) !== null;
const storedResults = () => (stored.get(KEY) as { results: unknown[] }).results;

/** The short exam, once the stored runs have been read. */
const openAndLook = async (...options: Parameters<typeof openShort>) => {
  const app = await openShort(...options);
  await act(() => readRun({ apiUrl: location.origin, providerId: 'aws', examId: '' }, 'all'));
  return app;
};

describe('a run that was left', () => {
  it('is offered by its position, and one tap restores all of it', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    keep();
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

  it('is stored as it is answered, and offered after a reload', async () => {
    const { user } = await openShort();
    await answer(user);
    await waitFor(() => expect(stored.get(KEY)).toMatchObject({ index: 0, version: 1 }));
    expect(storedResults()).toHaveLength(1);
    await jump(user, 2);
    await answer(user, false);
    await user.click(screen.getByRole('button', { name: 'Flag' }));
    await jump(user, 3);
    await user.click(option(2));
    const again = await openShort();
    await again.user.click(await findButton('Continue at question 3 of 4'));
    await seeQuestion(3);
    expect(option(2).checked).toBe(true);
    expect(gridNames().slice(0, 2)).toEqual([
      'Question 1, correct',
      'Question 2, incorrect, flagged',
    ]);
  });

  it('is noted without a transaction when the page is hidden', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    const { user } = await openShort();
    await answer(user);
    await waitFor(() => expect(stored.get(KEY)).toBeDefined());
    vi.setSystemTime(65_000);
    refuseStorage();
    act(() => void dispatchEvent(new Event('pagehide')));
    allowStorage();
    cleanup();
    const again = await openShort();
    await again.user.click(await findButton('Continue at question 1 of 4'));
    expect(screen.getByRole('timer').textContent).toBe('01:05');
  });

  it('is noted whole if its last change could not be stored', async () => {
    const { user } = await openShort();
    await answer(user);
    await waitFor(() => expect(stored.get(KEY)).toBeDefined());
    refuseStorage();
    await user.click(screen.getByRole('button', { name: 'Flag' }));
    await user.click(screen.getByRole('button', { name: 'Next Question' }));
    await seeQuestion(2);
    await answer(user, false);
    cleanup();
    allowStorage();
    const again = await openShort();
    await again.user.click(await findButton('Continue at question 2 of 4'));
    expect(gridNames().slice(0, 2)).toEqual([
      'Question 1, correct, flagged',
      'Question 2, incorrect',
    ]);
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

  it('is replaced once the new run is answered', async () => {
    keep();
    const { user } = await openShort();
    await findButton('Continue at question 3 of 4');
    await answer(user, false);
    expect(isOffered()).toBe(false);
    const again = await openShort();
    await again.user.click(await findButton('Continue at question 1 of 4'));
    await screen.findByText('Score: 0/1');
    expect(gridNames()[1]).toBe('Question 2, unanswered');
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

  it('is not offered once everything in it is answered', async () => {
    const { user } = await openShort();
    await answerAll(user, 'rrrr');
    await openAndLook();
    expect(isOffered()).toBe(false);
  });

  it('is stored with only flags if there is no other run', async () => {
    const { user } = await openShort();
    await jump(user, 2);
    await user.click(screen.getByRole('button', { name: 'Flag' }));
    const again = await openShort();
    await again.user.click(await findButton('Continue at question 2 of 4'));
    await seeQuestion(2);
    expect(gridNames()[1]).toBe('Question 2, unanswered, flagged');
  });
});

describe('a stored run of an exam that has changed', () => {
  it('keeps its results by question, without deleted ones', async () => {
    keep();
    const { 'question-01': _, ...left } = manyQuestions(6);
    const { user } = openApp(SHORT, { bank: bankOf({ ...shortExam, questions: left }) });
    await seeQuestion(2);
    await user.click(await findButton('Continue at question 2 of 5'));
    await seeQuestion(3);
    expect(screen.getByText('Score: 0/1')).toBeTruthy();
    expect(gridNames()).toEqual([
      'Question 1, incorrect, flagged',
      'Question 2, unanswered',
      'Question 3, unanswered, flagged',
      'Question 4, unanswered',
      'Question 5, unanswered',
    ]);
  });

  it('shows the chosen options at their new positions', async () => {
    keep();
    const moved = plainQuestion('What is question 02?', { options: ['far off', 'wrong', 'right'] });
    const questions = { ...shortExam.questions, 'question-02': moved };
    const bank = bankOf({ ...shortExam, questions });
    const { user } = await openShort({ bank });
    await user.click(await findButton('Continue at question 3 of 4'));
    await jump(user, 2);
    expect(verdicts()).toEqual(['other', 'wrong', 'correct']);
  });
});

describe('what is stored on the device', () => {
  it.each([
    ['of a later version', () => keep({ version: 2 })],
    ['of an exam without such questions', () => keep({ questionIds: ['gone'] })],
    ['with damaged results', () => keep({ results: [{}] })],
    ['nothing', () => stored.set(KEY, null)],
  ])('is ignored if it is not a run: %s', async (_, spoil) => {
    spoil();
    const { user } = await openAndLook();
    expect(isOffered()).toBe(false);
    await answer(user);
    expect(screen.getByText('Score: 1/1')).toBeTruthy();
    await openShort();
    await findButton('Continue at question 1 of 4');
  });

  it('may be nothing: the run works without storage', async () => {
    refuseStorage();
    const { user } = await openAndLook();
    const words = "Your answers can't be saved on this device right now";
    await answerAll(user, 'rwrr');
    expect(await screen.findByText('Final Score: 3/4 (75%)')).toBeTruthy();
    expect(isOffered()).toBe(false);
    expect(screen.getAllByText(words), 'once a visit').toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Export' })).toBeTruthy();
  });
});

describe('runs of several kinds', () => {
  const set = { questions: 2, isShuffled: false };
  const offers = async (user: UserEvent) => {
    await user.click(await findButton(/^Continue one of/));
    const list = within(await screen.findByRole('dialog', { name: 'Continue' }));
    return list.getAllByRole('listitem').map((item) => item.textContent);
  };

  it('are kept beside each other: a set does not replace the whole exam', async () => {
    const { user } = await openShort();
    await answerAll(user, 'rw');
    const other = openApp(`${SHORT}?questions=2`);
    await screen.findByText(/^What is question/);
    await answer(other.user);
    await screen.findByText(/^Score: [01]\/1$/);
    const again = await openShort();
    expect(await offers(again.user)).toEqual([
      'Whole examContinue at question 2 of 4',
      'Set of 2Continue at question 1 of 2',
    ]);
    await again.user.click(await findButton('Continue at question 2 of 4'));
    expect(screen.getByText('Score: 1/2')).toBeTruthy();
  });

  it('are replaced only by an answered run of their own kind', async () => {
    keep({ id: 'all' });
    stored.set(runKeyOf('A Short Exam', 'set'), {
      ...(stored.get(KEY) as object),
      id: 'set',
      setup: set,
    });
    const { user } = openApp(`${SHORT}?questions=2`);
    await screen.findByText(/^What is question/);
    await findButton('Continue one of 2 runs');
    await answer(user);
    await waitFor(() =>
      expect(stored.get(runKeyOf('A Short Exam', 'set'))).not.toHaveProperty('id', 'set'),
    );
    expect(stored.get(KEY)).toHaveProperty('id', 'all');
  });

  it('keep a finished run until the next one is answered', async () => {
    keep({ isFinished: true });
    const { user } = await openShort();
    await user.click(screen.getByRole('button', { name: 'Flag' }));
    await openAndLook();
    expect(stored.get(KEY)).toHaveProperty('id', 'stored');
  });
});

describe('another tab', () => {
  it('that continued the run is followed when this tab comes to the front', async () => {
    keep();
    const { user } = await openShort();
    await user.click(await findButton('Continue at question 3 of 4'));
    await seeQuestion(3);
    keep({ revision: 3, results: [...storedResults(), resultOf('question-03')] });
    act(() => void dispatchEvent(new Event('focus')));
    await screen.findByText('Score: 2/3');
    await user.click(screen.getByRole('button', { name: 'Flag' }));
    await waitFor(() => expect(stored.get(KEY)).toHaveProperty('revision', 4));
    expect(storedResults()).toHaveLength(3);
  });

  it('that continued the run loses nothing to an answer in this tab', async () => {
    keep();
    const { user } = await openShort();
    await user.click(await findButton('Continue at question 3 of 4'));
    await seeQuestion(3);
    keep({ revision: 3, results: [...storedResults(), resultOf('question-04')] });
    await answer(user);
    await screen.findByText('Score: 3/4');
    expect(screen.getByText('Question 3 of 4')).toBeTruthy();
    expect(storedResults()).toHaveLength(4);
  });

  it('that began another run is not overwritten by this tab', async () => {
    keep();
    const { user } = await openShort();
    await user.click(await findButton('Continue at question 3 of 4'));
    await seeQuestion(3);
    keep({ id: 'newer', results: [resultOf('question-01', false)], index: 0 });
    act(() => void dispatchEvent(new Event('focus')));
    await screen.findByText('Score: 0/1');
    await user.click(screen.getByRole('button', { name: 'Flag' }));
    await waitFor(() => expect(stored.get(KEY)).toHaveProperty('revision', 3));
    expect(stored.get(KEY)).toHaveProperty('id', 'newer');
  });
});
