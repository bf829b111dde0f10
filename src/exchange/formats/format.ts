import type { LocalDiagnostic } from '#bank/diagnostic.ts';
import type { Result } from '#contract/result.ts';
import type { Budget, GivenFile } from '../archive.ts';
import type { Entry, Note } from '../item.ts';
import type { Outgoing, OutgoingExam } from '../outgoing.ts';

/** What the user says about a source. */
export type ReadContext = {
  /** The parts that headers or keys stand for, such as `question` or `option1`, by their names. */
  columns?: Readonly<Record<string, string>> | undefined;
  /** The number that answers give the first option. */
  countFrom?: 0 | 1 | undefined;
};

/** What only the user can tell. The answers are a `ReadContext`. */
export type Asked =
  /** Which header the question or the answers stand under. */
  | { kind: 'column'; part: 'question' | 'answers'; headers: string[] }
  /** What the texts under a name are: `context` of the question, its `explanation`, or `none`. */
  | { kind: 'text'; header: string; sample: string }
  /** Whether the first of these options has the number 0 or 1, where a question's answer is a number. */
  | { kind: 'count'; stem: string; options: string[]; number: number };

/** Why a file as a whole can't be read, or what must be told first. */
export type ReadFailure = LocalDiagnostic & { asked?: Asked };

/** Reads the text of a file. */
export type ReadText = (
  text: string,
  note: Note,
  context: ReadContext,
) => Result<Entry[], ReadFailure>;

/** A format that exams are printed in. */
export type TargetFormat = {
  print: (exam: OutgoingExam) => string;
  /** The files of a package, for formats that are handed on as archives. Images lie beside the text. */
  pack?: (exam: OutgoingExam) => Record<string, string | Uint8Array>;
  /** The kinds of questions that it has a place for besides choices. */
  kinds?: readonly string[];
  /** Why the format can't hold a question; undefined if it can. */
  findUnfit?: (question: Outgoing) => string | undefined;
  /** Whether images can be files beside the text instead of part of it. */
  hasImagesBeside?: true;
  /** Says what the format has no place for. */
  loss?: string;
};

/** Why a format can't hold a question; undefined if it can. */
export const describeUnfit = (format: TargetFormat, question: Outgoing): string | undefined =>
  question.kind && !format.kinds?.includes(question.kind)
    ? `is of the kind "${question.kind}", which the format has no place for.`
    : format.findUnfit?.(question);

/** Turns the files of a package into files in formats that have a reader, and their pictures. */
export type Unpack = (files: readonly GivenFile[], budget: Budget) => Result<GivenFile[], string>;

/** What reads a format. */
export type Reader = {
  read: ReadText;
  /** Whether a text is in this format rather than in another of the same ending, or of no name. */
  looksLike?: (text: string) => boolean;
  /** What `read` looks for, for the message that it found nothing. */
  shape: string;
};
