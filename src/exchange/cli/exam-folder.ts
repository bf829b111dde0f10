import { existsSync } from 'node:fs';
import { type Diagnostic, diagnose, type LocalDiagnostic } from '#bank/diagnostic.ts';
import { sizeLimits } from '#bank/parse/decode-text.ts';
import { readBytes, readText } from '#bank/parse/text-file.ts';
import { listFolder } from '#bank/read/folder-listing.ts';
import { failed } from '#contract/result.ts';
import { parseParts, type QuestionParts } from '../item.ts';
import type { StoredQuestion } from '../outgoing.ts';

const readPictures = (folder: string, { images }: QuestionParts): StoredQuestion['pictures'] =>
  images.map(({ file }) => {
    if (file === '' || /[/\\]/.test(file)) return undefined;
    const bytes = readBytes(`${folder}/${file}`, sizeLimits.image);
    // The next read reuses the buffer.
    return bytes.ok ? Uint8Array.from(bytes.value) : undefined;
  });

/** Reads the questions of an exam, including those that the linter refuses as incomplete. */
export const readExamFolder = (folder: string) => {
  const found = {
    /** In code-unit order of ids. */
    questions: [] as StoredQuestion[],
    /** Files that could not be read as questions. */
    diagnostics: [] as Diagnostic[],
    /** All names in the folder, in lower case because many file systems ignore case. */
    names: new Set<string>(),
  };
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
      ? parseParts(text.value)
      : failed<LocalDiagnostic>({ line: 1, message: text.failure });
    if (parsed.ok) {
      const pictures = readPictures(folder, parsed.value);
      found.questions.push({ ...parsed.value, id: file.slice(0, -3), pictures });
    } else found.diagnostics.push(diagnose(path, parsed.failure.line, parsed.failure.message));
  }
  return found;
};
