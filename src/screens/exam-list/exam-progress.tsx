import type { Learning } from '#contract/learner.ts';
import { ExamHistory } from './exam-history.tsx';
import styles from './exam-progress.module.css';

type ExamProgressProps = {
  examId: string;
  learning: Learning | undefined;
  questionCount: number;
};

/** How one exam went so far. */
export const ExamProgress = ({ examId, learning, questionCount }: ExamProgressProps) => {
  if (!learning) return null;
  const { history } = learning.progress;
  return (
    <div className={styles.progress}>
      <h2 className={styles.exam} dir="auto">
        {examId}
      </h2>
      {history.length > 0 && <ExamHistory history={history} questionCount={questionCount} />}
    </div>
  );
};
