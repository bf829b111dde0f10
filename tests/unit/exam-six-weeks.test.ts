import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ExamDetail } from '#contract/wire.ts';
import { chooseQuestions, type Groups, groupQuestions } from '#exam/practice.ts';
import { readinessOf } from '#exam/readiness.ts';
import { plainSetup } from '#exam/run-setup.ts';
import { countQuestions, dueQuestions, MIN_ANSWERS } from '#exam/study.ts';
import { todayOf, weekOf } from '#exam/today.ts';
import { readChange, type Unreadable } from '#learner/records.ts';
import { emptyLearning, emptyStudy, type Study } from '#learner/schemas.ts';
import { seededRandom } from '#primitives/shuffle.ts';
import { mergeStudies, resultOf, studyAfter } from '#support/stored-runs.ts';

/** Six weeks of practice on a phone and a laptop, with files carried from one to the other. */

const DAY = 24 * 60 * 60 * 1000;
const start = new Date(2026, 9, 10, 9).getTime();
const questionIds = Array.from({ length: 120 }, (_, place) => `q${place}`);
const taskOf = (id: string) => `task ${Number(id.slice(1)) % 24}`;
const questionTasks = questionIds.map(taskOf);
const detail: ExamDetail = {
  id: 'x',
  name: 'X',
  questionIds,
  domains: [
    { id: 'a', name: 'A', weight: 60 },
    { id: 'b', name: 'B', weight: 40 },
  ],
  questionDomains: questionIds.map((_, place) => (place % 2 === 0 ? 'a' : 'b')),
  questionTasks,
};
/** What is new comes before what is due of the same task, and what was wrong after both. */
const expectSiblingsFirst = (asked: string[], groups: Groups) => {
  const rankOf = (id: string) => Number(!groups.new.has(id)) + Number(groups.wrong.has(id));
  for (const task of new Set(questionTasks)) {
    const ranks = asked.filter((id) => taskOf(id) === task).map(rankOf);
    expect(ranks).toEqual(ranks.toSorted());
  }
};

const none: Study = { ...emptyStudy, examDate: '2026-11-30', examDateAt: 1 };

/** A study as the other device reads it from a file. */
const carry = (study: Study) => {
  const rejected: Unreadable[] = [];
  const { study: read } = readChange(JSON.parse(JSON.stringify({ study })), 'file', rejected);
  expect(rejected).toEqual([]);
  return read;
};

const days = fc.array(
  fc.record({
    device: fc.nat(1),
    /** How many new questions to answer after those that are due. */
    fresh: fc.nat(8),
    verdicts: fc.infiniteStream(fc.integer({ min: 0, max: 9 })),
    /** Of the first answer of the day. */
    isUnsure: fc.boolean(),
    note: fc.string({ maxLength: 3 }),
    /** A day without practice, two of which cost nothing. */
    isOff: fc.boolean(),
    isCarried: fc.boolean(),
  }),
  { minLength: 42, maxLength: 42 },
);

const standing = (study: Study, now: number) => {
  const { known, due, unseen } = countQuestions(study, questionIds.length, now);
  const readiness = readinessOf(detail, { ...emptyLearning, study }, now);
  const today = todayOf(study, questionIds.length, now);
  return { known, due, unseen, readiness, today };
};

it('counts, readiness and plan agree every day, and on both devices once they have merged', () => {
  fc.assert(
    fc.property(days, (all) => {
      const devices: [Study, Study] = [none, none];
      let given = 0;
      all.forEach(({ device, fresh, verdicts, isUnsure, note, isOff, isCarried }, day) => {
        const now = start + day * DAY + device;
        const side = device === 0 ? 0 : 1;
        let study = devices[side];
        const groups = groupQuestions(questionIds, { ...emptyLearning, study }, now);
        const questions = groups.today.size + fresh;
        const setup = { ...plainSetup, questions, isShuffled: true };
        const random = seededRandom(`${day} ${device}`);
        const asked =
          isOff || questions === 0 ? [] : chooseQuestions(detail, setup, groups, random);
        expectSiblingsFirst(asked, groups);
        const results = asked.map((id, place) => ({
          ...resultOf(id, (verdicts.next().value ?? 0) < 8),
          ...(place === 0 && isUnsure && { isUnsure }),
        }));
        study = studyAfter(study, results, now);
        given += asked.length;
        const [rated] = asked;
        if (rated) {
          const kept = { questionId: rated, isSaved: note !== '', savedAt: now };
          study = mergeStudies(study, { ...study, marks: [kept] });
        }
        devices[side] = study;

        const evening = now + DAY / 2;
        const { known, due, unseen: left, readiness, today } = standing(study, evening);
        expect(known + due + left).toBe(questionIds.length);
        expect(readiness.seen).toBe(known + due);
        expect(due).toBe(dueQuestions(study, evening).length);
        const { score, range } = readiness;
        expect(score !== undefined).toBe(readiness.seen >= MIN_ANSWERS);
        if (score !== undefined && range) {
          expect(range.low).toBeLessThanOrEqual(score);
          expect(range.high).toBeGreaterThanOrEqual(score);
        }
        expect(today.due + today.later).toBeLessThanOrEqual(due);
        expect(today.fresh).toBeLessThanOrEqual(left);
        expect(today.daysLeft).toBe(51 - day);
        // The day's share, five days a week, is enough for what is left.
        expect(today.perDay * Math.max(1, Math.floor((51 - day) * (5 / 7)))).toBeGreaterThanOrEqual(
          left,
        );
        const week = weekOf(study, evening);
        expect(week.filter(({ kind }) => kind === 'rest').length).toBeLessThanOrEqual(2);
        expect(week.at(-1)?.kind).toBe(asked.length > 0 ? 'practiced' : 'open');

        if (!isCarried) return;
        devices[1 - side] = mergeStudies(devices[1 - side] as Study, carry(devices[side]));
      });

      const end = start + 42 * DAY;
      const [phone, laptop] = devices;
      const onPhone = mergeStudies(phone, carry(laptop));
      const onLaptop = mergeStudies(laptop, carry(phone));
      expect(standing(onPhone, end)).toEqual(standing(onLaptop, end));
      const byId = ({ marks }: Study) =>
        marks.toSorted((a, b) => (a.questionId < b.questionId ? -1 : 1));
      expect(byId(onPhone)).toEqual(byId(onLaptop));
      expect(mergeStudies(onPhone, carry(onLaptop)).reviews).toHaveLength(given);
      expect(standing(mergeStudies(onPhone, carry(onLaptop)), end)).toEqual(standing(onPhone, end));
    }),
    { seed: 15, numRuns: 15 },
  );
});
