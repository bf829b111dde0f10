import { useId, useMemo } from 'react';
import { useApi } from '#api/api-context.tsx';
import { routes } from '#contract/routes.ts';
import type { ExamSummary } from '#contract/wire.ts';
import { questionCountText } from '#exam/wording.ts';
import { ButtonLink } from '#ui/button.tsx';
import { SavedExamLine } from '../saved-exam/saved-exam-line.tsx';
import styles from './exam-card.module.css';

type ExamCardProps = { providerId: string; exam: ExamSummary };

export const ExamCard = ({ providerId, exam: { name, questionCount } }: ExamCardProps) => {
  const { apiUrl } = useApi().config;
  const key = useMemo(() => ({ apiUrl, providerId, examId: name }), [apiUrl, providerId, name]);
  const nameId = useId();
  return (
    <li className={styles.card}>
      <div className={styles.top}>
        <div className={styles.words}>
          <h2 id={nameId} className={styles.name}>
            {name}
          </h2>
          <p className={styles.count}>{questionCountText(questionCount)}</p>
        </div>
        <ButtonLink
          look="primary"
          href={routes.examRunner.address(providerId, name)}
          aria-describedby={nameId}
        >
          Start
        </ButtonLink>
      </div>
      <SavedExamLine exam={key} examName={name} />
    </li>
  );
};
