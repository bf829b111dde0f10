import type { LocalDiagnostic } from '#bank/diagnostic.ts';
import type { Result } from '#contract/result.ts';
import type { Reading } from '../item.ts';
import type { Outgoing, OutgoingExam } from '../outgoing.ts';

/** What a person says about a source that it does not say itself. */
export type ReadContext = {
  /** Headers of a table by the part that they stand for, such as `question` or `option1`. */
  columns?: Readonly<Record<string, string>>;
};

/** Reads the text of a file. The failure is why the file as a whole can't be read. */
export type ReadText = (text: string, context: ReadContext) => Result<Reading, LocalDiagnostic>;

/** A format that exams are printed in. */
export type TargetFormat = {
  print: (exam: OutgoingExam) => string;
  /** Why the format can't hold a question, where it can't. */
  findUnfit?: (question: Outgoing) => string | undefined;
  /** Whether images may lie in files beside the text; otherwise they are part of it. */
  hasImagesBeside?: true;
  /** Says what the format has no place for. */
  loss?: string;
};

/** A format that questions are read from, too. */
export type SourceFormat = TargetFormat & {
  read: ReadText;
  /** Endings of its files other than its name. */
  endings?: readonly string[];
  /** What `read` searches for, to be said where it found none. */
  shape: string;
};
