import type { ReactNode, Ref } from 'react';
import { isLastQuestion, isSilent } from '#exam/run.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import styles from './action-bar.module.css';
import { useExamRun } from './exam-run.tsx';
import { Verdict } from './verdict.tsx';

type ActionBarProps = {
  canCheck: boolean;
  verdictRef: Ref<HTMLParagraphElement>;
  onCheck: () => void;
  onNext: () => void;
  onFinish: () => void;
  /** Only where the panel has no room of its own. */
  onShowPanel: (() => void) | undefined;
  children: ReactNode;
};

/** The main action, where the thumb is, and the verdict beside it. */
export const ActionBar = (props: ActionBarProps) => {
  const { canCheck, verdictRef, onCheck, onNext, onFinish, onShowPanel, children } = props;
  const { run } = useExamRun();
  const isLast = isLastQuestion(run);
  const canGoOn = run.isAnswered || (isSilent(run) && !isLast);
  return (
    <div className={styles.bar}>
      {children}
      <Verdict ref={verdictRef} />
      <div className={styles.actions}>
        {onShowPanel && (
          <Button
            aria-label="Show progress and all questions"
            aria-haspopup="dialog"
            onClick={onShowPanel}
          >
            <Icon name="grid" />
          </Button>
        )}
        {!run.isAnswered && !isSilent(run) && (
          <Button look="primary" className={styles.main} disabled={!canCheck} onClick={onCheck}>
            Check Answer
          </Button>
        )}
        {canGoOn && (
          <Button look="primary" className={styles.main} onClick={onNext}>
            {isLast ? 'See Result' : 'Next Question'}
          </Button>
        )}
        {isSilent(run) && (
          <Button
            look={isLast ? 'primary' : 'quiet'}
            className={isLast ? styles.main : ''}
            onClick={onFinish}
          >
            Finish Exam
          </Button>
        )}
      </div>
    </div>
  );
};
