import { type ExamKey, examName } from '#contract/caches.ts';
import { deleteGenerations, inspectExam, listGenerations, openExamCache } from './exam-cache.ts';
import { ifUnlocked, shareLock, withLock } from './locks.ts';
import { isWhole } from './saved-manifest.ts';

export type Generation = NonNullable<Awaited<ReturnType<typeof inspectExam>>> & { number: number };

const runLock = (key: ExamKey) => `certdeck/run/${examName(key)}`;

/** Until the signal aborts, the generations that a run may be reading stay. */
export const holdGenerations = (key: ExamKey, signal: AbortSignal, onReleased: () => void) =>
  shareLock(runLock(key), signal, onReleased);

/** How long the others may take over choosing. In milliseconds. */
const CHOOSING_LIMIT = 5000;

/**
 * Generations are chosen, made and removed one after the other, so that the run and the download
 * choose the same, and nobody tells of what has just been removed.
 */
export const whileChoosing = <T>(key: ExamKey, work: () => Promise<T>) =>
  withLock(`certdeck/open/${examName(key)}`, work, undefined, AbortSignal.timeout(CHOOSING_LIMIT));

/** Opening a cache while another tab removes it creates it again, empty. */
const dropIfEmpty = (key: ExamKey, number: number) =>
  whileChoosing(key, async () => {
    const cache = await openExamCache(key, number);
    if ((await cache.keys()).length === 0) await deleteGenerations(key, [number]);
  });

/** An exam's readable generations, oldest first. */
export const inspectGenerations = async (key: ExamKey): Promise<Generation[]> => {
  const numbers = await listGenerations(key);
  const inspected = await Promise.all(
    numbers.map(async (number) => {
      const generation = await inspectExam(key, number);
      if (generation) return [{ ...generation, number }];
      dropIfEmpty(key, number).catch(() => undefined);
      return [];
    }),
  );
  return inspected.flat();
};

/** The generation that a new run reads: the newest whole one, or else the newest. */
export const pickActive = (generations: Generation[]) =>
  generations.findLast(({ stock }) => isWhole(stock)) ?? generations.at(-1);

/** What a newer whole generation makes superfluous. */
const outdated = (generations: Generation[]) => {
  const whole = generations.filter(({ stock }) => isWhole(stock)).at(-1);
  return whole ? generations.filter(({ number }) => number < whole.number) : [];
};

/**
 * Drops the generations that a newer whole one replaces, unless a run is open that may be reading
 * one of them; the run does so when it ends. The lock is never queued for: the next tab's shared
 * request would have to wait behind it.
 */
export const dropOutdated = async (key: ExamKey) => {
  const numbers = outdated(await inspectGenerations(key)).map(({ number }) => number);
  if (numbers.length > 0) await ifUnlocked(runLock(key), () => deleteGenerations(key, numbers));
};
