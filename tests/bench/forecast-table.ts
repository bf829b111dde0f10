import { dayOf, nameOfDay } from '#exam/day/calendar-day.ts';
import { forecast } from '#exam/day/forecast.ts';
import { dateChange, goalChange } from '#exam/day/plan-change.ts';
import type { Goal } from '#learner/schemas.ts';
import { seededRandom } from '#primitives/shuffle.ts';
import { DAY, examOf } from '#support/day-world.ts';
import { createStudent } from '#support/simulate-learner.ts';

/**
 * Holds the forecast of the first evening against simulated learners who follow it, and measures it:
 * `npx tsx tests/bench/forecast-table.ts`.
 */

const EVENING = new Date(2026, 10, 2, 20).getTime();
const RUNS = 5;

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

const follow = (goal: Goal, share: number, exam: number, seed: number) => {
  const random = seededRandom(`${goal} ${share} ${seed}`);
  const { learner, practice, known } = createStudent({ detail: examOf(199), random, share });
  const examDate = nameOfDay(dayOf(EVENING) + exam);
  learner.commit(
    { study: { ...goalChange(goal, EVENING), ...dateChange(examDate, EVENING) } },
    EVENING,
  );
  let reached: number | undefined;
  let first: ReturnType<typeof forecast> | undefined;
  for (let day = 0; day < exam; day += 1) {
    const now = EVENING + day * DAY;
    practice(now);
    first ??= forecast(learner.stateAt(now), now);
    if (learner.dayAt(now).counts.unseen === 0) reached ??= day;
  }
  const end = EVENING + exam * DAY;
  return { first, reached, unseen: learner.dayAt(end).counts.unseen, known: known(end) };
};

const dayText = (day: number | undefined) => (day === undefined ? '–' : `${day}`);

console.log('a day | right | exam in | promised | reached | unseen promised | unseen | known');
for (const exam of [20, 42]) {
  for (const share of [0.6, 0.8]) {
    for (const goal of [10, 20, 30] as const) {
      const runs = Array.from({ length: RUNS }, (_, seed) => follow(goal, share, exam, seed));
      const [one] = runs;
      console.log(
        [
          ...[goal, `${100 * share} %`, exam, dayText(one?.first?.allSeen)],
          runs.map(({ reached }) => dayText(reached)).join(' '),
          ...[one?.first?.unseen, runs.map(({ unseen }) => unseen).join(' ')],
          `${(100 * mean(runs.map(({ known }) => known))).toFixed(1)} %`,
        ].join(' | '),
      );
    }
  }
}

const detail = examOf(300);
const { learner, practice } = createStudent({ detail, random: seededRandom('time'), share: 0.6 });
learner.commit({ study: dateChange(nameOfDay(dayOf(EVENING) + 60), EVENING) }, EVENING);
for (let day = 0; day < 10; day += 1) practice(EVENING + day * DAY);
const now = EVENING + 10 * DAY;
const state = learner.stateAt(now);
const times = Array.from({ length: 200 }, () => {
  const begun = performance.now();
  forecast(state, now);
  return performance.now() - begun;
}).sort((a, b) => a - b);
console.log(
  `forecast of 300 questions and 50 days: median ${times[100]?.toFixed(2)} ms, 95 % ${times[190]?.toFixed(2)} ms, first ${times.at(-1)?.toFixed(2)} ms`,
);
