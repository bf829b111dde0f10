import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { dayName } from '#exam/day/calendar-day.ts';
import { MIN_ANSWERS } from '#exam/day/study.ts';
import {
  emptyStudy,
  type Mark,
  type ReviewCard,
  type RunRecord,
  type Study,
} from '#learner/schemas.ts';
import { emptyDocument } from '#offline/library/exam-document.ts';
import { putDocument } from '#offline/library/exam-library.ts';
import { takeLogged } from '#support/console-watch.ts';
import { createMemoryCaches } from '#support/memory-caches.ts';
import { stored } from '#support/memory-store.ts';
import { type AppOptions, answerWith, placeholders } from '#support/render-app.tsx';
import { findButton, option } from '#support/runner-view.ts';
import {
  answer,
  answerAll,
  LIST,
  openApp,
  openShort,
  SHORT,
  seeQuestion,
  shortExam,
} from '#support/short-exam.tsx';
import {
  historyKeyOf,
  recordOf,
  reviewOf,
  runKeyOf,
  storedRun,
  studyKeyOf,
  versioned,
} from '#support/stored-runs.ts';
import { bankOf } from '#support/test-bank.ts';
import { manyQuestions, plainQuestion } from '#support/test-questions.ts';

const NAME = 'A Short Exam';
const PAGE = `${LIST}?exam=A+Short+Exam`;
const HISTORY = historyKeyOf(NAME);
const STUDY = studyKeyOf(NAME);
const DAY = 24 * 60 * 60 * 1000;
const TOMORROW = Date.now() + DAY;

const storeHistory = (...history: RunRecord[]) => stored.set(HISTORY, versioned({ history }));
const storeStudy = (study: Partial<Study>) =>
  stored.set(STUDY, versioned({ ...emptyStudy, ...study }));

const sitting = { questions: 65, minutes: 90, pass: { score: '720 of 1000', share: 72 } };

const openCard = async (options: AppOptions = {}) => {
  const { user } = openApp(LIST, { isWide: false, ...options });
  const name = await screen.findByRole('heading', { name: NAME });
  return { user, card: within(name.closest('li') as HTMLElement) };
};

/** The page of an exam, at its address. */
const openPage = async (options: AppOptions = {}, address = PAGE) => {
  const { user } = openApp(address, { isWide: false, ...options });
  return { user, page: within(await screen.findByRole('dialog')) };
};

const part = async (page: ReturnType<typeof within>, name: string) =>
  within(await page.findByRole('region', { name }));
const textsOf = (parts: Element[]) => parts.map(({ textContent }) => textContent);
const back = (user: Awaited<ReturnType<typeof openPage>>['user']) =>
  user.click(screen.getByRole('link', { name: 'Back to Exams' }));

const cardOf = (questionId: string, due: number): ReviewCard => ({
  questionId,
  lastReview: due - DAY,
  interval: 1,
  stability: 2,
  difficulty: 5,
});
const ID = (number: number) => `question-${`${number}`.padStart(2, '0')}`;

