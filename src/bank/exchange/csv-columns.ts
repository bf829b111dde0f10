/** What a column holds; numbered ones hold one option's text or note. */
export type ColumnName =
  | 'question'
  | 'options'
  | 'answers'
  | 'explanation'
  | 'notes'
  | 'references'
  | 'domain'
  | 'task'
  | 'reviewed'
  | 'shuffle'
  | 'id';
export type Column = { name: ColumnName } | { option: number } | { note: number };

const names: Record<ColumnName, string> = {
  question: 'question stem questiontext questions',
  options: 'options choices',
  answers: 'answers answer correct correctanswer correctanswers key',
  explanation: 'explanation overallexplanation rationale',
  notes: 'notes optionnotes whys',
  references: 'references reference sources source links link',
  domain: 'domain',
  task: 'task',
  reviewed: 'reviewed',
  shuffle: 'shuffle',
  id: 'id questionid',
};
const columns = new Map<string, Column>(
  Object.entries(names).flatMap(([name, aliases]) =>
    aliases.split(' ').map((alias): [string, Column] => [alias, { name: name as ColumnName }]),
  ),
);

const numbered = /^(option|answeroption|choice|note|why|explanation)(\d{1,2}|[a-z])$/;

/** What a header or key names, whatever its case, spaces and underscores. */
export const findColumn = (header: string): Column | undefined => {
  const key = header
    .slice(0, 40)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  const known = columns.get(key);
  if (known) return known;
  const [, kind = '', place = ''] = numbered.exec(key) ?? [];
  if (kind === '') return undefined;
  const index = /\d/.test(place) ? Number(place) - 1 : place.charCodeAt(0) - 97;
  if (index < 0) return undefined;
  return kind.endsWith('option') || kind === 'choice' ? { option: index } : { note: index };
};

/** One name for each column, however it was spelt. */
export const columnKey = (column: Column): string =>
  'name' in column
    ? column.name
    : 'option' in column
      ? `option${column.option + 1}`
      : `note${column.note + 1}`;
