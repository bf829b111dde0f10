import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayOf, nameOfDay } from '#exam/day/calendar-day.ts';
import { dayRun } from '#exam/day/day-run.ts';
import { dateChange, goalChange, outcomeChange } from '#exam/day/plan-change.ts';
import { type Day, planDay } from '#exam/day/plan-day.ts';
import { blankQuestions } from '#exam/run/stored-run.ts';
import { goals, outcomes, type StoredRun } from '#learner/schemas.ts';
import { seededRandom } from '#primitives/shuffle.ts';
import { createLearner, examOf, HOUR, type Learner } from '#support/day-world.ts';

const MORNING = new Date(2026, 10, 2, 8).getTime();

type Event =
  | { type: 'answer'; kind: 'day' | 'all' | 'set' | 'mock' | 'held'; count: number; right: number }
  | { type: 'withdraw' | 'end mock' | 'sync' | 'other device' }
  | { type: 'aside' | 'back'; question: number }
  | { type: 'wait'; hours: number }
  | { type: 'clock back'; hours: number }
  | { type: 'goal'; goal: (typeof goals)[number] }
  | { type: 'date'; days: number | undefined }
  | { type: 'outcome'; outcome: (typeof outcomes)[number] };

const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('answer' as const),
      kind: fc.constantFrom('day', 'day', 'all', 'set', 'mock', 'held'),
      count: fc.integer({ min: 1, max: 12 }),
      right: fc.nat({ max: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constantFrom('withdraw', 'end mock', 'sync', 'other device'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constantFrom('aside', 'back'), question: fc.nat({ max: 30 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('wait' as const),
      hours: fc.integer({ min: 1, max: 60 }),
    }),
  },
  fc.record({ type: fc.constant('clock back' as const), hours: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ type: fc.constant('goal' as const), goal: fc.constantFrom(...goals) }),
  fc.record({
    type: fc.constant('date' as const),
    days: fc.option(fc.integer({ min: -1, max: 12 }), { nil: undefined }),
  }),
  fc.record({ type: fc.constant('outcome' as const), outcome: fc.constantFrom(...outcomes) }),
) as fc.Arbitrary<Event>;

/** The questions answered today, in whatever run. */
const answeredToday = ({ learning: { study, runs, past } }: Learner, now: number) => {
  const inRuns = [...runs, ...past].flatMap(({ results, withdrawn }) => [...results, ...withdrawn]);
  return new Set(
    [...study.reviews, ...inRuns].flatMap(({ at, questionId }) =>
      dayOf(at) === dayOf(now) ? questionId : [],
    ),
  );
};

/** What holds of an exam at any time. */
const expectLaws = (learner: Learner, now: number) => {
  const state = learner.stateAt(now);
  const day = planDay(state, now);
  const { size, answered, left, counts, goal, action } = day;
  expect(day.isDone, 'done iff nothing is left').toBe(left === 0);
  expect(size, 'at most the goal').toBeLessThanOrEqual(goal);
  expect(left).toBe(Math.max(0, size - answered));
  expect(counts.seen + counts.unseen, 'one set of questions').toBe(counts.total);
  const isLight = day.phase === 'eve' || day.phase === 'exam-day';
  if (isLight) expect(size).toBeLessThanOrEqual(10);
  if (action.kind === 'practice' || action.kind === 'continue' || action.kind === 'more') {
    if (action.kind !== 'more' && day.isBegun) expect(action.count).toBe(left);
    const { stored, questionIds } = dayRun(state, now, seededRandom('draw'));
    const asked = stored ? blankQuestions(stored) : questionIds;
    const open = state.learning.runs.find(({ id }) => id === stored?.id);
    const isSamePlace = open?.questionIds[open.index] === stored?.questionIds[stored.index];
    expect(stored?.selection, 'what was chosen for a question stays with it').toEqual(
      isSamePlace ? open?.selection : [],
    );
    expect(asked, 'the run has as many as its button says').toHaveLength(action.count);
    expect(new Set(asked).size).toBe(asked.length);
    expect(stored !== undefined && blankQuestions(stored).length > 0).toBe(
      action.kind === 'continue' || (action.kind === 'more' && stored !== undefined),
    );
    if (action.kind !== 'more') {
      const again = asked.filter((id) => answeredToday(learner, now).has(id));
      expect(again, 'nothing that was answered today').toEqual([]);
    }
    const aside = state.learning.study.marks.filter(({ isAside }) => isAside);
    if (!stored) for (const { questionId } of aside) expect(asked).not.toContain(questionId);
  }
  // The same with and without the exam's own list.
  const { detail: _, ...listed } = state;
  expect(planDay(listed, now)).toEqual(day);
  return day;
};

const answerIn = (
  learner: Learner,
  { kind, count, right }: Extract<Event, { type: 'answer' }>,
  now: number,
  ids: { listed: string[]; held: string[] },
  check: (before: Day, after: Day, isNew: boolean) => void,
) => {
  const pick = (from: string[]) => from.slice(count % 7).concat(from.slice(0, count % 7));
  const start = (): StoredRun | undefined => {
    if (kind === 'day') return learner.openDay(now);
    if (kind === 'all')
      return (
        learner.runOf('all') ??
        learner.newRun(ids.listed, { questions: 'all', isShuffled: false }, now)
      );
    if (kind === 'set') {
      const asked = pick(ids.listed).slice(0, 10);
      return learner.newRun(asked, { questions: asked.length, isShuffled: true }, now);
    }
    const setup = { questions: 9, isShuffled: true, minutes: 90 };
    return (
      learner.runOf('mock') ??
      (kind === 'held'
        ? learner.newRun(ids.held, { ...setup, isHeldOut: true }, now)
        : learner.newRun(pick(ids.listed).slice(0, 9), setup, now))
    );
  };
  let run = start();
  const todays = () => answeredToday(learner, now);
  for (const [index, id] of (run ? blankQuestions(run) : []).slice(0, count).entries()) {
    if (!run) return;
    const [before, known] = [learner.dayAt(now), todays()];
    run = learner.answer(run, id, index % 4 < right, now);
    check(before, learner.dayAt(now), !known.has(id) && todays().has(id));
  }
};

it('keeps the laws of the day whatever a learner does', () => {
  const walk = (size: number, events: Event[]) => {
    const detail = examOf(size, [24, 30, 34, 12], 6);
    const ids = { listed: detail.questionIds, held: detail.heldOut?.questionIds ?? [] };
    const devices = [
      createLearner(detail, seededRandom('a')),
      createLearner(detail, seededRandom('b')),
    ];
    let [device, now, latest] = [0, MORNING, MORNING];
    for (const event of events) {
      const learner = devices[device] as Learner;
      const before = learner.dayAt(now);
      const notRaised = () => {
        if (now < latest) return;
        const after = learner.dayAt(now);
        expect(after.left, `${event.type} raises nothing`).toBeLessThanOrEqual(before.left);
      };
      switch (event.type) {
        case 'answer':
          answerIn(learner, event, now, ids, (had, has, isNew) => {
            // What was recorded ahead of a clock that was set back may belong to another day.
            if (now < latest) return;
            const fewer = isNew ? 1 : 0;
            expect(has.left, `${event.kind} ${isNew}`).toBe(Math.max(0, had.left - fewer));
            expect(has.size).toBe(had.size);
          });
          break;
        case 'withdraw': {
          const mock = learner.runOf('mock');
          const [first, ...others] = mock?.results ?? [];
          if (!mock || !first) break;
          const withdrawn = [...mock.withdrawn, { questionId: first.questionId, at: first.at }];
          learner.commit({ runs: [{ ...mock, at: mock.at + 1, results: others, withdrawn }] }, now);
          notRaised();
          break;
        }
        case 'end mock': {
          const mock = learner.runOf('mock');
          if (!mock) break;
          learner.endMock(mock, Math.max(now, mock.at + 1));
          if (dayOf(mock.startedAt) === dayOf(now)) notRaised();
          break;
        }
        case 'aside':
        case 'back': {
          const questionId = `q${event.question}`;
          const mark = { questionId, isAside: event.type === 'aside', asideAt: now };
          if (event.question > 0 && event.question <= size)
            learner.commit({ study: { marks: [mark] } }, now);
          notRaised();
          break;
        }
        case 'sync': {
          const [a, b] = devices as [Learner, Learner];
          a.commit(b.learning, now);
          b.commit(a.learning, now);
          const { answered, left, counts } = a.dayAt(now);
          expect(b.dayAt(now)).toMatchObject({ answered, left, counts });
          break;
        }
        case 'other device':
          device = 1 - device;
          break;
        case 'wait':
          now += event.hours * HOUR;
          break;
        case 'clock back':
          now = Math.max(MORNING, now - event.hours * HOUR);
          break;
        case 'goal':
          learner.commit({ study: goalChange(event.goal, now) }, now);
          if (event.goal <= before.goal) notRaised();
          break;
        case 'date': {
          const { days } = event;
          const date = days === undefined ? undefined : nameOfDay(dayOf(now) + days);
          learner.commit({ study: dateChange(date, now) }, now);
          break;
        }
        case 'outcome':
          learner.commit({ study: outcomeChange(event.outcome, now) }, now);
          break;
      }
      now += 1000;
      latest = Math.max(latest, now);
      expectLaws(devices[device] as Learner, now);
    }
  };
  const anySize = fc.oneof(fc.integer({ min: 1, max: 30 }), fc.constant(80));
  fc.assert(fc.property(anySize, fc.array(anyEvent, { maxLength: 25 }), walk), { numRuns: 300 });
});
