import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type Command, findExam } from '#bank/commands/command.ts';
import { type Diagnostic, diagnose, sortDiagnostics } from '#bank/diagnostic.ts';
import { readExamFolder } from './exam-folder.ts';
import { isTargetFormat, writers } from './formats/formats.ts';
import { showSafely } from './import-command.ts';
import { type Outgoing, type OutgoingImage, toOutgoing, type WriteQuestions } from './outgoing.ts';
import { writeTogether } from './write-together.ts';

/** Formats whose images may lie in files beside the text; otherwise they are part of it. */
const besideFormats: readonly unknown[] = ['gift', 'csv', 'json', 'markdown'];
const targetFormats = Object.keys(writers).join(', ');

type Export = {
  text: string;
  /** Images to copy beside the text. */
  images: OutgoingImage[];
  /** Questions that were rejected, and why. */
  diagnostics: Diagnostic[];
  count: number;
};

/** Prints an exam in another format. Images are inlined when there is no folder for them. */
const exportExam = (
  folder: string,
  exam: { place: string; name: string },
  write: WriteQuestions,
  isInline: boolean,
): Export => {
  const { questions, diagnostics } = readExamFolder(folder);
  const rejected = new Set<string>();
  const reject = (id: string, reason: string) => {
    rejected.add(id);
    diagnostics.push(diagnose(`${folder}/${id}.md`, 1, `The question ${reason}.`));
  };
  const complete: Outgoing[] = [];
  for (const stored of questions) {
    const outgoing = toOutgoing(stored, folder, isInline);
    if (outgoing.ok) complete.push(outgoing.value);
    else reject(stored.id, outgoing.failure);
  }
  const text = write(complete, exam, reject);
  const sent = complete.filter(({ id }) => !rejected.has(id));
  const images = isInline ? [] : sent.flatMap((question) => question.images);
  return { text, images, diagnostics, count: sent.length };
};

const summary = `print an exam in another format; incomplete questions are exported too
      FORMAT is ${targetFormats}; --out FILE writes a new file instead
      Pictures lie beside FILE in gift, csv, json and markdown; they are inlined in anki and
      moodle, and wherever no FILE is named. Cells that a spreadsheet would run get a "'".`;

const isSame = (path: string, bytes: Buffer) => {
  try {
    return readFileSync(path).equals(bytes);
  } catch {
    return false;
  }
};

const writeExport = (out: string, { text, images }: Export) => {
  const folder = dirname(out);
  const files = images
    .filter(({ file, bytes }) => !isSame(`${folder}/${file}`, bytes))
    .map(({ file, bytes }) => ({ name: file, content: bytes }));
  mkdirSync(folder, { recursive: true });
  return writeTogether(folder, [...files, { name: basename(out), content: text }], folder);
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
    const format = flags.to;
    if (!isTargetFormat(format)) return `Say with --to which format: ${targetFormats}.`;
    const out = typeof flags.out === 'string' ? flags.out : undefined;
    if (out === '') return '--out needs a file.';
    if (out !== undefined && existsSync(out)) return `${out} exists already: name another file.`;

    const isInline = out === undefined || !besideFormats.includes(format);
    const made = exportExam(questions, { place, name: exam.name }, writers[format], isInline);
    for (const { file, line, message } of sortDiagnostics(made.diagnostics)) {
      stderr(showSafely(`${file}:${line}: rejected: ${message}`));
    }
    if (format === 'aiken') {
      stderr('Aiken has no place for explanations, whys, references, domains and ids.');
    }
    if (out === undefined) print(made.text.replace(/\n$/, ''));
    else {
      const written = writeExport(out, made);
      if (!written.ok) {
        stderr(showSafely(written.failure));
        return 1;
      }
      const beside = made.images.length > 0 ? `, ${made.images.length} pictures beside it` : '';
      print(`${out}: ${made.count} questions${beside}.`);
    }
    return made.diagnostics.length === 0 ? 0 : 1;
  },
};
