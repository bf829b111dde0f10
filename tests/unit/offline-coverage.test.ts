import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasSameQuestions } from '#offline/fetch-answer.ts';
import { pickActive } from '#offline/library/exam-store.ts';
import { addressOfQuestion, isWhole, measureCoverage } from '#offline/library/saved-manifest.ts';
import {
  addressesOf,
  anyKnownManifest,
  detailOf,
  examKey,
  manifestOf,
  pictureAddress,
} from '#support/saved-exam.ts';

const q = (questionId: string) => addressOfQuestion(examKey, questionId);

describe('what of an exam is there', () => {
  it('is all of it when every address is', () => {
    const manifest = manifestOf({ q1: ['a.png', 'b.png'], q2: [] });
    const coverage = measureCoverage(examKey, manifest, new Set(addressesOf(manifest)));
    expect(coverage).toEqual({
      done: 2,
      total: 2,
      bytes: 102_000,
      questionIds: [],
      images: [],
      unavailable: 0,
      isUnverified: false,
    });
    expect(isWhole(coverage)).toBe(true);
  });

  it('counts a question as missing while one of its pictures is', () => {
    const manifest = manifestOf({ q1: ['a.png', 'b.png'], q2: [] });
    const present = new Set(addressesOf(manifest));
    present.delete(pictureAddress('q1', 'b.png'));
    const coverage = measureCoverage(examKey, manifest, present);
    expect(coverage).toMatchObject({
      done: 1,
      bytes: 52_000,
      questionIds: [],
      images: [{ questionId: 'q1', address: pictureAddress('q1', 'b.png') }],
    });
    expect(isWhole(coverage)).toBe(false);
  });

  it('plans a question anew when its entry is there but nothing is known of it', () => {
    const manifest = { ...manifestOf({ q1: [], q2: [] }), questions: {} };
    const coverage = measureCoverage(examKey, manifest, new Set(addressesOf(manifest)));
    expect(coverage).toMatchObject({ done: 0, questionIds: ['q1', 'q2'] });
    expect(isWhole(coverage)).toBe(false);
  });

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    'knows nothing of a question called %s by accident',
    (id) => {
      const manifest = { ...manifestOf({ q1: [] }), detail: detailOf([id]), questions: {} };
      const coverage = measureCoverage(examKey, manifest, new Set([q(id)]));
      expect(coverage).toMatchObject({ done: 0, questionIds: [id] });
    },
  );

  it('tells what the server does not have apart from what is merely missing', () => {
    const manifest = manifestOf({ q1: ['a.png'], q2: [], q3: [] });
    manifest.unavailable = [pictureAddress('q1', 'a.png'), q('q2')];
    expect(measureCoverage(examKey, manifest, new Set([q('q1')]))).toMatchObject({
      done: 0,
      questionIds: ['q2', 'q3'],
      unavailable: 2,
    });
  });

  it('does not count what came after all as unavailable', () => {
    const manifest = manifestOf({ q1: ['a.png'], q2: [] });
    manifest.unavailable = addressesOf(manifest);
    const coverage = measureCoverage(examKey, manifest, new Set(addressesOf(manifest)));
    expect(coverage).toMatchObject({ done: 2, unavailable: 0 });
  });

  it('is unverified with a picture that nobody could look inside, once that is there', () => {
    const manifest = manifestOf({ q1: ['a.png'] });
    const [picture] = manifest.questions.q1?.pictures ?? [];
    if (picture) picture.isVerified = false;
    const whole = measureCoverage(examKey, manifest, new Set(addressesOf(manifest)));
    expect(whole.isUnverified).toBe(true);
    expect(measureCoverage(examKey, manifest, new Set([q('q1')])).isUnverified).toBe(false);
  });

  it('of an exam without questions is never whole', () => {
    expect(isWhole(measureCoverage(examKey, manifestOf({}), new Set()))).toBe(false);
  });

  it('ignores what does not belong to it', () => {
    const manifest = manifestOf({ q1: [] });
    const stray = [q('q2'), pictureAddress('q2', 'a.png'), 'https://a.example/certdeck-manifest'];
    const coverage = measureCoverage(
      examKey,
      manifest,
      new Set([...addressesOf(manifest), ...stray]),
    );
    expect(coverage).toEqual(measureCoverage(examKey, manifest, new Set(addressesOf(manifest))));
  });
});

/** Any exam of which any part is there. */
const anyHolding = anyKnownManifest.chain((manifest) =>
  fc.record({
    manifest: fc.constant(manifest),
    present: fc.subarray(addressesOf(manifest)).map((addresses) => new Set(addresses)),
    known: fc.subarray(manifest.detail.questionIds),
    unavailable: fc.subarray(addressesOf(manifest)),
  }),
);

