import { act, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import '#support/console-watch.ts';
import '#support/memory-store.ts';
import { gridNames, option, verdicts } from '#support/runner-view.ts';
import { answer, answerAll, jump, openShort, seeQuestion } from '#support/short-exam.tsx';

vi.mock('idb-keyval', async () => (await import('#support/memory-store.ts')).memoryStore);

const end = async () => {
  await screen.findByRole('region', { name: 'All questions' });
  return within(screen.getByRole('region', { name: 'Result' }));
};
const questions = async () => within((await end()).getByRole('region', { name: 'All questions' }));
const looks = async () =>
  (await questions())
    .queryAllByRole('button', { name: /^Look at / })
    .map((button) => button.getAttribute('aria-label'));

/** The short exam with its second and third question wrong, the first one flagged. */
const finish = async () => {
  const app = await openShort();
  await app.user.click(screen.getByRole('button', { name: 'Flag' }));
  await answerAll(app.user, 'rwwr');
  return app;
};

describe('the summary at the end of a run', () => {
  it('says the time it took', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    const { user } = await openShort();
    await answerAll(user, 'rrr');
    act(() => vi.advanceTimersByTime(65_000));
    await user.click(screen.getByRole('button', { name: 'Next Question' }));
    await seeQuestion(4);
    await answer(user);
    expect((await end()).getByText('Time: 01:05')).toBeTruthy();

    act(() => vi.advanceTimersByTime(600_000));
    await jump(user, 1);
    await jump(user, 4);
    expect((await end()).getByText('Time: 01:05'), 'after a long look back').toBeTruthy();
  });

  it('says the score in each domain', async () => {
    await finish();
    const scores = within((await end()).getByRole('region', { name: 'Score by domain' }));
    expect(scores.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'First Domain1 of 2 (50%)',
      'Second Domain1 of 2 (50%)',
    ]);
  });

  it('has every question with its verdict and its flag in words', async () => {
    await finish();
    expect(await looks()).toEqual([
      'Look at question 1, correct, flagged',
      'Look at question 2, incorrect',
      'Look at question 3, incorrect',
      'Look at question 4, correct',
    ]);
  });

  it('shows only the wrong, the flagged or the unanswered, and how many they are', async () => {
    const { user } = await openShort();
    await answer(user, false);
    await jump(user, 2);
    await user.click(screen.getByRole('button', { name: 'Flag' }));
    await jump(user, 4);
    await answer(user);
    const filter = async (name: string) => {
      await user.click((await questions()).getByRole('radio', { name }));
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
    expect((await questions()).getAllByText(/^\d\d:\d\d$/)).toHaveLength(2);
  });

  it('leads to a question again, shown as it was answered', async () => {
    const { user } = await finish();
    await user.click((await questions()).getByRole('button', { name: /^Look at question 2, / }));
    await seeQuestion(2);
    expect(verdicts()).toEqual(['correct', 'wrong', 'other', 'other']);
    expect(screen.getByText('It is not.')).toBeTruthy();
    await vi.waitFor(() => expect(document.activeElement?.textContent).toMatch(/question 02/));
  });

  it('leads back up to the last question, too, below which it stands', async () => {
    const { user } = await finish();
    await user.click((await questions()).getByRole('button', { name: /^Look at question 4, / }));
    expect(document.activeElement?.textContent).toBe('What is question 04?');
  });
});

describe('the next steps after a run', () => {
  it('come in the order of their use', async () => {
    await finish();
    const steps = (await end())
      .getAllByText(/^(Practice \d|Review answers|Back to Home)/)
      .map((step) => step.textContent);
    expect(steps).toEqual(['Practice 2 wrong answers', 'Review answers', 'Back to Home']);
  });

  it('tell what was wrong in rows that lead there', async () => {
    const { user } = await finish();
    const rows = within((await end()).getByRole('region', { name: 'Wrong answers' }));
    const row = await rows.findByRole('button', { name: /^What is question 02\?/ });
    expect(row.textContent).toMatch(/Your answer: wrong.*Right answer: right/);
    await user.click(row);
    await seeQuestion(2);
  });

  it('begin with the weakest domain, all of whose questions can be practiced', async () => {
    const { user } = await openShort();
    await answerAll(user, 'rwrr');
    expect((await end()).getByRole('region', { name: 'Score by domain' }).textContent).toMatch(
      /^Score by domainSecond Domain/,
    );
    await user.click((await end()).getByRole('button', { name: 'Practice the weakest domain' }));
    await screen.findByText('Question 1 of 2');
  });

  it('offer a copy of the progress after the first exam, and then no more', async () => {
    const first = await openShort();
    await answerAll(first.user, 'rwwr');
    expect(await (await end()).findByRole('button', { name: 'Save a copy' })).toBeTruthy();
    const again = await openShort();
    await answerAll(again.user, 'rrwr');
    await (await end()).findByText('+25 since last time');
    expect((await end()).queryByRole('button', { name: 'Save a copy' })).toBeNull();
  });

  it('offer it after every exam on iOS, which deletes what is not on the home screen', async () => {
    const agent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('iPhone');
    for (let time = 0; time < 2; time += 1) {
      const { user } = await openShort();
      await answerAll(user, 'rwwr');
      expect(await (await end()).findByText(/seven days without a visit/)).toBeTruthy();
      expect((await end()).getByRole('button', { name: 'Save a copy' })).toBeTruthy();
    }
    agent.mockRestore();
  });

  it('say how much better it went than the last time', async () => {
    const first = await openShort();
    await answerAll(first.user, 'rwwr');
    expect((await end()).queryByText(/since last time/)).toBeNull();
    const again = await openShort();
    await answerAll(again.user, 'rrwr');
    expect(await (await end()).findByText('+25 since last time')).toBeTruthy();
  });
});

describe('practicing wrong answers', () => {
  const practiceWrong = async () => {
    const app = await finish();
    await app.user.click(
      (await end()).getByRole('button', { name: /^Practice \d+ wrong answers?$/ }),
    );
    await seeQuestion(2);
    return app;
  };

  it('starts a run of the wrong ones, empty and from zero', async () => {
    await practiceWrong();
    expect(screen.getByText('Question 1 of 2')).toBeTruthy();
    expect(screen.getByText('Score: 0/0')).toBeTruthy();
    expect(gridNames()).toEqual(['Question 1, unanswered', 'Question 2, unanswered']);
    expect(option(0).checked).toBe(false);
    expect(screen.getByRole('timer').textContent).toBe('00:00');
    expect(screen.queryByRole('region', { name: 'Result' })).toBeNull();
  });

  it('ends like any other, and is over once nothing is wrong', async () => {
    const { user } = await practiceWrong();
    await answerAll(user, 'rr');
    expect((await end()).getByText('Final Score: 2/2 (100%)')).toBeTruthy();
    expect(
      (await end()).queryByRole('button', { name: /^Practice \d+ wrong answers?$/ }),
    ).toBeNull();
  });

  it('is not offered after a run without a mistake', async () => {
    const { user } = await openShort();
    await answerAll(user, 'rrrr');
    expect((await end()).getByText('Final Score: 4/4 (100%)')).toBeTruthy();
    expect(
      (await end()).queryByRole('button', { name: /^Practice \d+ wrong answers?$/ }),
    ).toBeNull();
  });
});
