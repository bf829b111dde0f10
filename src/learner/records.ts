import * as v from 'valibot';
import type { ExamKey } from '#contract/caches.ts';
import { isObject } from '#primitives/json.ts';
import { learnerKeys, UNREADABLE_KEY } from './keys.ts';
import {
  cardSchema,
  LEARNER_VERSION,
  type Learning,
  markSchema,
  planSchema,
  recordSchema,
  reviewSchema,
  runKind,
  runKinds,
  runSchema,
} from './schemas.ts';

/**
 * Reads stored and imported values record by record: one that can't be read is set aside as it was,
 * and the others count.
 */

/** Something that could not be read, where it was, and the version that did not understand it. */
const unreadableSchema = v.object({
  where: v.string(),
  value: v.unknown(),
  version: v.custom<number>(Number.isFinite),
});
export type Unreadable = v.InferOutput<typeof unreadableSchema>;

const createReader = (rejected: Unreadable[]) => {
  const reject = (where: string, value: unknown) => {
    rejected.push({ where, value, version: LEARNER_VERSION });
  };
  const one = <T extends v.GenericSchema>(schema: T, value: unknown, where: string) => {
    if (value === undefined) return undefined;
    const parsed = v.safeParse(schema, value);
    if (parsed.success) return parsed.output as v.InferOutput<T>;
    reject(where, value);
    return undefined;
  };
  const list = <T extends v.GenericSchema>(schema: T, value: unknown, where: string) => {
    if (value === undefined) return [];
    if (!Array.isArray(value)) {
      reject(where, value);
      return [];
    }
    return value
      .map((item, index) => one(schema, item ?? null, `${where}[${index}]`))
      .filter((item) => item !== undefined);
  };
  /** An object, or an empty one in place of anything else. */
  const object = (value: unknown, where: string, version?: number) => {
    const isRight = isObject(value) && (version === undefined || value.version === version);
    if (isRight) return value;
    if (value !== undefined) reject(where, value);
    return {};
  };
  return { one, list, object };
};

type Reader = ReturnType<typeof createReader>;

const readStudy = ({ one, list }: Reader, value: Record<string, unknown>, where: string) => {
  const { examDate, examDateAt, goal, goalAt, outcome, outcomeAt } = value;
  const plan = { examDate, examDateAt, goal, goalAt, outcome, outcomeAt };
  return {
    ...one(planSchema, plan, `${where}.plan`),
    unscheduled: [],
    cards: list(cardSchema, value.cards, `${where}.cards`),
    reviews: list(reviewSchema, value.reviews, `${where}.reviews`),
    marks: list(markSchema, value.marks, `${where}.marks`),
    opened: list(v.string(), value.opened, `${where}.opened`),
  };
};

/** Whether a stored value was written by a later version of the app, which alone may change it. */
export const isNewer = (value: unknown) =>
  isObject(value) && typeof value.version === 'number' && value.version > LEARNER_VERSION;

/** What is stored of an exam. `read` gives the value of a key. */
export const readStored = (exam: ExamKey, read: (key: string) => unknown) => {
  const rejected: Unreadable[] = [];
  const reader = createReader(rejected);
  const { object, one, list } = reader;
  const keys = learnerKeys(exam);
  const at = (key: string) => object(read(key), key, LEARNER_VERSION);
  const learning: Learning = {
    runs: keys.runs.flatMap((key) => one(runSchema, at(key).run, key) ?? []),
    past: list(runSchema, at(keys.past).past, keys.past),
    history: list(recordSchema, at(keys.history).history, keys.history),
    study: readStudy(reader, at(keys.study), keys.study),
  };
  return { learning, rejected };
};

/** What of an exam differs from before, by the key that it is stored under. */
export const printStored = (exam: ExamKey, before: Learning, after: Learning) => {
  const keys = learnerKeys(exam);
  const values: [key: string, value: object][] = runKinds.flatMap((kind, index) => {
    const run = after.runs.find(({ setup }) => runKind(setup) === kind);
    const key = keys.runs[index];
    return run && key && !before.runs.includes(run) ? [[key, { run }]] : [];
  });
  if (after.past !== before.past) values.push([keys.past, { past: after.past }]);
  if (after.history !== before.history) values.push([keys.history, { history: after.history }]);
  const { unscheduled: _, ...study } = after.study;
  const names = Object.keys(study) as (keyof typeof study)[];
  if (names.some((name) => study[name] !== before.study[name])) values.push([keys.study, study]);
  return values.map(([key, value]): [string, unknown] => [key, versioned(value)]);
};

/** A value as it is stored. */
export const versioned = (value: object) => ({ ...value, version: LEARNER_VERSION });

/**
 * What a draft or a part of a file adds to an exam's data. A draft has its own version; one of
 * another version is set aside whole.
 */
export const readChange = (
  value: unknown,
  where: string,
  rejected: Unreadable[],
  version?: number,
): Learning => {
  const reader = createReader(rejected);
  const { runs, past, history, study } = reader.object(value, where, version);
  return {
    runs: reader.list(runSchema, runs, `${where}.runs`),
    past: reader.list(runSchema, past, `${where}.past`),
    history: reader.list(recordSchema, history, `${where}.history`),
    study: readStudy(reader, reader.object(study, `${where}.study`), `${where}.study`),
  };
};

/** What has been set aside, old and new, without duplicates. Undefined if nothing is new. */
export const addUnreadable = (value: unknown, rejected: Unreadable[]) => {
  const known = readUnreadable(value);
  const nameOf = ({ where, value: record }: Unreadable) => JSON.stringify([where, record]);
  const names = new Set(known.map(nameOf));
  const added = rejected.filter((item) => !names.has(nameOf(item)));
  return added.length > 0 ? versioned({ records: [...known, ...added] }) : undefined;
};

export const readUnreadable = (value: unknown): Unreadable[] => {
  if (value === undefined) return [];
  const records = isObject(value) ? value.records : undefined;
  const whole = { where: UNREADABLE_KEY, value, version: LEARNER_VERSION };
  return Array.isArray(records)
    ? records.map((record) =>
        v.is(unreadableSchema, record) ? record : { ...whole, value: record },
      )
    : [whole];
};
