import fc from 'fast-check';
import type * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { mergeLearning, mergeRun } from '#learner/merge.ts';
import {
  cardSchema,
  emptyLearning,
  type Learning,
  markSchema,
  planSchema,
  recordSchema,
  reviewSchema,
  runSchema,
} from '#learner/schemas.ts';
import { caps, settle } from '#learner/settle.ts';
import {
  anyCard,
  anyChange,
  anyLearning,
  anyMark,
  anyPlan,
  anyRecord,
  anyReview,
  anyRun,
} from '#support/any-learning.ts';
import { resultOf, storedRun } from '#support/stored-runs.ts';

type Schema = v.GenericSchema & {
  entries?: Record<string, Schema>;
  wrapped?: Schema;
  item?: Schema;
};

/** The optional fields of a schema that a sample has only with a value, or only without one. */
const oneSided = (schema: Schema, sample: unknown[], path: string): string[] => {
  if (schema.item) return oneSided(schema.item, sample.flat(), `${path}[]`);
  return Object.entries(schema.entries ?? {}).flatMap(([name, field]) => {
    const values = sample.map((one) => (one as Record<string, unknown>)[name]);
    const there = values.filter((value) => value !== undefined);
    const isBoth = there.length > 0 && there.length < values.length;
    const within = oneSided(field.wrapped ?? field, there, `${path}.${name}`);
    return field.type === 'optional' && !isBoth ? [`${path}.${name}`, ...within] : within;
  });
};

const generated: [string, Schema, fc.Arbitrary<unknown>][] = [
  ['run', runSchema, anyRun],
  ['record', recordSchema, anyRecord],
  ['card', cardSchema, anyCard],
  ['review', reviewSchema, anyReview],
  ['mark', markSchema, anyMark],
  ['plan', planSchema, anyPlan],
];

describe('the generators of learner data', () => {
  it.each(generated)('set every optional field of a %s, and leave it out', (name, schema, any) => {
    const sample = fc.sample(any, { numRuns: 500, seed: 1 });
    expect(oneSided(schema, sample, name)).toEqual([]);
  });

  it.each(generated)('leave no list of a %s empty for ever', (_, schema, any) => {
    const lists = Object.entries(schema.entries ?? {}).flatMap(([name, field]) =>
      (field.wrapped ?? field).item ? name : [],
    );
    const sample = fc.sample(any, { numRuns: 500, seed: 1 }) as Record<string, unknown[]>[];
    for (const name of lists) {
      expect(
        sample.some((one) => (one[name]?.length ?? 0) > 0),
        name,
      ).toBe(true);
    }
  });
});

const both = (a: Learning, b: Learning) => mergeLearning(a, b);

