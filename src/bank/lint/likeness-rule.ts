import { stemText } from '../parse/question-source.ts';
import { aboutQuestion, type Rule } from './warning.ts';

const likenessLimit = 0.8;

/** The distinct runs of three characters of a text, by its words alone. */
const findTrigrams = (text: string): Set<string> => {
  const plain = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const grams = new Set<string>();
  for (let at = 0; at + 3 <= plain.length; at += 1) grams.add(plain.slice(at, at + 3));
  return grams.size === 0 ? new Set([plain]) : grams;
};

/** The Jaccard index of two sets, or 0 as soon as it must be under the limit. */
const measureLikeness = (left: ReadonlySet<unknown>, right: ReadonlySet<unknown>): number => {
  const [small, large] = left.size < right.size ? [left, right] : [right, left];
  const both = left.size + right.size;
  const spare = small.size - (likenessLimit / (1 + likenessLimit)) * both;
  let misses = 0;
  for (const gram of small) {
    if (large.has(gram)) continue;
    misses += 1;
    if (misses > spare) return 0;
  }
  const shared = small.size - misses;
  return shared / (both - shared);
};

export const findAlikeStems: Rule = ({ questions }) => {
  const sets = questions.map((question) => findTrigrams(stemText(question)));
  return questions.flatMap((question, index) => {
    const set = sets[index] ?? new Set();
    return questions.slice(0, index).flatMap((other, before) => {
      const likeness = measureLikeness(set, sets[before] ?? new Set());
      if (likeness <= likenessLimit) return [];
      const message = `The stem is ${Math.round(likeness * 100)} % like that of ${other.id}: test another fact or drop one.`;
      return [aboutQuestion(question, question.stemLine, message)];
    });
  });
};
