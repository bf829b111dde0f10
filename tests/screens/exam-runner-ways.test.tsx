import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { StoredRun } from '#learner/schemas.ts';
import { stored } from '#support/memory-store.ts';
import { findButton, gridNames, numberButton, option, verdicts } from '#support/runner-view.ts';
import {
  answer,
  answerAll,
  jump,
  LIST,
  openApp,
  openShort,
  SHORT,
  seeQuestion,
  shortExam,
} from '#support/short-exam.tsx';
import { historyKeyOf, runKeyOf } from '#support/stored-runs.ts';
import { bankOf } from '#support/test-bank.ts';
import { manyQuestions } from '#support/test-questions.ts';

const longExam = { id: 'long', name: 'A Long Exam', questions: manyQuestions(25) };
const bank = bankOf(longExam);
const PAGE = `${LIST}?exam=A+Short+Exam`;

/** Starts a run of the long exam with what the address asks for. */
const begin = async (search: string) => {
  const { user } = openApp(`/exams/aws/A%20Long%20Exam${search}`, { bank });
  await screen.findByText(/^What is question/);
  return user;
};

const number = () => Number(screen.getByText(/^What is question/).textContent?.match(/\d+/)?.[0]);

/** The numbers of the questions, in the order of the run; nothing is answered on the way. */
const walk = async (user: Awaited<ReturnType<typeof begin>>, count: number) => {
  const seen = [number()];
  for (let place = 2; place <= count; place += 1) {
    const before = seen.at(-1);
    await user.keyboard('n');
    await screen.findByText(
      (text) => text.startsWith('What is question') && !text.includes(`${before}`.padStart(2, '0')),
    );
    seen.push(number());
  }
  return seen;
};

describe('starting an exam', () => {
  it('is one tap for all questions in order', async () => {
    const { user } = openApp(LIST, { bank });
    await user.click(await screen.findByRole('link', { name: 'Start' }));
    await seeQuestion(1);
    expect(location.search).toBe('');
    expect(screen.getByText('Question 1 of 25')).toBeTruthy();
    expect(await walk(user, 3)).toEqual([1, 2, 3]);
  });

  it('with a number asks as many questions, their domains in turns', async () => {
    const seen = await walk(await begin('?questions=10&order=shuffled'), 10);
    expect(screen.getByText('Question 10 of 10')).toBeTruthy();
    expect(new Set(seen).size).toBe(10);
  });

  it('shuffled asks in another order, which a run keeps', async () => {
    // The lowest number moves every question one place; then domains alternate.
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const user = await begin('?order=shuffled');
    expect(await walk(user, 4)).toEqual([3, 2, 5, 4]);
    await answer(user);
    const again = openApp(location.pathname, { bank });
    await again.user.click(await findButton('Continue at question 5 of 25'));
    await screen.findByText('Score: 1/1');
    await seeQuestion(7);
    await again.user.keyboard('p');
    await seeQuestion(4);
  });
});

it('a mock exam has no offer of another run, and no filter by verdict', async () => {
  const before = await openShort({ isTouched: true });
  expect(screen.getByRole('button', { name: 'Wrong' })).toBeTruthy();
  await answer(before.user);
  openApp(SHORT);
  await findButton(/^Continue at/);
  const { user } = openApp(`${SHORT}?minutes=60`, { isTouched: true });
  await screen.findByText('Answered: 0');
  await screen.findByText(/^What is question/);
  await act(async () => undefined);
  expect(screen.queryByRole('button', { name: /^(Continue|Not now)/ })).toBeNull();
  const filters = screen.getByRole('group', { name: 'Show' });
  expect(filters.textContent).toBe('AllUnansweredFlagged');
  await user.click(screen.getByRole('button', { name: 'Finish Exam' }));
  await user.click(await findButton('Finish now'));
  await user.click(await findButton('Review answers'));
  await screen.findAllByText(/^What is question/);
  await act(async () => undefined);
  expect(screen.queryByRole('button', { name: /^(Continue|Not now)/ })).toBeNull();
});

