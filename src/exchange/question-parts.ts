import type { LocalDiagnostic } from '#bank/diagnostic.ts';
import { metadataSchema, parseQuestion } from '#bank/parse/question-file.ts';
import type { Metadata, QuestionBody } from '#bank/parse/question-source.ts';
import { failed, type Result, success } from '#contract/result.ts';

/** The parts of a question that its file holds, whether or not the linter would accept them. */
export type QuestionParts = QuestionBody & Metadata;

/** Reads a question that may lack parts. The failure is the first line that is out of place. */
export const parseParts = (source: string): Result<QuestionParts, LocalDiagnostic> => {
  const { matter, body, diagnostics } = parseQuestion(source, metadataSchema);
  const [first] = diagnostics;
  return first ? failed(first) : success({ ...matter?.value, ...body });
};
