import type { ExamKey } from '#contract/caches.ts';
import {
  type ExamProgress,
  type Learning,
  RETURNING_KEY,
  type RunKind,
  runKind,
  runKinds,
  type SavedRun,
  type Study,
} from '#contract/learner.ts';
import { changeValues, readAllValues, readKeys, readValues } from './device-store.ts';
import { parseProgress, parseRunNote, parseSavedRun, parseStudy } from './learner-parsers.ts';

/** The version of what is written; a reader of an earlier one starts anew. */
const VERSION = 2;
const STUDY_VERSION = 1;

/** Half of a pair of surrogates is no character, and can't be encoded. */
const encode = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));

const examPart = ({ apiUrl, providerId, examId }: ExamKey) =>
  [apiUrl, providerId, examId].map(encode).join('/');

export const runKey = (exam: ExamKey, kind: RunKind) => `run/${examPart(exam)}/${kind}`;
export const progressKey = (exam: ExamKey) => `progress/${examPart(exam)}`;

/** Beside the progress, so that a tab of an older release can't undo it. */
export const studyKey = (exam: ExamKey) => `study/${examPart(exam)}`;

type LearnerKey =
  | { type: 'run'; exam: ExamKey; kind: RunKind }
  | { type: 'progress' | 'study'; exam: ExamKey }
  /** Older releases kept one run of an exam, and knew one API. */
  | { type: 'old-run' | 'old-progress'; providerId: string; examId: string };

const decodeParts = (parts: string[]) => {
  try {
    const decoded = parts.map(decodeURIComponent);
    return decoded.every(Boolean) ? decoded : undefined;
  } catch {
    return undefined;
  }
};

/** Undefined for every key that is none of ours. */
export const parseLearnerKey = (key: string): LearnerKey | undefined => {
  const [type, ...rest] = key.split('/');
  const parts = decodeParts(rest);
  if (!parts || (type !== 'run' && type !== 'progress' && type !== 'study')) return undefined;
  const [first = '', second = '', third = '', last] = parts;
  if (parts.length === 2 && type !== 'study') {
    return { type: `old-${type}`, providerId: first, examId: second };
  }
  const exam = { apiUrl: first, providerId: second, examId: third };
  if (type !== 'run') return parts.length === 3 ? { type, exam } : undefined;
  const kind = runKinds.find((known) => known === last);
  return kind && parts.length === 4 ? { type, exam, kind } : undefined;
};

const emptyProgress: ExamProgress = { history: [], practise: {} };

const emptyStudy: Study = { cards: [], reviews: [] };

export const storedForm = (value: SavedRun | ExamProgress) => ({ ...value, version: VERSION });
export const storedStudy = (study: Study) => ({ ...study, version: STUDY_VERSION });

/** The writers tell whether it was stored. */
export const tell = (written: Promise<unknown>) =>
  written.then(
    () => true,
    () => false,
  );

/** A tab of an older release may have gone on with a run that was moved already. */
const isFurther = (run: SavedRun, existing: SavedRun | undefined) =>
  existing?.id === run.id && run.results.length > existing.results.length;

/** What lies under an old key, under its key of today, unless newer data is there already. */
const moveOld = (old: LearnerKey, apiUrl: string, values: Map<string, unknown>, key: string) => {
  if (old.type !== 'old-run' && old.type !== 'old-progress') return [];
  const exam = { apiUrl, providerId: old.providerId, examId: old.examId };
  const value = values.get(key);
  const run = old.type === 'old-run' ? parseSavedRun(value) : undefined;
  const target = run ? runKey(exam, runKind(run.setup)) : progressKey(exam);
  const moved = run ?? (old.type === 'old-progress' ? parseProgress(value) : undefined);
  if (!moved) return [];
  const entries: [string, unknown][] = [[key, undefined]];
  const existing = values.get(target);
  if (existing === undefined || (run && isFurther(run, parseSavedRun(existing)))) {
    entries.push([target, storedForm(moved)]);
  }
  return entries;
};

/** Data of an older release belongs to the API that the app is configured for when it is first read. */
const takeOverOldData = async (apiUrl: string) => {
  const olds = (await readKeys()).map(String).flatMap((key) => {
    const parsed = parseLearnerKey(key);
    return parsed?.type === 'old-run' || parsed?.type === 'old-progress' ? [{ key, parsed }] : [];
  });
  if (olds.length === 0) return;
  const keys = olds.flatMap(({ key, parsed }) => {
    const exam = { apiUrl, providerId: parsed.providerId, examId: parsed.examId };
    return [key, progressKey(exam), ...runKinds.map((kind) => runKey(exam, kind))];
  });
  await changeValues(keys, (found) => {
    const values = new Map(keys.map((key, place) => [key, found[place]]));
    return olds.flatMap(({ key, parsed }) => moveOld(parsed, apiUrl, values, key));
  });
};

/** The note of a run: kept where it can be written at once, by a page that is just going. */
export type RunNote = NonNullable<ReturnType<typeof parseRunNote>>;

const storedNote = ({ run, ...note }: RunNote) => (run ? { ...note, run: storedForm(run) } : note);

const noteKey = (exam: ExamKey, kind: RunKind) => `certdeck/${runKey(exam, kind)}`;

export const writeRunNote = (exam: ExamKey, kind: RunKind, note: RunNote) => {
  try {
    localStorage.setItem(noteKey(exam, kind), JSON.stringify(storedNote(note)));
  } catch {
    // Denied or full: what was stored before has to do.
  }
};

