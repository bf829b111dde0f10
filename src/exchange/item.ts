import type { Metadata } from '#bank/parse/question-source.ts';
import type { Result } from '#contract/result.ts';

/** An image from inside the source file. The ending of `name` is that of its format. */
export type EmbeddedImage = { name: string; bytes: Buffer };

/** `target` is a path or an address from the source, or the image itself. */
export type ImageUse = { alt: string; target: string | EmbeddedImage };

/** Text with images in it. */
export type Rich = readonly (string | ImageUse)[];

export type LooseReference = NonNullable<Metadata['references']>[number];

type ItemOption = { text: Rich; right: boolean; rationale: Rich };

/** Where an item starts: its line, or its number where lines mean little. */
export type Place = { line: number } | { number: number };

/** A question as read from a source. */
export type Item = Metadata & {
  place: Place;
  id?: string | undefined;
  stem: Rich;
  options: ItemOption[];
  explanation: Rich;
  /** Decisions of the reader that a person should check. */
  notes?: string[] | undefined;
};

/** A question with its images taken out: the n-th is `[img-n]`. */
export type PlainQuestion = {
  stem: string;
  options: { text: string; right: boolean; rationale: string }[];
  explanation: string;
};

/** `title` is the start of the stem, if it was read. */
export type RejectedItem = { place: Place; title: string; reason: string; isDuplicate?: boolean };

/** Each item of a source is in one of the two lists. */
export type Reading = { items: Item[]; rejected: RejectedItem[]; notes: string[] };

/** Why a source can't be read at all. */
export type SourceDiagnostic = { line?: number; message: string };

export type ReadSource = (text: string) => Result<Reading, SourceDiagnostic>;

export const emptyReading = (): Reading => ({ items: [], rejected: [], notes: [] });

/** The words of a text without its images. */
export const wordsIn = (rich: Rich): string =>
  rich.filter((piece) => typeof piece === 'string').join(' ');

/** The start of a text on one line, for messages. */
export const titleOf = (text: string): string => {
  const line = text.slice(0, 200).replace(/\s+/g, ' ').trim();
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