describe('the card of an exam', () => {
  it('is new: its name, its day and Start, and nothing of what is not there yet', async () => {
    const { card } = await openCard();
    expect(textsOf(card.getAllByRole('link'))).toEqual([NAME, 'Practice 4', 'Start']);
    expect(card.queryByRole('button')).toBeNull();
    expect(card.getByText('4 questions')).toBeTruthy();
    expect(card.queryByText(/seen|today/)).toBeNull();
  });

  it('has one line of state, and one way on', async () => {
    const { user } = await openShort();
    await answer(user);
    await back(user);
    expect(await screen.findByText('1 of 4 seen')).toBeTruthy();
    expect(screen.getByText('1 of 4 today')).toBeTruthy();
    expect(textsOf(screen.getAllByRole('link', { name: /^(Practice|Start|Continue)/ }))).toEqual([
      'Practice 3',
      'Start',
    ]);
  });

  it('says that its day is done, with a little more beside it', async () => {
    const { user } = await openShort();
    await answerAll(user, 'rrrr');
    await back(user);
    expect(await screen.findByText('Done for today')).toBeTruthy();
    expect(screen.getByRole('link', { name: '4 more' })).toBeTruthy();
    expect(screen.queryByText(/of 4 today/)).toBeNull();
  });

  it('starts the whole exam anew, also where a run is open', async () => {
    const { user } = await openShort();
    await answerAll(user, 'rw');
    await back(user);
    await user.click(await screen.findByRole('link', { name: 'Start' }));
    await seeQuestion(1);
    expect(screen.getByText('Score: 0/0')).toBeTruthy();
  });

  it('shows a new exam’s shares where there is room, and the learner’s once there are five answers', async () => {
    const bank = bankOf({ ...shortExam, questions: manyQuestions(12), sitting });
    openApp(LIST, { bank, isWide: true });
    expect(await screen.findByText('First Domain')).toBeTruthy();
    expect(screen.getByText('60%')).toBeTruthy();
    expect(screen.getByText('65 questions, 90 min')).toBeTruthy();
    const numbers = [1, 3, 5, 7, 9, 2];
    storeStudy({ reviews: numbers.map((number) => reviewOf(Date.now(), ID(number), number > 1)) });
    openApp(LIST, { bank, isWide: true });
    expect(await screen.findByText('80%')).toBeTruthy();
    expect(screen.getByText('1 answered')).toBeTruthy();
    expect(screen.getByText('of 6 seen')).toBeTruthy();
  });

  it('fills the button of the exam with a running mock exam, else of the one practiced last', async () => {
    const exams = ['one', 'two', 'three'].map((id) => ({ ...shortExam, id, name: id }));
    const bank = bankOf(...exams);
    const filled = async () => {
      openApp(LIST, { bank, isWide: false });
      const links = await screen.findAllByRole('link', { name: /^(Practice|Continue)/ });
      const isFilled = (link: HTMLElement) => link.className.includes('primary');
      return links
        .filter(isFilled)
        .map((link) => link.closest('li')?.querySelector('h2')?.textContent);
    };
    expect(await filled()).toEqual(['one']);
    const study = (at: number) => ({ ...emptyStudy, reviews: [reviewOf(at, ID(1))] });
    stored.set(studyKeyOf('two'), versioned(study(Date.now())));
    stored.set(studyKeyOf('three'), versioned(study(Date.now() - DAY)));
    expect(await filled()).toEqual(['two']);
    const [startedAt, questionIds] = [Date.now(), [ID(1), ID(2), ID(3), ID(4)]];
    const setup = { questions: 4, isShuffled: true, minutes: 30 };
    const run = storedRun({ setup, startedAt, questionIds, results: [], at: startedAt });
    stored.set(runKeyOf('three', 'mock'), versioned({ run }));
    expect(await filled()).toEqual(['three']);
    stored.delete(runKeyOf('three', 'mock'));
    const passed = { outcome: 'passed' as const, outcomeAt: Date.now() };
    stored.set(studyKeyOf('two'), versioned({ ...study(Date.now()), ...passed }));
    expect(await filled(), 'an exam that was passed has no such button').toEqual(['three']);
  });
});

