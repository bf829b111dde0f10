import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blind } from '#bank/authoring/commands/blind.ts';
import { runCommands } from '#bank/authoring/commands/command.ts';
import { lint } from '#bank/authoring/commands/lint.ts';
import { newQuestion } from '#bank/authoring/commands/new.ts';
import { checkAll, report } from '#bank/authoring/commands/report.ts';
import { exportQuestions } from '#exchange/cli/export-command.ts';
import { importQuestions } from '#exchange/cli/import-command.ts';
import type { ReadContext } from '#exchange/formats/format.ts';
import { readText } from '#exchange/formats/formats.ts';
import type { SourceName } from '#exchange/formats/registry.ts';
import type { Item } from '#exchange/item.ts';
import { itemsOf } from '#exchange/item.ts';
import { writeBank } from './bank-folder.ts';
import { createFolder, type Files } from './temporary-folder.ts';

/** The exam that questions are brought into; it starts empty. */
export const examPlace = 'aws/clf';

export const emptyBank = () =>
  writeBank({ 'aws/clf/questions/q1.md': undefined, 'aws/clf/questions/q2.md': undefined });

/** The commands that `src/bank/cli.ts` runs. */
export const bankCommands = [lint, report, newQuestion, blind, importQuestions, exportQuestions];

export const runBank = async (bank: string, ...words: string[]) => {
  const printed: string[] = [];
  const complaints: string[] = [];
  const code = await runCommands(
    words,
    { commands: bankCommands, fallback: checkAll },
    {
      bank,
      today: '2026-11-21',
      print: (line) => printed.push(line),
      stderr: (line) => complaints.push(line),
    },
  );
  return { code, text: printed.join('\n'), complaints };
};

/** Every file of the exam's questions by name, pictures in base64. */
export const questionFiles = (bank: string): Record<string, string> => {
  const folder = join(bank, examPlace, 'questions');
  try {
    const read = (name: string) =>
      readFileSync(join(folder, name)).toString(name.endsWith('.md') ? 'utf8' : 'base64');
    return Object.fromEntries(readdirSync(folder).map((name) => [name, read(name)]));
  } catch {
    return {};
  }
};

/** Imports a file that stands in a folder with others, into an empty exam or the given bank. */
export const importFile = async (name: string, files: Files, bank?: string, ...words: string[]) => {
  const target = bank ?? (await emptyBank());
  const file = join(await createFolder(files), name);
  const result = await runBank(target, 'import', file, '--into', examPlace, ...words);
  return { ...result, bank: target, files: questionFiles(target) };
};

/** What a reader makes of a text; a refused file is told as its message. */
export const readAs = (format: SourceName, text: string, context: ReadContext = {}) => {
  const read = readText(format, text, context);
  if (!read.ok) return { refused: `${read.failure.line}: ${read.failure.message}` };
  const { entries, notes } = read.value;
  const rejected = entries.flatMap(({ place, item }) =>
    item.ok ? [] : [`${place} ${item.failure}`],
  );
  return { items: itemsOf(entries), rejected, notes };
};

/** An item on one line: `+` or `-` before an option, `>` its rationale, `#` the explanation. */
export const sketch = ({ stem, options, prompts = [], explanation }: Item) =>
  [
    stem,
    ...options.flatMap(({ text, right, rationale, step }) => [
      `${step ?? (right ? '+' : '-')} ${text}`,
      rationale && `> ${rationale}`,
    ]),
    ...prompts.flatMap(({ text, answer, rationale }) => [
      `${text} => ${answer}`,
      rationale && `> ${rationale}`,
    ]),
    explanation && `# ${explanation}`,
  ]
    .filter((part) => part !== '')
    .join(' | ');

/** What a reader makes of a text: its questions, and what it rejects. */
export const sketchAs = (format: SourceName, text: string, context: ReadContext = {}): string[] => {
  const { items = [], rejected = [], refused } = readAs(format, text, context);
  const reasons = rejected.map((reason) => `rejected${reason}`);
  return [...items.map(sketch), ...reasons, ...(refused ? [`refused: ${refused}`] : [])];
};
