import type { Problem } from '../compiled-bank.ts';
import { parseQuestionText } from '../parse/question-file.ts';
import type { QuestionSource } from '../parse/question-source.ts';
import { readBytes, readText, sizeLimits } from '../parse/text-file.ts';
import type { Fault } from '../parse/yaml-text.ts';
import { checkPicture, endingOf, pictureEndings } from '../picture/picture-format.ts';
import { problem } from '../problem.ts';
import { refusePictures } from '../refuse/picture-refusals.ts';
import { type ExamRules, refuseBody, refuseMatter } from '../refuse/question-refusals.ts';
import { listFolder } from './folder-listing.ts';

type Found = { question?: QuestionSource; pictures: string[]; faults: Fault[] };

const readQuestion = (
  path: string,
  id: string,
  files: ReadonlySet<string>,
  rules: ExamRules,
): Found | string => {
  const text = readText(path, sizeLimits.question);
  if (!text.ok) return text.failure;
  const { matter, body, faults } = parseQuestionText(text.value);
  if (matter) faults.push(...refuseMatter(matter, rules));
  faults.push(...refuseBody(body), ...refusePictures(id, body.pictures, files));
  const pictures = body.pictures.map((picture) => picture.file);
  if (!matter || faults.length > 0) return { pictures, faults };
  return { question: { ...matter.value, ...body, id, file: path }, pictures, faults };
};

const readPicture = (path: string, name: string): Fault[] => {
  const bytes = readBytes(path, sizeLimits.picture);
  if (!bytes.ok) return [{ line: 1, message: bytes.failure }];
  const checked = checkPicture(name, bytes.value);
  return checked.ok ? [] : checked.failure;
};

const refuseName = (id: string, known: Map<string, string>): string | undefined => {
  if (/^\.*$/.test(id))
    return 'The name is only dots and cannot be in an address: rename the file.';
  const key = id.normalize('NFC').toLowerCase();
  const twin = known.get(key);
  known.set(key, id);
  return twin && `The id is the same as that of ${twin}.md on many systems: rename the file.`;
};

/** Reads a `questions` folder: hands on each sound question, answers what is wrong with the rest. */
export const readQuestions = (
  folder: string,
  rules: ExamRules,
  take: (question: QuestionSource) => void,
): Problem[] => {
  const listing = listFolder(folder);
  if (!listing.ok) return [problem(folder, 1, listing.failure)];
  const { files, folders } = listing.value;
  const problems = folders.map((name) =>
    problem(`${folder}/${name}`, 1, 'Questions have no folders of their own: move the files up.'),
  );
  const names = new Set(files);
  const used = new Set<string>();
  const known = new Map<string, string>();
  const unread: string[] = [];

  for (const file of files) {
    if (!file.endsWith('.md')) continue;
    const path = `${folder}/${file}`;
    const id = file.slice(0, -3);
    const badName = refuseName(id, known);
    if (badName) problems.push(problem(path, 1, badName));
    const found = readQuestion(path, id, names, rules);
    if (typeof found === 'string') {
      problems.push(problem(path, 1, found));
      unread.push(`${id}.img-`);
      continue;
    }
    for (const { line, message } of found.faults) problems.push(problem(path, line, message));
    for (const picture of found.pictures) used.add(picture);
    if (found.question && !badName) take(found.question);
  }

  for (const file of files) {
    if (file.endsWith('.md')) continue;
    const path = `${folder}/${file}`;
    if (used.has(file)) {
      for (const { line, message } of readPicture(path, file))
        problems.push(problem(path, line, message));
    } else if (!unread.some((start) => file.startsWith(start))) {
      problems.push(problem(path, 1, describeStray(file)));
    }
  }
  return problems;
};

const describeStray = (file: string) =>
  pictureEndings.includes(endingOf(file))
    ? 'No question shows this picture: name it in one or delete it.'
    : 'This is neither a question (.md) nor a picture: delete it.';
