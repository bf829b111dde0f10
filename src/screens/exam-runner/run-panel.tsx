import { totalAnswered, totalCorrect } from '#exam/run.ts';
import { useExamRun } from './exam-run.tsx';
import { QuestionGrid } from './question-grid.tsx';
import styles from './run-panel.module.css';
import { StopwatchView } from './stopwatch-view.tsx';
import type { StopwatchControls } from './use-stopwatch.ts';

type RunPanelProps = { stopwatch: StopwatchControls; onOpen: (index: number) => void };

export const RunPanel = ({ stopwatch, onOpen }: RunPanelProps) => {
  const { run } = useExamRun();
  const counts = [totalCorrect(run), totalAnswered(run), run.questionIds.length];
  return (
    <div className={styles.panel}>
      <p className={styles.counts}>
        {`Correct: ${counts[0]} | Answered: ${counts[1]} | Total: ${counts[2]}`}
      </p>
      <StopwatchView {...stopwatch} />
      <QuestionGrid onOpen={onOpen} />
    </div>
  );
};