describe('merging any two states', () => {
  it('is the same from both sides, in any order, and twice', () => {
    fc.assert(
      fc.property(anyLearning, anyLearning, anyLearning, (a, b, c) => {
        const merged = both(a, b);
        expect(merged).toEqual(both(b, a));
        expect(both(merged, c)).toEqual(both(a, both(b, c)));
        expect(both(merged, b)).toEqual(merged);
        expect(both(a, merged)).toEqual(merged);
      }),
      { numRuns: 3000 },
    );
  });

  it('leaves out no run, record, card, answer, mark, and question that was opened', () => {
    type Named = { id?: string; runId?: string; questionId?: string; at?: number };
    const nameOf = ({ id, runId, questionId, at }: Named) => `${id ?? runId ?? questionId} ${at}`;
    const namesOf = (items: Named[], hasTime = false) =>
      [
        ...new Set(items.map((item) => nameOf({ ...item, at: hasTime ? (item.at ?? 0) : 0 }))),
      ].sort();
    fc.assert(
      fc.property(anyChange, anyChange, (a, b) => {
        const { runs, past, history, study } = mergeLearning(mergeLearning(emptyLearning, a), b);
        const all = [a, b];
        const studies = all.map((one) => one.study);
        expect(namesOf([...runs, ...past])).toEqual(namesOf(all.flatMap((one) => one.runs)));
        expect(namesOf(history)).toEqual(namesOf(all.flatMap((one) => one.history)));
        for (const name of ['cards', 'marks', 'reviews'] as const) {
          const given = studies.flatMap<Named>((one) => one[name]);
          expect(namesOf(study[name], name === 'reviews')).toEqual(
            namesOf(given, name === 'reviews'),
          );
        }
        expect(study.opened).toEqual([...new Set(studies.flatMap((one) => one.opened))].sort());
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps each answer or a later one, each that was taken back, and the first end of a run', () => {
    fc.assert(
      fc.property(anyRun, anyRun, (one, other) => {
        const [a, b] = [one, { ...other, id: one.id }];
        const merged = mergeRun(a, b);
        const last = new Map<string, number>();
        for (const { questionId, at } of [a, b].flatMap((run) => [
          ...run.results,
          ...run.withdrawn,
        ]))
          last.set(questionId, Math.max(at, last.get(questionId) ?? 0));
        const kept = [...merged.results, ...merged.withdrawn];
        expect(new Map(kept.map(({ questionId, at }) => [questionId, at]))).toEqual(last);
        const ends = [a, b].flatMap(({ endedAt = [] }) => endedAt);
        expect(merged.endedAt).toBe(ends.length > 0 ? Math.min(...ends) : undefined);
        expect(merged.isFinished).toBe(a.isFinished || b.isFinished);
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps the later choice of everything that a mark and a plan say', () => {
    const fields = [
      ['isSaved', 'savedAt'],
      ['isFlagged', 'flaggedAt'],
      ['isAside', 'asideAt'],
      ['isAbsent', 'absentAt'],
      ['examDate', 'examDateAt'],
      ['goal', 'goalAt'],
      ['outcome', 'outcomeAt'],
    ] as const;
    type Said = Record<string, unknown>;
    const studyOf = (mark: Said, plan: Said) => ({
      ...emptyLearning,
      study: { ...emptyLearning.study, ...plan, marks: [{ ...mark, questionId: 'q1' }] },
    });
    fc.assert(
      fc.property(anyMark, anyMark, anyPlan, anyPlan, (mark, otherMark, plan, otherPlan) => {
        const { study } = both(studyOf(mark, plan), studyOf(otherMark, otherPlan));
        const merged: Said = { ...study, ...study.marks[0] };
        const said: [Said, Said] = [
          { ...plan, ...mark },
          { ...otherPlan, ...otherMark },
        ];
        for (const [value, at] of fields) {
          const [first = -1, second = -1] = said.map((one) => one[at] as number | undefined);
          if (first === second) continue;
          const later = said[first > second ? 0 : 1];
          expect([merged[value], merged[at]], value).toEqual([later[value], later[at]]);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('what stays of a run', () => {
  it('keeps the twenty earlier runs that were touched last', () => {
    const runs = Array.from({ length: caps.past + 5 }, (_, place) =>
      storedRun({ id: `run ${place}`, at: place, results: [resultOf('q1', true, place)] }),
    );
    const { runs: open, past } = settle(mergeLearning(emptyLearning, { runs }), 100);
    expect(open.map(({ at }) => at)).toEqual([24]);
    expect(past.map(({ at }) => at)).toEqual(Array.from({ length: 20 }, (_, place) => 23 - place));
  });

  it('is set aside on both devices if one of them set it aside', () => {
    const marked = (questionId: string, mark: object) => ({
      ...emptyLearning,
      study: { ...emptyLearning.study, marks: [{ questionId, ...mark }] },
    });
    const phone = marked('q1', { isAside: true, asideAt: 5 });
    const desk = marked('q1', { isSaved: true, savedAt: 9 });
    expect(both(phone, desk).study.marks).toEqual([
      { questionId: 'q1', isAside: true, asideAt: 5, isSaved: true, savedAt: 9 },
    ]);
  });

  it('doesn’t bring an answer back that another device took back', () => {
    const answered = storedRun({ at: 2, results: [resultOf('q1', true, 1)] });
    const emptied = storedRun({ at: 3, results: [], withdrawn: [{ questionId: 'q1', at: 3 }] });
    for (const merged of [mergeRun(answered, emptied), mergeRun(emptied, answered)]) {
      expect(merged).toMatchObject({ results: [], withdrawn: [{ questionId: 'q1', at: 3 }] });
    }
  });

  it('ended when its result was first shown, and took as long as it had until then', () => {
    const ended = (endedAt: number) =>
      storedRun({
        ...{ id: 'mock', at: 90, elapsed: 900_000, isFinished: true },
        setup: { questions: 4, isShuffled: false, minutes: 10 },
        ...{ endedAfter: endedAt * 1000, endedAt },
      });
    const merged = both(
      { ...emptyLearning, runs: [ended(60)] },
      { ...emptyLearning, runs: [ended(50)] },
    );
    expect(merged.runs).toMatchObject([{ endedAfter: 50_000, endedAt: 50 }]);
    expect(settle(merged, 10 ** 13).history).toMatchObject([
      { runId: 'mock', finishedAt: 50, elapsed: 50_000, isHandedIn: true },
    ]);
  });

  it('ends a mock exam that is over at its limit, and not as handed in', () => {
    const setup = { questions: 4, isShuffled: false, minutes: 10 };
    const mock = storedRun({ setup, startedAt: 1000, at: 2000, elapsed: 1000 });
    const { runs, history } = settle(mergeLearning(emptyLearning, { runs: [mock] }), 10 ** 9);
    expect(runs).toMatchObject([{ isFinished: true, endedAfter: 600_000, endedAt: 601_000 }]);
    expect(history).toMatchObject([{ finishedAt: 601_000, elapsed: 600_000 }]);
    expect(history[0]).not.toHaveProperty('isHandedIn');
  });
});
