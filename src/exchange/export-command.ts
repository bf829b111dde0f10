import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type Command, findExam } from '#bank/commands/command.ts';
import { type Diagnostic, diagnose, sortDiagnostics } from '#bank/diagnostic.ts';
import { writeAiken } from './formats/aiken.ts';
import { writeAnki } from './formats/anki.ts';
import { writeCsv } from './formats/csv.ts';
import { writeGift } from './formats/gift.ts';
import { writeJson } from './formats/json.ts';
import { writeMarkdown } from './formats/markdown.ts';
import { writeMoodle } from './formats/moodle.ts';
import { showSafely } from './import-command.ts';
import type { EmbeddedImage } from './item.ts';
import {
  imagesOf,
  type Outgoing,
  printDataAddress,
  toOutgoing,
  type WriteQuestions,
} from './outgoing.ts';
import { readExamFolder } from './stored-exam.ts';
import { writeTogether } from './write-together.ts';

/** Where a format has images: in files beside the text, within the text, or nowhere. */
type Target = { write: WriteQuestions; images: 'beside' | 'within' | 'none'; loses?: string };

const targets = {
  gift: { write: writeGift, images: 'beside' },
  csv: { write: writeCsv, images: 'beside' },
  json: { write: writeJson, images: 'beside' },
  anki: { write: writeAnki, images: 'within' },
  markdown: { write: writeMarkdown, images: 'beside' },
  moodle: { write: writeMoodle, images: 'within' },
  aiken: {
    write: writeAiken,
    images: 'none',
    loses: 'Aiken has no place for explanations, whys, references, domains and ids.',
  },
} satisfies Record<string, Target>;

type TargetFormat = keyof typeof targets;
const targetFormats = Object.keys(targets) as TargetFormat[];

type Export = {
  text: string;
  /** Images to copy beside the text. */
  images: EmbeddedImage[];
  /** Questions that were left out, and why. */
  diagnostics: Diagnostic[];
  count: number;
  loses: string | undefined;
};

/** Prints an exam in another format. Images are inlined when there is no folder for them. */
const exportExam = (
  folder: string,
  exam: { place: string; name: string },
  format: TargetFormat,
  hasFolder: boolean,
): Export => {
  const { questions, diagnostics } = readExamFolder(folder);
  const target: Target = targets[format];
  const out: Outgoing[] = [];
  const report = (id: string, reason: string) =>
    diagnostics.push(diagnose(`${folder}/${id}.md`, 1, `The question ${reason}.`));
  for (const stored of questions) {
    const outgoing = toOutgoing(stored, folder);
    if (outgoing.ok) out.push(outgoing.value);
    else report(stored.id, outgoing.failure);
  }
  const isBeside = target.images === 'beside' && hasFolder;
  const { text, rejected } = target.write(
    out,
    isBeside ? ({ name }) => name : printDataAddress,
    exam,
  );
  for (const { id, reason } of rejected) report(id, reason);
  const left = new Set(rejected.map(({ id }) => id));
  const sent = out.filter(({ id }) => !left.has(id));
  const images = isBeside ? sent.flatMap(imagesOf).map((image) => image.target) : [];
  return { text, images, diagnostics, count: sent.length, loses: target.loses };
};

const summary = `print an exam in another format; questions that lack parts go out too
      FORMAT is ${targetFormats.join(', ')}; --out FILE writes a new file instead
      Pictures lie beside FILE in gift, csv, json and markdown; they are inlined in anki and
      moodle, and wherever no FILE is named. Cells that a spreadsheet would run get a "'".`;

const isSame = (file: string, { bytes }: EmbeddedImage) => {
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
    const found = findExam(bank, word);
    if (!found.ok) return found.failure;
    const { place, questions, exam } = found.value;
    const format = targetFormats.find((name) => name === flags.to);
    if (!format) return `Say with --to which format: ${targetFormats.join(', ')}.`;
    const out = typeof flags.out === 'string' ? flags.out : undefined;
    if (out === '') return '--out needs a file.';
    if (out !== undefined && existsSync(out)) return `${out} exists already: name another file.`;

    const made = exportExam(questions, { place, name: exam.name }, format, out !== undefined);
    for (const { file, line, message } of sortDiagnostics(made.diagnostics)) {
      stderr(showSafely(`${file}:${line}: left behind: ${message}`));
    }
    if (made.loses) stderr(made.loses);
    if (out === undefined) print(made.text.replace(/\n$/, ''));
    else {
      const beside = dirname(out);
      const files = made.images
        .filter((image) => !isSame(`${beside}/${image.name}`, image))
        .map((image) => ({ name: image.name, content: image.bytes }));
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
      const beyond = made.images.length > 0 ? `, ${made.images.length} pictures beside it` : '';
      print(`${out}: ${made.count} questions${beyond}.`);
    }
    return made.diagnostics.length === 0 ? 0 : 1;
  },
};
