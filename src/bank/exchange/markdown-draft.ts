import type { Item, LeftBehind, Reading } from './item.ts';
import { titleOf } from './item.ts';
import type { ItemMeta } from './item-meta.ts';
import { readReferenceLines } from './references-text.ts';
import { readPictures } from './rich-text.ts';

type Section = 'stem' | 'options' | 'after' | 'explanation' | 'references';

/** A question of a Markdown bank while its lines come in. */
export type MarkdownDraft = {
  line: number;
  section: Section;
  /** Set when an export wrote the question; its lines then mean exactly what they say. */
  meta: ItemMeta | undefined;
  stem: string[];
  options: { text: string; right: boolean; why: string[] }[];
  explanation: string[];
  references: string[];
  notes: string[];
  fault: string | undefined;
};

export const startDraft = (line: number, stem: string, meta?: ItemMeta): MarkdownDraft => ({
  line,
  section: 'stem',
  meta,
  stem: [stem],
  options: [],
  explanation: [],
  references: [],
  notes: [],
  fault: undefined,
});

const toItem = (draft: MarkdownDraft): Item => {
  const withTags = draft.meta === undefined;
  const rich = (lines: readonly string[], glue: string) =>
    readPictures(lines.join(glue).trim(), withTags);
  const listed = readReferenceLines(draft.references.join('\n'));
  return {
    ...draft.meta,
    references: draft.meta?.references ?? listed,
    place: { line: draft.line },
    stem: rich(draft.stem, '\n'),
    options: draft.options.map(({ text, right, why }) => ({
      text: rich([text], ''),
      right,
      why: rich(why, ' '),
    })),
    explanation: rich(draft.explanation, '\n'),
    notes: draft.notes,
  };
};

/** Puts a finished draft into one of the reading's two lists. */
export const endDraft = (draft: MarkdownDraft, reading: Reading): void => {
  const left = (reason: string): LeftBehind => ({
    place: { line: draft.line },
    title: titleOf(draft.stem.join(' ')),
    reason,
  });
  if (draft.fault !== undefined) reading.leftBehind.push(left(draft.fault));
  else if (draft.options.length === 0) reading.leftBehind.push(left('has no options'));
  else reading.items.push(toItem(draft));
};
