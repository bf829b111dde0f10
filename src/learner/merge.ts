import {
  type Change,
  type Learning,
  type Mark,
  type Note,
  type Plan,
  type QuestionResult,
  type Review,
  type ReviewCard,
  type RunRecord,
  runKind,
  type StoredRun,
  type Study,
} from './schemas.ts';

/**
 * Merges two states of one exam: what two devices, two tabs, a backup, a draft or an old page hold.
 * The same from both sides, in any order, and twice as well as once. Everything that changes what is
 * stored goes through here.
 */

type Sortable = string | number;

const compare = (a: Sortable[], b: Sortable[]) => {
  for (const [index, first] of a.entries()) {
    const second = b[index] ?? '';
    if (first !== second) return first < second ? -1 : 1;
  }
  return 0;
};

const textOf = (value: unknown) => JSON.stringify(value) ?? '';

/**
 * Takes the later of two versions. Between versions of the same time the text of `partOf` decides: all
 * that is taken from the later one, and nothing that merging changes.
 */
const later =
  <T>(timesOf: (item: T) => Sortable[], partOf: (item: T) => unknown = (item) => item) =>
  (a: T, b: T): T => {
    const order =
      compare(timesOf(a), timesOf(b)) || compare([textOf(partOf(a))], [textOf(partOf(b))]);
    return order >= 0 ? a : b;
  };

type Records<T> = {
  idOf: (item: T) => string;
  mergeTwo: (a: T, b: T) => T;
  /** The order in which they are kept. */
  orderOf: (item: T) => Sortable[];
};

/** Every record once, in order. Returns `a` itself where `b` has nothing new. */
const mergeRecords = <T>({ idOf, mergeTwo, orderOf }: Records<T>, a: T[], b: T[] = []) => {
  if (b.length === 0) return a;
  const merged = new Map(a.map((item) => [idOf(item), item]));
  let isChanged = false;
  for (const item of b) {
    const known = merged.get(idOf(item));
    const next = known === undefined ? item : mergeTwo(known, item);
    if (next === known) continue;
    merged.set(idOf(item), next);
    isChanged = true;
  }
  return isChanged ? [...merged.values()].sort((x, y) => compare(orderOf(x), orderOf(y))) : a;
};

const mergeTexts = (a: string[], b: string[] = []) =>
  b.every((text) => a.includes(text)) ? a : [...new Set([...a, ...b])].sort();

const byQuestion = ({ questionId }: { questionId: string }) => questionId;

type Answer = StoredRun['withdrawn'][number] | QuestionResult;
const answers: Records<Answer> = {
  idOf: byQuestion,
  mergeTwo: later(({ at }) => [at]),
  orderOf: ({ at, questionId }) => [at, questionId],
};
const isResult = (answer: Answer): answer is QuestionResult => 'positions' in answer;

/** All of a run that is not merged by itself. */
const placeOf = (run: StoredRun) => {
  const { results, withdrawn, seen, isFinished, endedAfter, endedAt, ...place } = run;
  return place;
};
const placed = later<StoredRun>(({ at, elapsed }) => [at, elapsed], placeOf);

/** Of two ends, the first. */
const firstEnd = (a: StoredRun, b: StoredRun): Pick<StoredRun, 'endedAfter' | 'endedAt'> => {
  const [first] = [a, b]
    .filter(({ endedAfter }) => endedAfter !== undefined)
    .sort((x, y) =>
      compare([x.endedAt ?? 0, x.endedAfter ?? 0], [y.endedAt ?? 0, y.endedAfter ?? 0]),
    );
  return first ? { endedAfter: first.endedAfter, endedAt: first.endedAt } : {};
};

/**
 * Two versions of one run: every answer, and the later one where both have one; the later place. Returns
 * `a` itself where `b` has nothing new.
 */
export const mergeRun = (a: StoredRun, b: StoredRun): StoredRun => {
  if (a === b) return a;
  const all = [a, b].flatMap(({ results, withdrawn }) => [...results, ...withdrawn]);
  const merged = mergeRecords(answers, [], all);
  const run: StoredRun = {
    ...placeOf(placed(a, b)),
    results: merged.filter(isResult),
    withdrawn: merged.filter((answer) => !isResult(answer)),
    seen: mergeTexts(a.seen, b.seen),
    isFinished: a.isFinished || b.isFinished,
    ...firstEnd(a, b),
  };
  const names = Object.keys({ ...a, ...run }) as (keyof StoredRun)[];
  return names.every((name) => textOf(a[name]) === textOf(run[name])) ? a : run;
};