it('a flag belongs to the question on screen, and the grid says so', async () => {
  const { user } = await openShort();
  const flag = screen.getByRole('button', { name: 'Flag' });
  expect(flag.getAttribute('aria-pressed')).toBe('false');
  await user.click(flag);
  expect(flag.getAttribute('aria-pressed')).toBe('true');
  await answer(user, false);
  await jump(user, 2);
  expect(flag.getAttribute('aria-pressed')).toBe('false');
  await user.click(flag);
  expect(gridNames().slice(0, 3)).toEqual([
    'Question 1, incorrect, flagged',
    'Question 2, unanswered, flagged',
    'Question 3, unanswered',
  ]);
  await user.click(flag);
  expect(gridNames()[1]).toBe('Question 2, unanswered');
});

describe('a mock exam', () => {
  const result = async () => within(await screen.findByRole('region', { name: 'Result' }));
  const openMock = async (minutes = 30) => {
    const app = openApp(`/exams/aws/A%20Short%20Exam?minutes=${minutes}`);
    await seeQuestion(1);
    return app;
  };
  /** Opens a question of the run by its position, whichever was drawn. */
  const jumpTo = async (user: ReturnType<typeof openApp>['user'], number: number) => {
    await user.click(numberButton(number));
    await screen.findByText(`Question ${number} of 2`);
    await screen.findByRole('article');
  };
  const finish = async (user: ReturnType<typeof openApp>['user']) => {
    await user.click(screen.getByRole('button', { name: 'Finish Exam' }));
    await user.click(await findButton('Finish now'));
  };
  const withClock = () =>
    vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'], now: 0 });
  const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000));

  it('shows its remaining time, which cannot be paused', async () => {
    withClock();
    await openMock(60);
    expect(screen.getByRole('timer').textContent).toBe('01:00:00 left');
    pass(61);
    expect(screen.getByRole('timer').textContent).toBe('58:59 left');
    expect(screen.queryByRole('button', { name: /stopwatch/ }), 'it can’t be paused').toBeNull();
  });

  it('does not say what is right until it is finished', async () => {
    const { user } = await openMock();
    expect(screen.queryByRole('button', { name: 'Check Answer' })).toBeNull();
    await user.click(option(1));
    expect(screen.getByText('Answered: 1')).toBeTruthy();
    expect(screen.queryByText(/Score|Correct/)).toBeNull();
    expect(verdicts()).toEqual(Array(4).fill(undefined));
    await jump(user, 2);
    await user.click(option(0));
    const kept = () => stored.get(runKeyOf('A Short Exam', 'mock'));
    await expect.poll(kept, { message: 'each choice' }).toHaveProperty('run.results.length', 2);
    expect(gridNames().slice(0, 3)).toEqual([
      'Question 1, answered',
      'Question 2, answered',
      'Question 3, unanswered',
    ]);
    await jump(user, 1);
    expect(option(1).checked, 'the choice is still there').toBe(true);
    await user.click(option(0));
    expect(stored.get(historyKeyOf('A Short Exam'))).toBeUndefined();

    await finish(user);
    expect((await result()).getByText('Final Score: 2/4 (50%)')).toBeTruthy();
    expect((await result()).queryByText('Time is up')).toBeNull();
    expect((await result()).getByText('2 questions left blank.')).toBeTruthy();
    expect((await result()).queryByText(/still unanswered/)).toBeNull();
  });

  it('shows domains, verdicts, explanations and what to practice at the end', async () => {
    const { user } = await openMock();
    await user.click(option(0));
    await jump(user, 2);
    await user.click(option(3));
    await finish(user);
    const region = await screen.findByRole('region', { name: 'By domain' });
    const domains = within(region).getAllByRole('listitem');
    expect(
      domains.map((item) => item.textContent),
      'with its blanks',
    ).toEqual(['Second Domain0 of 2 (0%)', 'First Domain1 of 2 (50%)']);
    expect((await result()).queryByRole('button', { name: /^Go to/ })).toBeNull();
    await user.click(await (await result()).findByRole('button', { name: /^2 ?What is/ }));
    await seeQuestion(2);
    expect(verdicts()).toEqual(['correct', 'other', 'other', 'wrong']);
    expect(screen.getByText('It says so on the option.')).toBeTruthy();
    expect(option(0).disabled).toBe(true);
    await user.click(screen.getByRole('link', { name: 'Back to result' }));
    await user.click(await screen.findByRole('link', { name: 'Back to Exams' }));
    expect(await screen.findByText('2 of 4 seen')).toBeTruthy();
  });

  it('asks once before it ends, with what is answered, flagged and blank', async () => {
    const { user } = await openMock();
    await user.click(option(0));
    await jump(user, 2);
    await user.click(screen.getByRole('button', { name: 'Flag' }));
    await user.click(screen.getByRole('button', { name: 'Finish Exam' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Finish the exam?' }));
    expect(sheet.getByText(/^1 of 4 answered\./)).toBeTruthy();
    expect(sheet.getByText('Flagged (1)')).toBeTruthy();
    const blank = within(sheet.getByRole('region', { name: 'Blank' }));
    expect(blank.getAllByRole('button'), 'one link, however many are blank').toHaveLength(1);
    await user.click(blank.getByRole('button', { name: 'Go to question 2' }));
    await seeQuestion(2);
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Finish Exam' }));
    await user.click(await findButton('Keep going'));
    expect(screen.queryByText('Mock exam complete')).toBeNull();
    await finish(user);
    expect(document.activeElement?.textContent).toBe('Mock exam complete');
  });

  it('has a clock that turns amber in the last five minutes and goes on while the tab sleeps', async () => {
    withClock();
    await openMock(30);
    expect(screen.getByRole('timer').dataset.last).toBe('false');
    pass(25 * 60 + 1);
    expect(screen.getByRole('timer').textContent).toBe('04:59 left');
    expect(screen.getByRole('timer').dataset.last).toBe('true');
  });

  it.each([-30, -600, 30, 600])(
    'is not changed by a clock that is set by %d minutes',
    async (minutes) => {
      withClock();
      const { user } = await openMock(20);
      await user.click(option(0));
      pass(600);
      vi.setSystemTime(Date.now() + minutes * 60_000);
      pass(1);
      expect(screen.getByRole('timer').textContent).toBe('09:59 left');
      await jump(user, 2);
      await user.click(option(0));
      vi.setSystemTime(Date.now() - minutes * 60_000);
      pass(1);
      expect(screen.getByRole('timer').textContent).toBe('09:58 left');
      const kept = () => stored.get(runKeyOf('A Short Exam', 'mock'));
      await expect.poll(kept).toMatchObject({ run: { isFinished: false, results: [{}, {}] } });
    },
  );

  it('has a clock that a tap hides, until the last five minutes', async () => {
    withClock();
    await openMock(30);
    fireEvent.click(screen.getByRole('button', { name: /Hide clock$/ }));
    pass(60);
    expect(screen.queryByRole('timer')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Show clock' }));
    expect(screen.getByRole('timer').textContent).toBe('29:00 left');
    fireEvent.click(screen.getByRole('button', { name: /Hide clock$/ }));
    pass(24 * 60 + 1);
    expect(screen.getByRole('timer').textContent).toBe('04:59 left');
    expect(screen.queryByRole('button', { name: /clock$/ })).toBeNull();
  });

  it('keeps the screen awake until it ends', async () => {
    const released = vi.fn();
    const request = vi.fn(async () => ({ release: released }));
    Object.assign(navigator, { wakeLock: { request } });
    onTestFinished(() => {
      Reflect.deleteProperty(navigator, 'wakeLock');
    });
    const { user } = await openMock();
    expect(request).toHaveBeenCalledExactlyOnceWith('screen');
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'));
    });
    expect(request, 'when the page comes back').toHaveBeenCalledTimes(2);
    expect(released).not.toHaveBeenCalled();
    await finish(user);
    await waitFor(() => expect(released).toHaveBeenCalled());
    await openShort();
    expect(request, 'practice').toHaveBeenCalledTimes(2);
  });

  describe('in the vendor’s format', () => {
    const sitting = { questions: 2, minutes: 45, pass: { score: '700 of 1000', share: 70 } };
    const vendor = { bank: bankOf({ ...shortExam, sitting }) };
    const openSheet = async () => {
      const { user } = openApp(PAGE, vendor);
      await screen.findByText(/^2 questions in 45 minutes/);
      return user;
    };

    it('can have more time, for those who are granted it', async () => {
      const user = await openSheet();
      await user.click(screen.getByText('More time'));
      await user.click(screen.getByRole('radio', { name: '90 min' }));
      await user.click(screen.getByRole('button', { name: 'Start mock exam' }));
      await screen.findByText('Question 1 of 2');
      expect(screen.getByRole('timer').textContent).toMatch(/^(01:30|01:29):\d\d left$/);
    });

    it.each([
      ['Likely a pass: the vendor asks for 700 of 1000, about 70% right.', 0],
      ['Not a pass yet: 2 more right answers make it one.', 1],
    ])('says at the end: %s', async (words, place) => {
      const user = await openSheet();
      await user.click(screen.getByRole('button', { name: 'Start mock exam' }));
      await screen.findByText('Question 1 of 2');
      expect(screen.getByRole('timer').textContent).toMatch(/^4[45]:\d\d left$/);
      for (const number of [1, 2]) {
        await jumpTo(user, number);
        await user.click(option(place));
      }
      await finish(user);
      expect((await result()).getByText(words)).toBeTruthy();
      expect((await result()).getByText('Pass mark 70%')).toBeTruthy();
    });

    it('is only timed if the vendor’s format is unknown', async () => {
      const { user } = openApp(PAGE);
      await user.click(await screen.findByRole('radio', { name: '90 min' }));
      await user.click(screen.getByRole('button', { name: 'Start mock exam' }));
      await screen.findByText('Question 1 of 4');
      expect(screen.getByRole('timer').textContent).toMatch(/^01:[23]\d:\d\d left$/);
    });
  });

  it('ends when its time is up', async () => {
    withClock();
    const { user } = await openMock(1);
    await user.click(option(0));
    pass(59);
    expect(screen.getByRole('timer').textContent).toBe('00:01 left');
    expect(screen.queryByText('Time is up')).toBeNull();
    pass(1);
    expect((await result()).getByText('Time is up')).toBeTruthy();
    expect((await result()).getByText('The 1 you answered was right')).toBeTruthy();
    expect((await result()).getByRole('link', { name: 'New mock exam' })).toBeTruthy();
    expect((await result()).queryByText(/Final Score/)).toBeNull();
    expect(document.activeElement?.textContent).toBe('Time is up');
    expect(screen.queryByRole('article'), 'the result replaces the question').toBeNull();
    expect(screen.queryByRole('button', { name: 'Finish Exam' })).toBeNull();
    await user.click((await result()).getByRole('button', { name: 'Review answers' }));
    await user.click(await screen.findByRole('button', { name: /^1 ?What is/ }));
    await seeQuestion(1);
    expect(option(0).disabled).toBe(true);
  });

  it('goes on while it is left, which the list says, and is continued there', async () => {
    withClock();
    const { user } = await openMock(30);
    await user.click(option(0));
    pass(60);
    await user.click(screen.getByRole('link', { name: 'Back to Exams' }));
    const link = await screen.findByRole('link', { name: 'Continue mock · 29:00 left' });
    vi.setSystemTime(26 * 60_000);
    pass(25);
    expect(link.textContent).toBe('Continue mock · 3:35 left');
    await user.click(link);
    await seeQuestion(1);
    expect(screen.getByRole('timer').textContent).toBe('03:35 left');
    expect(option(0).checked).toBe(true);
  });

  it('is the same when its page is opened again before any answer', async () => {
    withClock();
    await openMock(30);
    const kept = () => stored.get(runKeyOf('A Short Exam', 'mock'));
    await expect.poll(kept, { message: 'from its first moment on' }).toBeDefined();
    const { run } = kept() as { run: StoredRun };
    expect(location.search).toBe(`?run=${run.id}`);
    pass(120);
    openApp(location.pathname + location.search);
    await seeQuestion(1);
    expect(screen.getByRole('timer').textContent).toBe('28:00 left');
    expect(location.search).toBe(`?run=${run.id}`);
    expect(kept()).toMatchObject({ run: { id: run.id, startedAt: run.startedAt, results: [] } });
  });

  it('is running on the home page, too', async () => {
    withClock();
    const { user } = await openMock(30);
    await user.click(option(0));
    // The others wait by the clock that stands still here.
    await expect.poll(() => localStorage.getItem('returning')).toBe('yes');
    pass(60);
    const home = openApp('/');
    const today = within(await screen.findByRole('region', { name: 'Today' }));
    expect(today.getByText('Mock exam')).toBeTruthy();
    expect(today.getByText('Continue mock · 29:00 left')).toBeTruthy();
    expect(today.getByText('Answered 1 of 4'), 'not what is right').toBeTruthy();
    expect(today.queryByText(/Score/)).toBeNull();
    const words = () => {
      pass(1);
      return today.queryByText(/^Continue mock/)?.textContent;
    };
    await expect.poll(words).toMatch(/ 28:\d\d left$/);
    await home.user.click(today.getByRole('link', { name: /^Continue mock/ }));
    await seeQuestion(1);
    expect(screen.getByRole('timer').textContent).toMatch(/^28:\d\d left$/);
    expect(option(0).checked).toBe(true);
  });

  it('that is open goes before what was answered later, everywhere it is offered', async () => {
    const { user } = await openMock(30);
    await user.click(option(0));
    await expect.poll(() => localStorage.getItem('returning')).toBe('yes');
    const later = await openShort();
    await answerAll(later.user, 'rw');
    openApp('/');
    const today = within(await screen.findByRole('region', { name: 'Today' }));
    const go = { name: /^Continue mock · \d+:\d\d left$/ };
    expect(today.getByRole('link', go).getAttribute('href')).toMatch(/\?continue=mock$/);
    const list = openApp(LIST);
    await list.user.click(await screen.findByRole('link', go));
    await seeQuestion(1);
    expect(screen.getByRole('timer').textContent).toMatch(/ left$/);
    expect(option(0).checked).toBe(true);
    const again = await openShort();
    await again.user.click(await findButton('2 unfinished sessions'));
    const ways = within(await screen.findByRole('dialog', { name: 'Continue' }));
    expect(ways.getAllByText(/^(Mock exam|Whole exam)/).map((way) => way.textContent)).toEqual([
      'Mock exam of 4',
      'Whole exam',
    ]);
  });

  it('that ended with blanks and no mistake leads to the day, which asks them', async () => {
    const { user } = await openMock();
    await user.click(option(0));
    await finish(user);
    await user.click(await (await result()).findByRole('button', { name: 'Practice 3' }));
    expect(await screen.findByText('Question 1 of 3')).toBeTruthy();
  });

  it('is compared with mock exams only, in points', async () => {
    const whole = await openShort();
    await answerAll(whole.user, 'rrrr');
    for (const [place, text] of [
      [1, undefined],
      [0, /25 points more than your last mock exam\./],
    ] as const) {
      const { user } = await openMock();
      await user.click(option(place));
      await finish(user);
      if (text) expect(await (await result()).findByText(text)).toBeTruthy();
      else expect((await result()).queryByText(/than your last/)).toBeNull();
    }
  });

  it('whose time is up meanwhile shows its result to who continues it', async () => {
    withClock();
    const { user } = await openMock(30);
    await user.click(option(0));
    await user.click(screen.getByRole('link', { name: 'Back to Exams' }));
    const link = await screen.findByRole('link', { name: /^Continue mock/ });
    vi.setSystemTime(3 * 3600_000);
    await user.click(link);
    expect((await result()).getByText('Time is up')).toBeTruthy();
    expect((await result()).getByText('The 1 you answered was right')).toBeTruthy();
    openApp(LIST);
    // A mock exam that was left at 1 of 4 is no measure.
    await screen.findByText('4 questions');
    expect(screen.queryByText(/^Last mock/)).toBeNull();
    expect(screen.queryByRole('link', { name: /running|Continue/ })).toBeNull();
  });

  it('can be continued with its remaining time and choices; wrong answers are practiced untimed', async () => {
    withClock();
    const { user } = await openMock(30);
    await user.click(option(2));
    pass(600);
    const again = await openShort();
    pass(60);
    await again.user.click(await findButton('Continue at question 1 of 4'));
    expect(screen.getByRole('timer').textContent).toBe('19:00 left');
    expect(option(2).checked).toBe(true);
    expect(screen.queryByText(/Score:|Correct/)).toBeNull();
    await finish(again.user);
    expect((await result()).getByText('Final Score: 0/4 (0%)')).toBeTruthy();
    await again.user.click(
      (await result()).getByRole('button', { name: 'Practice 1 wrong answer' }),
    );
    await seeQuestion(1);
    expect(screen.getByRole('button', { name: 'Pause stopwatch' }), 'no mock exam').toBeTruthy();
    await answerAll(again.user, 'r');
    expect((await result()).getByText('You had 1 of 1.')).toBeTruthy();
  });
});
