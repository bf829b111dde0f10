import type { RunSetup } from '#contract/learner.ts';

/** What Start does by default: every question, in the exam's order, untimed. */
export const plainSetup: RunSetup = { questions: 'all', isShuffled: false };

export const isMock = ({ minutes }: RunSetup) => minutes !== undefined;

const wholeNumber = (text: string | null) => {
  const value = Number(text);
  return text && Number.isInteger(value) && value > 0 ? value : undefined;
};

/** Reads a setup from the address of a run. Anything unreadable falls back to the default. */
export const parseSetup = (search: string): RunSetup => {
  const parameters = new URLSearchParams(search);
  const questions = parameters.get('questions');
  return {
    questions: questions === 'practise' ? questions : (wholeNumber(questions) ?? 'all'),
    isShuffled: parameters.get('order') === 'shuffled',
    minutes: wholeNumber(parameters.get('minutes')),
  };
};

/** The query string for a setup, question mark included; '' for the default. */
export const printSetup = ({ questions, isShuffled, minutes }: RunSetup) => {
  const parameters = new URLSearchParams();
  if (questions !== 'all') parameters.set('questions', String(questions));
  if (isShuffled) parameters.set('order', 'shuffled');
  if (minutes !== undefined) parameters.set('minutes', String(minutes));
  return parameters.size > 0 ? `?${parameters}` : '';
};

/** `random` gives a number from 0 up to 1, as Math.random does. */
export const shuffle = <T>(items: readonly T[], random: () => number): T[] => {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
  }
  return shuffled;
};

/**
 * The questions that a run asks. A number picks that many at random, in the exam's order unless
 * shuffled. When nothing is due, everything is asked rather than nothing.
 */
export const chooseQuestions = (
  questionIds: string[],
  { questions, isShuffled }: RunSetup,
  due: ReadonlySet<string>,
  random: () => number,
) => {
  const toReview = questionIds.filter((id) => due.has(id));
  const pool = questions === 'practise' && toReview.length > 0 ? toReview : questionIds;
  if (typeof questions !== 'number') return isShuffled ? shuffle(pool, random) : pool;
  const chosen = shuffle(pool, random).slice(0, questions);
  if (isShuffled) return chosen;
  const wanted = new Set(chosen);
  return pool.filter((id) => wanted.has(id));
};
