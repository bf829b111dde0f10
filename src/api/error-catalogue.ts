import type { Failure } from '#contract/result.ts';

type Cause =
  /** Nothing can have such an id. */
  | 'invalid'
  /** The server says that there is none. */
  | 'not-found'
  /** The server answers with another status. */
  | 'refused'
  /** There was no answer, or none that can be read. */
  | 'unreadable';

/** Screens log these messages, whose wording is binding (spec: Errors). */
const errorCatalogue: Record<Failure, { cause: Cause; message: string }> = {
  'providers-failed': { cause: 'unreadable', message: 'Error fetching providers' },
  'provider-name-invalid': { cause: 'invalid', message: 'Invalid provider name' },
  'exams-not-found': { cause: 'not-found', message: 'No exams found for the provider' },
  'exams-failed': { cause: 'unreadable', message: 'Error fetching exams' },
  'questions-parameters-invalid': {
    cause: 'invalid',
    message: 'Invalid parameters for fetching questions',
  },
  'questions-not-found': { cause: 'not-found', message: 'No questions found for the exam' },
  'questions-failed': { cause: 'unreadable', message: 'Error fetching questions' },
  'question-parameters-invalid': {
    cause: 'invalid',
    message: 'Invalid parameters for fetching question',
  },
  'question-not-found': { cause: 'not-found', message: 'Question not found' },
  'question-failed': { cause: 'unreadable', message: 'Error fetching question' },
  'status-unexpected': { cause: 'refused', message: 'Unexpected response status' },
  'config-failed': { cause: 'unreadable', message: 'Failed to load config' },
  'config-fetch-failed': { cause: 'refused', message: 'Failed to fetch config.json' },
};

export const messageOf = (failure: Failure) => errorCatalogue[failure].message;
export const causeOf = (failure: Failure) => errorCatalogue[failure].cause;

const told = new Set<string>();

/** Logs an unusable list item for the operator, once per visit. */
export const logLeftOut = (item: unknown) => {
  const text = `Left out of a list: ${JSON.stringify(item)}`.slice(0, 300);
  if (!told.has(text)) console.warn(text);
  told.add(text);
};

/** Logs a failure's message to the console. */
export const logFailure = (failure: Failure) => console.error(messageOf(failure));
