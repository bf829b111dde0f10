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

/** Where an item starts, as it follows the file's name: `:12`, or `: item 3` where lines say little. */
type Placed = { place: string; title: string };

type RejectedItem = Placed & { reason: string };

/** Each item of a source is in one of the two lists. */
export type Reading = { items: (Item & Placed)[]; rejected: RejectedItem[]; notes: string[] };

/** Why a source can't be read at all. */
export type SourceDiagnostic = { line: number; message: string };

export type ReadSource = (text: string) => Result<Reading, SourceDiagnostic>;

export const emptyReading = (): Reading => ({ items: [], rejected: [], notes: [] });

/** The start of a text on one line, for messages. */
export const titleOf = (text: string): string => {
  const line = text.slice(0, 200).replace(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 59).trimEnd()}…` : line;
};

/** Adds an item, or the reason for rejecting it, to a reading. */
export const addItem = (
  reading: Reading,
  place: string,
  title: string,
  item: Result<Item, string>,
): void => {
  const placed = { place, title: titleOf(item.ok ? item.value.stem : title) };
  if (item.ok) reading.items.push({ ...item.value, ...placed });
  else reading.rejected.push({ ...placed, reason: item.failure });
};
