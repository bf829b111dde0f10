import { useState } from 'react';
import { currentId, isSilent, totalAnswered, totalCorrect } from '#exam/run/run.ts';
import { formatElapsed } from '#exam/run/stopwatch.ts';
import { Icon } from '#ui/icon.tsx';
import { Progress } from '#ui/progress.tsx';
import { ExamName } from '../../exam-links/exam-name.tsx';
import { useExamRun, useStopwatch } from '../run/run-context.tsx';
import styles from './run-header.module.css';

/** With its word in the header of a wide screen; a tool beside the main action on a phone. */
export const FlagButton = ({ isTool = false }: { isTool?: boolean }) => {
  const { run, dispatch } = useExamRun();
  return (
    <button
      type="button"
      aria-pressed={run.flags.includes(currentId(run))}
      className={`label strong ${styles.flag} ${isTool ? `${styles.tool} ${styles.narrow}` : 'wide-only'}`}
      onClick={() => dispatch({ type: 'flagToggled' })}
    >
      <Icon name="flag" />
      <span className={isTool ? 'visually-hidden' : ''}>Flag</span>
    </button>
  );
};

/** The clock turns amber with this much time left, in milliseconds. */
const LAST_MINUTES = 5 * 60_000;

/** A mock exam's remaining time. A tap hides it, until the last minutes. */
export const Clock = ({ timeLeft }: { timeLeft: number }) => {
  const [isHidden, setHidden] = useState(false);
  const isLast = timeLeft <= LAST_MINUTES;
  const time = (
    <span role="timer" className={styles.clock} data-last={isLast}>
      {formatElapsed(timeLeft)}
      <span className="visually-hidden"> left</span>
    </span>
  );
  if (isLast) return <p className={styles.push}>{time}</p>;
  return (
    <button
      type="button"
      className={`row strong figures ${styles.hide} ${styles.push}`}
      onClick={() => setHidden(!isHidden)}
    >
      {isHidden ? <span className={styles.clock}>Show clock</span> : time}
      {!isHidden && <span className="visually-hidden">Hide clock</span>}
    </button>
  );
};

/** The stopwatch on a phone: tapped, it pauses. Separate, so that its ticks rerender nothing else. */
const PauseChip = () => {
  const { spent, running, toggle } = useStopwatch();
  return (
    <button
      type="button"
      className={`row strong figures ${styles.pause} ${styles.push} ${styles.narrow}`}
      onClick={toggle}
    >
      <span role="timer" aria-label="Time">
        {formatElapsed(spent)}
      </span>
      <span className="visually-hidden">{running ? 'Pause stopwatch' : 'Resume stopwatch'}</span>
      <Icon name={running ? 'pause' : 'play'} size={16} />
    </button>
  );
};

type RunHeaderProps = {
  examName: string;
  /** Milliseconds of a mock exam's time; undefined without a limit. */
  timeLeft: number | undefined;
  /** The panel is visible, which has a stopwatch. */
  isWide: boolean;
};

export const RunHeader = ({ examName, timeLeft, isWide }: RunHeaderProps) => {
  const { run } = useExamRun();
  const total = run.questionIds.length;
  const answered = totalAnswered(run);
  const hasStopwatch = !isWide && !isSilent(run) && !run.isFinished;
  return (
    <div className={`stack gap-2 ${styles.header}`}>
      <h1 className={`quiet ${styles.name}`} dir="auto" translate="no">
        <ExamName name={examName} />
      </h1>
      <div className={`cluster row strong figures ${styles.line}`}>
        <p>{`Question ${run.index + 1} of ${total}`}</p>
        <p>{isSilent(run) ? `Answered: ${answered}` : `Score: ${totalCorrect(run)}/${answered}`}</p>
        {timeLeft !== undefined && !isWide && <Clock timeLeft={timeLeft} />}
        {hasStopwatch && <PauseChip />}
        <FlagButton />
      </div>
      <Progress
        label="Position in the exam"
        value={((run.index + 1) / total) * 100}
        filled={((answered + run.seen.length) / total) * 100}
      />
    </div>
  );
};
