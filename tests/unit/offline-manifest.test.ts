import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyManifest, parseManifest } from '#offline/library/saved-manifest.ts';
import { anyKnownManifest, detailOf, manifestOf } from '#support/saved-exam.ts';

const sound = manifestOf({ q1: ['a.png'], q2: [] });

describe('a manifest read back from its cache', () => {
  it('is the one that was written, whatever the exam', () => {
    fc.assert(
      fc.property(anyKnownManifest, (manifest) => {
        expect(parseManifest(JSON.parse(JSON.stringify(manifest)))).toEqual(manifest);
      }),
    );
  });

  it('of a fresh generation knows the list and nothing else', () => {
    const fresh = emptyManifest({ ...detailOf(['q1']), domains: [] }, 7);
    expect(parseManifest(fresh)).toEqual(fresh);
    expect(fresh).toMatchObject({ listedAt: 7, questions: {}, unavailable: [], isPaused: false });
  });

  it('was not paused when it does not say so', () => {
    const { isPaused: _, ...older } = sound;
    expect(parseManifest(older)?.isPaused).toBe(false);
  });

  it('loses what it does not know', () => {
    expect(parseManifest({ ...sound, isHostile: true })).toEqual(sound);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'manifest'],
    ['a list', [sound]],
    ['an empty object', {}],
    ['another version', { ...sound, version: 2 }],
    ['no version', { ...sound, version: undefined }],
    ['a time that is none', { ...sound, listedAt: 'yesterday' }],
    ['a time that is not a number', { ...sound, listedAt: Number.NaN }],
    ['no list of questions', { ...sound, detail: { id: 'clf', name: 'clf' } }],
    ['a question that is no text', { ...sound, detail: detailOf([7 as unknown as string]) }],
    ['questions that are none', { ...sound, questions: 'none' }],
    ['no questions', { ...sound, questions: null }],
    ['a number of questions', { ...sound, questions: 7 }],
    ['a question without pictures', { ...sound, questions: { q1: { bytes: 1 } } }],
    ['a picture without an address', { ...sound, questions: { q1: { bytes: 1, pictures: [{}] } } }],
    ['bytes in words', { ...sound, questions: { q1: { bytes: '1', pictures: [] } } }],
    ['unavailable addresses that are none', { ...sound, unavailable: [404] }],
    ['no unavailable addresses', { ...sound, unavailable: undefined }],
    ['a pause that is no answer', { ...sound, isPaused: 'yes' }],
  ])('is none with %s', (_, body) => {
    expect(parseManifest(body)).toBeUndefined();
  });

  it('is none, and no error, for any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        expect(parseManifest(body)).toBeUndefined();
      }),
    );
  });

  it('is whole or none with any one part replaced', () => {
    const parts = Object.keys(sound) as (keyof typeof sound)[];
    fc.assert(
      fc.property(fc.constantFrom(...parts), fc.jsonValue(), (part, value) => {
        const parsed = parseManifest({ ...sound, [part]: value });
        if (parsed) expect(parseManifest(parsed)).toEqual(parsed);
      }),
    );
  });
});
