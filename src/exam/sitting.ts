import type { Domain } from '#contract/wire.ts';
import { shuffle } from './run-plan.ts';

type ExamQuestions = { questionIds: string[]; questionDomains: string[]; domains: Domain[] };

/**
 * How many questions each group gives to a draw of `count`, as near to the weights as whole
 * numbers and the groups' sizes allow (largest remainders first).
 */
const shareOut = (groups: { weight: number; size: number }[], count: number) => {
  const sum = groups.reduce((total, { weight }) => total + weight, 0);
  const shares = groups.map(({ weight, size }) => ({
    size,
    wanted: (weight / sum) * count,
    taken: 0,
  }));
  for (let left = count; left > 0; left -= 1) {
    const open = shares.filter(({ taken, size }) => taken < size);
    const most = open.sort((a, b) => b.wanted - b.taken - (a.wanted - a.taken))[0];
    if (most) most.taken += 1;
  }
  return shares.map(({ taken }) => taken);
};

/**
 * Draws a sitting as the vendor holds it: questions by the blueprint's weights, in random order.
 * Without domains it is a plain random draw. Gives all of them where the exam has no more.
 */
export const drawSitting = (
  { questionIds, questionDomains, domains }: ExamQuestions,
  count: number,
  random: () => number,
): string[] => {
  const known = new Set(domains.map(({ id }) => id));
  const inDomain = (id: string) => questionIds.filter((_, index) => questionDomains[index] === id);
  const others = questionIds.filter((_, index) => !known.has(questionDomains[index] ?? ''));
  const groups = [
    ...domains.map(({ id, weight }) => ({ ids: inDomain(id), weight })),
    { ids: others, weight: domains.length > 0 ? 0 : 1 },
  ];
  const sizes = shareOut(
    groups.map(({ ids, weight }) => ({ weight, size: ids.length })),
    Math.min(count, questionIds.length),
  );
  const drawn = groups.flatMap(({ ids }, index) => shuffle(ids, random).slice(0, sizes[index]));
  return shuffle(drawn, random);
};
