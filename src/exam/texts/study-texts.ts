import type { Question } from '#contract/wire.ts';
import type { RunKind } from '#learner/schemas.ts';
import { textParts } from '#wording/question-text.ts';
import { formatElapsed } from '../run/stopwatch.ts';
import { splitExamName } from './labels.ts';

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

/** '55–75%', or '100%' if both ends are the same. */
export const rangeText = ({ low, high }: Range) => (low === high ? `${low}%` : `${low}–${high}%`);

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

/** What an exam is called in a few letters: its code, or its name if that has none. */
export const examCode = (name: string) => splitExamName(name)[1].slice(1, -1) || name;
