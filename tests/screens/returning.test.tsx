import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { dayOf, nameOfDay } from '#exam/day/calendar-day.ts';
import { examName } from '#learner/keys.ts';
import { emptyLearnerFile, importLearnerFile } from '#learner/learner-file.ts';
import { printStored } from '#learner/records.ts';
import { emptyLearning, type Learning, type StoredRun } from '#learner/schemas.ts';
import { stored } from '#support/memory-store.ts';
import { answerAll, LIST, openApp, openShort, seeQuestion } from '#support/short-exam.tsx';
import { learnRun, resultOf, storedRun } from '#support/stored-runs.ts';
import { bankOf } from '#support/test-bank.ts';
import { manyQuestions } from '#support/test-questions.ts';

const DAY = 24 * 60 * 60 * 1000;
const LONG = 'A Long Exam';
const OTHER = 'Another Exam';
const exams = [LONG, OTHER].map((name) => ({ id: name, name, questions: manyQuestions(45) }));
const bank = bankOf(...exams);
const idsOf = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => `question-${`${from + index}`.padStart(2, '0')}`);

const runOf = (ids: string[], at: number, changes: Partial<StoredRun> = {}) =>
  storedRun({
    ...{ id: `run-${at}`, at, startedAt: at, questionIds: ids, selection: [], index: 0 },
    results: ids.map((id) => resultOf(id, true, at)),
    ...changes,
  });

/** What is known once these questions have been answered. */
const answered = (known: Learning, ids: string[], at: number) =>
  learnRun(
    known,
    runOf(ids, at, {
      ...{ isFinished: true, endedAfter: 1, endedAt: at },
      setup: { questions: ids.length, isShuffled: true },
    }),
    at,
  );

const store = (learning: Learning, examId = LONG) => {
  const exam = { apiUrl: location.origin, providerId: 'aws', examId };
  for (const [key, value] of printStored(exam, emptyLearning, learning)) stored.set(key, value);
  localStorage.setItem('returning', 'yes');
};

const withPlan = (learning: Learning, plan: Partial<Learning['study']>) => ({
  ...learning,
  study: { ...learning.study, ...plan },
});

/** The exam is this many days away. */
const dated = (learning: Learning, days: number) =>
  withPlan(learning, {
    examDate: nameOfDay(dayOf(Date.now()) + days),
    examDateAt: Date.now() - 2 * DAY,
  });

