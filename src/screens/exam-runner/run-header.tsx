import type { ExamKey } from '#contract/caches.ts';
import { totalAnswered, totalCorrect } from '#exam/run.ts';
import { Progress } from '#ui/progress.tsx';
import { SavedExamLine } from '../saved-exam/saved-exam-line.tsx';
import { useExamRun } from './exam-run.tsx';
import styles from './run-header.module.css';

export const RunHeader = ({ exam, examName }: { exam: ExamKey; examName: string }) => {
  const { run } = useExamRun();
  const total = run.questionIds.length;
  return (
    <div className={styles.header}>
      <h1 className={styles.name}>{examName}</h1>
      <div className={styles.line}>
        <p>{`Question ${run.index + 1} of ${total}`}</p>
        <p>{`Score: ${totalCorrect(run)}/${totalAnswered(run)}`}</p>
      </div>
      <Progress label="Position in the exam" value={((run.index + 1) / total) * 100} />
      <SavedExamLine exam={exam} examName={examName} isInRun />
    </div>
  );
};

/** The header's size before the exam is known. */
export const RunHeaderPlaceholder = ({ examName }: { examName: string }) => (
  <div className={styles.header}>
    <h1 className={styles.name}>{examName}</h1>
    <div className={styles.line}>
      <p>Loading…</p>
    </div>
    <Progress label="Loading exam" value={null} />
    <div className={styles.saved} />
  </div>
);
