import type { ReactNode, Ref } from 'react';
import type { Question } from '#contract/wire.ts';
import { isLastQuestion, isSilent } from '#exam/run/run.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { ToastPlace } from '#ui/toaster.tsx';
import { Verdict } from '../question/verdict.tsx';
import { useExamRun } from '../run/run-context.tsx';
import styles from './action-bar.module.css';
import { FlagButton } from './run-header.tsx';

type ActionBarProps = {
  question: Question | undefined;
  canCheck: boolean;
  verdictRef: Ref<HTMLParagraphElement>;
  onCheck: () => void;
  onNext: () => void;
  onFinish: () => void;
  /** Only when there is no room for the panel. */
  onShowPanel: (() => void) | undefined;
  /** What is offered above the bar. */
  children?: ReactNode;
};

/** The main action, within reach of the thumb or right below the options, and the verdict. */
export const ActionBar = (props: ActionBarProps) => {
  const { question, canCheck, verdictRef, onCheck, onNext, onFinish, onShowPanel } = props;
  const { run } = useExamRun();
  const isLast = isLastQuestion(run);
  const isAsked = !run.isAnswered && !isSilent(run);
  const isEnd = isSilent(run) && isLast;
  const [text, act] = isAsked
    ? ['Check Answer', onCheck]
    : isEnd
      ? ['Finish Exam', onFinish]
      : [isLast ? 'See Result' : 'Next Question', onNext];
  return (
    <div
      className={`cluster row ${styles.bar}`}
      data-subject={`${run.id} ${run.index} ${run.isAnswered}`}
    >
      {props.children}
      <ToastPlace />
      <Verdict question={question} ref={verdictRef} />
      {onShowPanel && (
        <Button
          aria-label="Show progress and all questions"
          aria-haspopup="dialog"
          className={styles.tool}
          onClick={onShowPanel}
        >
          <Icon name="grid" />
        </Button>
      )}
      {/* Another button for another action, so that no press is taken for the next. */}
      <Button
        key={text}
        look="primary"
        size="large"
        className={styles.main}
        disabled={isAsked && !canCheck}
        data-main-action={isEnd ? undefined : true}
        onClick={act}
      >
        {text}
      </Button>
      {onShowPanel && <FlagButton isTool />}
    </div>
  );
};
