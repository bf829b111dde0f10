import { type RunSetup, sources } from '#learner/schemas.ts';

/** The setup of a plain Start: every question in the exam's order, untimed. */
export const plainSetup: RunSetup = { questions: 'all', isShuffled: false };

export const isMock = ({ minutes }: RunSetup) => minutes !== undefined;

const wholeNumber = (text: string | null) => {
  const value = Number(text);
  return text && Number.isInteger(value) && value > 0 ? value : undefined;
};

/** Parses the query string of a run. Whatever can't be parsed falls back to the plain setup. */
export const parseSetup = (search: string): RunSetup => {
  const parameters = new URLSearchParams(search);
  const topics = parameters.getAll('in').filter(Boolean);
  return {
    questions: wholeNumber(parameters.get('questions')) ?? 'all',
    from: sources.find((source) => source === parameters.get('from')),
    topics: topics.length > 0 ? topics : undefined,
    isShuffled: parameters.get('order') === 'shuffled',
    minutes: wholeNumber(parameters.get('minutes')),
  };
};

/** The query string of a setup, with its question mark; '' for the plain setup. */
export const printSetup = ({ questions, from, topics = [], isShuffled, minutes }: RunSetup) => {
  const parameters = new URLSearchParams(topics.map((topic) => ['in', topic]));
  if (questions !== 'all') parameters.set('questions', String(questions));
  if (from) parameters.set('from', from);
  if (isShuffled) parameters.set('order', 'shuffled');
  if (minutes !== undefined) parameters.set('minutes', String(minutes));
  return parameters.size > 0 ? `?${parameters}` : '';
};
