import type { ExamDetail } from '#contract/wire.ts';
import type { Study } from '#learner/schemas.ts';
import { askable } from '../day/study.ts';
import { percentOf } from '../grading/grading.ts';
import { findWeakest, TELLING } from '../grading/weakest.ts';
import { withOpened } from '../run/sitting.ts';

/** How each domain stands: the last answer to each of its questions. The same on every screen. */
export const domainShares = (
  held: ExamDetail,
  study: Pick<Study, 'reviews' | 'opened' | 'marks'>,
) => {
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
    /** The percentage of the last answers that are right; undefined with fewer than five. */
    percent: share.answered < TELLING ? undefined : percentOf(share.right, share.answered),
  }));
};

export type DomainShare = ReturnType<typeof domainShares>[number];

/** A domain's part of the exam, in percent. */
export const weightPercent = ({ weight }: DomainShare, all: DomainShare[]) =>
  percentOf(
    weight,
    all.reduce((sum, share) => sum + share.weight, 0),
  );

/** The domain that most is to be gained in; see `findWeakest`. */
export const weakestShare = (shares: DomainShare[]) =>
  findWeakest(shares, ({ right, answered }) => right / answered);
