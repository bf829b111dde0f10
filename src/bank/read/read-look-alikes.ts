import * as v from 'valibot';
import type { LookAlike } from '#contract/wire.ts';
import { dateSchema, referencesSchema, textSchema } from '../parse/schemas.ts';
import { checkReferences } from '../validate/question.ts';
import type { Report } from './bank-source.ts';
import { readNamed } from './read-named.ts';

/** A table of look-alikes as its file has it. */
export type LookAlikeSource = LookAlike & { file: string };

type Row = { cells: string[]; line: number };

/** The cells of a line such as `| a | b |`, in which `\|` is a bar; undefined for any other line. */
const readCells = (line: string) =>
  /^\|.*\|$/.test(line)
    ? line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.replaceAll('\\|', '|').trim())
    : undefined;

/** The rows of a Markdown table, its head first, without the line below it; undefined if it is none. */
const readRows = (body: string, firstLine: number) => {
  const rows: Row[] = [];
  for (const [index, line] of body.split('\n').entries()) {
    if (line.trim() === '') continue;
    const cells = readCells(line.trim());
    if (!cells) return undefined;
    rows.push({ cells, line: firstLine + index });
  }
  const [head, rule, ...others] = rows;
  if (!head || head.cells.length < 2 || others.length < 2) return undefined;
  return rule?.cells.every((cell) => /^:?-+:?$/.test(cell)) ? [head, ...others] : undefined;
};

/** What is wrong with the cells of a row, in a table with so many columns. */
const findFlaw = ({ cells }: Row, columns: number) => {
  if (cells.length !== columns)
    return `This row has ${cells.length} cells and the head has ${columns}: make them the same.`;
  return cells.includes('') && 'A cell is empty: fill it in.';
};

export const readLookAlikes = (
  folder: string,
  documentation: readonly string[] | undefined,
  report: Report,
): LookAlikeSource[] =>
  readNamed(
    folder,
    {
      key: 'lookAlike',
      schema: v.strictObject({
        title: textSchema,
        references: referencesSchema,
        reviewed: dateSchema,
      }),
      form: 'A table of look-alikes has "title", "references" and "reviewed" between two "---" lines, then a table of two columns and two rows at least.',
      read: (matter, body, tell, firstLine) => {
        const table = readRows(body, firstLine);
        if (!table) return undefined;
        const [columns = [], ...rows] = table.map(({ cells }) => cells);
        for (const { line, message } of checkReferences(matter, documentation)) tell(line, message);
        for (const row of table) {
          const flaw = findFlaw(row, columns.length);
          if (flaw) tell(row.line, flaw);
        }
        const { title, references } = matter.value;
        return { title, columns, rows, references };
      },
    },
    report,
  );
