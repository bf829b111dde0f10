/** An expected failure is a value; exceptions mean bugs. */
export type Result<T, F> = { ok: true; value: T } | { ok: false; failure: F };

export const success = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });
export const failed = <F>(failure: F): { ok: false; failure: F } => ({ ok: false, failure });

/** Every way a call or the start can fail; `error-catalogue.ts` has each message. */
export type Failure =
  | 'providers-failed'
  | 'provider-name-invalid'
  | 'exams-not-found'
  | 'exams-failed'
  | 'questions-parameters-invalid'
  | 'questions-not-found'
  | 'questions-failed'
  | 'question-parameters-invalid'
  | 'question-not-found'
  | 'question-failed'
  | 'status-unexpected'
  | 'config-failed'
  | 'config-fetch-failed';
