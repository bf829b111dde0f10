import type { RunKind } from '#contract/learner.ts';
import type { Question } from '#contract/wire.ts';

/** More would narrow a search down to nothing. */
const MOST_WORDS = 12;

/** The first words of a question, without its markers, for a search in a learner's own terms. */
export const searchWords = ({ question, questionParts }: Question) =>
  (question || questionParts.join(' '))
    .replace(/\[img-\d+\]|`/g, ' ')
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, MOST_WORDS)
    .join(' ');

/** '1 Exam' or 'N Exams' on a provider's card (SPEC 2). */
export const examCountText = (count: number) => (count === 1 ? '1 Exam' : `${count} Exams`);

/** '{n} questions' or '1 question'; the singular serves for 1 or less (SPEC 2). */
export const questionCountText = (count: number) =>
  count <= 1 ? `${count} question` : `${count} questions`;

/** Case-insensitive substring of the name (SPEC 2). */
export const matchesSearch = (name: string, search: string) =>
  name.toLowerCase().includes(search.trim().toLowerCase());

const runKindTexts: Record<RunKind, (count: number) => string> = {
  all: () => 'Whole exam',
  set: (count) => `Set of ${count}`,
  review: (count) => `Review of ${count}`,
  mock: (count) => `Mock exam of ${count}`,
};

/** What a run over so many questions is called. */
export const runKindText = (kind: RunKind, count: number) => runKindTexts[kind](count);

/** How an exam's questions stand, in the order of its bar. */
export const standingText = (counts: { known: number; due: number; unseen: number }) =>
  `${counts.known} known · ${counts.due} to review · ${counts.unseen} not seen`;
