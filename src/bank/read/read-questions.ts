import type { Diagnostic } from '../compiled-bank.ts';
import { diagnose } from '../diagnostic.ts';
import type { FrontMatter } from '../parse/question-file.ts';
import { parseQuestionText } from '../parse/question-file.ts';
import type { QuestionBody, QuestionSource } from '../parse/question-source.ts';
import { readBytes, readText, sizeLimits } from '../parse/text-file.ts';
import type { LocalDiagnostic } from '../parse/yaml-text.ts';
import { checkPicture, endingOf, pictureEndings } from '../picture/picture-format.ts';
import { type ExamRules, refuseBody, refuseMatter, refusePictures } from '../validate/question.ts';
import { listFolder } from './folder-listing.ts';

type Found = {
  question?: QuestionSource;
  pictures: string[];
  diagnostics: LocalDiagnostic[];
  /** The file's text is unknown, and so is which pictures it shows. */
  unread?: boolean;
};

// Field by field: spreading two objects takes ten times as long, for every question of a bank.
const joinParts = (
  id: string,
  file: string,
  { domain, task, form, references, reviewed, shuffle }: FrontMatter,
  { stem, stemLine, options, explanation, explanationLine, pictures }: QuestionBody,
): QuestionSource => ({
  id,
  file,
  domain,
  task,
  form,
  references,
  reviewed,
  shuffle,
  stem,
  stemLine,
  options,
  explanation,
  explanationLine,
  pictures,
});

const readQuestion = (
  path: string,
  id: string,
  files: ReadonlySet<string>,
  rules: ExamRules,
): Found => {
  const text = readText(path, sizeLimits.question);
  if (!text.ok)
    return { pictures: [], diagnostics: [{ line: 1, message: text.failure }], unread: true };
  const { matter, body, diagnostics } = parseQuestionText(text.value);
  if (matter) diagnostics.push(...refuseMatter(matter, rules));
  diagnostics.push(...refuseBody(body), ...refusePictures(id, body.pictures, files));
  const pictures = body.pictures.map((picture) => picture.file);
  if (!matter || diagnostics.length > 0) return { pictures, diagnostics };
  return { question: joinParts(id, path, matter.value, body), pictures, diagnostics };
};

const readPicture = (path: string, name: string): LocalDiagnostic[] => {
  const bytes = readBytes(path, sizeLimits.picture);
  if (!bytes.ok) return [{ line: 1, message: bytes.failure }];
  const checked = checkPicture(name, bytes.value);
  return checked.ok ? [] : checked.failure;
};

const onlyDots = 'The name is only dots and cannot be in an address: rename the file.';

/** What is wrong with ids, by id. Ids that differ in case alone are one file on many systems. */
const refuseIds = (ids: readonly string[]): Map<string, string> => {
  const refused = new Map<string, string>();
  if (ids.every((id) => /^[a-z0-9-]+$/.test(id))) return refused;
  const known = new Map<string, string>();
  for (const id of ids) {
    const key = id.normalize('NFC').toLowerCase();
    const twin = known.get(key);
    if (/^\.*$/.test(id)) refused.set(id, onlyDots);
    else if (twin === undefined) known.set(key, id);
    else refused.set(id, `The id equals that of ${twin}.md on many systems: rename the file.`);
  }
  return refused;
};

const describeStray = (file: string) =>
  pictureEndings.includes(endingOf(file))
    ? 'No question shows this picture: name it in one or delete it.'
    : 'This is neither a question (.md) nor a picture: delete it.';

/** Reads a `questions` folder: sound questions go to `take`, what is wrong with the rest to `blame`. */
export const readQuestions = (
  folder: string,
  rules: ExamRules,
  take: (question: QuestionSource) => void,
  blame: (diagnose: Diagnostic) => void,
): void => {
  const listing = listFolder(folder);
  if (!listing.ok) {
    blame(diagnose(folder, 1, listing.failure));
    return;
  }
  const { files, folders } = listing.value;
  for (const name of folders) {
    const message = 'Questions have no folders of their own: move the files up.';
    blame(diagnose(`${folder}/${name}`, 1, message));
  }
  const ids = files.filter((file) => file.endsWith('.md')).map((file) => file.slice(0, -3));
  const badIds = refuseIds(ids);
  const names = new Set(files);
  const used = new Set<string>();
  const unread: string[] = [];

  for (const id of ids) {
    const path = `${folder}/${id}.md`;
    const badId = badIds.get(id);
    if (badId !== undefined) blame(diagnose(path, 1, badId));
    const found = readQuestion(path, id, names, rules);
    for (const { line, message } of found.diagnostics) blame(diagnose(path, line, message));
    if (found.unread) unread.push(`${id}.img-`);
    for (const picture of found.pictures) used.add(picture);
    if (found.question && badId === undefined) take(found.question);
  }

  for (const file of files.filter((name) => !name.endsWith('.md'))) {
    const path = `${folder}/${file}`;
    if (used.has(file)) {
      for (const { line, message } of readPicture(path, file)) blame(diagnose(path, line, message));
    } else if (!unread.some((start) => file.startsWith(start))) {
      blame(diagnose(path, 1, describeStray(file)));
    }
  }
};
