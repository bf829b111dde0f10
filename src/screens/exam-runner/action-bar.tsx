import type { ReactNode, Ref } from 'react';
import type { Question } from '#contract/wire.ts';
import { isLastQuestion, isSilent } from '#exam/run.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { ToastPlace } from '#ui/toaster.tsx';
import styles from './action-bar.module.css';
import { Verdict } from './question/verdict.tsx';
import { useExamRun } from './run-context.tsx';

type ActionBarProps = {
  question: Question | undefined;
  canCheck: boolean;
  /** A check came too early. The next one grades, but not the second half of a double tap. */
  isTurnedBack: boolean;
  verdictRef: Ref<HTMLParagraphElement>;
  onCheck: () => void;
  onNext: () => void;
  onFinish: () => void;
  /** Only when there is no room for the panel. */
  onShowPanel: (() => void) | undefined;
  /** The result is on screen, which has buttons of its own. */
  isResult: boolean;
  /** The question is still loading. */
  isWaiting: boolean;
  children: ReactNode;
};

/** The main action, within reach of the thumb or right below the options, and the verdict. */
export const ActionBar = (props: ActionBarProps) => {
  const {
    question,
    canCheck,
    isTurnedBack,
    verdictRef,
    onCheck,
    onNext,
    onFinish,
    onShowPanel,
    isResult,
    isWaiting,
    children,
  } = props;
  const { run } = useExamRun();
  const isLast = isLastQuestion(run);
  const canGoOn = !isResult && (run.isAnswered || (isSilent(run) && !isLast));
  return (
    <div
      className={styles.bar}
      data-result={isResult}
      data-waiting={isWaiting}
      data-subject={`${run.id} ${run.index} ${run.isAnswered} ${isTurnedBack}`}
    >
      {onShowPanel && <ToastPlace />}
      {children}
      {!isResult && <Verdict question={question} ref={verdictRef} />}
      <div className={styles.actions}>
        {onShowPanel && !isResult && (
          <Button
            aria-label="Show progress and all questions"
            aria-haspopup="dialog"
            onClick={onShowPanel}
          >
            <Icon name="grid" />
          </Button>
        )}
        {!run.isAnswered && !isSilent(run) && (
          <Button
            look="primary"
            className={styles.main}
            disabled={!canCheck}
            data-main-action
            onClick={onCheck}
          >
            Check Answer
          </Button>
        )}
        {canGoOn && (
          <Button look="primary" className={styles.main} data-main-action onClick={onNext}>
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
