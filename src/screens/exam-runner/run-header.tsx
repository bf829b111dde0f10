import type { ExamKey } from '#contract/caches.ts';
import { currentId, isSilent, totalAnswered, totalCorrect } from '#exam/run.ts';
import { Icon } from '#ui/icon.tsx';
import { Progress } from '#ui/progress.tsx';
import { SavedExamLine } from '../saved-exam/saved-exam-line.tsx';
import { useExamRun } from './exam-run.tsx';
import styles from './run-header.module.css';

const FlagButton = () => {
  const { run, dispatch } = useExamRun();
  return (
    <button
      type="button"
      aria-pressed={run.flags.includes(currentId(run))}
      className={styles.flag}
      onClick={() => dispatch({ type: 'flagToggled' })}
    >
      <Icon name="flag" size={16} />
      Flag
    </button>
  );
};

export const RunHeader = ({ exam, examName }: { exam: ExamKey; examName: string }) => {
  const { run } = useExamRun();
  const total = run.questionIds.length;
  const answered = totalAnswered(run);
  return (
    <div className={styles.header}>
      <h1 className={styles.name} dir="auto">
        {examName}
      </h1>
      <div className={styles.line}>
        <p>{`Question ${run.index + 1} of ${total}`}</p>
        <p>{isSilent(run) ? `Answered: ${answered}` : `Score: ${totalCorrect(run)}/${answered}`}</p>
      </div>
      <Progress label="Position in the exam" value={((run.index + 1) / total) * 100} />
      <div className={styles.foot}>
        <SavedExamLine exam={exam} examName={examName} isInRun />
        <FlagButton />
      </div>
    </div>
  );
};
