import { printRunQuery, readRunQuery } from '#contract/routes.ts';
import { type RunSetup, sources } from '#learner/schemas.ts';

/** The setup of a plain Start: every question in the exam's order, untimed. */
export const plainSetup: RunSetup = { questions: 'all', isShuffled: false };

export const isMock = ({ minutes }: RunSetup) => minutes !== undefined;

/** Parses the query string of a run. Whatever can't be parsed falls back to the plain setup. */
export const parseSetup = (search: string): RunSetup => {
  const { questions = 'all', from, topics, isShuffled = false, minutes } = readRunQuery(search);
  return {
    questions,
    from: sources.find((source) => source === from),
    topics,
    isShuffled,
    minutes,
  };
};

/** The query string of a setup, with its question mark; '' for the plain setup. */
export const printSetup = ({ questions, ...setup }: RunSetup) =>
  printRunQuery({ ...setup, questions: typeof questions === 'number' ? questions : undefined });
