import { type Command, findExam } from '#bank/authoring/commands/command.ts';
import { success } from '#contract/result.ts';
import { formatsOf, sourceNames, unpackerOf } from '../formats/formats.ts';
import { planImport, type Source } from '../import-plan.ts';
import { findColumn } from '../records/columns.ts';
import { openImages } from '../source-images.ts';
import { openSources } from '../sources.ts';
import { readExamFolder } from './exam-folder.ts';
import { lockExam } from './exam-lock.ts';
import { addTogether, filesOf } from './new-files.ts';
import { listSources, openNeighbors, readSourceBytes } from './source-file.ts';

/** Text from a source must not control the terminal. */
export const showSafely = (text: string): string => text.replace(/\p{Cc}|\p{Cf}/gu, '·');

const mostItems = 100_000;
/** Of each kind of message; the rest are counted. */
const mostLines = 20;
const formatNames = sourceNames.join(', ');

const summary = `import questions from another bank; what is rejected is listed with a reason
      FILE is ${formatNames}, by its ending or --format; txt is gift, aiken or anki; or a folder of these
      csv's first row and json's keys: question, options (a list, in csv on lines or between |)
      or option1, option2, …; answers (by text, letter, number or as option1); and, as far as
      known, explanation, notes or note1, … (why each option is right or wrong), references
      ("title https://…" on lines; in json {title, url}), domain, id, task, form,
      sitting, reviewed, shuffle. Usual other names are known; --column name=header tells the rest,
      --count-from 0 or 1 which number the first option has in answers that are numbers.
      Pictures are ![what it shows](file) in question and options, beside FILE.
      markdown: "### stem", "- [x] right", "- [ ] wrong", "> why" under each, "## Explanation",
      or "A. option" and "Answer: A"`;

/** Reads `--column name=header`, or returns what is wrong with one. */
const readColumns = (flag: unknown): Record<string, string> | string => {
  const columns: Record<string, string> = {};
  for (const pair of Array.isArray(flag) ? flag.map(String) : []) {
    const [name = '', ...header] = pair.split('=');
    if (findColumn(name)?.isExact !== true || header.length === 0) {
      return `--column ${pair} names no part: write question=, option1=, …, answers= or another, and a header.`;
    }
    columns[header.join('=').trim()] = name;
  }
  return columns;
};

export const importQuestions: Command = {
  name: 'import',
  usage: 'FILE --into provider/exam',
  summary,
  flags: {
    into: { type: 'string' },
    format: { type: 'string' },
    column: { type: 'string', multiple: true },
    'count-from': { type: 'string' },
  },
  words: [1, 1],
  run: async ({ words: [file = ''], flags }, { bank, print, stderr }) => {
    if (typeof flags.into !== 'string') return 'Say with --into provider/exam where to import.';
    const found = findExam(bank, flags.into);
    if (!found.ok) return found.failure;
    const columns = readColumns(flags.column);
    if (typeof columns === 'string') return columns;
    const from = flags['count-from'];
    if (from !== undefined && from !== '0' && from !== '1') return 'Say --count-from 0 or 1.';
    const countFrom = from === undefined ? undefined : (Number(from) as 0 | 1);
    const complain = (message: string) => {
      stderr(showSafely(message));
      return 1 as const;
    };
    const refuse = (message: string, path = file, line = 1) =>
      complain(`${path}:${line}: refused: ${message}`);
    const paths = listSources(file);
    if (!paths.ok) return refuse(paths.failure);

    const sources: Source[] = [];
    const notes: string[] = [];
    let count = 0;
    let refused = 0;
    for (const path of paths.value) {
      if (!unpackerOf(path) && formatsOf(flags.format ?? path).length === 0) {
        return `Say with --format what ${path} is: ${formatNames}.`;
      }
      const bytes = readSourceBytes(path);
      if (!bytes.ok) {
        refuse(bytes.failure, path);
        refused += 1;
        continue;
      }
      const find = openImages(openNeighbors(path));
      const file = { name: path, bytes: bytes.value };
      const opened = openSources([file], { columns, countFrom, find, format: flags.format });
      for (const { failure, isEmpty } of opened.refused) {
        if (isEmpty && paths.value.length === 1) return refuse(failure.message);
        if (isEmpty) notes.push(`${path}: note: there are no questions in it`);
        else {
          refuse(failure.message, path, failure.line);
          refused += 1;
        }
      }
      sources.push(...opened.sources);
      count = sources.reduce((sum, { reading }) => sum + reading.entries.length, 0);
      if (count > mostItems) {
        return refuse(`It holds over ${mostItems} items: cut it into smaller files.`);
      }
    }
    if (sources.length === 0) return refused > 0 ? 1 : refuse('There are no questions in it.');

    const { questions: folder, exam } = found.value;
    const done = lockExam(folder, () => {
      const { questions, names, diagnostics } = readExamFolder(folder);
      for (const { file: path, line, message } of diagnostics) {
        notes.push(`${path}:${line} cannot be compared with: ${message}`);
      }
      const plan = planImport({
        sources,
        exam: { questions, names, domains: exam.domains },
      });
      const written = addTogether(folder, plan.questions.flatMap(filesOf));
      return written.ok ? success(plan) : written;
    });
    if (!done.ok) return complain(done.failure);
    const { questions, rejected } = done.value;

    const printSome = (lines: readonly string[], kind: string) => {
      for (const line of lines.slice(0, mostLines)) print(showSafely(line));
      const rest = lines.length - mostLines;
      if (rest > 0) print(showSafely(`${file}: and ${rest} more ${kind}.`));
    };
    const reasons = rejected.map(
      ({ place, title, reason }) => `${place}: rejected: ${title && `"${title}" `}${reason}`,
    );
    printSome(reasons, 'rejected');
    printSome([...notes, ...done.value.notes], 'notes');
    const all = questions.length + rejected.length;
    print(`${file}: ${all} in, ${questions.length} imported, ${rejected.length} rejected.`);
    if (questions.length > 0) print(`"lint ${flags.into}" tells what they still lack.`);
    return rejected.length + refused === 0 ? 0 : 1;
  },
};
