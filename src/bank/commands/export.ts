import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { exportExam, targetFormats } from '../exchange/export-exam.ts';
import { showSafely } from '../exchange/import-report.ts';
import type { EmbeddedPicture } from '../exchange/item.ts';
import { writeTogether } from '../exchange/write-together.ts';
import { sortProblems } from '../problem.ts';
import { readExamFile } from '../read/read-exam.ts';
import type { Command } from './command.ts';
import { findPlace } from './place.ts';

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
  run: async ({ words: [word = ''], flags }, { bank, print, complain }) => {
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
    for (const { file, line, message } of sortProblems(made.problems)) {
      complain(showSafely(`${file}:${line}: left behind: ${message}`));
    }
    if (made.loses) complain(made.loses);
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
        complain(showSafely(written.failure));
        return 1;
      }
      const beyond = made.pictures.length > 0 ? `, ${made.pictures.length} pictures beside it` : '';
      print(`${out}: ${made.count} questions${beyond}.`);
    }
    return made.problems.length === 0 ? 0 : 1;
  },
};
