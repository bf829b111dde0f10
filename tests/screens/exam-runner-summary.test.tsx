import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderApp } from '#support/render-app.tsx';
import { checkButton, gridNames, option, verdicts } from '#support/runner-view.ts';
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
import { bankOf } from '#support/test-bank.ts';
import { manyQuestions, plainQuestion } from '#support/test-questions.ts';

const end = async () => {
  await screen.findByRole('region', { name: 'All questions' });
  return within(screen.getByRole('region', { name: 'Result' }));
};
const part = async (name: string) => within((await end()).getByRole('region', { name }));
const looks = async () =>
  (await part('All questions'))
    .queryAllByRole('button', { name: /^Look at / })
    .map((button) => button.getAttribute('aria-label'));
const practiceButton = async () =>
  (await end()).queryByRole('button', { name: /^Practice \d+ wrong answers?$/ });

/** The short exam, answered so that each letter is a right or wrong answer. */
const finish = async (verdicts: string) => {
  const app = await openShort();
  await answerAll(app.user, verdicts);
  return app;
};

const address = () => location.pathname + location.search;

describe('a result that is reloaded', () => {
  const reload = async () => {
    openApp(address());
    return end();
  };

  it('comes back, whether its run has blanks or not', async () => {
    const { user } = await openShort();
    await jump(user, 4);
    await answer(user);
    expect((await reload()).getByText('Final Score: 1/4 (25%)')).toBeTruthy();
    const again = await reload();
    await userEvent.setup().click(again.getByRole('button', { name: 'Keep going' }));
    await seeQuestion(1);
    expect(address(), 'no longer a result').not.toContain('?');
  });

  it('comes back from its questions, too, and makes room for the next run', async () => {
    const { user } = await finish('rwrw');
    await user.click(screen.getByRole('button', { name: 'See Result' }));
    await jump(user, 2);
    const again = await reload();
    expect(again.getByText('Final Score: 2/4 (50%)')).toBeTruthy();
    await userEvent.setup().click(again.getByRole('button', { name: 'Practice 2 wrong answers' }));
    await seeQuestion(2);
    expect(address()).not.toContain('?');
    openApp(address());
    await seeQuestion(1);
    expect(screen.getByText('Score: 0/0'), 'entering starts anew').toBeTruthy();
  });

  it('is a plain start if the device does not know the run', async () => {
    openApp(`${SHORT}?result=elsewhere`);
    await seeQuestion(1);
    expect(screen.getByText('Score: 0/0')).toBeTruthy();
  });
});

