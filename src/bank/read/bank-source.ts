import type { Result } from '#contract/result.ts';
import type { VendorChange } from '#contract/wire.ts';
import type { Diagnostic } from '../diagnostic.ts';
import type { QuestionSource } from '../parse/question-source.ts';
import type { BlindCheck, Coverage, ExamFile, Names, OptionsAlone } from '../parse/schemas.ts';
import type { CaseSource } from './read-cases.ts';
import type { LookAlikeSource } from './read-look-alikes.ts';

type LineOf = (path: readonly (string | number)[]) => number;

export type ExamSource = ExamFile & {
  /** `provider/exam` by folder names, as on the command line. */
  place: string;
  file: string;
  lineOf: LineOf;
  /** Holds the questions and their images. */
  questionFolder: string;
  questions: QuestionSource[];
  cases?: readonly CaseSource[];
  lookAlikes?: readonly LookAlikeSource[];
  coverage?: Coverage | undefined;
  names?: Names | undefined;
  /** By question id. */
  blindChecks?: Readonly<Record<string, BlindCheck>> | undefined;
  optionsAlone?: OptionsAlone | undefined;
};

export type ProviderSource = {
  id: string;
  name: string;
  file: string;
  lineOf: LineOf;
  exams: ExamSource[];
  /** What the vendor changed, newest first. */
  changes: VendorChange[];
};

export type BankSource = { providers: ProviderSource[]; diagnostics: Diagnostic[] };

export type Report = (file: string, line: number, message: string) => void;

/** The value of a result. A failure is reported on the first line of the file. */
export const valueOrReport = <T>(
  result: Result<T, string>,
  file: string,
  report: Report,
): T | undefined => {
  if (result.ok) return result.value;
  report(file, 1, result.failure);
  return undefined;
};

/** Those after the first with the same key. */
export const findTwins = <T>(items: readonly T[], keyOf: (item: T) => string): T[] => {
  const keys = items.map(keyOf);
  return items.filter((_, index) => keys.indexOf(keys[index] ?? '') < index);
};
