import { useId } from 'react';
import { routes } from '#contract/routes.ts';
import type { ExamSummary } from '#contract/wire.ts';
import { questionCountText } from '#exam/wording.ts';
import { ButtonLink } from '#ui/button.tsx';
import styles from './exam-list.module.css';

export const ExamCard = ({ providerId, exam }: { providerId: string; exam: ExamSummary }) => {
  const nameId = useId();
  return (
    <li className={styles.card}>
      <div className={styles.words}>
        <h2 id={nameId} className={styles.name}>
          {exam.name}
        </h2>
        <p className={styles.count}>{questionCountText(exam.questionCount)}</p>
      </div>
      <ButtonLink
        look="primary"
        href={routes.examRunner.address(providerId, exam.name)}
        aria-describedby={nameId}
      >
        Start
      </ButtonLink>
    </li>
  );
};