describe('the summary at the end of a run', () => {
  it('says how long the run took, without looking back', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    const { user } = await openShort();
    await answer(user);
    await jump(user, 4);
    act(() => vi.advanceTimersByTime(65_000));
    await answer(user);
    expect((await end()).getByText('Time: 01:05')).toBeTruthy();
    act(() => vi.advanceTimersByTime(600_000));
    await jump(user, 1);
    await jump(user, 4);
    expect((await end()).getByText('Time: 01:05')).toBeTruthy();
  });

  it('lists domains, wrong answers and every question, each of which can be opened', async () => {
    const { user } = await openShort();
    await user.click(screen.getByRole('button', { name: 'Flag' }));
    await answerAll(user, 'rwwr');
    const scores = (await part('Score by domain')).getAllByRole('listitem');
    expect(scores.map((item) => item.textContent)).toEqual([
      'First Domain1 of 2 (50%)',
      'Second Domain1 of 2 (50%)',
    ]);
    const steps = (await end()).getAllByText(/^(Practice \d|Next|Review answers|Back to Home)/);
    expect(steps.map((step) => step.textContent)).toEqual([
      'Practice 2 wrong answers',
      'Review answers',
      'Back to Home',
    ]);
    expect(await looks()).toEqual([
      'Look at question 1, correct, flagged',
      'Look at question 2, incorrect',
      'Look at question 3, incorrect',
      'Look at question 4, correct',
    ]);
    const look = async (name: RegExp) =>
      user.click((await part('All questions')).getByRole('button', { name }));
    await look(/^Look at question 4, /);
    expect(document.activeElement?.textContent, 'above the summary').toBe('What is question 04?');
    const row = await (await part('Wrong answers')).findByRole('button', {
      name: /What is question 02\?/,
    });
    expect(within(row).getByText('Your choice, wrong:').parentElement?.textContent).toMatch(
      /wrong$/,
    );
    expect(within(row).getByText('Correct answer:', { selector: '.visually-hidden' })).toBeTruthy();
    await user.click(row);
    await seeQuestion(2);
    await jump(user, 4);
    await look(/^Look at question 2, /);
    await seeQuestion(2);
    expect(verdicts()).toEqual(['correct', 'wrong', 'other', 'other']);
    expect(screen.getByText('It is not.')).toBeTruthy();
    await vi.waitFor(() => expect(document.activeElement?.textContent).toMatch(/question 02/));
  });

  it('tells the right choices of a wrong answer from the wrong and the missed ones', async () => {
    const several = plainQuestion('Which ones?', {
      options: ['a', 'b', 'c', 'd', 'e'],
      answers: ['a', 'c', 'd'],
      optionNotes: undefined,
    });
    const bank = bankOf({ id: 'several', name: 'Several', questions: { several } });
    const { user } = renderApp('/exams/aws/Several', { bank });
    await screen.findByText('Which ones?');
    for (const place of [0, 1, 3]) await user.click(option(place));
    await user.click(checkButton());
    const row = await (await part('Wrong answers')).findByRole('button', { name: /Which ones/ });
    const lines = [...row.querySelectorAll<HTMLElement>('[data-verdict]')];
    expect(lines.map(({ dataset, textContent }) => [dataset.verdict, textContent])).toEqual([
      ['correct', 'Your answer, correct: Your choice, correct: a'],
      ['wrong', 'Your answer: Your choice, wrong: b'],
      ['correct', 'Your answer, correct: Your choice, correct: d'],
      ['missed', 'Missed: Correct answer, missed: c'],
    ]);
  });

  it('filters by wrong, flagged, unanswered and slowest, with counts', async () => {
    const { user } = await openShort();
    await answer(user, false);
    await jump(user, 2);
    await user.click(screen.getByRole('button', { name: 'Flag' }));
    await jump(user, 4);
    await answer(user);
    const filter = async (name: string) => {
      await user.click((await part('All questions')).getByRole('radio', { name }));
      return looks();
    };
    expect(await filter('Wrong (1)')).toEqual(['Look at question 1, incorrect']);
    expect(await filter('Flagged (1)')).toEqual(['Look at question 2, unanswered, flagged']);
    expect(await filter('Unanswered (2)')).toEqual([
      'Look at question 2, unanswered, flagged',
      'Look at question 3, unanswered',
    ]);
    expect(await filter('All (4)')).toHaveLength(4);
    expect(await filter('Slowest (2)')).toHaveLength(2);
    expect((await part('All questions')).getAllByText(/^\d\d:\d\d$/)).toHaveLength(2);
  });

  it('offers the weakest domain with all of its questions', async () => {
    const bank = bankOf({ ...shortExam, questions: manyQuestions(10) });
    const { user } = await openShort({ bank });
    await answerAll(user, 'rwrwrrrrrr');
    const scores = (await end()).getByRole('region', { name: 'Score by domain' });
    expect(scores.textContent).toMatch(/^Score by domainSecond DomainWeakest/);
    await user.click(
      (await end()).getByRole('button', { name: 'Practice the weakest domain · 5 questions' }),
    );
    await screen.findByText('Question 1 of 5');
  });

  it('offers a copy after the first run only, and compares later runs with the last', async () => {
    await finish('rwwr');
    expect(await (await end()).findByRole('button', { name: 'Save a copy' })).toBeTruthy();
    expect((await end()).queryByText(/since your last/)).toBeNull();
    await finish('rrwr');
    expect(
      await (await end()).findByText('+25 points since your last whole exam (50%)'),
    ).toBeTruthy();
    expect((await end()).queryByRole('button', { name: 'Save a copy' })).toBeNull();
  });

  it('offers a copy after every run on iOS, which deletes data outside the home screen', async () => {
    const agent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('iPhone');
    for (const verdicts of ['rwwr', 'rwwr']) {
      await finish(verdicts);
      expect(await (await end()).findByText(/seven days without a visit/)).toBeTruthy();
      expect((await end()).getByRole('button', { name: 'Save a copy' })).toBeTruthy();
    }
    agent.mockRestore();
  });
});

describe('practicing wrong answers', () => {
  it('starts an empty run of these, until nothing is wrong', async () => {
    const { user } = await finish('rwwr');
    await user.click((await practiceButton()) as HTMLElement);
    await seeQuestion(2);
    expect(screen.getByText('Question 1 of 2')).toBeTruthy();
    expect(screen.getByText('Score: 0/0')).toBeTruthy();
    expect(gridNames()).toEqual(['Question 1, unanswered', 'Question 2, unanswered']);
    expect(option(0).checked).toBe(false);
    expect(screen.getByRole('timer').textContent).toBe('00:00');
    expect(screen.queryByRole('region', { name: 'Result' })).toBeNull();
    await answerAll(user, 'rr');
    expect((await end()).getByText('Final Score: 2/2 (100%)')).toBeTruthy();
    expect(await practiceButton()).toBeNull();
  });
});
