import { type QuestionSource, stemText } from '../parse/question-source.ts';
import { aboutQuestion, type Rule } from './warning.ts';

const likenessLimit = 0.8;

/** The distinct runs of three characters of a text, by its words alone. */
export const findTrigrams = (text: string): Set<string> => {
  const plain = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const grams = new Set<string>();
  for (let at = 0; at + 3 <= plain.length; at += 1) grams.add(plain.slice(at, at + 3));
  return grams.size === 0 ? new Set([plain]) : grams;
};

/** The Jaccard index of two sets. */
export const measureLikeness = (left: ReadonlySet<string>, right: ReadonlySet<string>): number => {
  let shared = 0;
  for (const gram of left) if (right.has(gram)) shared += 1;
  return shared / (left.size + right.size - shared);
};

const countGrams = (sets: readonly ReadonlySet<string>[]) => {
  const counts = new Map<string, number>();
  for (const set of sets) for (const gram of set) counts.set(gram, (counts.get(gram) ?? 0) + 1);
  return counts;
};

/**
 * Two sets more alike than the limit share one of the rarest fifth of either. Comparing only those
 * takes seconds for thousands of questions, where comparing all pairs takes minutes.
 */
const rarestOf = (set: ReadonlySet<string>, counts: ReadonlyMap<string, number>): string[] =>
  [...set]
    .sort(
      (left, right) =>
        (counts.get(left) ?? 0) - (counts.get(right) ?? 0) || (left < right ? -1 : 1),
    )
    .slice(0, set.size - Math.ceil(likenessLimit * set.size) + 1);

export const findAlikeStems: Rule = (exam) => {
  const questions: QuestionSource[] = exam.questions;
  const sets = questions.map((question) => findTrigrams(stemText(question)));
  const counts = countGrams(sets);
  const holders = new Map<string, number[]>();

  return questions.flatMap((question, index) => {
    const set = sets[index] as Set<string>;
    const rarest = rarestOf(set, counts);
    const candidates = new Set(rarest.flatMap((gram) => holders.get(gram) ?? []));
    for (const gram of rarest) {
      const list = holders.get(gram);
      if (list) list.push(index);
      else holders.set(gram, [index]);
    }
    return [...candidates].flatMap((other) => {
      const likeness = measureLikeness(set, sets[other] as Set<string>);
      if (likeness <= likenessLimit) return [];
      const message =
        `The stem is ${Math.round(likeness * 100)} % like that of ${questions[other]?.id}: ` +
        'test another fact or drop one.';
      return [aboutQuestion(question, question.stemLine, message)];
    });
  });
};
