import type { ExamKey } from '#contract/caches.ts';
import {
  type ExamProgress,
  type Kept,
  type Learning,
  RETURNING_KEY,
  type RunKind,
  type RunNote,
  runKind,
  runKinds,
  type SavedRun,
  type Study,
} from '#contract/learner.ts';
import { changeValues, readAllValues, readKeys, readValues } from './device-store.ts';
import { parseProgress, parseRunNote, parseSavedRun, parseStudy } from './learner-parsers.ts';

/** The version of what is written; an older reader starts from scratch. */
const VERSION = 2;
const STUDY_VERSION = 1;

/** A lone surrogate is not a character and can't be encoded. */
const encode = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));

const examPart = ({ apiUrl, providerId, examId }: ExamKey) =>
  [apiUrl, providerId, examId].map(encode).join('/');

export const runKey = (exam: ExamKey, kind: RunKind) => `run/${examPart(exam)}/${kind}`;
export const progressKey = (exam: ExamKey) => `progress/${examPart(exam)}`;

/** Apart from the progress, so a tab running an older release can't undo it. */
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

/** Undefined for any other key. */
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

/** Whether a write succeeded. */
export const tell = (written: Promise<unknown>) =>
  written.then(
    () => true,
    () => false,
  );

/** A tab running an older release may have continued a run after it was moved. */
const isFurther = (run: SavedRun, existing: SavedRun | undefined) =>
  existing?.id === run.id && run.results.length > existing.results.length;

/** Moves an old key's value to its current key, unless newer data is already there. */
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

/** Data from an older release is assigned to the API configured when it is first read. */
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

export const NOTE = 'certdeck/';

const noteKey = (exam: ExamKey, kind: RunKind) => NOTE + runKey(exam, kind);

/** Written synchronously, so that a page can still do it while it is being closed. */
export const writeRunNote = (exam: ExamKey, kind: RunKind, { run, ...note }: RunNote) => {
  try {
    const text = JSON.stringify({ ...note, run: run && storedForm(run) });
    localStorage.setItem(noteKey(exam, kind), text);
    if (run) noteReturning(true);
  } catch {
    // Denied or full: what was stored before remains.
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
    // Storage is denied, so there is none.
  }
};

/** The keys of all notes. Throws when storage is denied. */
export const listRunNotes = () =>
  Array.from({ length: localStorage.length }, (_, place) => localStorage.key(place) ?? '').filter(
    (key) => key.startsWith(`${NOTE}run/`),
  );

export const clearRunNotes = () => {
  try {
    for (const key of listRunNotes()) localStorage.removeItem(key);
  } catch {
    // Storage is denied, so there are none.
  }
};

type ApplyNote = (kept: Kept, note: RunNote, now: number) => Partial<Kept>;

/** Stores the notes that closing pages have left about their runs. */
const takeOverNotes = async (isWanted: (exam: ExamKey) => boolean, applyNote: ApplyNote) => {
  try {
    for (const key of listRunNotes()) {
      const parsed = parseLearnerKey(key.slice(NOTE.length));
      const text = localStorage.getItem(key);
      const note = text === null ? undefined : parseRunNote(text);
      if (parsed?.type !== 'run' || !isWanted(parsed.exam) || !note) continue;
      const change = (kept: Kept) => applyNote(kept, note, Date.now());
      const isStored = await updateKept(parsed.exam, parsed.kind, change);
      // An open page may have written a newer note.
      if (isStored && localStorage.getItem(key) === text) localStorage.removeItem(key);
    }
  } catch {
    // Storage is denied, so there are none.
  }
};

/** The stored runs of an exam, one of each kind, with their notes applied. */
export const readKeptRuns = async (exam: ExamKey, applyNote: ApplyNote): Promise<SavedRun[]> => {
  const noted = runKinds.map((kind) => readRunNote(exam, kind)?.run);
  const read = async () => {
    await takeOverOldData(exam.apiUrl);
    await takeOverNotes((other) => progressKey(other) === progressKey(exam), applyNote);
    const values = await readValues(runKinds.map((kind) => runKey(exam, kind)));
    return values.map(parseSavedRun);
  };
  // If the database can't be read, the notes are all there is.
  const runs = await read().catch(() => noted);
  return runs.filter((run) => run !== undefined);
};

export const readRun = async (exam: ExamKey, kind: RunKind) => {
  const [value] = await readValues([runKey(exam, kind)]).catch(() => []);
  return parseSavedRun(value);
};

/** Remembers for the next first paint whether anything is stored. */
export const noteReturning = (isReturning: boolean) => {
  try {
    if (isReturning) localStorage.setItem(RETURNING_KEY, 'yes');
    else localStorage.removeItem(RETURNING_KEY);
  } catch {
    // Storage is denied, so the next visit starts like the first.
  }
};

/**
 * Changes a run and what is known of its exam in one transaction. What `change` leaves undefined
 * stays as it is. Resolves to whether it was stored.
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

/** What is stored of every exam at an API, with notes applied. */
export const readAllLearning = async (apiUrl: string, applyNote?: ApplyNote) => {
  const found = new Map<string, Learning & { exam: ExamKey }>();
  const read = async () => {
    await takeOverOldData(apiUrl);
    if (applyNote) await takeOverNotes((exam) => exam.apiUrl === apiUrl, applyNote);
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

export const readLearning = async (exam: ExamKey, applyNote?: ApplyNote): Promise<Learning> => {
  const all = await readAllLearning(exam.apiUrl, applyNote);
  const name = progressKey(exam);
  const none = { runs: [], progress: emptyProgress, study: emptyStudy };
  return all.find((learning) => progressKey(learning.exam) === name) ?? none;
};

/** Tells other tabs that a run was stored, and listens to them. Does nothing without channels. */
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
