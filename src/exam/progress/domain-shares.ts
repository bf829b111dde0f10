import type { ExamDetail } from '#contract/wire.ts';
import type { Study } from '#learner/schemas.ts';
import { askable } from '../day/study.ts';
import { percentOf } from '../grading/grading.ts';
import { withOpened } from '../run/sitting.ts';

/** With fewer answers, a percentage says nothing. */
const TELLING = 5;

export type DomainShare = {
  id: string;
  name: string;
  /** The vendor's weight. */
  weight: number;
  right: number;
  answered: number;
  total: number;
  /** The percentage of the last answers that are right; undefined with fewer than five. */
  percent: number | undefined;
};

/** How each domain stands: the last answer to each of its questions. The same on every screen. */
export const domainShares = (
  held: ExamDetail,
  study: Pick<Study, 'reviews' | 'opened' | 'marks'>,
): DomainShare[] => {
  const { questionIds, questionDomains = [], domains = [] } = withOpened(held, study);
  const last = new Map(study.reviews.map(({ questionId, isCorrect }) => [questionId, isCorrect]));
  const asked = new Set(askable(questionIds, study));
  const shares = new Map(
    domains.map((domain) => [domain.id, { ...domain, right: 0, answered: 0, total: 0 }]),
  );
  for (const [index, id] of questionIds.entries()) {
    const share = shares.get(questionDomains[index] ?? '');
    if (!share || !asked.has(id)) continue;
    share.total += 1;
    share.answered += Number(last.has(id));
    share.right += Number(last.get(id) ?? false);
  }
  return [...shares.values()].map((share) => ({
    ...share,
    percent: share.answered < TELLING ? undefined : percentOf(share.right, share.answered),
  }));
};

/** A domain's part of the exam, in percent. */
export const weightPercent = ({ weight }: DomainShare, all: DomainShare[]) =>
  percentOf(
    weight,
    all.reduce((sum, share) => sum + share.weight, 0),
  );

/** The id of the domain with the lowest percentage, if there are two at least to compare. */
export const weakestOf = (shares: DomainShare[]) => {
  const known = shares.flatMap(({ id, percent }) => (percent === undefined ? [] : { id, percent }));
  return known.length < 2 ? undefined : known.sort((a, b) => a.percent - b.percent)[0]?.id;
};