const card = async () => within(await screen.findByRole('region', { name: 'Today' }));
const rows = () =>
  within(screen.getByRole('region', { name: 'Your other exams' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('home of a learner who comes back', () => {
  it('has the tagline right after its heading, then the day of the exam answered last', async () => {
    store(
      dated(
        answered(answered(emptyLearning, idsOf(20), Date.now() - DAY), idsOf(12, 21), Date.now()),
        11,
      ),
    );
    const { user } = openApp('/', { bank });
    const today = await card();
    expect(today.getByText('12 of 20 today')).toBeTruthy();
    expect(today.getByText('11 days to your exam')).toBeTruthy();
    const tagline = screen.getByText('Stop paying for exam prep materials.').closest('p');
    const heading = screen.getByRole('heading', { level: 1, name: 'CertDeck' });
    const after = Node.DOCUMENT_POSITION_FOLLOWING;
    expect(heading.compareDocumentPosition(tagline as Node) & after).toBeTruthy();
    expect(tagline?.compareDocumentPosition(today.getByText('12 of 20 today')) ?? 0).toBe(after);
    expect(screen.queryByRole('form'), 'no sample').toBeNull();
    expect(screen.queryByRole('link', { name: /Start$/ }), 'no Start').toBeNull();
    const go = today.getByRole('link', { name: 'Practice 8' });
    expect(new URL((go as HTMLAnchorElement).href).searchParams.get('from')).toBe('day');
    await user.click(today.getByRole('link', { name: LONG }));
    await waitFor(() => expect(location.search).toBe('?exam=A+Long+Exam'));
  });

  it.each<[state: string, learning: () => Learning, texts: string[], button: string | undefined]>([
    [
      'before the day’s first answer',
      () => dated(answered(emptyLearning, idsOf(20), Date.now() - DAY), 11),
      ['At 20 a day you’ll have seen all 45 by'],
      'Practice 20',
    ],
    [
      'with an open practice',
      () => {
        const now = Date.now();
        const open = runOf(idsOf(20), now, {
          ...{ results: idsOf(12).map((id) => resultOf(id, true, now)), index: 11 },
          setup: { questions: 20, isShuffled: true, isDay: true },
        });
        return learnRun(emptyLearning, open, now);
      },
      ['12 of 20 today'],
      'Continue · 8 left',
    ],
    [
      'once it is done',
      () => answered(emptyLearning, idsOf(20), Date.now()),
      ['Done for today'],
      '10 more',
    ],
    [
      'on the eve',
      () => dated(answered(emptyLearning, idsOf(20), Date.now() - DAY), 1),
      ['Your exam is tomorrow', 'Light day: 10. Only what you missed last.'],
      'Practice 10',
    ],
    [
      'on the day of the exam',
      () => dated(answered(emptyLearning, idsOf(20), Date.now() - DAY), 0),
      ['Your exam is today. Warm up with 10?', 'Good luck!'],
      'Practice 10',
    ],
    [
      'after it was passed',
      () =>
        withPlan(answered(emptyLearning, idsOf(20), Date.now() - DAY), {
          outcome: 'passed',
          outcomeAt: Date.now(),
        }),
      ['You passed', 'The plan for this exam rests.'],
      undefined,
    ],
  ])('%s', async (_, learning, texts, button) => {
    store(learning());
    openApp('/', { bank });
    const today = await card();
    for (const text of texts)
      expect(await today.findByText((said) => said.startsWith(text))).toBeTruthy();
    const links = today.getAllByRole('link').map(({ textContent }) => textContent);
    expect(links.filter((text) => /\d (left|more)|^Practice/.test(text ?? ''))).toEqual(
      button === undefined ? [] : [button],
    );
  });

  it('continues a running mock exam before all', async () => {
    const now = Date.now();
    const mock = runOf(idsOf(30), now - 60_000, {
      ...{ results: idsOf(12).map((id) => resultOf(id, true, now - 30_000)), elapsed: 30_000 },
      setup: { questions: 30, isShuffled: true, minutes: 30 },
    });
    store({ ...answered(emptyLearning, idsOf(20), now - DAY), runs: [mock] });
    store(answered(emptyLearning, idsOf(20), now), OTHER);
    openApp('/', { bank });
    const today = await card();
    expect(today.getByText('Answered 12 of 30')).toBeTruthy();
    const go = today.getByRole('link', { name: /^Continue mock · \d+:\d\d left$/ });
    expect(go.getAttribute('href')).toMatch(/\?continue=mock$/);
    expect(rows()).toEqual([`${OTHER}Done for today`]);
  });

  it('leads to the result of a mock exam whose clock ends meanwhile', async () => {
    const began = Date.now();
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: began });
    onTestFinished(() => void vi.useRealTimers());
    const mock = runOf(idsOf(30), began - 29 * 60_000, {
      ...{ id: 'gone', results: idsOf(12).map((id) => resultOf(id, true, began - 60_000)) },
      setup: { questions: 30, isShuffled: true, minutes: 30 },
    });
    store({ ...answered(emptyLearning, idsOf(20), began - DAY), runs: [mock] });
    openApp('/', { bank });
    const today = await card();
    expect(today.getByRole('link', { name: 'Continue mock · 1:00 left' })).toBeTruthy();
    act(() => void vi.advanceTimersByTime(60_000));
    const link = await today.findByRole('link', { name: 'Your mock ended · See result' });
    expect(link.getAttribute('href')).toMatch(/\?result=gone$/);
    expect(today.queryByRole('link', { name: /^Continue mock/ })).toBeNull();
  });

  it('leads to the result of a mock exam that its clock ended', async () => {
    const now = Date.now();
    const mock = runOf(idsOf(30), now - 2 * 60 * 60_000, {
      ...{ id: 'gone', results: idsOf(12).map((id) => resultOf(id, true, now - 7_000_000)) },
      setup: { questions: 30, isShuffled: true, minutes: 30 },
    });
    store({ ...answered(emptyLearning, idsOf(20), now - DAY), runs: [mock] });
    openApp('/', { bank });
    const link = await (await card()).findByRole('link', { name: 'Your mock ended · See result' });
    expect(link.getAttribute('href')).toMatch(/\?result=gone$/);
  });

  it('goes on in the whole exam beside its day', async () => {
    const { user } = await openShort();
    await answerAll(user, 'rw');
    await waitFor(() => expect(localStorage.getItem('returning')).toBe('yes'));
    const home = openApp('/');
    const today = await card();
    expect(await today.findByText('2 of 4 today')).toBeTruthy();
    expect(today.getByRole('link', { name: 'Practice 2' })).toBeTruthy();
    await home.user.click(today.getByRole('link', { name: 'Whole exam, at 3 of 4' }));
    await seeQuestion(3);
    expect(screen.getByText('Score: 1/2')).toBeTruthy();
  });

  it('asks for the date after ten answers, and not again once there is none yet', async () => {
    store(answered(emptyLearning, idsOf(10), Date.now()));
    const { user } = openApp('/', { bank });
    const today = await card();
    expect(today.getByText('When is your exam?')).toBeTruthy();
    expect(today.getByRole('link', { name: 'Add the date' }).getAttribute('href')).toBe(
      `${LIST}?exam=A+Long+Exam`,
    );
    await user.click(today.getByRole('button', { name: 'No date yet' }));
    await waitFor(() => expect(screen.queryByText('When is your exam?')).toBeNull());
    openApp('/', { bank });
    await card();
    expect(screen.queryByText('When is your exam?')).toBeNull();
  });

  it.each([
    ['Passed', 'You passed'],
    ['Not this time', 'When is your exam?'],
    ['I moved it', 'When is your exam?'],
  ])('asks how it went, and to “%s” says “%s”', async (said, next) => {
    store(dated(answered(emptyLearning, idsOf(20), Date.now() - 2 * DAY), -1));
    store(answered(emptyLearning, idsOf(5), Date.now() - 3 * DAY), OTHER);
    const { user } = openApp('/', { bank });
    const today = await card();
    expect(today.getByText('How did it go?')).toBeTruthy();
    await user.click(today.getByRole('button', { name: said }));
    expect(await (await card()).findByText(next)).toBeTruthy();
    expect((await card()).getByRole('link', { name: LONG }), 'the card stays').toBeTruthy();
  });

  it('lists the other exams that were begun, each with its own number', async () => {
    store(answered(emptyLearning, idsOf(3), Date.now()));
    store(answered(emptyLearning, idsOf(30), Date.now() - DAY), OTHER);
    const { user } = openApp('/', { bank });
    await card();
    await waitFor(() => expect(rows()).toEqual([`${OTHER}30 of 45 seenPractice 15`]));
    await user.click(screen.getByRole('link', { name: OTHER }));
    await waitFor(() => expect(location.search).toBe('?exam=Another+Exam'));
  });

  it('shows of the week what was practiced, and nothing of days before the first', async () => {
    const now = Date.now();
    store(answered(answered(emptyLearning, idsOf(5), now - 3 * DAY), idsOf(5, 6), now));
    openApp('/', { bank });
    const week = within(await screen.findByRole('region', { name: 'This week' }));
    const days = week.getAllByRole('listitem');
    expect(days.map(({ textContent }) => / practiced/.test(textContent ?? ''))).toEqual([
      ...[false, false, false],
      ...[true, false, false, true],
    ]);
    const kinds = days.map((day) => day.querySelector('i')?.dataset.kind);
    expect(kinds.slice(0, 5)).toEqual(['before', 'before', 'before', 'practiced', 'free']);
  });

  it('has one row for each provider, and leads there from an exam that was passed', async () => {
    store(
      withPlan(answered(emptyLearning, idsOf(20), Date.now() - DAY), {
        outcome: 'passed',
        outcomeAt: Date.now(),
      }),
    );
    const scroll = vi.fn();
    const { user } = openApp('/', { bank });
    Element.prototype.scrollIntoView = scroll;
    await user.click(await (await card()).findByRole('button', { name: 'Choose the next exam' }));
    expect(scroll).toHaveBeenCalled();
    const section = screen.getByRole('region', { name: /All exams/ });
    expect(document.activeElement).toBe(section);
    expect(within(section).getAllByRole('listitem')).toHaveLength(1);
    expect(within(section).getByRole('link').getAttribute('href')).toBe('/exams/aws');
  });

  it('shows what another device or another tab has learned, while it is open', async () => {
    const yesterday = Date.now() - DAY;
    const before = answered(emptyLearning, idsOf(20), yesterday);
    store(before);
    openApp('/', { bank });
    const today = await card();
    const exam = { providerId: 'aws', examId: LONG };
    const theirs = answered(before, idsOf(4, 21), Date.now());
    const file = { ...emptyLearnerFile(new Date()), exams: [{ ...exam, ...theirs }] };
    await act(() => importLearnerFile(JSON.stringify(file), location.origin));
    expect(await today.findByText('4 of 20 today')).toBeTruthy();
    store(answered(theirs, idsOf(3, 25), Date.now()));
    const channel = new BroadcastChannel('certdeck/learner');
    const name = examName({ apiUrl: location.origin, ...exam });
    channel.postMessage({ exam: name, page: 'another tab' });
    expect(await today.findByText('7 of 20 today')).toBeTruthy();
    channel.close();
  });

  it('becomes that of a learner once another device has sent what was learned', async () => {
    openApp('/', { bank });
    await screen.findByRole('form', { name: /^Try one/ });
    const theirs = answered(emptyLearning, idsOf(4), Date.now());
    const exams = [{ providerId: 'aws', examId: LONG, ...theirs }];
    const file = JSON.stringify({ ...emptyLearnerFile(new Date()), exams });
    await screen.findByRole('button', { name: 'Back up or move progress' });
    await act(() => importLearnerFile(file, location.origin));
    expect(await (await card()).findByText('4 of 20 today')).toBeTruthy();
  });

  it('has no live button offline for what is not on this device', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    store(answered(emptyLearning, idsOf(3), Date.now()));
    store(answered(emptyLearning, idsOf(30), Date.now() - DAY), OTHER);
    openApp('/', { bank });
    const today = await card();
    await waitFor(() => expect(today.getByText('Needs a connection')).toBeTruthy());
    expect(screen.queryByRole('link', { name: /^Practice/ })).toBeNull();
    expect(screen.getAllByText('Needs a connection').length).toBeGreaterThan(2);
    expect(document.documentElement.dataset.offline).toBe('');
    expect(screen.getByText('You are offline. Saved exams work as usual.')).toBeTruthy();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    act(() => void dispatchEvent(new Event('online')));
    await today.findByRole('link', { name: 'Practice 17' });
    expect(screen.getByText('You are back online.')).toBeTruthy();
  });

  it('puts on the app’s icon what today still asks for in all exams', async () => {
    const set = vi.fn(async (_: number) => undefined);
    Object.assign(navigator, { setAppBadge: set });
    store(answered(emptyLearning, idsOf(3), Date.now()));
    store(answered(emptyLearning, idsOf(30), Date.now() - DAY), OTHER);
    openApp('/', { bank });
    await waitFor(() => expect(set).toHaveBeenCalled());
    // Not before it is certain.
    expect(set.mock.calls).toEqual([[32]]);
  });

  it('needs no icon that can show it', async () => {
    let isRefused = false;
    // No mock, which would handle the rejection.
    const setAppBadge = () => {
      isRefused = true;
      return Promise.reject(new DOMException('Not allowed', 'NotAllowedError'));
    };
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    onTestFinished(() => void process.off('unhandledRejection', unhandled));
    Object.assign(navigator, { setAppBadge });
    store(answered(emptyLearning, idsOf(3), Date.now()));
    openApp('/', { bank });
    await waitFor(() => expect(isRefused).toBe(true));
    // Node tells of it once all that was waiting has run.
    await act(() => new Promise((done) => setTimeout(done)));
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('sees no card before the first answer, nor after everything was deleted', async () => {
    openApp('/');
    await screen.findByText(/^[\d,]+ original questions$/);
    expect(screen.getByRole('form', { name: /^Try one/ })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Today' })).toBeNull();
    localStorage.setItem('returning', 'yes');
    openApp('/');
    await waitFor(() => expect(localStorage.getItem('returning')).toBeNull());
    await screen.findByRole('form', { name: /^Try one/ });
    expect(screen.queryByRole('region', { name: 'Today' })).toBeNull();
  });
});
