import { existsSync } from 'node:fs';
import { type Diagnostic, diagnose, type LocalDiagnostic } from '#bank/diagnostic.ts';
import { metadataSchema, parseQuestion } from '#bank/parse/question-file.ts';
import type { Metadata, QuestionBody } from '#bank/parse/question-source.ts';
import { readBytes, readText, sizeLimits } from '#bank/parse/text-file.ts';
import { listFolder } from '#bank/read/folder-listing.ts';
import { failed, type Result, success } from '#contract/result.ts';

/** A question file as it stands, whether or not the linter would take it. */
export type StoredQuestion = QuestionBody & Metadata & { id: string };

/**
 * Reads a question file that may lack parts. Failures are lines that belong to no part of a
 * question, which would be lost if it went anywhere else.
 */
export const parseStored = (
  source: string,
  id: string,
): Result<StoredQuestion, LocalDiagnostic> => {
  const { matter, body, diagnostics } = parseQuestion(source, metadataSchema);
  const [reason] = diagnostics;
  return reason ? failed(reason) : success({ ...matter?.value, ...body, id });
};

export type ExamFolder = {
  /** In code-unit order of ids. */
  questions: StoredQuestion[];
  /** Files whose content could not be made out. */
  diagnostics: Diagnostic[];
  /** All names in the folder, in lower case: on many systems `A.md` is `a.md`. */
  names: Set<string>;
};

/** Reads the questions of an exam, also those that the linter refuses for want of a part. */
export const readExamFolder = (folder: string): ExamFolder => {
  const found: ExamFolder = { questions: [], diagnostics: [], names: new Set() };
  if (!existsSync(folder)) return found;
  const listing = listFolder(folder);
  if (!listing.ok) {
    found.diagnostics.push(diagnose(folder, 1, listing.failure));
    return found;
  }
  const { files, folders } = listing.value;
  for (const name of [...files, ...folders]) found.names.add(name.toLowerCase());
  for (const file of files.filter((name) => name.endsWith('.md'))) {
    const path = `${folder}/${file}`;
    const text = readText(path, sizeLimits.question);
    const parsed = text.ok
      ? parseStored(text.value, file.slice(0, -3))
      : { ok: false as const, failure: { line: 1, message: text.failure } };
    if (parsed.ok) found.questions.push(parsed.value);
    else found.diagnostics.push(diagnose(path, parsed.failure.line, parsed.failure.message));
  }
  return found;
};

/** The images of a question in order; undefined for one that cannot be read. */
export const readImagesOf = (folder: string, { images }: StoredQuestion): (Buffer | undefined)[] =>
  images.map(({ file }) => {
    if (file === '' || /[/\\]/.test(file)) return undefined;
    const bytes = readBytes(`${folder}/${file}`, sizeLimits.image);
    return bytes.ok ? Buffer.from(bytes.value) : undefined;
  });
