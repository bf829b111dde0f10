import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { nextButton, numberButton } from '#support/runner-view.ts';
import { answer, answerAll, openApp, openShort, SHORT, seeQuestion } from '#support/short-exam.tsx';
import { bankOf } from '#support/test-bank.ts';
import { manyQuestions } from '#support/test-questions.ts';

const LONG = '/exams/aws/A%20Long%20Exam';
const bank = bankOf({ id: 'long', name: 'A Long Exam', questions: manyQuestions(25) });

const result = async () => within(await screen.findByRole('region', { name: 'Result' }));
const title = async () => (await result()).getAllByRole('heading')[0]?.textContent;
/** What can be done next, in order: the first button is the main one. */
const ways = async () => {
  const home = (await result()).getByRole('link', { name: 'Back to Home' });
  return [...(home.parentElement?.children ?? [])].map(({ textContent }) => textContent);
};
const press = async (user: ReturnType<typeof openApp>['user'], name: string) =>
  user.click((await result()).getByRole('button', { name }));

const begin = async (address: string, options: Parameters<typeof openApp>[1] = { bank }) => {
  const { user } = openApp(address, options);
  await screen.findByText(/^What is question/);
  return user;
};
const stem = () => screen.getByText(/^What is question/).textContent;
/** Answers as `answerAll`, and tells the questions. */
const answerAndTell = async (user: ReturnType<typeof openApp>['user'], verdicts: string) => {
  const stems: (string | null)[] = [];
  for (const [place, verdict] of [...verdicts].entries()) {
    if (place > 0) {
      await user.click(nextButton());
      await screen.findByText((text) => text.startsWith('What is') && text !== stems.at(-1));
    }
    stems.push(stem());
    await answer(user, verdict === 'r');
  }
  return stems;
};

describe('what a result is called', () => {
  it.each([
    ['a whole exam', '', 'rrrr', 'Exam Complete!'],
    ['a set', '?questions=2', 'rw', 'Set complete'],
  ])('%s', async (_, search, verdicts, expected) => {
    const user = await begin(`${SHORT}${search}`, {});
    await answerAll(user, verdicts);
    expect(await title()).toBe(expected);
  });

  it('wrong answers practiced once more', async () => {
    const { user } = await openShort();
    await answerAll(user, 'rwwr');
    await press(user, 'Practice 2 wrong answers');
    await seeQuestion(2);
    await answerAll(user, 'wr');
    expect(await title()).toBe('Review complete');
  });
});

describe('where it leads', () => {
  const ten = async () => {
    const user = await begin(`${LONG}?from=day`);
    await screen.findByText('Question 1 of 10');
    await answerAndTell(user, 'rrrrrrrrrr');
    await (await result()).findByText(/^At 20 a day you’ll have seen all 25 by /);
    return user;
  };
  const ask = { name: 'When is your exam?' };

  it('is told once there are ten answers, with a way to say when the exam is', async () => {
    const few = await begin(`${SHORT}?questions=2`, {});
    await answerAll(few, 'rr');
    await (await result()).findByText('2 left today');
    expect((await result()).queryByRole('button', ask)).toBeNull();
    const user = await ten();
    expect((await result()).getByText('10 left today')).toBeTruthy();
    await user.click((await result()).getByRole('button', ask));
    const field = (await result()).getByLabelText(ask.name);
    expect(document.activeElement).toBe(field);
    const day = new Date(Date.now() + 30 * 24 * 3600_000).toISOString().slice(0, 10);
    fireEvent.change(field, { target: { value: day } });
    fireEvent.blur(field);
    expect(await (await result()).findByText(/ days before your exam\.$/)).toBeTruthy();
    expect((await result()).queryByRole('button', { name: 'No date yet' })).toBeNull();
  });

  it('takes "No date yet" for an answer', async () => {
    const user = await ten();
    await user.click((await result()).getByRole('button', { name: 'No date yet' }));
    expect((await result()).queryByRole('button', ask)).toBeNull();
    const again = await begin(`${LONG}?from=day`);
    await answerAndTell(again, 'r');
    await screen.findByText(/^Question 1 of /);
    expect(screen.queryByRole('button', ask)).toBeNull();
  });
});

describe('what to do next', () => {
  it('is first to keep going with what is unanswered, then what was wrong', async () => {
    const { user } = await openShort();
    await answer(user, false);
    await user.click(numberButton(4));
    await seeQuestion(4);
    await answer(user);
    expect(await ways()).toEqual(['Keep going', 'Review answers', 'Back to Home']);
    await press(user, 'Keep going');
    await seeQuestion(2);
    expect(screen.getByText('Score: 1/2')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Result' })).toBeNull();
  });

  it('after a perfect set is another one of other questions', async () => {
    const user = await begin(`${LONG}?questions=10`);
    const first = await answerAndTell(user, 'rrrrrrrrrr');
    await (await result()).findByRole('button', { name: 'Practice 10' });
    expect(await ways()).toEqual(['Practice 10', 'Review answers', 'Back to Home']);
    await press(user, 'Practice 10');
    await screen.findByText('Question 1 of 10');
    await screen.findByText(/^What is question/);
    expect(screen.getByText('Score: 0/0')).toBeTruthy();
    const second = await answerAndTell(user, 'rrrrrrrrrr');
    expect(new Set([...first, ...second]).size).toBe(20);
    expect(await title()).toBe('Practice complete');
  });

  it('after a perfect set of most questions is what is left', async () => {
    const user = await begin(`${SHORT}?questions=3`, {});
    const first = await answerAndTell(user, 'rrr');
    await (await result()).findByRole('button', { name: 'Practice 1' });
    expect((await ways())[0]).toBe('Practice 1');
    await press(user, 'Practice 1');
    await screen.findByText('Question 1 of 1');
    await screen.findByText(/^What is question/);
    expect(first).not.toContain(stem());
  });

  it('after mistakes in a set is to see those, which come back tomorrow', async () => {
    const user = await begin(`${SHORT}?questions=2`, {});
    await answerAll(user, 'rw');
    expect((await result()).getByText('You had 1 of 2.')).toBeTruthy();
    expect((await result()).getByText('1 comes back tomorrow.')).toBeTruthy();
    await (await result()).findByText('2 left today');
    expect(await ways()).toEqual(['See what you missed', 'Practice 2', 'Back to Home']);
  });

  it('after the whole exam without a mistake is to look at the answers', async () => {
    const user = await begin(SHORT, {});
    await answerAll(user, 'rrrr');
    expect(await title()).toBe('Exam Complete!');
    await (await result()).findByRole('button', { name: '4 more' });
    expect(await ways(), 'nothing is left').toEqual(['Review answers', '4 more', 'Back to Home']);
  });
});
