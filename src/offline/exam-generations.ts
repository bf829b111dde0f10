import { type ExamKey, examName } from '#contract/caches.ts';
import { deleteGenerations, inspectExam, listGenerations, openExamCache } from './exam-cache.ts';
import { ifUnlocked, shareLock, withLock } from './locks.ts';
import { isWhole } from './saved-manifest.ts';

export type Generation = NonNullable<Awaited<ReturnType<typeof inspectExam>>> & { number: number };

const runLock = (key: ExamKey) => `certdeck/run/${examName(key)}`;

/** Until the signal aborts, the generations that a run may be reading stay. */
export const holdGenerations = (key: ExamKey, signal: AbortSignal) =>
  shareLock(runLock(key), signal);

/**
 * Generations are chosen, made and removed one after the other, so that the run and the download
 * choose the same, and nobody tells of what has just been removed.
 */
export const whileChoosing = <T>(key: ExamKey, work: () => Promise<T>) =>
  withLock(`certdeck/open/${examName(key)}`, work);

/** Who looks into a cache that is just being removed makes it anew, and empty: that one goes too. */
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

/** The generation a run reads: the oldest whole one, or else the newest. */
export const pickActive = (generations: Generation[]) =>
  generations.find(({ stock }) => isWhole(stock)) ?? generations.at(-1);

/** What a newer whole generation makes superfluous. */
const outdated = (generations: Generation[]) => {
  const whole = generations.filter(({ stock }) => isWhole(stock)).at(-1);
  return whole ? generations.filter(({ number }) => number < whole.number) : [];
};

const dropOutdated = async (key: ExamKey) => {
  const old = outdated(await inspectGenerations(key));
  await deleteGenerations(
    key,
    old.map(({ number }) => number),
  );
};

/** Switches to the newest whole generation, unless a run is reading an older one just now. */
export const adoptIfIdle = async (key: ExamKey) => {
  if (outdated(await inspectGenerations(key)).length > 0) {
    await ifUnlocked(runLock(key), () => dropOutdated(key));
  }
};

/** Switches to the newest whole generation as soon as no run reads an older one. */
export const adoptWhenIdle = async (key: ExamKey, signal: AbortSignal) => {
  if (outdated(await inspectGenerations(key)).length > 0) {
    await withLock(runLock(key), () => dropOutdated(key), signal);
  }
};
