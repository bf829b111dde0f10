import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { emptyStudy } from '#learner/schemas.ts';
import { stored } from '#support/memory-store.ts';
import { answerAll, openApp, openShort, SHORT } from '#support/short-exam.tsx';
import { studyKeyOf, versioned } from '#support/stored-runs.ts';

const setAside = (numbers: number[]) => {
  const marks = numbers.map((number) => ({
    questionId: `question-0${number}`,
    isAside: true,
    asideAt: 1,
  }));
  stored.set(studyKeyOf('A Short Exam'), versioned({ ...emptyStudy, marks }));
};

describe('questions that are set aside', () => {
  it('are not asked where none is left, which is said', async () => {
    setAside([1, 2, 3, 4]);
    openApp(`${SHORT}?questions=4`);
    await screen.findByText('Every question that this would ask is set aside.');
    expect(screen.queryByText(/Question 1 of/)).toBeNull();
  });

  it('are not offered by a result, nor counted in what it offers', async () => {
    setAside([1, 2]);
    const { user } = await openShort();
    await answerAll(user, 'wwwr');
    const result = within(await screen.findByRole('region', { name: 'Result' }));
    await result.findByRole('button', { name: 'Practice 1 wrong answer' });
  });
});
