import { type MouseEvent, type ReactNode, type Ref, useEffect, useRef } from 'react';
import type { Question } from '#contract/wire.ts';
import { isLastQuestion, isSilent, type Run } from '#exam/run.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { ToastPlace } from '#ui/toaster.tsx';
import styles from './action-bar.module.css';
import { useExamRun } from './exam-run.tsx';
import { Verdict } from './question/verdict.tsx';
import { PRESS_PAUSE } from './use-press-guard.ts';

type ActionBarProps = {
  question: Question | undefined;
  canCheck: boolean;
  verdictRef: Ref<HTMLParagraphElement>;
  /** `pressedAt` is when the press began, in milliseconds of the events' clock. */
  onCheck: (pressedAt: number) => void;
  onNext: (pressedAt: number) => void;
  onFinish: (pressedAt: number) => void;
  /** Only where the panel has no room of its own. */
  onShowPanel: (() => void) | undefined;
  /** Nothing is left to be done here. */
  isResult: boolean;
  children: ReactNode;
};

/** As long as a press does nothing, it is said to be disabled, to whoever can't wait by eye. */
const useUnreadyButton = (run: Run) => {
  const button = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the moment begins with the change.
  useEffect(() => {
    const shown = button.current;
    if (!shown) return;
    shown.ariaDisabled = 'true';
    const end = () => {
      shown.ariaDisabled = null;
    };
    const timer = setTimeout(end, PRESS_PAUSE);
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [run.id, run.index, run.isAnswered]);
  return button;
};

/** The main action, where the thumb is, and the verdict beside it. */
export const ActionBar = (props: ActionBarProps) => {
  const {
    question,
    canCheck,
    verdictRef,
    onCheck,
    onNext,
    onFinish,
    onShowPanel,
    isResult,
    children,
  } = props;
  const { run } = useExamRun();
  const isLast = isLastQuestion(run);
  const unready = useUnreadyButton(run);
  const pointerAt = useRef(0);
  /** The click of a pointer counts from where it went down; any other has no earlier moment. */
  const pressed = (act: (pressedAt: number) => void) => (event: MouseEvent) =>
    act(event.detail > 0 ? pointerAt.current : event.timeStamp);
  const canGoOn = !isResult && (run.isAnswered || (isSilent(run) && !isLast));
  return (
    <div
      className={styles.bar}
      data-result={isResult}
      onPointerDown={({ timeStamp }) => {
        pointerAt.current = timeStamp;
      }}
    >
      <ToastPlace />
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
            onClick={pressed(onCheck)}
          >
            Check Answer
          </Button>
        )}
        {canGoOn && (
          <Button ref={unready} look="primary" className={styles.main} onClick={pressed(onNext)}>
            {isLast ? 'See Result' : 'Next Question'}
          </Button>
        )}
        {isSilent(run) && (
          <Button
            ref={isLast ? unready : undefined}
            look={isLast ? 'primary' : 'quiet'}
            className={isLast ? styles.main : ''}
            onClick={pressed(onFinish)}
          >
            Finish Exam
          </Button>
        )}
      </div>
    </div>
  );
};
