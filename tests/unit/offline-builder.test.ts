import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ExamKey } from '#contract/caches.ts';
import { createBuilder, type Work } from '#offline/download/generation-builder.ts';
import { type Generation, readManifest } from '#offline/library/exam-cache.ts';
import { type ExamStore, openStore } from '#offline/library/exam-store.ts';
import { addressOfQuestion } from '#offline/library/saved-manifest.ts';
import { createMemoryCaches } from '#support/memory-caches.ts';
import { detailOf, examKey, pictureAddress } from '#support/saved-exam.ts';

let key: ExamKey;
let store: ExamStore;
let count = 0;

beforeEach(() => {
  count += 1;
  key = { ...examKey, providerId: `provider ${count}` };
  store = openStore(key);
  vi.stubGlobal('caches', createMemoryCaches());
  vi.stubGlobal('navigator', {});
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
});

const image = (id: string) =>
  pictureAddress(id, 'a.svg').replace('/aws/', `/${encodeURIComponent(key.providerId)}/`);
const questionWork = (questionId: string): Work => ({
  kind: 'question',
  questionId,
  address: addressOfQuestion(key, questionId),
});
const imageWork = (questionId: string): Work => ({
  kind: 'image',
  questionId,
  address: image(questionId),
});

const question = (text: string, images: string[] = []) =>
  Response.json(
    { question: { question: text, options: ['a'], answers: ['a'] }, images },
    { headers: { 'content-length': '70' } },
  );
/** The question that has an image. */
const drawn = (text = 'drawn') => question(text, ['a.svg']);
const svg = () => new Response('<svg/>', { headers: { 'content-length': '6' } });

const detail = detailOf(['plain', 'drawn']);
const build = (
  generations: { target?: Generation; previous?: Generation },
  signal = new AbortController().signal,
) => createBuilder({ store, target: undefined, previous: undefined, ...generations, signal });

/** A generation that is whole, as a download leaves it. */
const saveWhole = async () => {
  const target = await store.create(detail);
  const { putChanged, finish } = build({ target });
  await putChanged(questionWork('plain'), () => question('plain'));
  await putChanged(questionWork('drawn'), drawn);
  await putChanged(imageWork('drawn'), svg);
  await finish();
  expect(store.isWhole(target)).toBe(true);
  return target;
};

const numbers = async () => (await store.inspect()).map(({ number }) => number);

describe('what is missing of an exam', () => {
  it('is each question, then the images that it asks for, until they are there', async () => {
    const target = await store.create(detail);
    const { listMissing, putChanged, isThere } = build({ target });
    expect(listMissing()).toEqual([questionWork('plain'), questionWork('drawn')]);
    expect(await putChanged(questionWork('drawn'), drawn)).toEqual([imageWork('drawn')]);
    expect(listMissing()).toEqual([questionWork('plain'), imageWork('drawn')]);
    expect(await putChanged(imageWork('drawn'), svg)).toEqual([]);
    expect(listMissing()).toEqual([questionWork('plain')]);
    expect([isThere(image('drawn')), isThere(questionWork('plain').address)]).toEqual([
      true,
      false,
    ]);
  });

  it('is nothing that the server has said it does not have', async () => {
    const target = await store.create(detail);
    target.manifest.unavailable = [questionWork('plain').address];
    expect(build({ target }).listMissing()).toEqual([questionWork('drawn')]);
  });

  it('is everything that is not known to be as it was, beside a whole generation', async () => {
    const previous = await saveWhole();
    const { listMissing, keepUnchanged } = build({ previous });
    expect(listMissing()).toEqual([questionWork('plain'), questionWork('drawn')]);
    expect(keepUnchanged(questionWork('plain'))).toEqual([]);
    expect(keepUnchanged(questionWork('drawn'))).toEqual([imageWork('drawn')]);
    expect(listMissing()).toEqual([imageWork('drawn')]);
    expect(keepUnchanged(imageWork('drawn'))).toEqual([]);
    expect(listMissing()).toEqual([]);
  });
});

