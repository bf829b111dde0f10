import { type Command, findExam } from '#bank/commands/command.ts';
import { failed } from '#contract/result.ts';
import { findSourceFormat, readers } from './formats/formats.ts';
import { type ImportPlan, planImport } from './import-plan.ts';
import type { Place } from './item.ts';
import { decodeSource, mostItems, readSourceFile, tooMany } from './source-file.ts';
import { writeTogether } from './write-together.ts';

/** Text from a source must not control the terminal. */
export const showSafely = (text: string): string => text.replace(/\p{Cc}|\p{Cf}/gu, '·');

const describePlace = (file: string, place: Place) =>
  'line' in place ? `${file}:${place.line}` : `${file}: item ${place.number}`;

const quote = (title: string) => (title === '' ? '' : ` "${title}"`);

/** The report on an import, in lines; `done` is "imported" or the like. */
const reportImport = (file: string, plan: ImportPlan, done: string): string[] => {
  const { questions, rejected, notes } = plan;
  const duplicates = rejected.filter((item) => item.isDuplicate).length;
  return [
    ...rejected.map(
      ({ place, title, reason }) =>
        `${describePlace(file, place)}: rejected:${quote(title)} ${reason}`,
    ),
    ...notes.map((note) =>
      typeof note === 'string'
        ? `${file}: note: ${note}`
        : `${describePlace(file, note.place)}: note:${quote(note.title)} ${note.note}`,
    ),
    `${file}: ${questions.length + rejected.length} in, ${questions.length} ${done}, ` +
      `${rejected.length} rejected${duplicates > 0 ? ` (${duplicates} known already)` : ''}.`,
  ].map(showSafely);
};

const readItems = (bytes: Buffer, read: (typeof readers)['csv']) => {
  const text = decodeSource(bytes);
  const reading = text.ok ? read(text.value) : text;
  if (!reading.ok) return reading;
  const { items, rejected } = reading.value;
  return items.length + rejected.length > mostItems ? failed(tooMany) : reading;
};

const sourceFormats = Object.keys(readers).join(', ');

const summary = `import questions from another bank; every rejected item is listed with a reason
      FILE is ${sourceFormats}, by its ending or --format; --dry-run writes nothing
      csv's first row and json's keys: question, options (a list, in csv on lines or between |)
      or option1, option2, …; answers (by text, letter or number from 1); and, as far as known,
      explanation, notes or note1, … (why each option is right or wrong), references
      ("title https://…" on lines; in json {title, url}), domain, id, task, form,
      reviewed, shuffle.
      Pictures are ![what it shows](file) in question and options, beside FILE.
      markdown: "### stem", "- [x] right", "- [ ] wrong", "> why" under each, "## Explanation"`;

export const importQuestions: Command = {
  name: 'import',
  usage: 'FILE --into provider/exam',
  summary,
  flags: {
    into: { type: 'string' },
    format: { type: 'string' },
    'dry-run': { type: 'boolean' },
  },
  words: [1, 1],
  run: async ({ words: [file = ''], flags }, { bank, print, stderr }) => {
    if (typeof flags.into !== 'string') return 'Say with --into provider/exam where to import.';
    const found = findExam(bank, flags.into);
    if (!found.ok) return found.failure;
    const named = typeof flags.format === 'string' ? flags.format : undefined;
    const format = findSourceFormat(file, named);
    if (!format) {
      return named === undefined
        ? `The ending of "${file}" does not tell its format: say --format with one of ${sourceFormats}.`
        : `There is no format "${named}"; there are: ${sourceFormats}.`;
    }
    const bytes = readSourceFile(file);
    if (!bytes.ok) return `${file} ${bytes.failure}.`;
    const reading = readItems(bytes.value, readers[format]);
    if (!reading.ok) {
      const { line, message } = reading.failure;
      stderr(showSafely(`${file}${line === undefined ? '' : `:${line}`}: refused: ${message}`));
      return 1;
    }
    const { questions: folder, exam } = found.value;
    const { domains } = exam;
    const plan = planImport({ reading: reading.value, sourceFile: file, folder, domains });
    const isDry = flags['dry-run'] === true;
    if (!isDry) {
      const written = writeTogether(folder, plan.questions.flat());
      if (!written.ok) {
        stderr(showSafely(written.failure));
        return 1;
      }
    }
    const done = isDry ? 'would be imported' : 'imported';
    for (const line of reportImport(file, plan, done)) print(line);
    if (plan.questions.length > 0) print(`"lint ${flags.into}" tells what they still lack.`);
    if (plan.questions.length + plan.rejected.length === 0) stderr(`${file} holds no questions.`);
    return plan.questions.length > 0 && plan.rejected.length === 0 ? 0 : 1;
  },
};
