import { readAnswers } from './answer-names.ts';
import type { Item, LeftBehind, LooseReference, Place } from './item.ts';
import { titleOf } from './item.ts';
import { readPictures } from './rich-text.ts';

/** A question as tables and JSON have it: texts with Markdown pictures, answers named somehow. */
export type ItemRecord = {
  place: Place;
  question: string;
  options: readonly string[];
  /** Answers by text, letter or number; or which options are right. */
  answers: readonly string[] | readonly boolean[];
  explanation: string;
  notes: readonly string[];
  references: LooseReference[];
  domain: string;
  task: string;
  reviewed: string;
  shuffle: string;
  id: string;
};

const isMarks = (answers: ItemRecord['answers']): answers is readonly boolean[] =>
  typeof answers[0] === 'boolean';

const orNothing = (text: string) => text.trim() || undefined;

const findTwins = (options: readonly string[]): string | undefined => {
  const seen = new Map<string, number>();
  for (const [index, option] of options.entries()) {
    const twin = seen.get(option);
    if (twin !== undefined) return `has the same text in options ${twin + 1} and ${index + 1}`;
    seen.set(option, index);
  }
  return undefined;
};

const readShuffle = (text: string): boolean | undefined =>
  /^(?:false|no|0)$/i.test(text.trim()) ? false : undefined;

/** Makes an item of a record, or says why it cannot. */
export const toItem = (record: ItemRecord): Item | LeftBehind => {
  const leave = (reason: string): LeftBehind => ({
    place: record.place,
    title: titleOf(record.question),
    reason,
  });
  const options = record.options.map((option) => option.trim());
  if (options.length === 0) return leave('has no options');
  if (record.notes.length > options.length) {
    return leave(`has ${record.notes.length} notes for ${options.length} options`);
  }
  const twins = findTwins(options);
  if (twins) return leave(twins);
  const marks = isMarks(record.answers)
    ? { ok: true as const, value: [...record.answers] }
    : readAnswers(options, record.answers);
  if (!marks.ok) return leave(marks.failure);
  return {
    place: record.place,
    id: orNothing(record.id),
    stem: readPictures(record.question.trim()),
    options: options.map((option, index) => ({
      text: readPictures(option),
      right: marks.value[index] ?? false,
      why: readPictures((record.notes[index] ?? '').trim()),
    })),
    explanation: readPictures(record.explanation.trim()),
    references: record.references,
    domain: orNothing(record.domain),
    task: orNothing(record.task),
    reviewed: orNothing(record.reviewed),
    shuffle: readShuffle(record.shuffle),
  };
};

export const isLeftBehind = (result: Item | LeftBehind): result is LeftBehind => 'reason' in result;
