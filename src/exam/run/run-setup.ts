import { readRunQuery } from '#contract/routes.ts';
import { type RunSetup, sources } from '#learner/schemas.ts';

/** The setup of a plain Start: every question in the exam's order, untimed. */
export const plainSetup: RunSetup = { questions: 'all', isShuffled: false };

/** How an address asks for the day's practice. */
export const DAY = 'day';

export const isMock = ({ minutes }: RunSetup) => minutes !== undefined;

/** Parses the query string of a run. Whatever can't be parsed falls back to the plain setup. */
export const parseSetup = (search: string): RunSetup => {
  const query = readRunQuery(search);
  const { questions = 'all', from, topics, isShuffled = false, minutes } = query;
  if (from === DAY || query.continue === DAY) return { questions, isShuffled: true, isDay: true };
  return {
    questions,
    from: sources.find((source) => source === from),
    topics,
    isShuffled,
    minutes,
  };
};
