import { basename } from 'node:path';
import { type Command, findExam } from '#bank/authoring/commands/command.ts';
import { isQuestionId } from '#bank/validate/question.ts';
import { type Result, success } from '#contract/result.ts';
import { addTogether } from './add-together.ts';
import { lockExam } from './exam-lock.ts';
import { findColumn } from './formats/columns.ts';
import {
  detectFormat,
  endingOfSource,
  readers,
  type SourceFormat,
  shapes,
} from './formats/formats.ts';
import { planImport, type Source } from './import-plan.ts';
import type { Reading, SourceDiagnostic } from './item.ts';
import { listSources, readSourceFile } from './source-file.ts';

/** Text from a source must not control the terminal. */
export const showSafely = (text: string): string => text.replace(/\p{Cc}|\p{Cf}/gu, '·');

const mostItems = 100_000;
/** Messages of a kind; the others are counted. */
const mostLines = 20;
const sourceFormats = Object.keys(readers).join(', ');

const summary = `import questions from another bank; what is rejected is listed with a reason
      FILE is ${sourceFormats}, by its ending or --format; txt is gift or aiken; or a folder of these
      csv's first row and json's keys: question, options (a list, in csv on lines or between |)
      or option1, option2, …; answers (by text, letter, number or as option1); and, as far as
      known, explanation, notes or note1, … (why each option is right or wrong), references
      ("title https://…" on lines; in json {title, url}), domain, id, task, form,
      sitting, reviewed, shuffle. Usual other names are known; --column name=header tells the rest.
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
    columns[name] = header.join('=').trim();
  }
  return columns;
};

/** Reads a file. One question under front matter has the name of its file as its id. */
const readSource = (
  path: string,
  ending: SourceFormat | 'txt',
  columns: Record<string, string>,
): Result<{ format: SourceFormat; reading: Reading }, SourceDiagnostic> => {
  const text = readSourceFile(path);
  if (!text.ok) return text;
  const format = ending === 'txt' ? detectFormat(text.value) : ending;
  const reading = readers[format](text.value, { columns });
  if (!reading.ok) return reading;
  const [item, ...others] = reading.value.items;
  const id = basename(path).replace(/\.[^.]*$/, '');
  const isSingle = format === 'markdown' && text.value.startsWith('---\n') && others.length === 0;
  if (item && isSingle && isQuestionId(id)) item.id ??= id;
  return success({ format, reading: reading.value });
};

export const importQuestions: Command = {
  name: 'import',
  usage: 'FILE --into provider/exam',
  summary,
  flags: {
    into: { type: 'string' },
    format: { type: 'string' },
    column: { type: 'string', multiple: true },
  },
  words: [1, 1],
  run: async ({ words: [file = ''], flags }, { bank, print, stderr }) => {
    if (typeof flags.into !== 'string') return 'Say with --into provider/exam where to import.';
    const found = findExam(bank, flags.into);
    if (!found.ok) return found.failure;
    const columns = readColumns(flags.column);
    if (typeof columns === 'string') return columns;
    const fail = (message: string, path = file, line = 1) => {
      stderr(showSafely(`${path}:${line}: refused: ${message}`));
      return 1 as const;
    };
    const paths = listSources(file);
    if (!paths.ok) return fail(paths.failure);
    const sources: Source[] = [];
    const notes: string[] = [];
    let count = 0;
    let refused = 0;
    for (const path of paths.value) {
      const ending = endingOfSource(flags.format ?? path);
      if (!ending) return `Say with --format what ${path} is: ${sourceFormats}.`;
      const read = readSource(path, ending, columns);
      if (!read.ok) {
        fail(read.failure.message, path, read.failure.line);
        refused += 1;
        continue;
      }
      const { format, reading } = read.value;
      const size = reading.items.length + reading.rejected.length;
      count += size;
      if (count > mostItems) {
        return fail(`It holds over ${mostItems} items: cut it into smaller files.`);
      }
      if (size > 0) sources.push({ file: path, reading });
      else if (paths.value.length > 1) notes.push(`${path}: note: there are no questions in it`);
      else return fail(`There are no questions in it: it was searched for ${shapes[format]}.`);
    }
    if (sources.length === 0) return refused > 0 ? 1 : fail('There are no questions in it.');
    const { questions: folder, exam } = found.value;
    const done = lockExam(folder, () => {
      const plan = planImport({ sources, folder, domains: exam.domains });
      return { plan, written: addTogether(folder, plan.questions.flat()) };
    });
    const failure = done.ok
      ? done.value.written.ok
        ? undefined
        : done.value.written.failure
      : done.failure;
    if (!done.ok || failure !== undefined) {
      stderr(showSafely(failure ?? ''));
      return 1;
    }
    const { questions, rejected, notes: planned } = done.value.plan;
    const printSome = (lines: readonly string[], kind: string) => {
      for (const line of lines.slice(0, mostLines)) print(showSafely(line));
      const rest = lines.length - mostLines;
      if (rest > 0) print(showSafely(`${file}: and ${rest} more ${kind}.`));
    };
    printSome(
      rejected.map(
        ({ place, title, reason }) => `${place}: rejected: ${title && `"${title}" `}${reason}`,
      ),
      'rejected',
    );
    printSome([...notes, ...planned], 'notes');
    const all = questions.length + rejected.length;
    print(`${file}: ${all} in, ${questions.length} imported, ${rejected.length} rejected.`);
    if (questions.length > 0) print(`"lint ${flags.into}" tells what they still lack.`);
    return rejected.length + refused === 0 ? 0 : 1;
  },
};