const runs: Records<StoredRun> = {
  idOf: ({ id }) => id,
  mergeTwo: mergeRun,
  orderOf: ({ at, id }) => [-at, id],
};

const records: Records<RunRecord> = {
  idOf: ({ runId }) => runId,
  mergeTwo: later(({ answered, finishedAt }) => [answered, finishedAt]),
  orderOf: ({ finishedAt, runId }) => [finishedAt, runId],
};

const cards: Records<ReviewCard> = {
  idOf: byQuestion,
  mergeTwo: later(({ lastReview }) => [lastReview]),
  orderOf: ({ lastReview, questionId }) => [lastReview, questionId],
};

const reviews: Records<Review> = {
  idOf: ({ at, isCorrect, questionId }) => `${at} ${isCorrect} ${questionId}`,
  mergeTwo: later(({ isUnsure = false }) => [Number(isUnsure)]),
  orderOf: ({ at, questionId, isCorrect }) => [at, questionId, Number(isCorrect)],
};

const notes: Records<Note> = {
  idOf: ({ id }) => id,
  mergeTwo: later(({ at }) => [at]),
  orderOf: ({ at, id }) => [at, id],
};

/** Notes that were written without knowing of each other all stay. */
const mergeNotes = (a: Note[] = [], b: Note[] = []) => {
  const all = mergeRecords(notes, a, b);
  const over = new Set(all.flatMap((note) => note.over));
  return all.filter(({ id }) => !over.has(id));
};

/** A field that changes alone, with its time, from the side on which it was set last. */
const lastSet = <T, Field extends keyof T, Time extends keyof T>(
  a: T,
  b: T,
  field: Field,
  time: Time,
): Partial<Pick<T, Field | Time>> => {
  const timeOf = (item: T) => Number(item[time] ?? -1);
  const set = later<T>(
    (item) => [timeOf(item)],
    (item) => item[field],
  )(a, b);
  if (set[time] === undefined) return {};
  const { [field]: value, [time]: at } = set;
  return { [field]: value, [time]: at } as Pick<T, Field | Time>;
};

/** Each field by its own time. */
const mergeMark = (a: Mark, b: Mark): Mark => {
  const kept = mergeNotes(a.notes, b.notes);
  return {
    questionId: a.questionId,
    ...lastSet(a, b, 'isSaved', 'savedAt'),
    ...lastSet(a, b, 'isFlagged', 'flaggedAt'),
    ...lastSet(a, b, 'isAside', 'asideAt'),
    ...(kept.length > 0 && { notes: kept }),
    ...lastSet(a, b, 'isAbsent', 'absentAt'),
  };
};

const marks: Records<Mark> = {
  idOf: byQuestion,
  mergeTwo: mergeMark,
  orderOf: ({ questionId }) => [questionId],
};

const mergePlan = (a: Plan, b: Plan): Plan => ({
  ...lastSet(a, b, 'examDate', 'examDateAt'),
  ...lastSet(a, b, 'goal', 'goalAt'),
  ...lastSet(a, b, 'outcome', 'outcomeAt'),
});

/** `unscheduled` follows from the rest (settle.ts). Returns `a` itself where `b` has nothing new. */
export const mergeStudy = (a: Study, b: Partial<Study>): Study => {
  const merged: Study = {
    unscheduled: a.unscheduled,
    ...mergePlan(a, b),
    cards: mergeRecords(cards, a.cards, b.cards),
    reviews: mergeRecords(reviews, a.reviews, b.reviews),
    marks: mergeRecords(marks, a.marks, b.marks),
    opened: mergeTexts(a.opened, b.opened),
  };
  const names = Object.keys({ ...a, ...merged }) as (keyof Study)[];
  return names.every((name) => a[name] === merged[name]) ? a : merged;
};

/** Whether it is the first of its kind in a list that begins with what was touched last. */
const isLast = (run: StoredRun, all: StoredRun[]) =>
  all.find(({ setup }) => runKind(setup) === runKind(run.setup)) === run;

/**
 * The learner's data with `change` merged in. Of each kind of run, the one touched last stays open.
 * Parts to which `change` adds nothing are the same objects as before.
 */
export const mergeLearning = (known: Learning, change: Change): Learning => {
  const before = [...known.runs, ...known.past];
  const all = mergeRecords(runs, before, [...(change.runs ?? []), ...(change.past ?? [])]);
  const isSame = all === before;
  return {
    runs: isSame ? known.runs : all.filter((run) => isLast(run, all)),
    past: isSame ? known.past : all.filter((run) => !isLast(run, all)),
    history: mergeRecords(records, known.history, change.history),
    study: change.study ? mergeStudy(known.study, change.study) : known.study,
  };
};
