import { printRunQuery } from '#contract/routes.ts';
import type { Goal, Learning, Plan, StoredRun } from '#learner/schemas.ts';
import { isTimeUp } from '../run/run.ts';
import { DAY } from '../run/run-setup.ts';
import { blankQuestions, continueIndex, findOpenRun } from '../run/stored-run.ts';
import { dayNamed, dayOf } from './calendar-day.ts';
import { type DayStart, dayStart, type ExamState } from './day-start.ts';

/** A day has this many questions until the learner says otherwise. */
const USUAL: Goal = 20;
/** A first practice, the day before the exam, its day, and what is offered once a day is done. */
export const FEW = 10;
/** Days until the exam's date is asked again after "No date yet". */
const ASKED_AGAIN = 14;

/** The one thing that an exam offers first; `search` ends the address of its run. */
export type DayAction = { search: string } & (
  | { kind: 'mock'; run: StoredRun }
  | { kind: 'continue' | 'practice' | 'more'; count: number }
  | { kind: 'ask-outcome' | 'rest' }
);

type Phase = 'plain' | 'eve' | 'exam-day' | 'after' | 'passed';

/** What an exam asks today. */
export type Day = {
  goal: Goal;
  /** Today's number of questions: the goal, or fewer if there are fewer to ask or the exam is near. */
  size: number;
  /** Different questions answered today, in any run. */
  answered: number;
  left: number;
  isDone: boolean;
  /** The exam has an answer. */
  isBegun: boolean;
  /** Of the questions it asks; `waiting` are due, but not today's. */
  counts: { total: number; seen: number; unseen: number; waiting: number };
  phase: Phase;
  /** Less than 0 once the exam is over; undefined without a date. */
  daysLeft: number | undefined;
  /** Whether to ask for the exam's date. */
  asksDate: boolean;
  action: DayAction;
  /** An open run over the whole exam. */
  whole?: { at: number; total: number };
  /** The mock exam that its clock ended while it was away, until its result was looked at. */
  endedMock?: string;
};

export const goalOf = ({ study }: Learning): Goal => study.goal ?? USUAL;

const daysTo = ({ examDate }: Learning['study'], day: number) =>
  examDate ? dayNamed(examDate) - day : undefined;

/** A date that was said later is another try. */
export const isPassed = ({ outcome, outcomeAt = 0, examDateAt = 0 }: Plan) =>
  outcome === 'passed' && outcomeAt >= examDateAt;

const phaseOf = (plan: Plan, days?: number) => {
  if (isPassed(plan)) return 'passed';
  if (days === undefined || days > 1) return 'plain';
  if (days < 0) return 'after';
  return days === 0 ? 'exam-day' : 'eve';
};

/** The day before the exam, and its day. */
export const isLightDay = ({ study }: Learning, day: number) => {
  const phase = phaseOf(study, daysTo(study, day));
  return phase === 'eve' || phase === 'exam-day';
};

/** After ten answers, unless the learner said lately that there is no date yet. */
const isDateAsked = (
  { examDate, examDateAt, outcome, outcomeAt }: Learning['study'],
  { day, seen }: DayStart,
) => {
  if (examDate || outcome === 'passed' || seen < FEW) return false;
  // What became of one exam is not an answer to when the next one is.
  const isSaid = examDateAt !== undefined && examDateAt !== outcomeAt;
  return !isSaid || day - dayOf(examDateAt) >= ASKED_AGAIN;
};

/** The size of a day, and what of it is left. Each question answered for the first time takes one off. */
const sizeOf = (start: DayStart, goal: number, phase: Phase) => {
  const { answered, due, fresh, extra, totalBefore } = start;
  if (phase === 'after' || phase === 'passed') return { size: 0, left: 0 };
  const isLight = phase !== 'plain';
  // On a light day everything can be asked, on any other what is due or new.
  const wasThere = isLight ? totalBefore : answered.size - extra + due.length + fresh;
  const size = Math.min(isLight ? FEW : goal, wasThere);
  return { size, left: Math.max(0, size - answered.size) };
};

/** The day's open practice, if it is today's, and what of it was not answered anywhere today. */
export const openDayRun = ({ runs }: Learning, { day, answered }: DayStart) => {
  const run = findOpenRun(runs, 'day');
  if (!run || dayOf(run.startedAt) !== day) return undefined;
  return { run, rest: blankQuestions(run).filter((id) => !answered.has(id)) };
};

/**
 * How many due and new questions the next `count` are: due ones are half of the day's goal at most
 * while anything is new.
 */
export const splitDay = (
  count: number,
  goal: number,
  { due, fresh, dueAnswered }: { due: number; fresh: number; dueAnswered: number },
) => {
  const most = Math.max(0, goal / 2 - dueAnswered);
  const few = Math.min(due, count, most);
  const news = Math.min(fresh, count - few);
  return { due: Math.min(due, count - news), fresh: news };
};

const DAY_SEARCH = printRunQuery({ from: DAY });

const actionOf = (
  { runs }: Learning,
  day: Pick<Day, 'left' | 'isBegun' | 'phase' | 'counts'>,
  rest: string[] | undefined,
): DayAction => {
  const mock = findOpenRun(runs, 'mock');
  if (mock) return { kind: 'mock', run: mock, search: printRunQuery({ continue: 'mock' }) };
  const { left, isBegun, phase, counts } = day;
  if (phase === 'after') return { kind: 'ask-outcome', search: '' };
  if (phase === 'passed' || counts.total === 0) return { kind: 'rest', search: '' };
  const search = DAY_SEARCH;
  if (left === 0) {
    return { kind: 'more', count: rest?.length || Math.min(FEW, counts.total), search };
  }
  if (!isBegun) return { kind: 'practice', count: Math.min(FEW, left), search };
  return { kind: rest ? 'continue' : 'practice', count: left, search };
};

/** What an exam asks today. Its numbers and words on every screen come from here. */
export const planDay = (state: ExamState, now: number): Day => {
  const { learning } = state;
  const { runs, study } = learning;
  const start = dayStart(state, now);
  const { day, answered, seen, total } = start;
  const goal = goalOf(learning);
  const daysLeft = daysTo(study, day);
  const phase = phaseOf(study, daysLeft);
  const { size, left } = sizeOf(start, goal, phase);
  const isBegun = study.reviews.length > 0 || seen > 0 || answered.size > 0;
  const todays = splitDay(left, goal, { ...start, due: start.due.length });
  const waiting = start.due.length - todays.due;
  const counts = { total, seen, unseen: Math.max(0, total - seen), waiting };
  const whole = findOpenRun(runs, 'all');
  const ended = runs.find((run) => isTimeUp(run) && run.at < (run.endedAt ?? 0));
  return {
    ...{ goal, size, answered: answered.size, left, isDone: left === 0, isBegun, counts, phase },
    daysLeft,
    asksDate: isDateAsked(study, start),
    action: actionOf(learning, { left, isBegun, phase, counts }, openDayRun(learning, start)?.rest),
    ...(whole && { whole: { at: continueIndex(whole) + 1, total: whole.questionIds.length } }),
    ...(ended && { endedMock: ended.id }),
  };
};
