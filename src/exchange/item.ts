import type { Metadata } from '#bank/parse/question-source.ts';
import type { Result } from '#contract/result.ts';

export type Reference = NonNullable<Metadata['references']>[number];

/** Where an item starts: its line, or its number where lines mean little. */
export type Place = { line: number } | { number: number };

type ItemOption = { text: string; right: boolean; rationale: string };

/**
 * A question as read from a source, before it is checked. Its texts are in the bank's Markdown; the
 * address of an image is relative to the source, or a data URL.
 */
export type Item = Metadata & {
  place: Place;
  id?: string | undefined;
  stem: string;
  options: ItemOption[];
  explanation: string;
  /** Decisions of the reader that the author should check. */
  notes?: string[] | undefined;
};

/** `title` is the start of the stem, if it was read. */
export type RejectedItem = { place: Place; title: string; reason: string; isDuplicate?: boolean };

/** Each item of a source is in one of the two lists. */
export type Reading = { items: Item[]; rejected: RejectedItem[]; notes: string[] };

/** Why a source can't be read at all. */
export type SourceDiagnostic = { line?: number; message: string };

export type ReadSource = (text: string) => Result<Reading, SourceDiagnostic>;

export const emptyReading = (): Reading => ({ items: [], rejected: [], notes: [] });

/** The start of a text on one line without its images, for messages. */
export const titleOf = (text: string): string => {
  const line = text
    .slice(0, 400)
    .replace(/!\[[^\]]{0,200}\]\([^)]{0,400}(?:\)|$)/g, '')
    .slice(0, 200)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > 60 ? `${line.slice(0, 59).trimEnd()}…` : line;
};

/** Adds an item, or the reason for rejecting it, to a reading. */
export const addItem = (
  reading: Reading,
  place: Place,
  title: string,
  item: Result<Item, string>,
): void => {
  if (item.ok) reading.items.push(item.value);
  else reading.rejected.push({ place, title: titleOf(title), reason: item.failure });
};