describe('the page of an exam', () => {
  it('opens from its name in the list, and Back leads to that name', async () => {
    const { user } = await openCard();
    const face = screen.getByRole('link', { name: NAME });
    expect(face.ariaHasPopup).toBe('dialog');
    await user.click(face);
    const page = within(await screen.findByRole('dialog', { name: NAME }));
    expect(location.search).toBe('?exam=A+Short+Exam');
    expect(document.activeElement).toBe(page.getByRole('heading', { name: NAME }));
    await waitFor(() => expect(document.title).toBe(`${NAME} · CertDeck`));
    await user.click(page.getByRole('link', { name: 'Back to Exams' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(location.pathname + location.search).toBe(LIST);
    expect(document.title).toBe('aws · CertDeck');
    expect(document.activeElement).toBe(face);
  });

  it('has an address of its own, from which Escape leads to its name in the list', async () => {
    const { page } = await openPage();
    expect(page.getByRole('heading', { level: 1 }).textContent).toBe(NAME);
    const length = history.length;
    fireEvent.keyDown(document.body, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect([location.search, history.length]).toEqual(['', length]);
    expect(document.activeElement?.textContent).toBe(NAME);
  });

  it('takes a held Escape once, and none that an input method has', async () => {
    const { user, page } = await openPage();
    await user.click(await page.findByRole('link', { name: 'Search' }));
    await screen.findByRole('dialog', { name: 'Search' });
    fireEvent.keyDown(document.body, { key: 'Escape', isComposing: true });
    screen.getByRole('dialog', { name: 'Search' });
    fireEvent.keyDown(document.body, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Search' })).toBeNull());
    const isLeftToBrowser = fireEvent.keyDown(document.body, { key: 'Escape', repeat: true });
    expect(isLeftToBrowser).toBe(false);
    expect(location.search).toBe('?exam=A+Short+Exam');
  });

  it('stays where a browser closes its search without asking', async () => {
    const { user, page } = await openPage();
    await user.click(await page.findByRole('link', { name: 'Search' }));
    const search = await screen.findByRole<HTMLDialogElement>('dialog', { name: 'Search' });
    const back = vi.spyOn(history, 'back');
    fireEvent(search, new Event('cancel'));
    search.close();
    await waitFor(() => expect(search.isConnected).toBe(false));
    expect(back).toHaveBeenCalledTimes(1);
    expect(location.search).toBe('?exam=A+Short+Exam');
  });

  it('lies over the list once, also after a search over it', async () => {
    const { user } = await openCard();
    await user.click(screen.getByRole('link', { name: NAME }));
    const page = within(await screen.findByRole('dialog', { name: NAME }));
    await user.click(await page.findByRole('link', { name: 'Search' }));
    const search = within(await screen.findByRole('dialog', { name: 'Search' }));
    await user.type(search.getByRole('searchbox'), 'elephants');
    fireEvent.keyDown(document.body, { key: 'Escape' });
    await screen.findByRole('dialog', { name: NAME });
    history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(location.pathname + location.search).toBe(LIST);
  });

  it.each(['ctrlKey', 'metaKey', 'shiftKey'])(
    'leaves a click on its way back with %s to the browser, which opens a tab or a window',
    async (key) => {
      const { page } = await openPage();
      let isLeft = false;
      const see = (event: Event) => {
        isLeft = !event.defaultPrevented;
        event.preventDefault();
      };
      addEventListener('click', see, { once: true });
      fireEvent.click(page.getByRole('link', { name: 'Back to Exams' }), { [key]: true });
      expect(isLeft).toBe(true);
      expect(screen.getByRole('dialog')).toBeTruthy();
    },
  );

  it('of an exam that is not in the list is the list, which says so', async () => {
    const { user } = openApp(`${LIST}?exam=another`);
    await screen.findByText(/^There is none called “another” here\./);
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(await screen.findByRole('link', { name: NAME }));
    await screen.findByRole('dialog', { name: NAME });
    expect(screen.queryByText(/^There is none called/)).toBeNull();
  });

  it.each([
    ['Short (SE-1)', 'SE-1', 'unbroken'],
    ['A Short Exam', 'A Short Exam', ''],
  ])('of %j is called %j where something leads back to it', async (name, code, className) => {
    openApp(`${LIST}?exam=${encodeURIComponent(name)}&view=search`, {
      bank: bankOf({ ...shortExam, name }),
    });
    const search = within(await screen.findByRole('dialog', { name: 'Search' }));
    expect(search.getByText(code)).toHaveProperty('className', className);
  });

  it('shows the day at once, and keeps room for what the exam says', async () => {
    const instead = answerWith('/api/questions', () => new Promise(() => undefined));
    const { page } = await openPage({ instead });
    expect(page.getByRole('link', { name: 'Practice 4' })).toBeTruthy();
    expect(placeholders()).toHaveLength(2);
    expect(page.queryByRole('region', { name: 'Mock exam' })).toBeNull();
  });

  it('says why the exam can’t be loaded, and still has what needs no exam', async () => {
    storeHistory(recordOf('a'));
    const instead = answerWith('/api/questions', () => new Response('', { status: 500 }));
    const { page } = await openPage({ instead });
    expect(await page.findByText(/the server answered with an error/)).toBeTruthy();
    expect(page.getByRole('region', { name: 'History' })).toBeTruthy();
    expect(takeLogged().join()).toMatch(/unexpected response status/i);
  });
});

describe('today', () => {
  const long = bankOf({ ...shortExam, questions: manyQuestions(45) });
  const seen = (count: number, at = Date.now() - 2 * DAY) =>
    storeStudy({
      cards: Array.from({ length: count }, (_, place) => cardOf(ID(place + 1), TOMORROW)),
      reviews: Array.from({ length: count }, (_, place) => reviewOf(at, ID(place + 1))),
    });

  it('begins with ten', async () => {
    const { user, page } = await openPage({ bank: long });
    const today = await part(page, 'Today');
    expect(today.getByText('10 questions to begin')).toBeTruthy();
    await user.click(today.getByRole('link', { name: 'Practice 10' }));
    expect(await screen.findByText('Question 1 of 10')).toBeTruthy();
  });

  it('has the goal that the learner wants, at once and for good', async () => {
    seen(12);
    const { user, page } = await openPage({ bank: long });
    const today = await part(page, 'Today');
    expect(today.getByRole('link', { name: 'Practice 20' })).toBeTruthy();
    await user.click(today.getByRole('radio', { name: '10' }));
    expect(today.getByRole('link', { name: 'Practice 10' })).toBeTruthy();
    expect(await today.findByText(/^At 10 a day you’ll have seen all 45 by /)).toBeTruthy();
    await waitFor(() => expect(stored.get(STUDY)).toMatchObject({ goal: 10 }));
  });

  it('says what stays unseen until the exam’s date, and one tap makes the goal enough', async () => {
    seen(12);
    const { user, page } = await openPage({ bank: long });
    const today = await part(page, 'Today');
    const date = dayName(Date.now() + 2 * DAY);
    const field = today.getByLabelText('Exam date');
    fireEvent.change(field, { target: { value: date } });
    fireEvent.blur(field);
    await waitFor(() => expect(stored.get(STUDY)).toMatchObject({ examDate: date }));
    await today.findByText(/stays? unseen on the day of your exam/);
    await user.click(today.getByRole('button', { name: /^Make it / }));
    await waitFor(() => expect(today.queryByText(/unseen on the day/)).toBeNull());
  });

  it('takes the exam’s date when its field is left, whatever the year is while it is typed', async () => {
    seen(12);
    const { page } = await openPage({ bank: long });
    const today = await part(page, 'Today');
    const field = today.getByLabelText<HTMLInputElement>('Exam date');
    const date = dayName(Date.now() + 30 * DAY);
    const type = (value: string) => fireEvent.change(field, { target: { value } });
    const isUnasked = () => {
      expect(page.queryByText('How did it go?')).toBeNull();
      expect(page.queryByText(/unseen|before your exam|by .*exam/)).toBeNull();
      expect(stored.get(STUDY)).not.toHaveProperty('examDate');
    };
    for (const digits of [1, 2, 3]) {
      type(`${date.slice(0, digits).padStart(4, '0')}${date.slice(4)}`);
      isUnasked();
    }
    fireEvent.blur(field);
    isUnasked();
    expect(field.value, 'a year of three digits is no year').toBe('');
    const refusal = 'Choose a day from today to three years ahead.';
    expect(today.getByRole('alert').textContent).toBe(refusal);
    type(date);
    fireEvent.blur(field);
    expect(today.queryByRole('alert')).toBeNull();
    await waitFor(() => expect(stored.get(STUDY)).toMatchObject({ examDate: date }));
    expect(await today.findByText(/exam/)).toBeTruthy();
    expect(page.queryByText('How did it go?')).toBeNull();
    type('');
    fireEvent.blur(field);
    await waitFor(() => expect(stored.get(STUDY)).not.toHaveProperty('examDate', date));
  });

  it('takes a date that was typed when the page is left from its field', async () => {
    seen(12);
    const { user, card } = await openCard({ bank: long });
    await user.click(card.getByRole('link', { name: NAME }));
    const page = within(await screen.findByRole('dialog'));
    const today = await part(page, 'Today');
    const date = dayName(Date.now() + 30 * DAY);
    fireEvent.change(today.getByLabelText('Exam date'), { target: { value: date } });
    history.back();
    await waitFor(() => expect(stored.get(STUDY)).toMatchObject({ examDate: date }));
  });

  it('asks for a date after ten answers, and takes no for an answer', async () => {
    seen(12);
    const { user, page } = await openPage({ bank: long });
    await user.click(page.getByRole('button', { name: 'No date yet' }));
    await waitFor(() => expect(page.queryByRole('button', { name: 'No date yet' })).toBeNull());
    expect(stored.get(STUDY)).toMatchObject({ examDateAt: expect.any(Number) });
  });

  it('asks on the day after the exam how it went', async () => {
    storeStudy({
      reviews: [reviewOf(Date.now() - 3 * DAY, ID(1))],
      cards: [cardOf(ID(1), TOMORROW)],
      examDate: dayName(Date.now() - DAY),
      examDateAt: Date.now() - 9 * DAY,
    });
    const { user, page } = await openPage({ bank: long });
    const today = await part(page, 'Today');
    expect(today.getByText('How did it go?')).toBeTruthy();
    await user.click(today.getByRole('button', { name: 'Passed' }));
    expect(await today.findByText('You passed this exam')).toBeTruthy();
    expect(today.queryByRole('link')).toBeNull();
    await waitFor(() => expect(stored.get(STUDY)).toMatchObject({ outcome: 'passed' }));
  });

  it('offers a calendar for the days until the exam', async () => {
    storeStudy({ examDate: dayName(Date.now() + 5 * DAY), examDateAt: 1 });
    const share = vi.fn(async () => undefined);
    Object.assign(navigator, { canShare: () => true, share });
    onTestFinished(() => {
      Reflect.deleteProperty(navigator, 'canShare');
      Reflect.deleteProperty(navigator, 'share');
    });
    const { user, page } = await openPage();
    await user.click(await page.findByRole('button', { name: /^Remind me/ }));
    expect(await page.findByText(/^Open the file to add/)).toBeTruthy();
    expect(share).toHaveBeenCalledOnce();
  });
});

describe('the mock exam', () => {
  const heldOut = { ...shortExam, sitting: { ...sitting, questions: 2 } };

  it('has a kind of drawn questions and, where they are kept, of never-seen ones', async () => {
    const bank = bankOf({ ...heldOut, heldOut: ['question-03', 'question-04'] });
    const { user, page } = await openPage({ bank });
    const mock = await part(page, 'Mock exam');
    expect(
      textsOf(
        mock
          .getAllByRole('radio', { hidden: true })
          .slice(0, 2)
          .map((input) => input.closest('label') as Element),
      ),
    ).toEqual([
      'Any questionsDrawn anew, weighted like the exam',
      'Never-seen questions2 kept out of practice, once only',
    ]);
    await user.click(mock.getByRole('radio', { name: /^Never-seen/ }));
    await user.click(mock.getByRole('button', { name: 'Start mock exam' }));
    await screen.findByText('Question 1 of 2');
    expect(await screen.findByText(/^What is question 0[34]/)).toBeTruthy();
  });

  it('says its last and best score, of mock exams that were sat', async () => {
    storeHistory(
      recordOf('a', { kind: 'mock', correct: 3 }),
      recordOf('b', { kind: 'mock', correct: 2 }),
      recordOf('c', { kind: 'mock', correct: 1, answered: 1 }),
      recordOf('d', { kind: 'set', correct: 0 }),
    );
    const { page } = await openPage();
    expect(await page.findByText('Last 50%, best 75%')).toBeTruthy();
  });

  it('that its clock ended leads to its result from the card and the page', async () => {
    const startedAt = Date.now() - DAY;
    const run = storedRun({
      ...{
        id: 'm',
        startedAt,
        at: startedAt,
        setup: { questions: 4, isShuffled: true, minutes: 30 },
      },
      ...{ questionIds: [1, 2, 3, 4].map(ID), results: [] },
    });
    stored.set(runKeyOf(NAME, 'mock'), versioned({ run }));
    const { card } = await openCard();
    const words = { name: 'Your mock ended · See result' };
    const address = `${SHORT}?result=m`;
    expect(card.getByRole('link', words).getAttribute('href')).toBe(address);
    const { user, page } = await openPage();
    const mock = await part(page, 'Mock exam');
    expect((await part(page, 'Today')).queryByRole('link', words)).toBeNull();
    await user.click(mock.getByRole('link', words));
    expect(await screen.findByText('Time is up')).toBeTruthy();
  });

  it('warns that another one ends the one that is open, which today continues', async () => {
    const startedAt = Date.now();
    const setup = { questions: 4, isShuffled: true, minutes: 30 };
    const questionIds = [1, 2, 3, 4].map(ID);
    const run = storedRun({ setup, startedAt, at: startedAt, questionIds, results: [] });
    stored.set(runKeyOf(NAME, 'mock'), versioned({ run }));
    const { page } = await openPage();
    expect(await page.findByText('Starting another one ends the open one.')).toBeTruthy();
    const today = await part(page, 'Today');
    expect(today.getByRole('link', { name: /^Continue mock · \d+:\d\d left$/ })).toBeTruthy();
  });
});

describe('progress', () => {
  const long = bankOf({ ...shortExam, questions: manyQuestions(45), sitting });
  const storeKnown = (count: number, reviewedAt = Date.now()) =>
    storeStudy({
      cards: Array.from({ length: count }, (_, place) => cardOf(ID(place + 1), TOMORROW)),
      reviews: Array.from({ length: count }, (_, place) => reviewOf(reviewedAt, ID(place + 1))),
    });

  it('is what the exam asks, before the first answer', async () => {
    const { page } = await openPage({ bank: long });
    const progress = await part(page, 'Progress');
    const text = `An estimate comes after ${MIN_ANSWERS} answers. This is what the exam asks:`;
    expect(progress.getByText(text)).toBeTruthy();
    expect(textsOf(progress.getAllByRole('listitem'))).toEqual([
      'First Domain60%',
      'Second Domain40%',
    ]);
  });

  it('has no estimate before there are enough answers, but the domains', async () => {
    storeKnown(MIN_ANSWERS - 1);
    const { page } = await openPage({ bank: long });
    const progress = await part(page, 'Progress');
    expect(progress.getByText('An estimate comes after 1 more answer.')).toBeTruthy();
    expect(progress.queryByText(/You would score/)).toBeNull();
    expect(progress.getByText('10 of 23 questions answered')).toBeTruthy();
  });

  it('is a range on the same line as the pass mark and the last mock exam', async () => {
    storeKnown(30);
    storeHistory(recordOf('m', { kind: 'mock', correct: 39, answered: 65, total: 65 }));
    const { user, page } = await openPage({ bank: long });
    const progress = await part(page, 'Progress');
    const text = progress.getByText(/^You would score \d+–\d+% today$/).textContent;
    const [low = 0, high = 0] = [...(text?.matchAll(/\d+/g) ?? [])].map(Number);
    expect(high).toBeGreaterThan(low);
    expect(progress.getByText('Pass mark 72%')).toBeTruthy();
    expect(progress.getByText('Last mock 60%')).toBeTruthy();
    expect(progress.getByText('The mark is the pass mark, 72%.')).toBeTruthy();
    await user.click(progress.getByText('How we estimate this'));
    expect(progress.getByText(/pulled toward guessing while there is little data/)).toBeTruthy();
  });

  it('counts a question that was last answered wrong as a guess', async () => {
    const at = Date.now();
    const ids = Array.from({ length: 45 }, (_, place) => ID(place + 1));
    storeStudy({
      cards: ids.map((id) => ({ ...cardOf(id, at), interval: 0, lastReview: at })),
      reviews: ids.map((id) => reviewOf(at, id, false)),
    });
    const { page } = await openPage({ bank: long });
    expect(await page.findByText('You would score 15–35% today')).toBeTruthy();
  });

  it('has one percentage for each domain, of the last answers, and says which is weakest', async () => {
    const at = Date.now() - DAY;
    const numbers = Array.from({ length: 30 }, (_, place) => place + 1);
    const wrong = new Set([2, 4, 6]);
    storeStudy({
      cards: numbers.map((number) => cardOf(ID(number), TOMORROW)),
      reviews: [
        reviewOf(at, ID(1), false),
        ...numbers.map((number) => reviewOf(at + 1, ID(number), !wrong.has(number))),
      ],
    });
    const { page } = await openPage({ bank: long });
    const progress = await part(page, 'Progress');
    const rows = progress.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rows).toEqual([
      'First Domain100%15 of 23 questions answered',
      'Second Domain Weakest80%15 of 22 questions answered',
    ]);
  });

  it('says why it is lower than yesterday, unless something was answered today', async () => {
    const at = Date.now() - 3 * DAY;
    const cards = Array.from({ length: 40 }, (_, place) => ({
      ...cardOf(ID(place + 1), at),
      ...{ lastReview: at, stability: 1 },
    }));
    const reviews = cards.map(({ questionId }) => reviewOf(at, questionId));
    storeStudy({ cards, reviews });
    const before = await openPage({ bank: long });
    expect(
      await before.page.findByText(/^\d+ points? lower than yesterday: \d+ reviews wait\.$/),
    ).toBeTruthy();
    storeStudy({ cards, reviews: [...reviews, reviewOf(Date.now(), ID(41))] });
    const { page } = await openPage({ bank: long });
    await page.findByText(/^You would score/);
    expect(page.queryByText(/lower than yesterday/)).toBeNull();
  });

  it('says nothing of reviews from the eve of the exam on', async () => {
    const at = Date.now() - 3 * DAY;
    const cards = Array.from({ length: 40 }, (_, place) => ({
      ...cardOf(ID(place + 1), at),
      ...{ lastReview: at, stability: 1 },
    }));
    const reviews = cards.map(({ questionId }) => reviewOf(at, questionId));
    storeStudy({ cards, reviews, examDate: dayName(TOMORROW), examDateAt: at });
    const { page } = await openPage({ bank: long });
    await page.findByText(/^You would score/);
    expect(page.queryByText(/lower than yesterday/)).toBeNull();
  });

  it('charts mock exams alone, the latest five that were sat', async () => {
    const mocks = Array.from({ length: 7 }, (_, place) =>
      recordOf(`m${place}`, { kind: 'mock', correct: place, answered: 10, total: 10 }),
    );
    const left = recordOf('left', { kind: 'mock', correct: 2, answered: 3, total: 10 });
    storeHistory(recordOf('s', { kind: 'set' }), ...mocks, left);
    storeKnown(30);
    const { page } = await openPage({ bank: long });
    const progress = await part(page, 'Progress');
    const list = progress.getByRole('heading', { name: 'Mock exams' }).nextElementSibling;
    const shares = [...(list?.querySelectorAll('b') ?? [])].map(({ textContent }) => textContent);
    expect(shares).toEqual(['60%', '50%', '40%', '30%', '20%']);
  });
});

describe('what else can be practiced', () => {
  const bank = bankOf({ ...shortExam, questions: manyQuestions(12) });
  const tiles = async (page: ReturnType<typeof within>) =>
    textsOf(
      within(await page.findByRole('region', { name: 'Practice something else' })).getAllByRole(
        'listitem',
      ),
    );
  const mark = (number: number, changes: Partial<Mark>): Mark => ({
    questionId: ID(number),
    ...changes,
  });

  it('is topics and the whole exam at first', async () => {
    const { page } = await openPage({ bank });
    expect(await tiles(page)).toEqual(['Topics2 domains', 'Whole exam, in order12']);
  });

  it('is what the learner has done, each with its number, which its run has, too', async () => {
    const at = Date.now() - DAY;
    storeStudy({
      reviews: [reviewOf(at, ID(1), false), reviewOf(at, ID(2), false, true), reviewOf(at, ID(3))],
      cards: [1, 2, 3].map((number) => cardOf(ID(number), TOMORROW)),
      marks: [
        mark(4, { isSaved: true, savedAt: 1 }),
        mark(5, { isFlagged: true, flaggedAt: 1 }),
        mark(6, { isAside: true, asideAt: 1 }),
      ],
    });
    const { user, page } = await openPage({ bank });
    expect(await tiles(page)).toEqual([
      'Topics2 domains',
      'Mistakes2',
      'Not seen8',
      'Sure but wrong1',
      'Saved1',
      'Flagged1',
      'Set aside1',
      'Whole exam, in order12',
    ]);
    await user.click(page.getByRole('link', { name: /^Mistakes/ }));
    expect(await screen.findByText('Question 1 of 2')).toBeTruthy();
    expect(location.search).toBe('?from=wrong&order=shuffled');
  });

  it('is chosen domains and tasks', async () => {
    const { user, page } = await openPage({ bank });
    await user.click(await page.findByRole('button', { name: /^Topics/ }));
    const topics = await part(page, 'Topics');
    expect(topics.getByRole('button', { name: 'Choose a topic' })).toHaveProperty('disabled', true);
    await user.click(topics.getByRole('checkbox', { name: /^Second Domain 0 of 6 seen/ }));
    await user.click(topics.getByRole('button', { name: 'Practice 6' }));
    await screen.findByText('Question 1 of 6');
    expect(location.search).toBe('?in=d2&questions=6&order=shuffled');
  });

  it('is the whole exam where it was left', async () => {
    const { user } = await openShort();
    await answerAll(user, 'rw');
    const { page, ...again } = await openPage();
    await again.user.click(await page.findByRole('link', { name: /at 3 of 4$/ }));
    await seeQuestion(3);
    expect(screen.getByText('Score: 1/2')).toBeTruthy();
  });
});

describe('the history of an exam', () => {
  const rows = async (page: ReturnType<typeof within>) =>
    textsOf((await part(page, 'History')).getAllByRole('listitem'));

  it('lists the runs by what was answered, latest first', async () => {
    const finishedOn = (day: number) => ({ finishedAt: new Date(2025, 2, day, 12).getTime() });
    storeHistory(
      recordOf('a', { ...finishedOn(4), kind: 'mock', answered: 1 }),
      recordOf('b', { ...finishedOn(5), kind: 'set', total: 2, answered: 2 }),
      recordOf('c', { ...finishedOn(6), kind: 'review', correct: 0, total: 15, answered: 9 }),
      recordOf('d', { ...finishedOn(9), kind: 'mock', correct: 3 }),
      recordOf('e', { finishedAt: Date.now() - DAY, correct: 3, answered: 3 }),
    );
    const { page } = await openPage();
    expect(await rows(page)).toEqual([
      'Whole examYesterday3 of 3',
      'Mock examMarch 9, 20253 of 4 (75%)',
      'PracticeMarch 6, 20250 of 9',
      'PracticeMarch 5, 20252 of 2',
      'Mock examMarch 4, 2025left at 1 of 4',
    ]);
    expect(page.queryByRole('button', { name: /^Show/ })).toBeNull();
  });

  it('lists five runs until all are asked for', async () => {
    storeHistory(...Array.from({ length: 8 }, (_, place) => recordOf(`${place}`)));
    const { user, page } = await openPage();
    expect(await rows(page)).toHaveLength(5);
    await user.click(page.getByRole('button', { name: 'Show all 8' }));
    expect(await rows(page)).toHaveLength(8);
    await user.click(page.getByRole('button', { name: 'Show the latest 5' }));
    expect(await rows(page)).toHaveLength(5);
  });

  it('leads to the result of a run that is kept', async () => {
    const { user } = await openShort();
    await answerAll(user, 'rwrr');
    await waitFor(() => expect(stored.get(HISTORY)).toHaveProperty('history.length', 1));
    const { page, ...again } = await openPage();
    const history = await part(page, 'History');
    await again.user.click(history.getByRole('link', { name: /^Whole exam/ }));
    expect(await screen.findByText('Final Score: 3/4 (75%)')).toBeTruthy();
  });
});

describe('tables of look-alikes', () => {
  const table = {
    ...{ id: 'queues', title: 'Queues', columns: ['A', 'B'], rows: [['a', 'b']] },
    questionIds: ['question-01'],
  };

  it('are counted, and shown once the exam is saved', async () => {
    const { user, page } = await openPage({ bank: bankOf({ ...shortExam, lookAlikes: [table] }) });
    await user.click(await page.findByRole('link', { name: 'Look-alikes 1' }));
    const shown = within(await screen.findByRole('dialog', { name: 'Look-alikes' }));
    expect(document.activeElement).toBe(shown.getByRole('heading', { name: 'Look-alikes' }));
    const missing = await part(shown, 'Not saved yet');
    expect(missing.getByText(/^The tables come with the questions\./)).toBeTruthy();
    expect(missing.getByText(/^Can’t be saved: this browser allows no storage/)).toBeTruthy();
    expect(missing.getByRole('link', { name: 'Start' }).getAttribute('href')).toBe(SHORT);
  });

  it('say that they need a connection where there is none, instead of offering it in vain', async () => {
    vi.stubGlobal('caches', createMemoryCaches());
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    openApp(`${PAGE}&view=look-alikes`, { isWide: false });
    const shown = within(await screen.findByRole('dialog', { name: 'Look-alikes' }));
    const missing = await part(shown, 'Not saved yet');
    await missing.findByText('Needs a connection');
    expect(missing.queryByRole('button')).toBeNull();
    expect(missing.queryByRole('link')).toBeNull();
    onLine.mockReturnValue(true);
    fireEvent(window, new Event('online'));
    await missing.findByRole('button', { name: /^Save offline/ });
    expect(missing.queryByText('Needs a connection')).toBeNull();
  });

  it('are found by any word of theirs, however its accents are written', async () => {
    vi.stubGlobal('caches', createMemoryCaches());
    const titles = ['Caf\u00e9', 'Cafe\u0301 two', 'Queues', 'Topics', 'Streams'];
    const questions = titles.map((title) => {
      const lookAlike = { id: title, title, columns: ['A', 'B'], rows: [['\u00e9toile', 'b']] };
      return [title, { ...plainQuestion('Which?'), question: 'Which?', lookAlike }] as const;
    });
    await putDocument(
      { apiUrl: location.origin, providerId: 'aws', examId: NAME },
      {
        ...emptyDocument({ id: NAME, name: NAME, questionIds: titles }),
        questions: new Map(
          questions.map(([id, question]) => [id, { answer: { question, images: [] } }]),
        ),
      },
    );
    const { user } = openApp(`${PAGE}&view=look-alikes`, { isWide: false });
    const shown = within(await screen.findByRole('dialog', { name: 'Look-alikes' }));
    const box = await shown.findByRole('searchbox');
    for (const [text, found] of [
      ['caf\u00e9', '2 of 5 tables'],
      ['CAFE\u0301 two', '1 of 5 tables'],
      ['E\u0301toile queues', '1 of 5 tables'],
      ['elephants', 'Nothing found. Try fewer or other words.'],
    ]) {
      fireEvent.change(box, { target: { value: text } });
      await shown.findByText(found ?? '');
    }
    await user.clear(box);
    await shown.findByText('5 tables');
  });

  it('are not offered where there are none', async () => {
    const { page } = await openPage();
    expect(await page.findByRole('link', { name: 'Search' })).toBeTruthy();
    expect(page.queryByRole('link', { name: /Look-alikes/ })).toBeNull();
  });
});

it('has the learner’s notes where the exam is not saved, without its questions', async () => {
  const note = { id: 'n', text: 'Remember the elephants', at: Date.now(), over: [] };
  storeStudy({ marks: [{ questionId: 'q1', notes: [note] }] });
  openApp(`${PAGE}&view=notes`, { isWide: false });
  const notes = within(await screen.findByRole('dialog', { name: 'Your notes' }));
  expect(await notes.findByText('Remember the elephants')).toBeTruthy();
  expect(notes.getByText('1 note')).toBeTruthy();
  expect(notes.getByText(/to see the questions of your notes here\.$/)).toBeTruthy();
});

describe('progress that is reset', () => {
  it('is asked about once, forgets the answers, and comes back with Undo', async () => {
    const { user } = await openShort();
    await answerAll(user, 'rw');
    const { page, ...again } = await openPage();
    expect(await page.findByText('2 of 4 today')).toBeTruthy();
    await again.user.click(await page.findByRole('button', { name: 'Reset progress' }));
    await again.user.click(page.getByRole('button', { name: 'Reset' }));
    expect(await page.findByText('Progress reset.')).toBeTruthy();
    expect(await page.findByText('4 questions to begin')).toBeTruthy();
    expect(page.queryByRole('button', { name: 'Reset progress' })).toBeNull();
    await again.user.click(page.getByRole('button', { name: 'Undo' }));
    expect(await page.findByText('2 of 4 today')).toBeTruthy();
    expect(page.queryByText('Progress reset.')).toBeNull();
  });
});

describe('a question is due for review', () => {
  it('when its day has come, and a review asks nothing else', async () => {
    storeStudy({ cards: [cardOf(ID(1), TOMORROW), cardOf(ID(4), Date.now())] });
    openApp(`${SHORT}?from=due`);
    await seeQuestion(4);
    expect(screen.getByText('Question 1 of 1')).toBeTruthy();
  });

  it('sooner after a right answer that the learner was not sure of', async () => {
    const { user } = await openShort();
    await answer(user);
    await screen.findByText('Comes back in 2 days');
    await user.click(await findButton('Next Question'));
    await seeQuestion(2);
    await user.keyboard('u');
    expect((await findButton('Not sure')).ariaPressed).toBe('true');
    await user.click(await findButton('Not sure'));
    expect((await findButton('Not sure')).ariaPressed).toBe('false');
    await user.keyboard('u');
    await answer(user);
    await screen.findByText('Comes back tomorrow');
    expect(screen.queryByRole('button', { name: 'Not sure' })).toBeNull();
    await waitFor(() =>
      expect(stored.get(STUDY)).toMatchObject({ reviews: [{}, { isUnsure: true }] }),
    );
    expect(stored.get(STUDY)).not.toHaveProperty('reviews.0.isUnsure');
  });

  it('after a wrong answer in a mock exam that has ended', async () => {
    const { user } = openApp('/exams/aws/A%20Short%20Exam?minutes=30');
    await seeQuestion(1);
    await user.click(option(1));
    expect(stored.get(STUDY)).toBeUndefined();
    await user.click(await findButton('Finish Exam'));
    await user.click(await findButton('Finish now'));
    await waitFor(() =>
      expect(stored.get(STUDY)).toMatchObject({ cards: [{ questionId: 'question-01' }] }),
    );
  });

  it('not if the exam lacks it now, and loses nothing of it', async () => {
    storeStudy({ cards: [cardOf(ID(2), DAY), cardOf('deleted', DAY)] });
    openApp(`${SHORT}?from=due`);
    await seeQuestion(2);
    expect(screen.getByText('Question 1 of 1')).toBeTruthy();
    const marks = [{ questionId: 'deleted', isAbsent: true }];
    await waitFor(() => expect(stored.get(STUDY)).toMatchObject({ marks }));
    const { card } = await openCard();
    expect(card.getByText('1 of 4 seen')).toBeTruthy();
    const ids = (stored.get(STUDY) as Study).cards.map(({ questionId }) => questionId);
    expect(ids.toSorted()).toEqual(['deleted', 'question-02']);
  });
});
