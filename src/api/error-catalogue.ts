import type { Failure } from '#contract/result.ts';

/** Screens log these messages, whose wording is binding (spec: Errors). */
export const errorCatalogue: Record<Failure, string> = {
  'providers-failed': 'Error fetching providers',
  'provider-name-invalid': 'Invalid provider name',
  'exams-not-found': 'No exams found for the provider',
  'exams-failed': 'Error fetching exams',
  'questions-parameters-invalid': 'Invalid parameters for fetching questions',
  'questions-not-found': 'No questions found for the exam',
  'questions-failed': 'Error fetching questions',
  'question-parameters-invalid': 'Invalid parameters for fetching question',
  'question-not-found': 'Question not found',
  'question-failed': 'Error fetching question',
  'status-unexpected': 'Unexpected response status',
  'config-failed': 'Failed to load config',
  'config-fetch-failed': 'Failed to fetch config.json',
};

const told = new Set<string>();

/** Logs an unusable list item for the operator, once per visit. */
export const logLeftOut = (item: unknown) => {
  const text = `Left out of a list: ${JSON.stringify(item)}`.slice(0, 300);
  if (!told.has(text)) console.warn(text);
  told.add(text);
};

/** Logs a failure's message to the console. */
export const logFailure = (failure: Failure) => console.error(errorCatalogue[failure]);
