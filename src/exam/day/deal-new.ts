import type { ExamDetail } from '#contract/wire.ts';
import type { Study } from '#learner/schemas.ts';
import { domainShares } from '../progress/domain-shares.ts';

/** The percentage of right answers in a domain with few. */
const USUAL = 60;

type Group = { ids: string[]; weight: number; taken: number };

/** How soon the next question of a domain comes. */
const turnOf = ({ weight, taken }: Group) => weight / (taken + 0.5);

/**
 * Takes `count` of `fresh`, each domain's in their order. Over all that was seen the domains follow
 * the blueprint's weights, so that no day starves one; the weaker one is, the sooner its turn.
 */
export const dealNew = (
  fresh: string[],
  count: number,
  { detail, study, isSeen }: { detail: ExamDetail; study: Study; isSeen: (id: string) => boolean },
) => {
  const { questionIds, questionDomains = [] } = detail;
  const groups = new Map<string, Group>();
  for (const { id, weight, percent = USUAL } of domainShares(detail, study)) {
    groups.set(id, { ids: [], weight: (weight || 1) * (150 - percent), taken: 0 });
  }
  const groupOf = new Map<string, Group>();
  for (const [index, id] of questionIds.entries()) {
    const domain = questionDomains[index] ?? '';
    const group = groups.get(domain) ?? { ids: [], weight: 1, taken: 0 };
    groups.set(domain, group);
    groupOf.set(id, group);
    group.taken += Number(isSeen(id));
  }
  for (const id of fresh) groupOf.get(id)?.ids.push(id);
  return Array.from({ length: Math.min(count, fresh.length) }, () => {
    const open = [...groups.values()].filter(({ ids }) => ids.length > 0);
    const [next] = open.sort((a, b) => turnOf(b) - turnOf(a));
    if (next) next.taken += 1;
    return next?.ids.shift() ?? '';
  });
};
