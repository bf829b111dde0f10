import type { Metadata } from '#bank/parse/question-source.ts';
import type { Result } from '#contract/result.ts';

export type Reference = NonNullable<Metadata['references']>[number];

/**
 * A question as read from a source, before it is checked. Its texts are in the bank's Markdown; the
 * address of an image is relative to the source, or a data URL.
 */
export type Item = Metadata & {
  id?: string | undefined;
  stem: string;
  options: { text: string; right: boolean; rationale: string }[];
  explanation: string;
};

/**
 * Where an item starts, as it follows the file's name: `:12`, or `: item 3` where lines say little.
 * `order` counts the items of a source, whatever became of them.
 */
type Placed = { place: string; title: string; order: number };

export type RejectedItem = Placed & { reason: string };

/** Each item of a source is in one of the two lists. */
export type Reading = { items: (Item & Placed)[]; rejected: RejectedItem[]; notes: string[] };

/** Why a source can't be read at all. */
export type SourceDiagnostic = { line: number; message: string };

/** What a person says about a source that it does not say itself. */
export type ReadOptions = {
  /** Headers of a table by the part that they stand for, such as `question` or `option1`. */
  columns?: Readonly<Record<string, string>>;
};

export type ReadSource = (text: string, options?: ReadOptions) => Result<Reading, SourceDiagnostic>;

export const emptyReading = (): Reading => ({ items: [], rejected: [], notes: [] });

/** The start of a text on one line, for messages. */
export const titleOf = (text: string): string => {
  const line = text.slice(0, 200).replace(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 59).trimEnd()}…` : line;
};

/** Adds a note, the same one once, and not without end. */
export const noteOnce = ({ notes }: Reading, note: string): void => {
  if (notes.length < 1000 && !notes.includes(note)) notes.push(note);
};

/** Adds an item, or the reason for rejecting it, to a reading. */
export const addItem = (
  reading: Reading,
  place: string,
  title: string,
  item: Result<Item, string>,
): void => {
  const order = reading.items.length + reading.rejected.length;
  const placed = { place, title: titleOf(item.ok ? item.value.stem : title), order };
  if (item.ok) reading.items.push({ ...item.value, ...placed });
  else reading.rejected.push({ ...placed, reason: item.failure });
};
