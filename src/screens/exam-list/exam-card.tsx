import { memo, useId, useMemo } from 'react';
import { askForExam } from '#api/early-answers.ts';
import type { ExamProgress } from '#contract/learner.ts';
import { routes } from '#contract/routes.ts';
import type { ExamSummary } from '#contract/wire.ts';
import { lastAndBest } from '#exam/progress.ts';
import { questionCountText } from '#exam/wording.ts';
import { ButtonLink } from '#ui/button.tsx';
import { TextButton } from '#ui/text-button.tsx';
import { SavedExamLine } from '../saved-exam/saved-exam-line.tsx';
import styles from './exam-card.module.css';

const progressText = (progress: ExamProgress | undefined, questionCount: number) => {
  if (!progress) return '';
  const scores = lastAndBest(progress.history, questionCount);
  const practise = Object.keys(progress.practise).length;
  return [
    scores && `Last ${scores.last}%, best ${scores.best}%`,
    practise > 0 && `${practise} to practice`,
  ]
    .filter(Boolean)
    .join(' · ');
};

type ExamCardProps = {
  apiUrl: string;
  providerId: string;
  exam: ExamSummary;
  progress: ExamProgress | undefined;
  onOptions: (examId: string) => void;
};

export const ExamCard = memo(({ apiUrl, providerId, exam, progress, onOptions }: ExamCardProps) => {
  const { name, questionCount } = exam;
  const key = useMemo(() => ({ apiUrl, providerId, examId: name }), [apiUrl, providerId, name]);
  const nameId = useId();
  const prefetch = () => void askForExam(key);
  return (
    <li className={styles.card}>
      <div className={styles.top}>
        <div className={styles.words}>
          <h2 id={nameId} className={styles.name} dir="auto">
            {name}
          </h2>
          <p className={styles.count}>{questionCountText(questionCount)}</p>
          <p className={styles.count}>{progressText(progress, questionCount)}</p>
        </div>
        <div className={styles.ways}>
          <ButtonLink
            look="primary"
            href={routes.examRunner.address(providerId, name)}
            aria-describedby={nameId}
            onPointerDown={prefetch}
            onFocus={prefetch}
          >
            Start
          </ButtonLink>
          <TextButton
            aria-label={`Practice options: ${name}`}
            aria-haspopup="dialog"
            onClick={() => onOptions(name)}
          >
            Practice options
          </TextButton>
        </div>
      </div>
      <SavedExamLine exam={key} examName={name} />
    </li>
  );
});
