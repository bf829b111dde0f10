/** With fewer answers, chance decides how a domain stands. */
export const TELLING = 5;

/**
 * The domain with the lowest share of right answers, from 0 to 1, among those with enough answers to
 * compare. None if there are fewer than two of them, or nothing is wrong.
 */
export const findWeakest = <Domain extends { answered: number }>(
  domains: readonly Domain[],
  shareOf: (domain: Domain) => number,
): Domain | undefined => {
  const known = domains.filter(({ answered }) => answered >= TELLING);
  const [weakest] = known.toSorted((a, b) => shareOf(a) - shareOf(b));
  return known.length > 1 && weakest && shareOf(weakest) < 1 ? weakest : undefined;
};
