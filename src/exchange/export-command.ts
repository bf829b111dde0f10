import { basename, dirname } from 'node:path';
import { type Command, findExam } from '#bank/authoring/commands/command.ts';
import { diagnose, sortDiagnostics } from '#bank/diagnostic.ts';
import { readExamFolder } from './exam-folder.ts';
import { isTargetFormat, writers } from './formats/formats.ts';
import { showSafely } from './import-command.ts';
import { toOutgoing } from './outgoing.ts';
import { writeTogether } from './write-together.ts';

/** Formats whose images may lie in files beside the text; otherwise they are part of it. */
const besideFormats: readonly unknown[] = ['gift', 'csv', 'json', 'markdown'];
const targetFormats = Object.keys(writers).join(', ');

const summary = `print an exam in another format; incomplete questions are exported too
      FORMAT is ${targetFormats}; --out FILE writes a new file instead
      Pictures lie beside FILE in gift, csv, json and markdown; they are inlined in anki and
      moodle, and wherever no FILE is named. Cells that a spreadsheet would run get a "'".`;

export const exportQuestions: Command = {
  name: 'export',
  usage: 'provider/exam --to FORMAT',
  summary,
  flags: { to: { type: 'string' }, out: { type: 'string' } },
  words: [1, 1],
  run: async ({ words: [word = ''], flags: { to, out } }, { bank, print, stderr }) => {
    const found = findExam(bank, word);
    if (!found.ok) return found.failure;
    if (!isTargetFormat(to)) return `Say with --to which format: ${targetFormats}.`;
    const { place, questions: folder, exam } = found.value;
    const file = typeof out === 'string' ? out : undefined;
    const isInline = file === undefined || !besideFormats.includes(to);

    const { questions, diagnostics } = readExamFolder(folder);
    const rejected = new Set<string>();
    const reject = (id: string, reason: string) => {
      rejected.add(id);
      diagnostics.push(diagnose(`${folder}/${id}.md`, 1, `The question ${reason}`));
    };
    const complete = questions.flatMap((stored) => {
      const outgoing = toOutgoing(stored, folder, isInline);
      if (outgoing.ok) return [outgoing.value];
      reject(stored.id, outgoing.failure);
      return [];
    });
    const text = writers[to](complete, { place, name: exam.name }, reject);
    const sent = complete.filter(({ id }) => !rejected.has(id));
    for (const { file: path, line, message } of sortDiagnostics(diagnostics)) {
      stderr(showSafely(`${path}:${line}: rejected: ${message}`));
    }
    if (to === 'aiken') {
      stderr('Aiken has no place for explanations, whys, references, domains and ids.');
    }
    if (file === undefined) print(text.replace(/\n$/, ''));
    else {
      const images = isInline ? [] : sent.flatMap((question) => question.images);
      const files = images.map(({ file: name, bytes }) => ({ name, content: bytes }));
      const written = writeTogether(dirname(file), [
        ...files,
        { name: basename(file), content: text },
      ]);
      if (!written.ok) {
        stderr(showSafely(written.failure));
        return 1;
      }
      const beside = images.length > 0 ? `, ${images.length} pictures beside it` : '';
      print(`${file}: ${sent.length} questions${beside}.`);
    }
    return diagnostics.length === 0 ? 0 : 1;
  },
};
