import { type MouseEvent, type ReactNode, type Ref, useEffect, useRef } from 'react';
import type { Question } from '#contract/wire.ts';
import { isLastQuestion, isSilent, type Run } from '#exam/run.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { ToastPlace } from '#ui/toaster.tsx';
import styles from './action-bar.module.css';
import { Verdict } from './question/verdict.tsx';
import { useExamRun } from './run-context.tsx';
import { PRESS_PAUSE } from './use-press-guard.ts';

type ActionBarProps = {
  question: Question | undefined;
  canCheck: boolean;
  verdictRef: Ref<HTMLParagraphElement>;
  /** `pressedAt` is when the press began, as an event time in milliseconds. */
  onCheck: (pressedAt: number) => void;
  onNext: (pressedAt: number) => void;
  onFinish: (pressedAt: number) => void;
  /** Only when there is no room for the panel. */
  onShowPanel: (() => void) | undefined;
  /** Nothing is left to do here. */
  isResult: boolean;
  /** The question is still loading. */
  isWaiting: boolean;
  children: ReactNode;
};

/** While a press does nothing, the button is announced as disabled. */
const useUnreadyButton = (run: Run) => {
  const button = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time starts with the change.
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

/** The main action, within reach of the thumb or right below the options, and the verdict. */
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
    isWaiting,
    children,
  } = props;
  const { run } = useExamRun();
  const isLast = isLastQuestion(run);
  const unready = useUnreadyButton(run);
  const pointerAt = useRef(0);
  /** A pointer's click counts from its pointerdown; a keyboard's has no earlier event. */
  const pressed = (act: (pressedAt: number) => void) => (event: MouseEvent) =>
    act(event.detail > 0 ? pointerAt.current : event.timeStamp);
  const canGoOn = !isResult && (run.isAnswered || (isSilent(run) && !isLast));
  return (
    <div
      className={styles.bar}
      data-result={isResult}
      data-waiting={isWaiting}
      onPointerDown={({ timeStamp }) => {
        pointerAt.current = timeStamp;
      }}
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
