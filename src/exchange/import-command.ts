import { type Command, findExam } from '#bank/commands/command.ts';
import { failed } from '#contract/result.ts';
import { findFormat, readers, sourceFormats } from './formats/readers.ts';
import { type ImportPlan, type Missing, planImport } from './import-plan.ts';
import type { Place } from './item.ts';
import { decodeSource, mostItems, readSourceFile, tooMany } from './source-file.ts';
import { writeTogether } from './write-together.ts';

// Text from a source must not control the terminal.
const steering = /\p{Cc}|\p{Cf}/gu;
export const showSafely = (text: string): string => text.replace(steering, '·');

const describePlace = (file: string, place: Place) =>
  'line' in place ? `${file}:${place.line}` : `${file}: item ${place.number}`;

const hints: Record<Missing, string> = {
  explanation: 'an explanation',
  rationale: 'the why of options',
  reference: 'a reference',
  reviewed: 'the day of review',
  domain: 'a domain',
  'alternative text': "pictures' alternative texts",
  count: 'the number of right options in the stem',
};

const titled = (title: string) => (title === '' ? '' : ` "${title}"`);

/** The report on an import, in lines; `done` is "imported" or the like. */
const reportImport = (file: string, plan: ImportPlan, done: string): string[] => {
  const { questions, rejected, notes, missing } = plan;
  const duplicates = rejected.filter((left) => left.isDuplicate).length;
  const all = questions.length + rejected.length;
  const lines = [
    ...rejected.map(
      ({ place, title, reason }) =>
        `${describePlace(file, place)}: left behind:${titled(title)} ${reason}`,
    ),
    ...notes.map((note) =>
      typeof note === 'string'
        ? `${file}: note: ${note}`
        : `${describePlace(file, note.place)}: note:${titled(note.title)} ${note.note}`,
    ),
    `${file}: ${all} in, ${questions.length} ${done}, ${rejected.length} left behind` +
      `${duplicates > 0 ? ` (${duplicates} known already)` : ''}.`,
  ];
  const asked = [...missing].map(([what, count]) => `${hints[what]} (${count})`);
  if (asked.length > 0) lines.push(`The linter will ask for: ${asked.join(', ')}.`);
  return lines.map(showSafely);
};

const summary = `bring in questions from another bank; every item left behind is named
      FILE is ${sourceFormats.join(', ')}, by its ending or --format; --dry-run writes nothing
      csv's first row and json's keys: question, options (a list, in csv on lines or between |)
      or option1, option2, …; answers (by text, letter or number from 1); and, as far as known,
      explanation, notes or note1, … (why each option is right or wrong), references
      ("title https://…" on lines; in json {title, url}), domain, id, task, form,
      reviewed, shuffle.
      Pictures are ![what it shows](file) in question and options, beside FILE.
      markdown: "### stem", "- [x] right", "- [ ] wrong", "> why" under each, "#### Explanation"`;

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
    const asked = typeof flags.format === 'string' ? flags.format : undefined;
    const format = findFormat(file, asked);
    if (!format) {
      const known = sourceFormats.join(', ');
      return asked === undefined
        ? `The ending of "${file}" does not tell its format: say --format with one of ${known}.`
        : `There is no format "${asked}"; there are: ${known}.`;
    }
    const bytes = readSourceFile(file);
    if (!bytes.ok) return `${file} ${bytes.failure}.`;
    const text = decodeSource(bytes.value);
    const read = text.ok ? readers[format](text.value) : text;
    const reading =
      read.ok && read.value.items.length + read.value.rejected.length > mostItems
        ? failed(tooMany)
        : read;
    if (!reading.ok) {
      const { line, message } = reading.failure;
      stderr(showSafely(`${file}${line === undefined ? '' : `:${line}`}: refused: ${message}`));
      return 1;
    }
    const { questions: folder, exam } = found.value;
    const { domains } = exam;
    const plan = planImport({ reading: reading.value, sourceFile: file, folder, domains });
    const isDry = flags['dry-run'] === true;
    const written = isDry
      ? { ok: true as const }
      : writeTogether(
          folder,
          plan.questions.flatMap((question) => question.files),
        );
    if (!written.ok) {
      stderr(showSafely(written.failure));
      return 1;
    }
    for (const line of reportImport(file, plan, isDry ? 'would be imported' : 'imported'))
      print(line);
    if (plan.questions.length + plan.rejected.length === 0) stderr(`${file} holds no questions.`);
    return plan.questions.length > 0 && plan.rejected.length === 0 ? 0 : 1;
  },
};
