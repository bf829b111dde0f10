import { isSilent, totalAnswered, totalCorrect } from '#exam/run.ts';
import { formatElapsed } from '#exam/stopwatch.ts';
import { TextButton } from '#ui/text-button.tsx';
import { useExamRun } from './exam-run.tsx';
import { QuestionGrid } from './question-grid.tsx';
import styles from './run-panel.module.css';
import { StopwatchView } from './stopwatch-view.tsx';
import type { StopwatchControls } from './use-stopwatch.ts';

type RunPanelProps = {
  stopwatch: StopwatchControls;
  /** Milliseconds of a mock exam's time; undefined without a limit. */
  timeLeft: number | undefined;
  onOpen: (index: number) => void;
  onShowKeys: () => void;
};

export const RunPanel = ({ stopwatch, timeLeft, onOpen, onShowKeys }: RunPanelProps) => {
  const { run } = useExamRun();
  const total = run.questionIds.length;
  const counts = `Answered: ${totalAnswered(run)} | Total: ${total}`;
  return (
    <div className={styles.panel}>
      <p className={styles.counts}>
        {isSilent(run) ? counts : `Correct: ${totalCorrect(run)} | ${counts}`}
      </p>
      {timeLeft === undefined ? (
        <StopwatchView {...stopwatch} />
      ) : (
        <p role="timer" className={styles.left}>
          {`${formatElapsed(timeLeft)} left`}
        </p>
      )}
      <QuestionGrid onOpen={onOpen} />
      <TextButton aria-haspopup="dialog" onClick={onShowKeys}>
        Keyboard shortcuts
      </TextButton>
    </div>
  );
};
