import type { ExamDetail } from '#contract/wire.ts';
import { inSlice } from '../delay.ts';
import { hasSameQuestions, MATCH } from '../fetch-answer.ts';
import { describeQuestion, type Generation, sizeOf } from '../library/exam-cache.ts';
import type { ExamStore } from '../library/exam-store.ts';
import { addressOfQuestion, type SavedQuestion } from '../library/saved-manifest.ts';

/** An answer that belongs to an exam. */
export type Work = { kind: 'question' | 'image'; questionId: string; address: string };

export type BuilderSources = {
  store: ExamStore;
  /** The generation to fill. A refresh creates it when it finds the first change. */
  target: Generation | undefined;
  /** A complete generation, whose answers are reused where they have not changed. */
  previous: Generation | undefined;
  signal: AbortSignal;
};

/**
 * Collects the answers of one generation: those that are still missing, or, beside a complete
 * generation, those that have changed.
 */
export const createBuilder = ({ store, target: given, previous, signal }: BuilderSources) => {
  const { key } = store;
  let target = given;
  let detail = (target ?? previous)?.manifest.detail;
  let creating: Promise<Generation> | undefined;
  /** Answers of the previous generation that have not changed. */
  const unchanged = new Set<string>();

  const openTarget = async (): Promise<Generation> => {
    if (target) return target;
    const list = detail;
    if (!list) throw new Error('A download without a list');
    creating ??= store.whileChoosing(async () => {
      signal.throwIfAborted();
      return store.create(list);
    });
    target = await creating;
    return target;
  };

  /** Takes the current list. A refresh starts a new generation when the list has changed. */
  const takeList = async (next: ExamDetail) => {
    if (!detail || JSON.stringify(next) === JSON.stringify(detail)) return;
    if (given) {
      if (hasSameQuestions(next, detail)) given.manifest.detail = next;
      return;
    }
    detail = next;
    await openTarget();
  };

  const findPrevious = async (address: string) =>
    previous?.present.has(address) ? previous.cache.match(address, MATCH) : undefined;

  const isThere = (address: string) => target?.present.has(address) || unchanged.has(address);

  const imagesOf = (questionId: string, question: SavedQuestion | undefined): Work[] =>
    (question?.images ?? [])
      .filter(({ address }) => !isThere(address))
      .map(({ address }) => ({ kind: 'image', questionId, address }));

  /** Marks an answer of the previous generation as current. Returns the work that follows. */
  const keepUnchanged = (work: Work): Work[] => {
    unchanged.add(work.address);
    return work.kind === 'question'
      ? imagesOf(work.questionId, previous?.manifest.questions[work.address])
      : [];
  };

  const recordImage = ({ manifest }: Generation, work: Work, answer: Response) => {
    const question = manifest.questions[addressOfQuestion(key, work.questionId)];
    const image = question?.images.find(({ address }) => address === work.address);
    if (image) image.bytes = sizeOf(answer);
  };

  /** Adds an answer to the manifest. Returns the work that follows; undefined when it is invalid. */
  const record = async (generation: Generation, work: Work, answer: Response) => {
    if (work.kind === 'image') {
      recordImage(generation, work, answer);
      return [];
    }
    const { cache, present } = generation;
    const question = await describeQuestion(cache, key, work.questionId, answer, present);
    if (!question) return undefined;
    generation.manifest.questions[work.address] = question;
    return imagesOf(work.questionId, question);
  };

  /** Saves a changed answer, in a new generation if necessary. Returns the work that follows. */
  const putChanged = async (work: Work, copy: () => Response) => {
    const generation = await openTarget();
    const more = (await record(generation, work, copy())) ?? [];
    await inSlice(() => {
      signal.throwIfAborted();
      return store.put(generation, work.address, copy());
    });
    return more;
  };

  const listMissing = (): Work[] => {
    const gone = new Set(target?.manifest.unavailable);
    const works = (detail?.questionIds ?? []).flatMap((questionId): Work[] => {
      const address = addressOfQuestion(key, questionId);
      const generation = target?.present.has(address) ? target : previous;
      if (!isThere(address)) return [{ kind: 'question', questionId, address }];
      return imagesOf(questionId, generation?.manifest.questions[address]);
    });
    return works.filter(({ address }) => !gone.has(address));
  };

  const copyUnchanged = async (generation: Generation) => {
    for (const address of unchanged) {
      if (generation.present.has(address)) continue;
      const saved = await findPrevious(address);
      if (!saved) continue;
      await generation.cache.put(address, saved);
      generation.present.add(address);
      const known = previous?.manifest.questions[address];
      if (known) generation.manifest.questions[address] = known;
    }
  };

  const finish = async () => {
    const generation = target ?? previous;
    if (!generation) return;
    if (target) await copyUnchanged(target);
    await store.save(generation);
  };

  return {
    target: () => target,
    detail: () => detail,
    takeList,
    findPrevious,
    isThere,
    keepUnchanged,
    record,
    putChanged,
    listMissing,
    finish,
  };
};
