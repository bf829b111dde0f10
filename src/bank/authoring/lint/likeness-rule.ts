import { dirname } from 'node:path';
import { type QuestionSource, stemText } from '../../parse/question-source.ts';
import { foldText } from './answer-statistics.ts';
import type { AlikeStems, Finding } from './rule.ts';

const likenessLimit = 0.8;

/** The distinct trigrams of a text, without its punctuation. */
const findTrigrams = (text: string): Set<string> => {
  const plain = foldText(text);
  const grams = new Set<string>();
  for (let at = 0; at + 3 <= plain.length; at += 1) grams.add(plain.slice(at, at + 3));
  return grams.size === 0 ? new Set([plain]) : grams;
};

/**
 * Replaces each member by its rank, the rarest first: unlike texts then differ from the start, and
 * numbers compare fast.
 */
const rankByRarity = (sets: readonly ReadonlySet<string>[]): Set<number>[] => {
  const counts = new Map<string, number>();
  for (const set of sets) for (const gram of set) counts.set(gram, (counts.get(gram) ?? 0) + 1);
  const order = [...counts].sort(([, left], [, right]) => left - right);
  const ranks = new Map(order.map(([gram], rank) => [gram, rank]));
  return sets.map((set) => {
    const numbers = [...set].map((gram) => ranks.get(gram) ?? 0);
    return new Set(numbers.sort((left, right) => left - right));
  });
};

/** The Jaccard index of two sets, or 0 as soon as it can no longer reach the limit. */
const measureLikeness = (left: ReadonlySet<number>, right: ReadonlySet<number>): number => {
  const both = left.size + right.size;
  const spare = left.size - (likenessLimit / (1 + likenessLimit)) * both;
  let misses = 0;
  for (const gram of left) {
    if (misses > spare) return 0;
    if (!right.has(gram)) misses += 1;
  }
  const shared = left.size - misses;
  return shared / (both - shared);
};

/** The questions whose stem is like that of an earlier one, with the warnings. */
export const findAlikeStems = (questions: readonly QuestionSource[]): AlikeStems => {
  const sets = rankByRarity(questions.map((question) => findTrigrams(stemText(question))));
  const found = new Map<QuestionSource, Finding[]>();
  for (const [index, question] of questions.entries()) {
    const set = sets[index] ?? new Set();
    const findings = questions.slice(0, index).flatMap((other, before) => {
      const likeness = measureLikeness(set, sets[before] ?? new Set());
      if (likeness <= likenessLimit) return [];
      const name = dirname(other.file) === dirname(question.file) ? other.id : other.file;
      const message = `The stem is ${Math.round(likeness * 100)} % like that of ${name}: test another fact or drop one.`;
      return [{ question, line: question.stemLine, message }];
    });
    if (findings.length > 0) found.set(question, findings);
  }
  return found;
};
