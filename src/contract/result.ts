/** An expected failure is a value; exceptions mean bugs. */
export type Result<T, F> = { ok: true; value: T } | { ok: false; failure: F };

export const success = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });
export const failed = <F>(failure: F): { ok: false; failure: F } => ({ ok: false, failure });