const readRunNote = (exam: ExamKey, kind: RunKind) => {
  try {
    const text = localStorage.getItem(noteKey(exam, kind));
    return text === null ? undefined : parseRunNote(text);
  } catch {
    return undefined;
  }
};

export const clearRunNote = (exam: ExamKey, kind: RunKind) => {
  try {
    localStorage.removeItem(noteKey(exam, kind));
  } catch {
    // Denied: there is none.
  }
};

export const clearRunNotes = () => {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, place) => localStorage.key(place));
    for (const key of keys) if (key?.startsWith('certdeck/run/')) localStorage.removeItem(key);
  } catch {
    // Denied: there are none.
  }
};

type ApplyNote = (stored: SavedRun | undefined, note: RunNote) => SavedRun | undefined;

/** The runs kept in an exam, one of a kind, with what was noted of them, which is then stored. */
export const readKeptRuns = async (exam: ExamKey, applyNote: ApplyNote): Promise<SavedRun[]> => {
  const keys = runKinds.map((kind) => runKey(exam, kind));
  const notes = runKinds.map((kind) => readRunNote(exam, kind));
  let runs: (SavedRun | undefined)[] = notes.map((note) => note?.run);
  const apply = (values: unknown[]) => {
    runs = values.map((value, place) => {
      const stored = parseSavedRun(value);
      const note = notes[place];
      return note ? applyNote(stored, note) : stored;
    });
  };
  try {
    await takeOverOldData(exam.apiUrl);
    if (notes.some(Boolean)) {
      await changeValues(keys, (values) => {
        apply(values);
        return runs.flatMap((run, place): [string, unknown][] =>
          run && notes[place] ? [[keys[place] as string, storedForm(run)]] : [],
        );
      });
      for (const kind of runKinds) clearRunNote(exam, kind);
    } else apply(await readValues(keys));
  } catch {
    // What was noted is all there is.
  }
  return runs.filter((run) => run !== undefined);
};

export const readRun = async (exam: ExamKey, kind: RunKind) => {
  const [value] = await readValues([runKey(exam, kind)]).catch(() => []);
  return parseSavedRun(value);
};

/** Notes whether anything is kept, for the next first paint. */
export const noteReturning = (isReturning: boolean) => {
  try {
    if (isReturning) localStorage.setItem(RETURNING_KEY, 'yes');
    else localStorage.removeItem(RETURNING_KEY);
  } catch {
    // Denied: the next visit begins like the first.
  }
};

/** What is kept of an exam, and of its runs the one of a kind. */
export type Kept = Omit<Learning, 'runs'> & { run: SavedRun | undefined };

/**
 * Changes a run and what the exam's answers have taught, in one step; what `change` leaves
 * undefined stays as it is. Tells whether it was stored.
 */
export const updateKept = async (
  exam: ExamKey,
  kind: RunKind,
  change: (kept: Kept) => Partial<Kept>,
) => {
  const keys = [runKey(exam, kind), progressKey(exam), studyKey(exam)] as const;
  return tell(
    changeValues([...keys], ([storedRun, storedProgress, study]) => {
      const changed = change({
        run: parseSavedRun(storedRun),
        progress: parseProgress(storedProgress) ?? emptyProgress,
        study: parseStudy(study) ?? emptyStudy,
      });
      const entries: [string, unknown][] = [];
      if (changed.study) noteReturning(true);
      if (changed.run) entries.push([keys[0], storedForm(changed.run)]);
      if (changed.progress) entries.push([keys[1], storedForm(changed.progress)]);
      if (changed.study) entries.push([keys[2], storedStudy(changed.study)]);
      return entries;
    }),
  );
};

/** What is kept of every exam at an API. */
export const readAllLearning = async (apiUrl: string) => {
  const found = new Map<string, Learning & { exam: ExamKey }>();
  const read = async () => {
    await takeOverOldData(apiUrl);
    return readAllValues();
  };
  for (const [key, value] of await read().catch(() => [])) {
    const parsed = parseLearnerKey(key);
    if (!parsed || !('exam' in parsed) || parsed.exam.apiUrl !== apiUrl) continue;
    const { exam, type } = parsed;
    const name = progressKey(exam);
    const known = found.get(name) ?? { exam, runs: [], progress: emptyProgress, study: emptyStudy };
    const run = type === 'run' ? parseSavedRun(value) : undefined;
    if (run) known.runs.push(run);
    if (type === 'progress') known.progress = parseProgress(value) ?? emptyProgress;
    if (type === 'study') known.study = parseStudy(value) ?? emptyStudy;
    found.set(name, known);
  }
  noteReturning(found.size > 0);
  return [...found.values()];
};

export const readLearning = async (exam: ExamKey): Promise<Learning> => {
  const all = await readAllLearning(exam.apiUrl);
  const name = progressKey(exam);
  const none = { runs: [], progress: emptyProgress, study: emptyStudy };
  return all.find((learning) => progressKey(learning.exam) === name) ?? none;
};

/** Tells other tabs of a run that was stored, and hears of theirs. Without channels nobody hears. */
export const openRunChannel = (onStored: (key: string) => void) => {
  try {
    const channel = new BroadcastChannel('certdeck/runs');
    channel.onmessage = ({ data }) => onStored(String(data));
    return {
      tell: (key: string) => channel.postMessage(key),
      close: () => channel.close(),
    };
  } catch {
    return { tell: () => undefined, close: () => undefined };
  }
};
