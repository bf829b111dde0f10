import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { CompiledBank } from '#bank/compiled-bank.ts';
import { examAddress, runAddress } from '#contract/routes.ts';
import { calendarOf } from '#exam/day/calendar.ts';
import { dayOf, nameOfDay } from '#exam/day/calendar-day.ts';
import { buttonText } from '#exam/day/day-texts.ts';
import { dateChange, goalChange } from '#exam/day/plan-change.ts';
import type { Day } from '#exam/day/plan-day.ts';
import { finalScoreText, type Run, totalCorrect } from '#exam/run/run.ts';
import { blankQuestions } from '#exam/run/stored-run.ts';
import { hadText, isLeft, leftText } from '#exam/texts/result-texts.ts';
import { printStored } from '#learner/records.ts';
import { emptyLearning, runKind } from '#learner/schemas.ts';
import { seededRandom } from '#primitives/shuffle.ts';
import { DAY } from '#primitives/time.ts';
import type { Learner } from '#support/day-world.ts';
import { stored } from '#support/memory-store.ts';
import { LIST, openApp } from '#support/short-exam.tsx';
import { createStudent } from '#support/simulate-learner.ts';
import { bankOf } from '#support/test-bank.ts';
import { manyQuestions } from '#support/test-questions.ts';

const NAME = 'A Long Exam';
const COUNT = 45;
const bank = bankOf({ id: NAME, name: NAME, questions: manyQuestions(COUNT) });
const questionIds = Array.from(
  { length: COUNT },
  (_, index) => `question-${`${index + 1}`.padStart(2, '0')}`,
);
const detail = { id: NAME, name: NAME, questionIds };
/** The same with its last questions held out for one mock exam. */
const HELD = 5;
const held = {
  bank: bankOf({
    ...{ id: NAME, name: NAME, questions: manyQuestions(COUNT) },
    heldOut: questionIds.slice(-HELD),
  }),
  detail: {
    ...detail,
    questionIds: questionIds.slice(0, -HELD),
    heldOut: {
      questionIds: questionIds.slice(-HELD),
      questionDomains: Array.from({ length: HELD }, () => ''),
      questionTasks: Array.from({ length: HELD }, () => ''),
    },
  },
};
const OPENING = 'a mock exam of questions held out';
const examOf = (name: string) => (name === OPENING ? held : { bank, detail });

const MORNING = new Date(2026, 10, 2, 8).getTime();
const EVENING = 12 * 60 * 60 * 1000;
const WEEKS = 6;
const EXAM = WEEKS * 7 - 1;
/** The days whose mornings and evenings are looked at on the screens; the numbers, on every day. */
const LOOKED_AT = [0, 8, 20, EXAM - 1, EXAM, EXAM + 1];

const exam = { apiUrl: location.origin, providerId: 'aws', examId: NAME };

type Student = ReturnType<typeof createStudent>;

const whole = { questions: 'all' as const, isShuffled: false };

/** Who practices what on a day. */
const learners: Record<string, (student: Student, now: number, day: number) => void> = {
  'the whole exam only': ({ learner, answer }, now) => {
    const run = learner.runOf('all') ?? learner.newRun(questionIds, whole, now);
    answer(run, blankQuestions(run).slice(0, 7), now);
  },
  'what home’s button brings': ({ practice }, now) => practice(now),
  'ten of the list’s': ({ practice }, now) => void practice(now, 10),
  'a mock exam each week': ({ learner, answer, practice }, now, day) => {
    if (day % 7 !== 3) return practice(now, 6);
    const setup = { questions: 20, isShuffled: true, minutes: 60 };
    answer(learner.newRun(questionIds.slice(0, 20), setup, now), questionIds.slice(0, 8), now);
  },
  [OPENING]: ({ learner, answer, practice }, now, day) => {
    if (day !== 3) return practice(now, 6);
    const setup = { questions: HELD, isShuffled: true, minutes: 60, isHeldOut: true };
    const ids = questionIds.slice(-HELD);
    learner.endMock(answer(learner.newRun(ids, setup, now), ids, now), now + 1000);
  },
  'on two devices': ({ learner, answer, practice }, now, day) => {
    practice(now, 4);
    const other = questionIds.slice(day % 30, (day % 30) + 5);
    answer(learner.newRun(other, { questions: 5, isShuffled: true }, now), other, now);
    practice(now, 3);
  },
  'on some days': ({ practice }, now, day) => {
    if (day % 3 === 0) practice(now);
  },
};

const BUTTON = /^(Practice \d+|Continue · \d+ left|\d+ more|Continue mock.*|How did it go\?)$/;

/** The day's buttons in a part of the screen, and whether it says that the day is done. */
const readDay = (part: HTMLElement) => ({
  buttons: within(part)
    .queryAllByRole('link')
    .map(({ textContent }) => textContent ?? '')
    .filter((text) => BUTTON.test(text)),
  isDone: (part.textContent ?? '').includes('Done for today'),
  seen: /(\d+) of (\d+) seen/
    .exec(part.textContent ?? '')
    ?.slice(1, 3)
    .map(Number),
});

