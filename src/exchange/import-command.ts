import { type Command, findExam } from '#bank/commands/command.ts';
import { findSourceFormat, readers } from './formats/formats.ts';
import { planImport } from './import-plan.ts';
import { readSourceFile } from './source-file.ts';
import { writeTogether } from './write-together.ts';

/** Text from a source must not control the terminal. */
export const showSafely = (text: string): string => text.replace(/\p{Cc}|\p{Cf}/gu, '·');

const mostItems = 100_000;
const sourceFormats = Object.keys(readers).join(', ');

const summary = `import questions from another bank; every rejected item is listed with a reason
      FILE is ${sourceFormats}, by its ending or --format
      csv's first row and json's keys: question, options (a list, in csv on lines or between |)
      or option1, option2, …; answers (by text, letter, number or as option1); and, as far as
      known, explanation, notes or note1, … (why each option is right or wrong), references
      ("title https://…" on lines; in json {title, url}), domain, id, task, form,
      sitting, reviewed, shuffle.
      Pictures are ![what it shows](file) in question and options, beside FILE.
      markdown: "### stem", "- [x] right", "- [ ] wrong", "> why" under each, "## Explanation"`;

export const importQuestions: Command = {
  name: 'import',
  usage: 'FILE --into provider/exam',
  summary,
  flags: { into: { type: 'string' }, format: { type: 'string' } },
  words: [1, 1],
  run: async ({ words: [file = ''], flags }, { bank, print, stderr }) => {
    if (typeof flags.into !== 'string') return 'Say with --into provider/exam where to import.';
    const found = findExam(bank, flags.into);
    if (!found.ok) return found.failure;
    const format = findSourceFormat(flags.format ?? file);
    if (!format) return `Say with --format what ${file} is: ${sourceFormats}.`;
    const fail = (message: string, line = 1) => {
      stderr(showSafely(`${file}:${line}: refused: ${message}`));
      return 1 as const;
    };
    const text = readSourceFile(file);
    if (!text.ok) return fail(text.failure);
    const reading = readers[format](text.value);
    if (!reading.ok) return fail(reading.failure.message, reading.failure.line);
    if (reading.value.items.length + reading.value.rejected.length > mostItems) {
      return fail(`It holds over ${mostItems} items: cut it into smaller files.`);
    }
    const { questions: folder, exam } = found.value;
    const { domains } = exam;
    const plan = planImport({ reading: reading.value, sourceFile: file, folder, domains });
    const { questions, rejected, notes } = plan;
    const all = questions.length + rejected.length;
    if (all === 0) return fail('There are no questions in it.');
    const written = writeTogether(folder, questions.flat());
    if (!written.ok) {
      stderr(showSafely(written.failure));
      return 1;
    }

    for (const { place, title, reason } of rejected) {
      print(showSafely(`${file}${place}: rejected: ${title && `"${title}" `}${reason}`));
    }
    for (const note of notes) print(showSafely(`${file}: note: ${note}`));
    print(`${file}: ${all} in, ${questions.length} imported, ${rejected.length} rejected.`);
    if (questions.length > 0) print(`"lint ${flags.into}" tells what they still lack.`);
    return rejected.length === 0 ? 0 : 1;
  },
};
