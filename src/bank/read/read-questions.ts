import type { LocalDiagnostic } from '../diagnostic.ts';
import { checkImage, endingOf, imageEndings } from '../image/image-format.ts';
import { sizeLimits } from '../parse/decode-text.ts';
import { parseQuestionText } from '../parse/question-file.ts';
import type { QuestionSource } from '../parse/question-source.ts';
import { readBytes, readText } from '../parse/text-file.ts';
import { checkBody, checkImages, checkMetadata, type ExamRules } from '../validate/question.ts';
import { type Report, valueOrReport } from './bank-source.ts';
import { listFolder } from './folder-listing.ts';

const parseQuestion = (text: string, id: string, files: ReadonlySet<string>, rules: ExamRules) => {
  const { matter, body, diagnostics } = parseQuestionText(text);
  if (matter) diagnostics.push(...checkMetadata(matter, rules));
  diagnostics.push(
    ...checkBody({ ...body, kind: matter?.value.kind }),
    ...checkImages(id, body.images, files),
  );
  return { matter: diagnostics.length === 0 ? matter?.value : undefined, body, diagnostics };
};

const readImage = (path: string, name: string): LocalDiagnostic[] => {
  const bytes = readBytes(path, sizeLimits.image);
  return bytes.ok ? checkImage(name, bytes.value) : [{ line: 1, message: bytes.failure }];
};

const onlyDots = 'The name is only dots and cannot be in an address: rename the file.';

/** Messages by id. Ids that differ only in case are one file on many systems. */
const checkIds = (ids: readonly string[]): Map<string, string> => {
  const refused = new Map<string, string>();
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
  imageEndings.includes(endingOf(file))
    ? 'No question shows this picture: name it in one or delete it.'
    : 'This is neither a question (.md) nor a picture: delete it.';

/** Reads the valid questions of a `questions` folder. */
export const readQuestions = (
  folder: string,
  rules: ExamRules,
  report: Report,
): QuestionSource[] => {
  const { files = [], folders = [] } = valueOrReport(listFolder(folder), folder, report) ?? {};
  for (const name of folders) {
    const message = 'Questions have no folders of their own: move the files up.';
    report(`${folder}/${name}`, 1, message);
  }
  const ids = files.filter((file) => file.endsWith('.md')).map((file) => file.slice(0, -3));
  const badIds = checkIds(ids);
  const names = new Set(files);
  const used = new Set<string>();
  /** How the images of unreadable files begin: it is unknown which of them a question shows. */
  const unread: string[] = [];
  const questions: QuestionSource[] = [];

  for (const id of ids) {
    const path = `${folder}/${id}.md`;
    const badId = badIds.get(id);
    if (badId !== undefined) report(path, 1, badId);
    const text = valueOrReport(readText(path, sizeLimits.question), path, report);
    if (text === undefined) {
      unread.push(`${id}.img-`);
      continue;
    }
    const { matter, body, diagnostics } = parseQuestion(text, id, names, rules);
    for (const { line, message } of diagnostics) report(path, line, message);
    for (const image of body.images) used.add(image.file);
    if (matter && badId === undefined) questions.push({ id, file: path, ...matter, ...body });
  }

  for (const file of files.filter((name) => !name.endsWith('.md'))) {
    const path = `${folder}/${file}`;
    if (used.has(file)) {
      for (const { line, message } of readImage(path, file)) report(path, line, message);
    } else if (!unread.some((start) => file.startsWith(start))) {
      report(path, 1, describeStray(file));
    }
  }
  return questions;
};
