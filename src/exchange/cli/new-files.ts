import {
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { printQuestion } from '#bank/parse/question-print.ts';
import { codeOf } from '#bank/parse/text-file.ts';
import { failed, type Result, success } from '#contract/result.ts';
import type { Planned } from '../import-plan.ts';

export type NewFile = { name: string; content: string | Uint8Array };

/** The files of a question: its images, then the question itself. */
export const filesOf = ({ id, pictures, ...question }: Planned): NewFile[] => {
  const images = question.images.map(({ alt, file }) => ({ alt, file: `${id}.${file}` }));
  return [
    ...images.map(({ file }, index) => ({ name: file, content: pictures[index] ?? '' })),
    { name: `${id}.md`, content: printQuestion({ ...question, images }) },
  ];
};

const unchanged = (path: string, error: unknown) =>
  failed(`${path} cannot be written (${codeOf(error)}): nothing is changed.`);

const remove = (path: string) => rmSync(path, { recursive: true, force: true });

/** Writes all files to a folder or none. Never overwrites a file that has other content. */
export const writeTogether = (folder: string, files: readonly NewFile[]): Result<null, string> => {
  const made: string[] = [];
  let current = folder;
  try {
    const parent = mkdirSync(folder, { recursive: true });
    if (parent !== undefined) made.push(parent);
    for (const { name, content } of files) {
      current = `${folder}/${name}`;
      if (existsSync(current) && readFileSync(current).equals(Buffer.from(content))) continue;
      writeFileSync(current, '', { flag: 'wx' });
      made.push(current);
      writeFileSync(current, content);
    }
    return success(null);
  } catch (error) {
    for (const path of made) remove(path);
    return unchanged(current, error);
  }
};

const idOf = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.ino;

/** Moves files that were saved to the old folder during the exchange to the new one. */
export const rescueSaved = (before: string, folder: string) => {
  for (const name of readdirSync(before)) {
    const isSame = idOf(join(before, name)) === idOf(join(folder, name));
    if (!isSame && lstatSync(join(before, name)).isFile()) {
      renameSync(join(before, name), join(folder, name));
    }
  }
};

/**
 * Adds files to a folder, all or none, even if the process is killed: a copy of the folder, made of
 * links, gets the new files and takes its place. Overwrites nothing.
 */
export const addTogether = (named: string, files: readonly NewFile[]): Result<null, string> => {
  const parent = realpathSync(dirname(named));
  const before = join(parent, '.questions-before');
  const stage = join(parent, '.questions-import');
  let current = named;
  try {
    // An earlier process was killed between the two renames.
    if (!existsSync(named) && existsSync(before)) renameSync(before, named);
    for (const rest of [before, stage]) remove(rest);
    if (files.length === 0) return success(null);
    mkdirSync(named, { recursive: true });
    const folder = realpathSync(named);
    mkdirSync(stage);
    for (const { name, content } of files) {
      current = `${named}/${name}`;
      writeFileSync(join(stage, name), content, { flag: 'wx' });
    }
    for (const name of readdirSync(folder)) {
      current = `${named}/${name}`;
      const [from, to] = [join(folder, name), join(stage, name)];
      if (lstatSync(from).isDirectory()) cpSync(from, to, { recursive: true, errorOnExist: true });
      else linkSync(from, to);
    }
    current = named;
    renameSync(folder, before);
    try {
      renameSync(stage, folder);
    } catch (error) {
      renameSync(before, folder);
      throw error;
    }
    rescueSaved(before, folder);
    remove(before);
    return success(null);
  } catch (error) {
    remove(stage);
    return unchanged(current, error);
  }
};
