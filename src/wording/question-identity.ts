import { hashText } from '#primitives/shuffle.ts';

/** What tells a question from others: its texts, which options are right, and each image's hash. */
export type Identifiable = {
  stem: string;
  options: readonly { text: string; right: boolean }[];
  /** The n-th one stands for `[img-n]` in the texts. */
  images: readonly string[];
};

/** A hash of 128 bits in hexadecimal digits. Not for secrets. */
export const digestOf = (content: string | Uint8Array) => {
  // Its decoder gives each byte a character of its own.
  const text = typeof content === 'string' ? content : new TextDecoder('latin1').decode(content);
  const parts = ['a', 'b', 'c', 'd'].map((salt) => hashText(salt + text).toString(16));
  return parts.map((part) => part.padStart(8, '0')).join('');
};

const fold = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/**
 * By what a question is found again, the surest first: all of it; its stem and options; its stem.
 * Case, spacing and the options' order tell nothing.
 */
const levels = ['whole', 'asked', 'stem'] as const;

/** Equal texts at a level mean the same question. */
export const identityOf = (
  { stem, options, images }: Identifiable,
  level: (typeof levels)[number],
): string => {
  const isWhole = level === 'whole';
  const show = (text: string) =>
    fold(
      text.replace(/\[img-(\d+)\]/g, (_, number) =>
        isWhole ? ` \0${images[number - 1] ?? digestOf('')} ` : ' ',
      ),
    );
  if (level === 'stem') return show(stem);
  const texts = options.map(({ text, right }) => `${isWhole ? right : ''}${show(text)}`);
  return [show(stem), ...texts.sort()].join('\n\0');
};

/**
 * Pairs the questions of two versions of an exam: by places, of a later version those of an earlier
 * one. What may stand for several questions pairs none: a note on the wrong question is worse than one
 * that waits for its own.
 */
export const pairQuestions = (
  before: readonly Identifiable[],
  after: readonly Identifiable[],
): ReadonlyMap<number, number> => {
  const pairs = new Map<number, number>();
  const paired = new Set<number>();
  for (const level of levels) {
    const group = (all: readonly Identifiable[], isTaken: (place: number) => boolean) => {
      const places = new Map<string, number[]>();
      for (const [place, question] of all.entries()) {
        // A stem counts only where no other question ever had it.
        if (level !== 'stem' && isTaken(place)) continue;
        const text = identityOf(question, level);
        places.set(text, [...(places.get(text) ?? []), place]);
      }
      return places;
    };
    const earlier = group(before, (place) => paired.has(place));
    for (const [text, mine] of group(after, (place) => pairs.has(place))) {
      const theirs = earlier.get(text) ?? [];
      const isClear = level === 'whole' || theirs.length === mine.length;
      if (!isClear || (level === 'stem' && mine.length > 1)) continue;
      for (const [index, place] of mine.entries()) {
        const other = theirs[index];
        if (other === undefined || paired.has(other) || pairs.has(place)) continue;
        pairs.set(place, other);
        paired.add(other);
      }
    }
  }
  return pairs;
};
