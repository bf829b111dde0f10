import { expect, it } from 'vitest';
import type { ExamDetail } from '#contract/wire.ts';
import { dayNamed, dayOf } from '#exam/day/calendar-day.ts';
import { chooseQuestions, groupQuestions } from '#exam/practice.ts';
import { lastAndBest, lastMockOf } from '#exam/progress.ts';
import { readinessOf } from '#exam/readiness.ts';
import { plainSetup } from '#exam/run-setup.ts';
import { answersToday, countQuestions, MIN_ANSWERS } from '#exam/study.ts';
import { todayText } from '#exam/study-texts.ts';
import { todayOf, weekOf } from '#exam/today.ts';
import { emptyLearning, emptyStudy, type Learning, type StoredRun } from '#learner/schemas.ts';
import { learnRun, resultOf, storedRun } from '#support/stored-runs.ts';

/** Three weeks of a learner who follows Today, sits mock exams, and skips days. */

const HOUR = 60 * 60 * 1000;
const questionIds = Array.from({ length: 130 }, (_, place) => `q${place}`);
const detail: ExamDetail = {
  id: 'x',
  name: 'X',
  questionIds,
  domains: [
    { id: 'a', name: 'A', weight: 60 },
    { id: 'b', name: 'B', weight: 40 },
  ],
  questionDomains: questionIds.map((_, place) => (place % 2 === 0 ? 'a' : 'b')),
};
const EXAM = '2026-11-24';
const morningOf = (day: number) => new Date(2026, 10, 2 + day, 8).getTime();

/** Numbers from 0 up to 1, the same for the same seed. */
const randomFrom = (seed: number) => {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
};

/** Asserts what every place that shows a number has to agree on. */
const compare = (learning: Learning, now: number) => {
  const { study, history } = learning;
  const today = todayOf(study, questionIds.length, now);
  const counts = countQuestions(study, questionIds.length, now);
  const readiness = readinessOf(detail, learning, now);
  const groups = groupQuestions(questionIds, learning, now);
  const mock = lastMockOf(learning);

  expect(counts.known + counts.due + counts.unseen).toBe(questionIds.length);
  expect(groups.due.size).toBe(counts.due);
  expect(groups.new.size).toBe(counts.unseen);
  expect(readiness.seen).toBe(counts.known + counts.due);
  expect(readiness.range !== undefined).toBe(readiness.seen >= MIN_ANSWERS);

  // Today asks for no more than there is, and what it names is what its button asks.
  expect(today.due + today.later).toBeLessThanOrEqual(counts.due);
  expect(today.fresh).toBeLessThanOrEqual(counts.unseen);
  expect(today.perDay).toBeLessThanOrEqual(counts.unseen);
  expect(today.isDone).toBe(today.due + today.fresh === 0);
  expect(todayText(today, 0).startsWith('Done for today.')).toBe(today.isDone);
  const count = today.due + today.fresh;
  const setup = { questions: count, isShuffled: false };
  const asked = count > 0 ? chooseQuestions(detail, setup, groups, () => 0) : [];
  expect(asked.filter((id) => groups.due.has(id))).toHaveLength(today.due);
  expect(asked.filter((id) => groups.new.has(id))).toHaveLength(today.fresh);

  expect(today.daysLeft).toBe(dayNamed(EXAM) - dayOf(now));

  // The range and the last mock exam tell one story, with the card.
  expect(mock?.percent).toBe(history.length > 0 ? lastAndBest(history)?.last : undefined);
  if (mock && readiness.range && readiness.range.low > mock.percent) {
    expect(mock.blank + mock.since).toBeGreaterThan(0);
    expect(readiness.range.low).toBeLessThanOrEqual(mock.most);
  }
  if (readiness.range && readiness.score !== undefined) {
    expect(readiness.range.high).toBeGreaterThanOrEqual(readiness.score);
    expect(readiness.range.low).toBeLessThanOrEqual(readiness.score);
  }
  const isPracticed = answersToday(study, now).size > 0;
  expect(weekOf(study, now).at(-1)?.kind).toBe(isPracticed ? 'practiced' : 'open');
  return today;
};

it.each([1, 2, 3, 4, 5, 6])('nothing contradicts anything on any day, with the seed %i', (seed) => {
  const random = randomFrom(seed);
  // Who misses many has more to review than a day allows.
  const share = seed % 2 === 0 ? 0.7 : 0.35;
  let learning: Learning = {
    ...emptyLearning,
    study: { ...emptyStudy, examDate: EXAM, examDateAt: 1 },
  };
  const teach = (run: StoredRun, now: number) => {
    const results = run.results.map((result) => ({ ...result, at: now }));
    learning = learnRun(learning, { ...run, results }, now);
  };
  let expected: number | undefined;
  let asked = 0;
  for (let day = 0; day < 21; day += 1) {
    let now = morningOf(day);
    const first = compare(learning, now);
    if (expected !== undefined) expect(first.due).toBe(expected);
    learning = { ...learning, study: { ...learning.study, today: first.plan } };
    const isOff = random() < 0.2;
    // A set at a time, the last ones after midnight, until today is done.
    const size = 3 + Math.floor(random() * 12);
    let left = first.due + first.fresh;
    const askedToday = new Set<string>();
    for (let set = 0; !isOff && left > 0; set += 1) {
      expect(set, 'today ends').toBeLessThan(60);
      const ids = chooseQuestions(
        detail,
        { questions: Math.min(size, left), isShuffled: true },
        groupQuestions(questionIds, learning, now),
        random,
      );
      asked += ids.length;
      const [evening, night] = [morningOf(day) + 15.5 * HOUR, morningOf(day) + 19 * HOUR];
      if (set > 0) now = Math.max(now + 1, evening, Math.min(now + HOUR, night));
      const results = ids.map((id) => resultOf(id, random() < share));
      teach(
        storedRun({
          id: `${day} ${set}`,
          questionIds: ids,
          results,
          setup: { questions: ids.length, isShuffled: true },
        }),
        now,
      );
      const after = compare(learning, now);
      const rest = Math.max(0, left - ids.filter((id) => !askedToday.has(id)).length);
      expect(after.due + after.fresh, 'each question counts once').toBeLessThanOrEqual(rest);
      for (const id of ids) askedToday.add(id);
      left = after.due + after.fresh;
    }
    if (day % 6 === 5) {
      const ids = questionIds.filter(() => random() < 0.5);
      const answered = ids.slice(0, Math.floor(ids.length * (0.3 + 0.7 * random())));
      const results = answered.map((id) => resultOf(id, random() < 0.65));
      now += HOUR / 2;
      const setup = { ...plainSetup, questions: ids.length, minutes: 90 };
      const run = storedRun({
        id: `mock ${day}`,
        questionIds: ids,
        results,
        setup,
        startedAt: now,
      });
      teach({ ...run, isFinished: true, endedAfter: 5, endedAt: now }, now);
    }
    const evening = compare(learning, now);
    if (!isOff) expect(evening.isDone).toBe(true);
    // What is said of tomorrow is what tomorrow begins with.
    expected = (evening.daysLeft ?? 0) > 1 ? evening.tomorrow : undefined;
  }
  expect(asked, 'every question came up').toBeGreaterThanOrEqual(questionIds.length - 20);
});
