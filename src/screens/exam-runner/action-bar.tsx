import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import styles from './action-bar.module.css';
import { useExamRun } from './exam-run.tsx';

type ActionBarProps = {
  canCheck: boolean;
  /** False on the last question, where the exam's end takes the place of the next one. */
  canGoOn: boolean;
  onCheck: () => void;
  onNext: () => void;
  /** Only where the panel has no room of its own. */
  onShowPanel: (() => void) | undefined;
};

/** The main action, where the thumb is. */
export const ActionBar = ({ canCheck, canGoOn, onCheck, onNext, onShowPanel }: ActionBarProps) => {
  const { run } = useExamRun();
  return (
    <div className={styles.bar}>
      {onShowPanel && (
        <Button
          aria-label="Show progress and all questions"
          aria-haspopup="dialog"
          onClick={onShowPanel}
        >
          <Icon name="grid" size={20} />
        </Button>
      )}
      {!run.isAnswered && (
        <Button look="primary" className={styles.main} disabled={!canCheck} onClick={onCheck}>
          Check Answer
        </Button>
      )}
      {run.isAnswered && canGoOn && (
        <Button look="primary" className={styles.main} onClick={onNext}>
          Next Question
        </Button>
      )}
    </div>
  );
};
