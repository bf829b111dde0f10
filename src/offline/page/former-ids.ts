import type { Api } from '#api/calls.ts';
import type { ExamKey } from '#contract/caches.ts';
import type { Provider } from '#contract/wire.ts';
import { moveLearnerData } from '#storage/former-data.ts';
import { announceExam, removeExam } from '../download/exam-sync.ts';
import { hasSameQuestions, MATCH } from '../fetch-answer.ts';
import {
  describeQuestion,
  type Generation,
  hasCaches,
  imageAddresses,
  listExamCaches,
  readQuestion,
} from '../library/exam-cache.ts';
import { type ExamStore, openStore } from '../library/exam-store.ts';
import { withLock } from '../library/locks.ts';
import { addressOfQuestion } from '../library/saved-manifest.ts';

type Ids = ReadonlyMap<string, string>;

/** The id of today by each former one. An id that a provider has today is not a former one. */
const readIds = (providers: Provider[]): Ids => {
  const today = new Set(providers.map(({ id }) => id));
  const pairs = providers.flatMap(({ id, formerIds = [] }) =>
    formerIds.map((former): [string, string] => [former, id]),
  );
  return new Map(pairs.filter(([former]) => !today.has(former)));
};

/** Copies what is stored of a question to the addresses that it has in the other exam. */
const copyQuestion = async (
  [from, source]: [ExamStore, Generation],
  [to, target]: [ExamStore, Generation],
  questionId: string,
) => {
  const address = addressOfQuestion(from.key, questionId);
  const question = await readQuestion(source.cache, address);
  const entry = await source.cache.match(address, MATCH);
  if (!question || !entry) return;
  const next = imageAddresses(to.key, questionId, question);
  for (const [place, image] of imageAddresses(from.key, questionId, question).entries()) {
    const stored = await source.cache.match(image, MATCH);
    if (stored && next[place]) await to.put(target, next[place], stored);
  }
  const { cache, present, manifest } = target;
  const described = await describeQuestion(cache, to.key, questionId, entry.clone(), present);
  if (!described) return;
  await to.put(target, addressOfQuestion(to.key, questionId), entry);
  manifest.questions[questionId] = described;
};

const copyExam = async (from: ExamStore, to: ExamStore, source: Generation) => {
  const { detail, listedAt, isPaused } = source.manifest;
  const newest = (await to.inspect()).at(-1);
  const isBegun = newest && hasSameQuestions(newest.manifest.detail, detail);
  const target = isBegun ? newest : await to.whileChoosing(() => to.create(detail));
  try {
    for (const id of detail.questionIds) await copyQuestion([from, source], [to, target], id);
    Object.assign(target.manifest, { listedAt, isPaused });
    await to.save(target);
  } catch (error) {
    // There is no room for both: the old copy stays, and this is tried again.
    if (!isBegun) await to.drop([target.number]);
    throw error;
  }
};

/** Moves a saved exam. One that is whole stays until it is whole at its new place, too. */
const moveSavedExam = async (key: ExamKey, next: ExamKey) => {
  const from = openStore(key);
  const to = openStore(next);
  from.forget();
  to.forget();
  const source = await from.findActive();
  if (!source) return;
  const isThere = async () => {
    const active = await to.findActive();
    return active !== undefined && to.isWhole(active);
  };
  if (!(await isThere())) {
    await copyExam(from, to, source);
    to.forget();
    await announceExam(next);
    if (from.isWhole(source) && !(await isThere())) return;
  }
  await from.ifUnused(() => removeExam(key));
};

const moveSavedExams = async (apiUrl: string, idOf: Ids) => {
  if (!hasCaches()) return;
  for (const { key } of (await listExamCaches()).values()) {
    const providerId = key.apiUrl === apiUrl ? idOf.get(key.providerId) : undefined;
    if (providerId === undefined) continue;
    // An exam that can't be moved must not stop the others.
    await moveSavedExam(key, { ...key, providerId }).catch(() => undefined);
  }
};

/**
 * Moves what the device holds under former ids of these providers to their ids of today. What can't
 * be moved stays as it is, for the next time. Returns whether a learner's data was moved.
 */
export const adoptFormerIds = (apiUrl: string, providers: Provider[]) =>
  withLock('certdeck/former-ids', async () => {
    const idOf = readIds(providers);
    if (idOf.size === 0) return false;
    const hasMoved = await moveLearnerData(apiUrl, idOf).catch(() => false);
    await moveSavedExams(apiUrl, idOf).catch(() => undefined);
    return hasMoved;
  });

/** The id of today of a provider that is gone; what is stored under the former one moves to it. */
export const findIdOfToday = async (api: Api, apiUrl: string, providerId: string) => {
  const providers = await api.fetchProviders();
  const id = providers.ok ? readIds(providers.value).get(providerId) : undefined;
  if (providers.ok && id !== undefined) await adoptFormerIds(apiUrl, providers.value);
  return id;
};
