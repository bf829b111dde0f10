import { cacheNameOf, type ExamKey, examCacheName } from '#contract/caches.ts';
import type { ExamDetail } from '#contract/wire.ts';
import { putAnswer } from '../fetch-answer.ts';
import {
  type Generation,
  listGenerations,
  openExamCache,
  readGeneration,
  writeManifest,
} from './exam-cache.ts';
import { ifUnlocked, shareLock, withLock } from './locks.ts';
import { emptyManifest, isWhole, measureCoverage } from './saved-manifest.ts';

/** How long other tabs may take over choosing a generation. In milliseconds. */
const CHOOSING_LIMIT = 5000;

const runLock = (key: ExamKey) => `certdeck/run/${cacheNameOf(key)}`;

const createStore = (key: ExamKey) => {
  let inspected: Promise<Generation[]> | undefined;
  const listeners = new Set<(address?: string) => void>();
  /** Each generation's manifest as it was last read or written. */
  const written = new WeakMap<Generation, string>();

  /** Announces a saved answer, or, without an address, a change of the generations. */
  const notify = (address?: string) => {
    for (const listener of listeners) listener(address);
  };

  /**
   * All tabs take turns in choosing, creating and removing generations, so that a run and a download
   * choose the same one, and no tab announces one that has just been removed.
   */
  const whileChoosing = <T>(work: () => Promise<T>) =>
    withLock(
      `certdeck/open/${cacheNameOf(key)}`,
      work,
      undefined,
      AbortSignal.timeout(CHOOSING_LIMIT),
    );

  /** Opening a cache while another tab removes it creates it again, empty. */
  const dropIfEmpty = (number: number) =>
    whileChoosing(async () => {
      const cache = await openExamCache(key, number);
      if ((await cache.keys()).length === 0) await caches.delete(examCacheName(key, number));
    });

  const inspectCaches = async () => {
    const read = await Promise.all(
      (await listGenerations(key)).map(async (number) => {
        const generation = await readGeneration(key, number);
        if (generation) {
          written.set(generation, JSON.stringify(generation.manifest));
          return [generation];
        }
        dropIfEmpty(number).catch(() => undefined);
        return [];
      }),
    );
    return read.flat();
  };

  /** The readable generations, oldest first. Inspects the caches once, until `forget`. */
  const inspect = () => {
    const inspecting = inspected ?? inspectCaches();
    inspected = inspecting;
    inspecting.catch(() => {
      if (inspected === inspecting) inspected = undefined;
    });
    return inspecting;
  };

  /** Another tab, or a browser short of space, may have changed the caches. */
  const forget = () => {
    inspected = undefined;
  };

  const change = async (next: (generations: Generation[]) => Generation[]) => {
    inspected = Promise.resolve(next(await inspect()));
    notify();
  };

  /** Creates a generation with nothing but its manifest. Leaves nothing behind on failure. */
  const create = async (detail: ExamDetail): Promise<Generation> => {
    const number = ((await listGenerations(key)).at(-1) ?? 0) + 1;
    const cache = await openExamCache(key, number);
    const manifest = emptyManifest(detail, Date.now());
    try {
      await writeManifest(cache, JSON.stringify(manifest));
    } catch (error) {
      if ((await cache.keys()).length === 0) await caches.delete(examCacheName(key, number));
      throw error;
    }
    const generation = { number, cache, manifest, present: new Set<string>() };
    await change((others) => [...others.filter((other) => other.number !== number), generation]);
    return generation;
  };

  const drop = async (numbers: number[]) => {
    await Promise.all(numbers.map((number) => caches.delete(examCacheName(key, number))));
    await change((generations) => generations.filter(({ number }) => !numbers.includes(number)));
  };

  const put = async (generation: Generation, address: string, answer: Response) => {
    await putAnswer(generation.cache, address, answer);
    generation.present.add(address);
    notify(address);
  };

  /** Writes a generation's manifest, if it has changed. */
  const save = async (generation: Generation) => {
    const text = JSON.stringify(generation.manifest);
    if (written.get(generation) === text) return;
    await writeManifest(generation.cache, text);
    written.set(generation, text);
  };

  /**
   * Drops the generations that a newer whole one replaces, unless a run is open that may be reading
   * one of them; the run does so when it ends. The lock is never queued for: the next tab's shared
   * request would have to wait behind it.
   */
  const dropOutdated = async () => {
    const newest = (await inspect()).findLast((generation) => isSaved(key, generation));
    if (!newest) return;
    // Unreadable generations are not among those inspected.
    const numbers = (await listGenerations(key)).filter((number) => number < newest.number);
    if (numbers.length > 0) await ifUnlocked(runLock(key), () => drop(numbers));
  };

  const subscribe = (listener: (address?: string) => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };

  return {
    key,
    inspect,
    forget,
    notify,
    create,
    drop,
    put,
    save,
    dropAll: async () => drop(await listGenerations(key)),
    dropOutdated,
    whileChoosing,
    subscribe,
    /** Whether the exam has any caches, in whatever state. */
    exists: async () => (await listGenerations(key)).length > 0,
    coverage: (generation: Generation) =>
      measureCoverage(key, generation.manifest, generation.present),
    isWhole: (generation: Generation) => isSaved(key, generation),
    /** The generation that a new run reads: the newest whole one, or else the newest. */
    findActive: async () => pickActive(key, await inspect()),
    /** Does `work` unless a run is open that may be reading one of the generations. */
    /** Keeps all generations, one of which a run reads, until the signal aborts. */
    hold: (signal: AbortSignal, onReleased: () => void) =>
      shareLock(runLock(key), signal, onReleased),
  };
};

const isSaved = (key: ExamKey, { manifest, present }: Generation) =>
  isWhole(measureCoverage(key, manifest, present));

export const pickActive = (key: ExamKey, generations: Generation[]) =>
  generations.findLast((generation) => isSaved(key, generation)) ?? generations.at(-1);

export type ExamStore = ReturnType<typeof createStore>;

const stores = new Map<string, ExamStore>();

/** The store of an exam, one for the whole tab. */
export const openStore = (key: ExamKey): ExamStore => {
  const store = stores.get(cacheNameOf(key)) ?? createStore(key);
  stores.set(cacheNameOf(key), store);
  return store;
};

export const forgetStores = () => {
  for (const store of stores.values()) store.forget();
};
