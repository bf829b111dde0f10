import { isOwn, OWN_PROVIDER } from '#contract/own.ts';
import { useKnownExams } from '#offline/use-offline.ts';
import { ProviderCards } from '../exam-links/provider-cards.tsx';
import { OwnExamsApi } from '../own-exams/own-exams-api.tsx';
import { ExamRows } from './exam-rows.tsx';
import styles from './provider-list.module.css';

/** The learner's own exams, as one more provider. */
export const OwnExams = ({ isReturning }: { isReturning: boolean }) => {
  const { length } = [...useKnownExams().values()].filter(
    ({ key, status }) => isOwn(key) && status.kind !== 'absent',
  );
  if (length === 0) return null;
  const provider = { id: OWN_PROVIDER, name: OWN_PROVIDER, examCount: length };
  return (
    <section className={styles.own} aria-label={OWN_PROVIDER}>
      <OwnExamsApi>
        <ProviderCards
          providers={[provider]}
          renderExams={isReturning ? undefined : (own) => <ExamRows key={length} provider={own} />}
        />
      </OwnExamsApi>
    </section>
  );
};
