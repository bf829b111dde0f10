import { basename, dirname } from 'node:path';
import { type Command, findExam } from '#bank/authoring/commands/command.ts';
import { diagnose, sortDiagnostics } from '#bank/diagnostic.ts';
import { isArchive, pack } from '../archive.ts';
import { describeUnfit } from '../formats/format.ts';
import { isTargetName, targetFormats } from '../formats/formats.ts';
import { type Outgoing, toOutgoing } from '../outgoing.ts';
import { readExamFolder } from './exam-folder.ts';
import { showSafely } from './import-command.ts';
import { writeTogether } from './new-files.ts';

const targetNames = Object.keys(targetFormats).join(', ');

const summary = `print an exam in another format; incomplete questions are exported too
      FORMAT is ${targetNames}; --out FILE writes a new file instead
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
    if (!isTargetName(to)) return `Say with --to which format: ${targetNames}.`;
    const { place, questions: folder, exam } = found.value;
    const format = targetFormats[to];
    const file = typeof out === 'string' ? out : undefined;
    const isInline = file === undefined || !format.hasImagesBeside;

    const { questions: stored, diagnostics } = readExamFolder(folder);
    const questions: Outgoing[] = [];
    for (const one of stored) {
      const outgoing = toOutgoing(one, isInline);
      const reason = outgoing.ok ? describeUnfit(format, outgoing.value) : outgoing.failure;
      if (outgoing.ok && reason === undefined) questions.push(outgoing.value);
      else diagnostics.push(diagnose(`${folder}/${one.id}.md`, 1, `The question ${reason}`));
    }
    for (const { file: path, line, message } of sortDiagnostics(diagnostics)) {
      stderr(showSafely(`${path}:${line}: rejected: ${message}`));
    }
    if (format.loss) stderr(format.loss);
    const code = diagnostics.length === 0 ? 0 : 1;
    const outgoing = { place, name: exam.name, questions };
    const packed = file !== undefined && isArchive(file) ? format.pack?.(outgoing) : undefined;
    const text = packed ? pack(packed) : format.print(outgoing);
    if (file === undefined) {
      print(String(text).replace(/\n$/, ''));
      return code;
    }
    const images = isInline || packed ? [] : questions.flatMap((question) => question.images);
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
    print(`${file}: ${questions.length} questions${beside}.`);
    return code;
  },
};
