import * as v from 'valibot';
import { collectLearnerFile, type LearnerFile } from '#learner/learner-file.ts';
import { parseJson } from '#primitives/json.ts';

/** What paired devices share: a backup without own questions, and the devices that keep in step. */

const MOST_DEVICES = 64;
/** With a minus, one that has stopped: lists only grow, so that they can be joined. */
const DEVICE = /^-?[0-9a-f]{8}$/;
const devicesSchema = v.object({ devices: v.array(v.string()) });

export const createDevice = () =>
  (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0).toString(16).padStart(8, '0');

/** Each device once, in an order that all of them keep. */
export const joinDevices = (...all: string[][]) =>
  [...new Set(all.flat().filter((device) => DEVICE.test(device)))].sort().slice(0, MOST_DEVICES);

/** Those that have not stopped. */
export const activeDevices = (devices: string[]) =>
  devices.filter((device) => !device.startsWith('-') && !devices.includes(`-${device}`));

export const readDevices = (text: string) => {
  const parsed = v.safeParse(devicesSchema, parseJson(text));
  return parsed.success ? parsed.output.devices : [];
};

type Shared = Pick<LearnerFile, 'kind' | 'version' | 'exams'> & { devices: string[] };

const orderOf = ({ apiUrl = '', providerId, examId }: LearnerFile['exams'][number]) =>
  JSON.stringify([apiUrl, providerId, examId]);

/** Lists of records, whose order says nothing. */
const UNORDERED = ['runs', 'past', 'history', 'cards', 'reviews', 'marks', 'results', 'withdrawn'];

const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** The same data gives the same text, in whatever order it was written. */
const print = (shared: Shared) =>
  JSON.stringify(shared, (name, value) => {
    if (Array.isArray(value)) return UNORDERED.includes(name) ? value.toSorted(byText) : value;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });

/** Rejects if the device's storage can't be read. */
export const collectShared = async (apiUrl: string, devices: string[]): Promise<Shared> => {
  const { kind, version, exams } = await collectLearnerFile(new Date(0), apiUrl);
  const sorted = exams.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  return { kind, version, exams: sorted, devices };
};

/**
 * The text of what fits: where there is too much, the oldest runs stay on the device, half of them each
 * time, then the oldest of the history. Undefined if that is not enough.
 */
export const fitShared = async <T>(
  shared: Shared,
  trySeal: (text: string) => Promise<T | undefined>,
): Promise<{ text: string; sealed: T } | undefined> => {
  const times = shared.exams
    .flatMap(({ past, history }) => [
      ...past.map(({ at }) => at),
      ...history.map(({ finishedAt }) => finishedAt),
    ])
    .sort((a, b) => a - b);
  /** How many of these times are left out. */
  for (let out = 0; ; out = Math.ceil((out + times.length) / 2)) {
    const from = times[out] ?? Number.POSITIVE_INFINITY;
    const exams = shared.exams.map((exam) => ({
      ...exam,
      past: exam.past.filter(({ at }) => at >= from),
      history: exam.history.filter(({ finishedAt }) => finishedAt >= from),
    }));
    const text = print(out === 0 ? shared : { ...shared, exams });
    const sealed = await trySeal(text);
    if (sealed) return { text, sealed };
    if (out >= times.length) return undefined;
  }
};