const expectDay = (where: string, part: HTMLElement, day: Day) => {
  const { buttons, isDone, seen } = readDay(part);
  const { action, endedMock, counts } = day;
  const isAsked = action.kind === 'ask-outcome';
  if (!endedMock && !isAsked) expect(buttons, where).toEqual([buttonText(action)]);
  if (isAsked && !(endedMock && where === 'list'))
    expect(part.textContent, where).toContain('How did it go?');
  expect(isDone, where).toBe(
    day.isDone && action.kind === 'more' && !(endedMock && where === 'list'),
  );
  if (seen) expect(seen, where).toEqual([counts.seen, counts.total]);
};

/** Where the goal leads. */
const forecastIn = (part: HTMLElement) =>
  /At \d+ a day .*?\.(?: \d+ a day sees them all\.)?/.exec(part.textContent ?? '')?.[0];

/** The result of the run that ended last says how many were right. */
const expectResult = async ({ learning }: Learner, bank: CompiledBank) => {
  const ended = [...learning.runs, ...learning.past]
    .filter(({ endedAt }) => endedAt !== undefined)
    .sort((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0));
  const run = ended[0] as Run | undefined;
  if (!run) return;
  const isScored = ['all', 'mock'].includes(runKind(run.setup));
  const score = isScored ? finalScoreText(totalCorrect(run), run.questionIds.length) : hadText(run);
  openApp(runAddress(exam, { result: run.id }), { bank });
  const result = await screen.findByRole('region', { name: 'Result' });
  expect(result.textContent).toContain(isLeft(run) ? leftText(run) : score);
  cleanup();
};

/** Home, the list's card and the exam's page, each read from the device anew. */
const expectScreens = async ({ learner }: Student, now: number, bank: CompiledBank) => {
  vi.setSystemTime(now);
  stored.clear();
  for (const [key, value] of printStored(exam, emptyLearning, learner.learning))
    stored.set(key, value);
  localStorage.setItem('returning', 'yes');
  const badges: number[] = [];
  const setAppBadge = (count: number) => Promise.resolve(void badges.push(count));
  vi.stubGlobal('navigator', Object.assign(navigator, { setAppBadge }));
  const day = learner.dayAt(now);
  openApp('/', { bank });
  const home = await screen.findByRole('region', { name: 'Today' });
  await waitFor(() => expectDay('home', home, day));
  await waitFor(() => expect(badges.at(-1), 'badge').toBe(day.isBegun ? day.left : 0));
  const ahead = forecastIn(home);
  cleanup();
  openApp(LIST, { bank });
  const heading = await screen.findByRole('heading', { name: NAME });
  await waitFor(() => expectDay('list', heading.closest('li') as HTMLElement, day));
  cleanup();
  openApp(examAddress(exam), { bank });
  const page = await screen.findByRole('region', { name: 'Today' });
  await waitFor(() => expect(readDay(page).isDone).toBe(day.isDone && day.action.kind === 'more'));
  if (ahead) await waitFor(() => expect(forecastIn(page), 'on the page').toBe(ahead));
  cleanup();
  return ahead;
};

it.each(Object.keys(learners))(
  'home, list, page, badge and reminder agree for six weeks of %s',
  async (name) => {
    vi.useFakeTimers({ toFake: ['Date'], now: MORNING });
    const { bank, detail } = examOf(name);
    const student = createStudent({ detail, random: seededRandom(name), share: 0.6 });
    const { learner } = student;
    const ahead: (string | undefined)[] = [];
    const examDate = nameOfDay(dayOf(MORNING) + EXAM);
    learner.commit(
      { study: { ...dateChange(examDate, MORNING), ...goalChange(10, MORNING) } },
      MORNING,
    );
    for (let day = 0; day <= EXAM + 1; day += 1) {
      const now = MORNING + day * DAY;
      const morning = learner.dayAt(now);
      if (LOOKED_AT.includes(day) && morning.isBegun) {
        ahead.push(await expectScreens(student, now, bank));
      }
      if (day < EXAM) learners[name]?.(student, now, day);
      const evening = learner.dayAt(now + EVENING);
      expect(evening.isDone).toBe(evening.left === 0);
      const { heldOut = { questionIds: [] } } = detail as typeof held.detail;
      const closed = heldOut.questionIds.filter(
        (id) => !learner.learning.study.opened.includes(id),
      );
      expect(evening.counts.seen + evening.counts.unseen).toBe(COUNT - closed.length);
      expect(evening.size).toBeLessThanOrEqual(evening.goal);
      if (LOOKED_AT.includes(day)) await expectScreens(student, now + EVENING, bank);
      if (day === 8 || day === EXAM - 1) await expectResult(learner, bank);
      if (day >= EXAM - 2) continue;
      const reminder = calendarOf(
        { examName: NAME, examDate, goal: evening.goal, address: 'x' },
        now,
      );
      expect(reminder).toContain(`SUMMARY:Practice ${evening.goal}: ${NAME}`);
    }
    if (name === OPENING) expect(ahead.some(Boolean), 'what lies ahead is said, too').toBe(true);
    vi.useRealTimers();
  },
  120_000,
);
