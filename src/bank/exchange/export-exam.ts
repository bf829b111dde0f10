import type { Problem } from '../compiled-bank.ts';
import { problem } from '../problem.ts';
import { writeAiken } from './aiken-writer.ts';
import { writeAnki } from './anki-writer.ts';
import { writeCsv } from './csv-writer.ts';
import { readExamFolder } from './exam-folder.ts';
import { writeGift } from './gift-writer.ts';
import type { EmbeddedPicture } from './item.ts';
import { writeJson } from './json-writer.ts';
import { writeMarkdown } from './markdown-writer.ts';
import { writeMoodle } from './moodle-writer.ts';
import {
  type Outgoing,
  picturesOf,
  printDataAddress,
  toOutgoing,
  type WriteQuestions,
} from './outgoing.ts';

/** How a format takes pictures: copied beside the file, within the text, or not at all. */
type Target = { write: WriteQuestions; pictures: 'beside' | 'within' | 'none'; loses?: string };

const targets = {
  gift: { write: writeGift, pictures: 'beside' },
  csv: { write: writeCsv, pictures: 'beside' },
  json: { write: writeJson, pictures: 'beside' },
  anki: { write: writeAnki, pictures: 'within' },
  markdown: { write: writeMarkdown, pictures: 'beside' },
  moodle: { write: writeMoodle, pictures: 'within' },
  aiken: {
    write: writeAiken,
    pictures: 'none',
    loses: 'Aiken has no place for explanations, whys, references, domains and ids.',
  },
} satisfies Record<string, Target>;

export type TargetFormat = keyof typeof targets;
export const targetFormats = Object.keys(targets) as TargetFormat[];

export type Export = {
  text: string;
  /** To be copied beside the text. */
  pictures: EmbeddedPicture[];
  /** Questions that are not in it, and why. */
  problems: Problem[];
  /** How many questions are in it. */
  count: number;
  loses: string | undefined;
};

/** The text of an exam in another format. Pictures are inlined when nothing can lie beside it. */
export const exportExam = (
  folder: string,
  exam: { place: string; name: string },
  format: TargetFormat,
  hasFolder: boolean,
): Export => {
  const { questions, problems } = readExamFolder(folder);
  const target: Target = targets[format];
  const out: Outgoing[] = [];
  const blame = (id: string, reason: string) =>
    problems.push(problem(`${folder}/${id}.md`, 1, `The question ${reason}.`));
  for (const stored of questions) {
    const outgoing = toOutgoing(stored, folder);
    if (outgoing.ok) out.push(outgoing.value);
    else blame(stored.id, outgoing.failure);
  }
  const isBeside = target.pictures === 'beside' && hasFolder;
  const { text, leftBehind } = target.write(
    out,
    isBeside ? ({ name }) => name : printDataAddress,
    exam,
  );
  for (const { id, reason } of leftBehind) blame(id, reason);
  const left = new Set(leftBehind.map(({ id }) => id));
  const sent = out.filter(({ id }) => !left.has(id));
  const pictures = isBeside ? sent.flatMap(picturesOf).map((picture) => picture.target) : [];
  return { text, pictures, problems, count: sent.length, loses: target.loses };
};
