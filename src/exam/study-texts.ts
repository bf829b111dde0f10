import type { Question } from '#contract/wire.ts';
import type { RunKind } from '#learner/schemas.ts';
import { textParts } from '#wording/question-text.ts';
import { dayOf } from './day/calendar-day.ts';
import { questionCountText } from './labels.ts';
import type { LastMock } from './progress.ts';
import { formatElapsed } from './stopwatch.ts';
import type { Today } from './today.ts';

/** With more words, a search finds nothing. */
const MAX_WORDS = 12;

/** The first words of a question, without its markers, as a web search. */
export const searchWords = (question: Question) =>
  textParts(question)
    .join(' ')
    .replace(/\[img-\d+\]|`/g, ' ')
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, MAX_WORDS)
    .join(' ');

type Range = { low: number; high: number };
type Source = { seen: number; total: number };

/** '55–75%', or '100%' if both ends are the same. */
export const rangeText = ({ low, high }: Range) => (low === high ? `${low}%` : `${low}–${high}%`);

/** Whether an estimate rests on little: less than a third of the questions. */
export const isRough = ({ seen, total }: Source) => seen * 3 < total;

/** What an estimate comes from: 'From 52 of 130 questions'. */
export const sourceText = (source: Source) => {
  const text = `${source.seen} of ${questionCountText(source.total)}`;
  return isRough(source) ? `A rough guess, from only ${text}` : `From ${text}`;
};

/** As 'Last mock 63%, 10 blank, 24 answers since': what an estimate after it has to agree with. */
export const lastMockText = ({ percent, blank, since }: LastMock) =>
  [
    `Last mock ${percent}%`,
    blank > 0 && `${blank} blank`,
    since > 0 && `${since} ${since === 1 ? 'answer' : 'answers'} since`,
  ]
    .filter(Boolean)
    .join(', ');

const runKindTexts: Record<RunKind, (count: number) => string> = {
  all: () => 'Whole exam',
  set: (count) => `Set of ${count}`,
  review: (count) => `Review of ${count}`,
  mock: (count) => `Mock exam of ${count}`,
  day: (count) => `Practice of ${count}`,
};

/** The name of a run over `count` questions. */
export const runKindText = (kind: RunKind, count: number) => runKindTexts[kind](count);

/** How much of a mock exam's time is left, as `3:35 left` or `1:03:35 left`. */
const leftText = (left: number) => `${formatElapsed(left).replace(/^0/, '')} left`;

/** Leads back to an open mock exam, and says how much time is left. */
export const continueMockText = (left: number) => `Continue mock · ${leftText(left)}`;

/** Said when a running mock exam is left. */
export const clockGoesOnText = (left: number) => `The clock goes on: ${leftText(left)}`;

/** The legend of an exam's progress bar, in the order of the bar. */
export const standingText = (counts: { known: number; due: number; unseen: number }) =>
  `${counts.known} known · ${counts.due} to review · ${counts.unseen} not seen`;

/** When a question will be asked again, as 'Comes back in 3 days'; `day` as `dueDay` gives it. */
export const comesBackText = (day: number, now: number) => {
  const days = day - dayOf(now);
  if (days === Number.POSITIVE_INFINITY) return 'Not again before your exam';
  if (days <= 0) return 'Comes back today';
  return days === 1 ? 'Comes back tomorrow' : `Comes back in ${days} days`;
};

/** As '8 new, 4 due'. */
export const planText = (plan: { fresh: number; due: number; known?: number }) =>
  [
    [plan.fresh, 'new'],
    [plan.due, 'due'],
    [plan.known, 'known'],
  ]
    .flatMap(([count, name]) => (count ? `${count} ${name}` : []))
    .join(', ');

/** What today asks for, and how much of it `inRun`, an open run, brings. */
export const todayText = (
  today: Pick<Today, 'due' | 'fresh' | 'later' | 'isDone' | 'tomorrow'>,
  inRun: number,
) => {
  const { due, fresh, later, isDone, tomorrow } = today;
  if (isDone) {
    const back = tomorrow === 1 ? '1 comes back tomorrow.' : `${tomorrow} come back tomorrow.`;
    return tomorrow > 0 ? `Done for today. ${back}` : 'Done for today.';
  }
  return [
    questionCountText(due + fresh),
    planText({ fresh, due }),
    inRun > 0 && `${inRun} in your open run`,
    later > 0 && `+${later} later`,
  ]
    .filter(Boolean)
    .join(' · ');
};

/** The days until the exam, and whether the pace of the last week is enough, once there is one. */
export const paceText = ({ daysLeft, leftAtPace }: Pick<Today, 'daysLeft' | 'leftAtPace'>) => {
  if (daysLeft === undefined) return '';
  if (daysLeft < 0) return 'Your exam day is over.';
  if (daysLeft === 0) return 'The exam is today. Good luck!';
  const days = daysLeft === 1 ? '1 day left' : `${daysLeft} days left`;
  if (leftAtPace === undefined) return days;
  return leftAtPace > 0
    ? `${days} · at this week’s pace ${questionCountText(leftAtPace)} stay unseen`
    : `${days} · your pace is enough`;
};
