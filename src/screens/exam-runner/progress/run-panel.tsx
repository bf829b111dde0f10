import { isLastQuestion, isSilent, totalAnswered, totalCorrect } from '#exam/run/run.ts';
import { isMock } from '#exam/run/run-setup.ts';
import { formatElapsed } from '#exam/run/stopwatch.ts';
import { Button, TextButton } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Clock } from '../frame/run-header.tsx';
import { useExamRun, useStopwatch } from '../run/run-context.tsx';
import { QuestionGrid } from './question-grid.tsx';
import styles from './run-panel.module.css';

const StopwatchView = () => {
  const { run, dispatch } = useExamRun();
  const { spent, running, toggle } = useStopwatch();
  return (
    <div className={`row ${styles.stopwatch}`}>
      <span role="timer" aria-label="Time" className={`strong figures ${styles.time}`}>
        {formatElapsed(spent)}
      </span>
      {!run.isFinished && (
        <>
          <IconButton
            label={running ? 'Pause stopwatch' : 'Resume stopwatch'}
            icon={running ? 'pause' : 'play'}
            size={18}
            onClick={toggle}
          />
          <IconButton
            label="Reset stopwatch"
            icon="restart"
            size={18}
            onClick={() => dispatch({ type: 'stopwatchReset' })}
          />
        </>
      )}
    </div>
  );
};

type RunPanelProps = {
  /** Milliseconds of a mock exam's time; undefined without a limit. */
  timeLeft: number | undefined;
  onOpen: (index: number) => void;
  onFinish: () => void;
  onShowKeys: () => void;
};

export const RunPanel = ({ timeLeft, onOpen, onFinish, onShowKeys }: RunPanelProps) => {
  const { run } = useExamRun();
  const total = run.questionIds.length;
  const counts = `Answered: ${totalAnswered(run)} | Total: ${total}`;
  return (
    <div className="stack gap-4 top">
      <p className="quiet strong figures">
        {isSilent(run) ? counts : `Correct: ${totalCorrect(run)} | ${counts}`}
      </p>
      {timeLeft === undefined ? (
        <StopwatchView />
      ) : (
        <div className={styles.left}>
          <Clock timeLeft={timeLeft} />
          <p className="quiet">{`left of ${run.setup.minutes} minutes`}</p>
        </div>
      )}
      <QuestionGrid onOpen={onOpen} />
      <div className={`cluster ${styles.moves}`}>
        <Button disabled={run.index === 0} onClick={() => onOpen(run.index - 1)}>
          Previous
        </Button>
        {!run.isFinished && !(isSilent(run) && isLastQuestion(run)) && (
          <Button aria-haspopup="dialog" onClick={onFinish}>
            {isMock(run.setup) ? 'Finish Exam' : 'Finish'}
          </Button>
        )}
      </div>
      <dl className={`fine ${styles.keys}`}>
        <dt>
          <kbd translate="no">A–F</kbd>
        </dt>
        <dd>choose</dd>
        <dt>
          <kbd translate="no">Enter</kbd>
        </dt>
        <dd>{isSilent(run) ? 'next question' : 'check, then next'}</dd>
        <dt>
          <kbd translate="no">F</kbd>
        </dt>
        <dd>flag</dd>
      </dl>
      <div className={`outdented ${styles.help}`}>
        <TextButton aria-haspopup="dialog" onClick={onShowKeys}>
          Keyboard shortcuts
        </TextButton>
      </div>
    </div>
  );
};