describe('a refresh of a whole exam', () => {
  it('makes no new generation while nothing has changed', async () => {
    const previous = await saveWhole();
    const { keepUnchanged, takeList, finish, target, findPrevious } = build({ previous });
    await takeList({ ...detail });
    for (const work of [questionWork('plain'), questionWork('drawn'), imageWork('drawn')]) {
      expect(await findPrevious(work.address)).toBeDefined();
      keepUnchanged(work);
    }
    previous.manifest.bundleTag = '"new"';
    await finish();
    expect(target()).toBeUndefined();
    expect(await numbers()).toEqual([1]);
    expect((await readManifest(previous.cache))?.bundleTag).toBe('"new"');
  });

  it('takes what has not changed over into the new generation', async () => {
    const previous = await saveWhole();
    const { keepUnchanged, putChanged, finish, target } = build({ previous });
    keepUnchanged(questionWork('drawn'));
    keepUnchanged(imageWork('drawn'));
    await putChanged(questionWork('plain'), () => question('changed'));
    await finish();
    const made = target();
    if (!made) throw new Error('No new generation');
    expect(made.number).toBe(2);
    expect(store.isWhole(made)).toBe(true);
    expect(made.manifest.questions.drawn).toEqual(previous.manifest.questions.drawn);
    expect(await readManifest(made.cache)).toMatchObject({
      questions: { plain: { bytes: 70 }, drawn: { bytes: 70 } },
    });
    const texts = [made, previous].map(async ({ cache }) => {
      const stored = await cache.match(questionWork('plain').address);
      return stored?.json();
    });
    expect(await Promise.all(texts)).toMatchObject([
      { question: { question: 'changed' } },
      { question: { question: 'plain' } },
    ]);
  });

  it('keeps a changed answer, though it was the same a moment before', async () => {
    const previous = await saveWhole();
    const { keepUnchanged, putChanged, finish, target } = build({ previous });
    keepUnchanged(questionWork('plain'));
    await putChanged(questionWork('plain'), () => question('changed'));
    await finish();
    const stored = await target()?.cache.match(questionWork('plain').address);
    expect(await stored?.text()).toContain('changed');
  });

  it('describes a changed question as it is now, though its image has not changed', async () => {
    const previous = await saveWhole();
    const { keepUnchanged, putChanged, finish, target } = build({ previous });
    keepUnchanged(imageWork('drawn'));
    keepUnchanged(questionWork('plain'));
    const longer = { headers: { 'content-length': '99' } };
    const changed = await drawn('changed and longer').text();
    await putChanged(questionWork('drawn'), () => new Response(changed, longer));
    await finish();
    const { plain, drawn: known } = target()?.manifest.questions ?? {};
    expect([plain?.bytes, known?.bytes]).toEqual([70, 99]);
  });

  it('does without what was cleared away meanwhile', async () => {
    const previous = await saveWhole();
    const { keepUnchanged, putChanged, finish, target } = build({ previous });
    keepUnchanged(questionWork('plain'));
    await previous.cache.delete(questionWork('plain').address);
    await putChanged(questionWork('drawn'), () => drawn('changed'));
    await finish();
    expect(target()?.present).toEqual(new Set([questionWork('drawn').address]));
  });

  it('makes one new generation, however many answers change at once', async () => {
    const previous = await saveWhole();
    const { putChanged } = build({ previous });
    await Promise.all([
      putChanged(questionWork('plain'), () => question('changed')),
      putChanged(questionWork('drawn'), () => drawn('changed')),
    ]);
    expect(await numbers()).toEqual([1, 2]);
  });

  it('makes none once nobody waits for it', async () => {
    const previous = await saveWhole();
    const { putChanged } = build({ previous }, AbortSignal.abort());
    await expect(putChanged(questionWork('plain'), () => question('changed'))).rejects.toThrow();
    expect(await numbers()).toEqual([1]);
  });
});

describe('the list of an exam that is downloaded', () => {
  it('begins a new generation beside a whole one when it has changed', async () => {
    const previous = await saveWhole();
    const { takeList, target, detail: current } = build({ previous });
    const next = detailOf(['plain', 'drawn', 'new']);
    await takeList(next);
    expect(target()).toMatchObject({ number: 2, manifest: { detail: next } });
    expect(current()).toEqual(next);
  });

  it('becomes that of a growing generation only with the same questions', async () => {
    const target = await store.create(detail);
    const { takeList, detail: current } = build({ target });
    await takeList(detailOf(['new']));
    expect(target.manifest.detail).toEqual(detail);
    await takeList({ ...detail, name: 'Renamed' });
    expect(target.manifest.detail.name).toBe('Renamed');
    expect(current()?.questionIds).toEqual(detail.questionIds);
    expect(await numbers()).toEqual([1]);
  });

  it('must be there before anything is stored', async () => {
    const { putChanged, listMissing, finish, findPrevious } = build({});
    expect(listMissing()).toEqual([]);
    expect(await findPrevious(image('drawn'))).toBeUndefined();
    await finish();
    await expect(putChanged(questionWork('plain'), () => question('?'))).rejects.toThrow('list');
    expect(await caches.keys()).toEqual([]);
  });
});

describe('an answer that is recorded', () => {
  it('gives an image its size, and whether it could be read', async () => {
    const target = await store.create(detail);
    const { record, putChanged } = build({ target });
    await putChanged(questionWork('drawn'), drawn);
    const pictures = () => target.manifest.questions.drawn?.pictures;
    await record(target, imageWork('drawn'), svg());
    expect(pictures()).toEqual([{ address: image('drawn'), bytes: 6, isVerified: true }]);
    const opaque = Object.defineProperty(new Response(), 'type', { value: 'opaque' });
    await record(target, imageWork('drawn'), opaque);
    expect(pictures()).toEqual([{ address: image('drawn'), bytes: 0, isVerified: false }]);
  });

  it('is of one image, where a question has several', async () => {
    const target = await store.create(detail);
    const { putChanged, record, finish } = build({ target });
    const other = { ...imageWork('drawn'), address: image('drawn').replace('a.svg', 'b.svg') };
    const works = [imageWork('drawn'), other];
    const twice = () => question('drawn', ['a.svg', 'b.svg']);
    expect(await putChanged(questionWork('drawn'), twice)).toEqual(works);
    await record(target, other, svg());
    const { pictures } = target.manifest.questions.drawn ?? {};
    expect(pictures?.map(({ bytes }) => bytes)).toEqual([0, 6]);
    await finish();
    const { keepUnchanged } = build({ previous: target });
    expect(keepUnchanged(questionWork('drawn'))).toEqual(works);
    expect(keepUnchanged(imageWork('drawn'))).toEqual([]);
  });

  it('is nothing when it is no question, or an image that nobody asks for', async () => {
    const target = await store.create(detail);
    const { record } = build({ target });
    expect(await record(target, questionWork('plain'), new Response('cut off'))).toBeUndefined();
    expect(await record(target, imageWork('drawn'), svg())).toEqual([]);
    expect(target.manifest.questions).toEqual({});
  });
});
