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
  await screen.findAllByRole('region', { name: /^(By domain|Wrong answers)$/ });
  return within(screen.getByRole('region', { name: 'Result' }));
};
const part = async (name: string) => within((await end()).getByRole('region', { name }));
/** The list of the answers that a button of the result opens. */
const lookAt = async (user: ReturnType<typeof openApp>['user'], name: string | RegExp) => {
  await user.click((await end()).getByRole('button', { name }));
  return within(await screen.findByRole('region', { name: 'Answers' }));
};
const rowsOf = (list: { getAllByRole: (typeof screen)['getAllByRole'] }) =>
  list
    .getAllByRole('button', { name: /What is question/ })
    .map(({ textContent }) => Number.parseInt(textContent, 10));
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

  it('makes room for the next run', async () => {
    const { user } = await finish('rwrw');
    await user.click(screen.getByRole('button', { name: 'See Result' }));
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
    act(() => vi.advanceTimersByTime(600_000));
    await jump(user, 1);
    await jump(user, 4);
    const answers = await lookAt(user, 'Review answers');
    expect(answers.getByText('01:05, 33 seconds a question')).toBeTruthy();
  });

  it('lists domains and wrong answers, and each question that it opens leads back to it', async () => {
    const { user } = await openShort();
    await answerAll(user, 'rwwr');
    await user.click(screen.getByRole('button', { name: 'See Result' }));
    const scores = (await part('By domain')).getAllByRole('listitem');
    expect(scores.map((item) => item.textContent)).toEqual([
      'First Domain1 of 2',
      'Second Domain1 of 2',
    ]);
    const steps = (await end()).getAllByText(/^(Practice \d|Next|Review answers|Back to Home)/);
    expect(steps.map((step) => step.textContent)).toEqual([
      'Practice 2 wrong answers',
      'Review answers',
      'Back to Home',
    ]);
    const row = await (await part('Wrong answers')).findByRole('button', {
      name: /What is question 02\?/,
    });
    const lines = row.querySelectorAll('[data-verdict]');
    expect([...lines].map(({ textContent }) => textContent)).toEqual([
      'Your answer, wrong: wrong',
      'Correct: right',
    ]);
    await user.click(row);
    await seeQuestion(2);
    expect(verdicts()).toEqual(['correct', 'wrong', 'other', 'other']);
    expect(screen.getByText('It is not.')).toBeTruthy();
    await vi.waitFor(() => expect(document.activeElement?.textContent).toMatch(/question 02/));
    expect(screen.queryByRole('link', { name: 'Back to Exams' })).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Back to result' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Exam Complete!' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to Exams' })).toBeTruthy();
    expect(screen.queryByRole('article')).toBeNull();
  });

  it('opens its answers, which the browser’s Back leaves one by one', async () => {
    const { user } = await finish('rwrr');
    await user.click(screen.getByRole('button', { name: 'See Result' }));
    const answers = await lookAt(user, 'Review answers');
    expect(document.activeElement?.textContent).toBe('Answers');
    expect(screen.queryByRole('complementary'), 'no panel of an ended run').toBeNull();
    await user.click(await answers.findByRole('button', { name: /What is question 03\?/ }));
    await seeQuestion(3);
    history.back();
    await screen.findByRole('region', { name: 'Answers' });
    history.back();
    expect(await screen.findByRole('heading', { level: 1, name: 'Exam Complete!' })).toBeTruthy();
    history.forward();
    await screen.findByRole('region', { name: 'Answers' });
    await user.click(await screen.findByRole('button', { name: /What is question 03\?/ }));
    await seeQuestion(3);
    await user.click(screen.getByRole('link', { name: 'Back to result' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Exam Complete!' })).toBeTruthy();
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
      ['correct', 'Correct: a'],
      ['wrong', 'Your answer, wrong: b'],
      ['correct', 'Correct: d'],
      ['missed', 'Missed: c'],
    ]);
  });

  it('filters its answers by wrong, blank, flagged and slowest, with counts', async () => {
    const { user } = await openShort();
    await answer(user, false);
    await jump(user, 2);
    await user.click(screen.getByRole('button', { name: 'Flag' }));
    await jump(user, 4);
    await answer(user);
    const answers = await lookAt(user, 'Review answers');
    const filter = async (name: string) => {
      await user.click(answers.getByRole('radio', { name }));
      await answers.findAllByText(/^What is question/);
      return rowsOf(answers);
    };
    expect(await filter('Wrong 1')).toEqual([1]);
    expect(await filter('Flagged 1')).toEqual([2]);
    expect(answers.getByText('Not answered · Flagged')).toBeTruthy();
    expect(await filter('Blank 2')).toEqual([2, 3]);
    expect(await filter('All 4')).toEqual([1, 2, 3, 4]);
    expect(await filter('Slowest 2')).toHaveLength(2);
    expect(answers.getAllByText(/^\d\d:\d\d$/)).toHaveLength(2);
  });

  it('of a mock exam offers the weakest domain with all of its questions', async () => {
    const bank = bankOf({ ...shortExam, questions: manyQuestions(10) });
    const { user } = openApp(`${SHORT}?minutes=30`, { bank });
    await seeQuestion(1);
    for (const [place, verdict] of [...'rwrwrrrrrr'].entries()) {
      await jump(user, place + 1);
      await user.click(option(verdict === 'r' ? 0 : 1));
    }
    await user.click(screen.getByRole('button', { name: 'Finish Exam' }));
    await user.click(await screen.findByRole('button', { name: 'Finish now' }));
    const scores = (await end()).getByRole('region', { name: 'By domain' });
    expect(scores.textContent).toMatch(/^By domainSecond Domain Weakest3 of 5 \(60%\)/);
    await user.click((await end()).getByRole('button', { name: 'Practice the weakest domain' }));
    await screen.findByText('Question 1 of 5');
  });

  it('offers a copy after the first run only, and compares later runs with the last', async () => {
    await finish('rwwr');
    const save = { name: 'Save a copy' };
    expect(await (await end()).findByRole('button', save)).toBeTruthy();
    expect((await end()).queryByText(/than your last/)).toBeNull();
    await finish('rrwr');
    expect(
      await (await end()).findByText(/25 points more than your last whole exam\./),
    ).toBeTruthy();
    expect((await end()).queryByRole('button', save)).toBeNull();
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
    const result = within(await screen.findByRole('region', { name: 'Result' }));
    expect(result.getByText('You had 2 of 2.')).toBeTruthy();
    expect(result.queryByRole('button', { name: /wrong|missed/ })).toBeNull();
  });
});
