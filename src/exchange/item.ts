import type { LocalDiagnostic } from '#bank/diagnostic.ts';
import { metadataSchema, parseQuestion } from '#bank/parse/question-file.ts';
import type { Metadata, QuestionBody } from '#bank/parse/question-source.ts';
import { failed, type Result, success } from '#contract/result.ts';

export type Reference = NonNullable<Metadata['references']>[number];

/**
 * A question as read from a source, before it is checked. Its texts are in the bank's Markdown; the
 * address of an image is relative to the source, or a data URL.
 */
export type Item = Metadata & {
  id?: string | undefined;
  stem: string;
  /** Those of an order have their numbers. */
  options: { text: string; right: boolean; rationale: string; step?: number | undefined }[];
  /** Those of a match; each answer is the text of an option. */
  prompts?: { text: string; answer: string; rationale: string }[] | undefined;
  explanation: string;
};

/** What is over it is no question, and takes too much to read. */
export const mostOptions = 99;

/**
 * An item, or why it is rejected. `place` follows the file's name in messages: `:12`, or `: item 3`
 * where lines say little. The title tells a rejected one from others.
 */
export type Entry = { place: string; title: string; item: Result<Item, string> };

/** Is told what of a source is left out, or how it is understood. */
export type Note = (text: string) => void;

/** What was read from a source, in its order. */
export type Reading = { entries: readonly Entry[]; notes: readonly string[] };

export const itemsOf = (entries: readonly Entry[]): Item[] =>
  entries.flatMap(({ item }) => (item.ok ? [item.value] : []));

/** The start of a text on one line, for messages. */
export const titleOf = (text: string): string => {
  const start = text.slice(0, 200).replace(/!\[([^\]\n]*)\]\([^)\s]*\)?/g, '[$1]');
  const line = start.replace(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 59).trimEnd()}…` : line;
};

/** Keeps each note once, up to a limit. */
export const createNotes = () => {
  const notes = new Set<string>();
  const note: Note = (text) => {
    if (notes.size < 1000) notes.add(text);
  };
  return { notes, note };
};

/** Applies a reader to each text of an item. */
export const mapTexts = <T extends Item>(item: T, read: (text: string) => string): T => ({
  ...item,
  stem: read(item.stem),
  options: item.options.map((option) => ({
    ...option,
    text: read(option.text),
    rationale: read(option.rationale),
  })),
  prompts: item.prompts?.map(({ text, answer, rationale }) => ({
    text: read(text),
    answer: read(answer),
    rationale: read(rationale),
  })),
  explanation: read(item.explanation),
});

/** The parts of a question that its file holds, whether or not the linter would accept them. */
export type QuestionParts = QuestionBody & Metadata;

/** A question with its images' bytes. An image that can't be read is undefined. */
export type PicturedQuestion = QuestionParts & { pictures: readonly (Uint8Array | undefined)[] };

/** Reads a question that may lack parts. The failure is the first line that is out of place. */
export const parseParts = (source: string): Result<QuestionParts, LocalDiagnostic> => {
  const { matter, body, diagnostics } = parseQuestion(source, metadataSchema);
  const [first] = diagnostics;
  return first ? failed(first) : success({ ...matter?.value, ...body });
};
