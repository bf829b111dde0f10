import type { Diagnostic } from '../diagnostic.ts';
import type { QuestionSource } from '../parse/question-source.ts';
import type { ExamFile } from '../parse/schemas.ts';

/** An exam as read; `Kept` is what the caller keeps of each question. */
export type ExamSource<Kept = QuestionSource> = ExamFile & {
  providerId: string;
  /** `provider/exam` by folder names, as on the command line. */
  place: string;
  /** Whether its questions were read. */
  isWanted: boolean;
  file: string;
  lineOf: (path: readonly (string | number)[]) => number;
  questions: Kept[];
};

export type ProviderSource<Kept = QuestionSource> = {
  id: string;
  name: string;
  file: string;
  lineOf: (path: readonly (string | number)[]) => number;
  exams: ExamSource<Kept>[];
};

export type BankSource<Kept = QuestionSource> = {
  providers: ProviderSource<Kept>[];
  diagnostics: Diagnostic[];
};

/** What to read, and what to keep of it. */
export type Reading<Kept> = {
  /** Called once with each valid question; `folder` holds its images. */
  keep: (
    question: QuestionSource,
    exam: { id: string; providerId: string; folder: string },
  ) => Kept;
  /** `provider` or `provider/exam` by folder names; everything when undefined. */
  place?: string | undefined;
};
