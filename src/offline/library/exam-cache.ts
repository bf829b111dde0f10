import { parseQuestion } from '#api/wire-parser.ts';
import { imageAddress, readAddress } from '#contract/addresses.ts';
import { cacheNameOf, type ExamKey, examCacheName, parseExamCacheName } from '#contract/caches.ts';
import type { QuestionAnswer } from '#contract/wire.ts';
import { MATCH } from '../fetch-answer.ts';
import {
  addressOfQuestion,
  parseManifest,
  type SavedManifest,
  type SavedQuestion,
} from './saved-manifest.ts';

/** The manifest's address in its cache. The app never requests it. */
const MANIFEST = '/certdeck-manifest';

/** Nothing is saved under `npm run dev`, so that an edited question shows at once. */
export const hasCaches = () => Boolean(globalThis.caches) && import.meta.env.MODE !== 'development';

/** The caches of each saved exam, generations in ascending order. */
export const listExamCaches = async () => {
  const found = new Map<string, { key: ExamKey; generations: number[] }>();
  for (const name of await caches.keys()) {
    const parsed = parseExamCacheName(name);
    if (!parsed) continue;
    const { key, generation } = parsed;
    const exam = found.get(cacheNameOf(key)) ?? { key, generations: [] };
    exam.generations = [...exam.generations, generation].sort((a, b) => a - b);
    found.set(cacheNameOf(key), exam);
  }
  return found;
};

export const listGenerations = async (key: ExamKey) =>
  (await listExamCaches()).get(cacheNameOf(key))?.generations ?? [];

export const openExamCache = (key: ExamKey, generation: number) =>
  caches.open(examCacheName(key, generation));

export const readManifest = async (cache: Cache): Promise<SavedManifest | undefined> => {
  const entry = await cache.match(MANIFEST);
  return entry && parseManifest(await entry.json().catch(() => undefined));
};

/** `json` is a SavedManifest. */
export const writeManifest = (cache: Cache, json: string) =>
  cache.put(MANIFEST, new Response(json));

export const listPresent = async (cache: Cache) =>
  new Set((await cache.keys()).map(({ url }) => url));

/** One complete or growing copy of an exam. */
export type Generation = {
  number: number;
  cache: Cache;
  manifest: SavedManifest;
  present: Set<string>;
};

/** Reads a saved question; an entry that no longer parses counts as none. */
export const readQuestion = async (cache: Cache, address: string) => {
  const entry = await cache.match(address, MATCH);
  return entry && parseQuestion(await entry.json().catch(() => undefined));
};

/** The addresses of a question's images, each once. */
const imageAddresses = (
  { apiUrl, providerId, examId }: ExamKey,
  questionId: string,
  { images }: QuestionAnswer,
) => [
  ...new Set(images.map((image) => imageAddress(apiUrl, providerId, examId, questionId, image))),
];

export const sizeOf = (answer: Response | undefined) =>
  Number(answer?.headers.get('content-length') ?? 0);

/** A question's entry in the manifest; undefined when its answer is missing or invalid. */
export const describeQuestion = async (
  cache: Cache,
  key: ExamKey,
  questionId: string,
  entry: Response | undefined,
  present: ReadonlySet<string>,
): Promise<SavedQuestion | undefined> => {
  const question = entry && parseQuestion(await entry.json().catch(() => undefined));
  if (!question) return undefined;
  const images = imageAddresses(key, questionId, question).map(async (address) => {
    const saved = present.has(address) ? await cache.match(address, MATCH) : undefined;
    return { address, bytes: sizeOf(saved) };
  });
  return { bytes: sizeOf(entry), images: await Promise.all(images) };
};

/**
 * Adds what was saved after the manifest was last written: the app was killed, or there was room
 * for the answers and none for the manifest.
 */
const catchUp = async (key: ExamKey, { cache, manifest, present }: Generation) => {
  for (const questionId of manifest.detail.questionIds) {
    const address = addressOfQuestion(key, questionId);
    if (manifest.questions[address] || !present.has(address)) continue;
    const entry = await cache.match(address, MATCH);
    const question = await describeQuestion(cache, key, questionId, entry, present);
    if (question) manifest.questions[address] = question;
  }
};

/** Undefined for a cache without a readable manifest. */
export const readGeneration = async (
  key: ExamKey,
  number: number,
): Promise<Generation | undefined> => {
  // Opening a cache that has just been removed would create it again.
  if (!(await caches.has(examCacheName(key, number)))) return undefined;
  const cache = await openExamCache(key, number);
  const manifest = await readManifest(cache);
  if (!manifest) return undefined;
  const generation = { number, cache, manifest, present: await listPresent(cache) };
  await catchUp(key, generation);
  return generation;
};

/** A saved answer, from the exam's oldest generation that has it, which is the one in use. */
export const findInExam = async (key: ExamKey, address: string) => {
  for (const generation of await listGenerations(key)) {
    const cacheName = examCacheName(key, generation);
    const found = await caches.match(address, { ...MATCH, cacheName });
    if (found) return found;
  }
  return undefined;
};

/** Whether the server can say without sending bodies that a generation is still current. */
export const hasValidator = async ({ cache, manifest, present }: Generation) => {
  if (manifest.bundleTag !== undefined) return true;
  const address = [...present].find((other) => readAddress(other)?.kind === 'question');
  const first = address === undefined ? undefined : await cache.match(address, MATCH);
  return Boolean(first?.headers.get('etag') ?? first?.headers.get('last-modified'));
};
