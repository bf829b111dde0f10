import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Study } from '#contract/learner.ts';
import type { ExamDetail } from '#contract/wire.ts';
import { planOf, readinessOf } from '#exam/readiness.ts';
import { countQuestions, dueQuestions } from '#exam/study.ts';
import { mergeStudies } from '#storage/learner-file.ts';
import { parseStudy } from '#storage/learner-parsers.ts';
import { resultOf, studyAfter } from '#support/kept-runs.ts';

/** A learner of six weeks with a phone and a laptop, who carries a file from one to the other. */

const DAY = 24 * 60 * 60 * 1000;
const start = new Date(2026, 9, 10, 9).getTime();
const questionIds = Array.from({ length: 120 }, (_, place) => `q${place}`);
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
const progress = { history: [], practise: {} };
const learned = (study: Study) => ({ progress, study });
const none: Study = { cards: [], reviews: [], examDate: '2026-11-30' };

/** What a device reads from another's file. */
const carry = (study: Study) => {
  const read = parseStudy(JSON.parse(JSON.stringify({ version: 1, ...study })));
  if (!read) throw new Error('The file could not be read');
  return read;
};

const days = fc.array(
  fc.record({
    device: fc.nat(1),
    /** New questions after those that are due. */
    fresh: fc.nat(8),
    verdicts: fc.infiniteStream(fc.integer({ min: 0, max: 9 })),
    isCarried: fc.boolean(),
  }),
  { minLength: 42, maxLength: 42 },
);

const standing = (study: Study, now: number) => {
  const { known, due, unseen } = countQuestions(learned(study), questionIds.length, now);
  const readiness = readinessOf(detail, learned(study), now);
  return { known, due, unseen, readiness, plan: planOf(detail, learned(study), new Date(now)) };
};

it('counts, readiness and forecast agree every day, and on both devices once they have met', () => {
  fc.assert(
    fc.property(days, (all) => {
      const devices: [Study, Study] = [none, none];
      let given = 0;
      all.forEach(({ device, fresh, verdicts, isCarried }, day) => {
        const now = start + day * DAY + device;
        const side = device === 0 ? 0 : 1;
        let study = devices[side];
        const seen = new Set(study.cards.map(({ questionId }) => questionId));
        const unseen = questionIds.filter((id) => !seen.has(id));
        const asked = [...dueQuestions(learned(study), now), ...unseen.slice(0, fresh)];
        asked.forEach((id, place) => {
          const isRight = (verdicts.next().value ?? 0) < 8;
          study = studyAfter(study, [resultOf(id, isRight)], now + place * 60_000);
        });
        given += asked.length;
        devices[side] = study;

        const evening = now + DAY / 2;
        const { known, due, unseen: left, readiness, plan } = standing(study, evening);
        expect(known + due + left).toBe(questionIds.length);
        expect(readiness.seen).toBe(known + due);
        expect(due).toBe(dueQuestions(learned(study), evening).length);
        if (readiness.score !== undefined) {
          expect(readiness.score).toBeGreaterThanOrEqual(0);
          expect(readiness.score).toBeLessThanOrEqual(
            (100 * readiness.seen) / questionIds.length + 20,
          );
        }
        expect((plan?.perDay ?? 0) * Math.max(1, plan?.days ?? 1)).toBeGreaterThanOrEqual(
          left + due,
        );

        if (!isCarried) return;
        devices[1 - side] = mergeStudies(devices[1 - side] as Study, carry(devices[side]));
      });

      const end = start + 42 * DAY;
      const [phone, laptop] = devices;
      const onPhone = mergeStudies(phone, carry(laptop));
      const onLaptop = mergeStudies(laptop, carry(phone));
      expect(standing(onPhone, end)).toEqual(standing(onLaptop, end));
      expect(mergeStudies(onPhone, carry(onLaptop)).reviews).toHaveLength(given);
      expect(standing(mergeStudies(onPhone, carry(onLaptop)), end)).toEqual(standing(onPhone, end));
    }),
    { seed: 15, numRuns: 25 },
  );
});
