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

/** The Jaccard index of two sets, or 0 where it is under the limit for sure. */
const measureLikeness = (left: ReadonlySet<unknown>, right: ReadonlySet<unknown>): number => {
  // Sets of such different sizes cannot be alike; this spares nearly all comparisons.
  const [small, large] = left.size < right.size ? [left, right] : [right, left];
  if (small.size <= likenessLimit * large.size) return 0;
  let shared = 0;
  for (const gram of small) if (large.has(gram)) shared += 1;
  return shared / (left.size + right.size - shared);
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
