import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type Command, findPlace } from '#bank/commands/command.ts';
import type { Diagnostic } from '#bank/compiled-bank.ts';
import { diagnose, sortDiagnostics } from '#bank/diagnostic.ts';
import { readExamFile } from '#bank/read/read-exam.ts';
import { writeAiken } from './formats/aiken.ts';
import { writeAnki } from './formats/anki.ts';
import { writeCsv } from './formats/csv.ts';
import { writeGift } from './formats/gift.ts';
import { writeJson } from './formats/json.ts';
import { writeMarkdown } from './formats/markdown.ts';
import { writeMoodle } from './formats/moodle.ts';
import { showSafely } from './import-command.ts';
import type { EmbeddedPicture } from './item.ts';
import {
  type Outgoing,
  picturesOf,
  printDataAddress,
  toOutgoing,
  type WriteQuestions,
} from './outgoing.ts';
import { readExamFolder } from './stored-exam.ts';
import { writeTogether } from './write-together.ts';

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

type TargetFormat = keyof typeof targets;
const targetFormats = Object.keys(targets) as TargetFormat[];

type Export = {
  text: string;
  /** To be copied beside the text. */
  pictures: EmbeddedPicture[];
  /** Questions that are not in it, and why. */
  diagnostics: Diagnostic[];
  /** How many questions are in it. */
  count: number;
  loses: string | undefined;
};

/** The text of an exam in another format. Pictures are inlined when nothing can lie beside it. */
const exportExam = (
  folder: string,
  exam: { place: string; name: string },
  format: TargetFormat,
  hasFolder: boolean,
): Export => {
  const { questions, diagnostics } = readExamFolder(folder);
  const target: Target = targets[format];
  const out: Outgoing[] = [];
  const blame = (id: string, reason: string) =>
    diagnostics.push(diagnose(`${folder}/${id}.md`, 1, `The question ${reason}.`));
  for (const stored of questions) {
    const outgoing = toOutgoing(stored, folder);
    if (outgoing.ok) out.push(outgoing.value);
    else blame(stored.id, outgoing.failure);
  }
  const isBeside = target.pictures === 'beside' && hasFolder;
  const { text, rejected } = target.write(
    out,
    isBeside ? ({ name }) => name : printDataAddress,
    exam,
  );
  for (const { id, reason } of rejected) blame(id, reason);
  const left = new Set(rejected.map(({ id }) => id));
  const sent = out.filter(({ id }) => !left.has(id));
  const pictures = isBeside ? sent.flatMap(picturesOf).map((picture) => picture.target) : [];
  return { text, pictures, diagnostics, count: sent.length, loses: target.loses };
};

const summary = `print an exam in another format; questions that lack parts go out too
      FORMAT is ${targetFormats.join(', ')}; --out FILE writes a new file instead
      Pictures lie beside FILE in gift, csv, json and markdown; they are inlined in anki and
      moodle, and wherever no FILE is named. Cells that a spreadsheet would run get a "'".`;

const isSame = (file: string, { bytes }: EmbeddedPicture) => {
  try {
    return readFileSync(file).equals(bytes);
  } catch {
    return false;
  }
};

export const exportQuestions: Command = {
  name: 'export',
  usage: 'provider/exam --to FORMAT',
  summary,
  flags: { to: { type: 'string' }, out: { type: 'string' } },
  words: [1, 1],
  run: async ({ words: [word = ''], flags }, { bank, print, stderr }) => {
    const place = findPlace(bank, word, false);
    if (!place.ok) return place.failure;
    const format = targetFormats.find((name) => name === flags.to);
    if (!format) return `Say with --to which format: ${targetFormats.join(', ')}.`;
    const out = typeof flags.out === 'string' ? flags.out : undefined;
    if (out === '') return '--out needs a file.';
    if (out !== undefined && existsSync(out)) return `${out} exists already: name another file.`;
    const exam = readExamFile(`${bank}/${place.value}`);
    if (!exam.ok) return `The exam is refused: run "lint ${place.value}" and correct it first.`;

    const { name } = exam.value.value;
    const folder = `${bank}/${place.value}/questions`;
    const made = exportExam(folder, { place: place.value, name }, format, out !== undefined);
    for (const { file, line, message } of sortDiagnostics(made.diagnostics)) {
      stderr(showSafely(`${file}:${line}: left behind: ${message}`));
    }
    if (made.loses) stderr(made.loses);
    if (out === undefined) print(made.text.replace(/\n$/, ''));
    else {
      const beside = dirname(out);
      const files = made.pictures
        .filter((picture) => !isSame(`${beside}/${picture.name}`, picture))
        .map((picture) => ({ name: picture.name, content: picture.bytes }));
      mkdirSync(beside, { recursive: true });
      const written = writeTogether(
        beside,
        [...files, { name: basename(out), content: made.text }],
        beside,
      );
      if (!written.ok) {
        stderr(showSafely(written.failure));
        return 1;
      }
      const beyond = made.pictures.length > 0 ? `, ${made.pictures.length} pictures beside it` : '';
      print(`${out}: ${made.count} questions${beyond}.`);
    }
    return made.diagnostics.length === 0 ? 0 : 1;
  },
};
