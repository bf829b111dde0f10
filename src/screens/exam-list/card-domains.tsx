import { useCallback } from 'react';
import { useApi } from '#api/api-context.tsx';
import type { ExamKey } from '#contract/caches.ts';
import { type DomainShare, domainShares, weightPercent } from '#exam/progress/domain-shares.ts';
import { questionCountText } from '#exam/texts/labels.ts';
import type { Learning } from '#learner/schemas.ts';
import { useLoaded } from '../loading/use-loaded.ts';
import styles from './exam-card.module.css';

const figureOf = (share: DomainShare, all: DomainShare[], isBegun: boolean) => {
  const { percent, answered } = share;
  if (!isBegun) return `${weightPercent(share, all)}%`;
  return percent === undefined ? `${answered} answered` : `${percent}%`;
};

type CardDomainsProps = { exam: ExamKey; learning: Learning; isBegun: boolean };

/** The learner's share of right answers by domain, or of a new exam what it asks, where there is room. */
export const CardDomains = ({ exam, learning, isBegun }: CardDomainsProps) => {
  const { api } = useApi();
  const { providerId, examId } = exam;
  // Without it nothing is missing that the exam's page would not say, so a failure stays silent.
  const load = useCallback(() => api.fetchQuestions(providerId, examId), [api, providerId, examId]);
  const answer = useLoaded(load);
  const detail = answer?.ok ? answer.value : undefined;
  const shares = detail ? domainShares(detail, learning.study) : [];
  const seen = shares.reduce((sum, share) => sum + share.answered, 0);
  const { sitting } = detail ?? {};
  return (
    <div className={`ruled lines figures small ${styles.domains}`}>
      {shares.length > 0 && (
        <p className="between quiet">
          <span>{isBegun ? 'Right by domain' : 'Share of the exam'}</span>
          <span>
            {isBegun
              ? `of ${seen} seen`
              : sitting && `${questionCountText(sitting.questions)}, ${sitting.minutes} min`}
          </span>
        </p>
      )}
      {shares.map((share) => (
        <p key={share.id} className="between">
          <span className={styles.domain}>{share.name}</span>
          <b>{figureOf(share, shares, isBegun)}</b>
        </p>
      ))}
    </div>
  );
};