describe('what of an exam is missing', () => {
  it('and what is there make up the whole, question by question', () => {
    fc.assert(
      fc.property(anyHolding, ({ manifest, present }) => {
        const coverage = measureCoverage(examKey, manifest, present);
        const incomplete = new Set([
          ...coverage.questionIds,
          ...coverage.images.map(({ questionId }) => questionId),
        ]);
        expect(coverage.done + incomplete.size).toBe(coverage.total);
        expect(coverage.total).toBe(manifest.detail.questionIds.length);
      }),
    );
  });

  it('and what is there make up the whole, address by address', () => {
    fc.assert(
      fc.property(anyHolding, ({ manifest, present }) => {
        const { questionIds, images } = measureCoverage(examKey, manifest, present);
        const planned = new Set([...questionIds.map(q), ...images.map(({ address }) => address)]);
        for (const address of planned) expect(present.has(address)).toBe(false);
        // The pictures of a question that is to be fetched are planned with its answer.
        const afterwards = new Set([...present, ...planned]);
        for (const questionId of questionIds) {
          for (const { address } of manifest.questions[questionId]?.pictures ?? []) {
            afterwards.add(address);
          }
        }
        expect(addressesOf(manifest).every((address) => afterwards.has(address))).toBe(true);
        expect(isWhole(measureCoverage(examKey, manifest, afterwards))).toBe(
          manifest.detail.questionIds.length > 0,
        );
      }),
    );
  });

  it('keeps an exam from being whole, be it one address of a thousand', () => {
    fc.assert(
      fc.property(anyHolding, ({ manifest, present }) => {
        const needed = addressesOf(manifest);
        const isAllThere = needed.every((address) => present.has(address));
        expect(isWhole(measureCoverage(examKey, manifest, present))).toBe(
          isAllThere && needed.length > 0,
        );
      }),
    );
    fc.assert(
      fc.property(anyKnownManifest, fc.nat(), (manifest, place) => {
        const needed = addressesOf(manifest);
        fc.pre(needed.length > 0);
        const present = new Set(needed);
        present.delete(needed[place % needed.length] ?? '');
        expect(isWhole(measureCoverage(examKey, manifest, present))).toBe(false);
      }),
    );
  });

  it('keeps an exam from being whole when it is not even known', () => {
    fc.assert(
      fc.property(anyHolding, ({ manifest, known }) => {
        const questions = Object.fromEntries(
          Object.entries(manifest.questions).filter(([id]) => known.includes(id)),
        );
        const present = new Set(addressesOf(manifest));
        const coverage = measureCoverage(examKey, { ...manifest, questions }, present);
        expect(coverage.done).toBe(known.length);
        expect(coverage.questionIds).toHaveLength(coverage.total - known.length);
      }),
    );
  });

  it('is never more unavailable than missing', () => {
    fc.assert(
      fc.property(anyHolding, ({ manifest, present, unavailable }) => {
        const coverage = measureCoverage(examKey, { ...manifest, unavailable }, present);
        const missing = coverage.questionIds.length + coverage.images.length;
        expect(coverage.unavailable).toBeLessThanOrEqual(missing);
      }),
    );
  });

  it('costs no bytes, and what is there those that are known of it', () => {
    fc.assert(
      fc.property(anyHolding, ({ manifest, present }) => {
        const before = measureCoverage(examKey, manifest, present).bytes;
        for (const address of addressesOf(manifest)) {
          const more = measureCoverage(examKey, manifest, new Set([...present, address])).bytes;
          expect(more).toBeGreaterThanOrEqual(before);
        }
        expect(measureCoverage(examKey, manifest, new Set()).bytes).toBe(0);
      }),
    );
  });
});

describe('the generation that a run reads', () => {
  const generation = (number: number, isThere: boolean) => {
    const manifest = manifestOf({ q1: [] });
    const present = new Set(isThere ? addressesOf(manifest) : []);
    return { number, manifest, present, cache: undefined as unknown as Cache };
  };
  const pick = (...areThere: boolean[]) =>
    pickActive(
      examKey,
      areThere.map((isThere, place) => generation(place + 1, isThere)),
    )?.number;

  it('is none when there is none', () => {
    expect(pick()).toBeUndefined();
  });

  it('is the only one, whole or not', () => {
    expect(pick(true)).toBe(1);
    expect(pick(false)).toBe(1);
  });

  it('stays the whole one while the next is being built', () => {
    expect(pick(true, false)).toBe(1);
  });

  it('is the newest whole one, though an older run may still read another', () => {
    expect(pick(true, true)).toBe(2);
    expect(pick(false, true, true, false)).toBe(3);
  });

  it('is the newest when none is whole', () => {
    expect(pick(false, false)).toBe(2);
  });

  it('is whole whenever any one is', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean()), (areThere) => {
        const picked = pickActive(
          examKey,
          areThere.map((isThere, place) => generation(place, isThere)),
        );
        expect(
          picked !== undefined &&
            isWhole(measureCoverage(examKey, picked.manifest, picked.present)),
        ).toBe(areThere.includes(true));
      }),
    );
  });
});

describe('an exam has changed', () => {
  const isSame = (a: string[], b: string[]) => hasSameQuestions(detailOf(a), detailOf(b));

  it('with other questions, more or fewer of them, or another order', () => {
    expect(isSame(['a', 'b'], ['a', 'b'])).toBe(true);
    expect(isSame(['a', 'b'], ['b', 'a'])).toBe(false);
    expect(isSame(['a', 'b'], ['a'])).toBe(false);
    expect(isSame(['a'], ['a', 'b'])).toBe(false);
    expect(isSame(['a', 'b'], ['a', 'c'])).toBe(false);
    expect(isSame([], [])).toBe(true);
  });
});
