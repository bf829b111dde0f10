import type { ExamKey } from '#contract/caches.ts';
import { currentId, isSilent, totalAnswered, totalCorrect } from '#exam/run.ts';
import { formatElapsed } from '#exam/stopwatch.ts';
import { Icon } from '#ui/icon.tsx';
import { Progress } from '#ui/progress.tsx';
import { SavedExamLine, SavedExamMark } from '../saved-exam/saved-exam-line.tsx';
import { useExamRun, useTimeSpent } from './run-context.tsx';
import styles from './run-header.module.css';

const FlagButton = () => {
  const { run, dispatch } = useExamRun();
  return (
    <button
      type="button"
      aria-pressed={run.flags.includes(currentId(run))}
      className={styles.flag}
      onClick={() => dispatch({ type: 'flagToggled' })}
    >
      <Icon name="flag" size={18} />
      <span className={styles.flagWord}>Flag</span>
    </button>
  );
};

/** The clock turns amber with this much time left, in milliseconds. */
const LAST_MINUTES = 5 * 60_000;

/** A mock exam's remaining time, visible at every screen size. */
const Clock = ({ timeLeft }: { timeLeft: number }) => (
  <p role="timer" className={styles.clock} data-last={timeLeft <= LAST_MINUTES}>
    {formatElapsed(timeLeft)}
    <span className="visually-hidden"> left</span>
  </p>
);

/** Separate, so that its ticks rerender nothing else. */
const Elapsed = () => (
  <p role="timer" aria-label="Time">
    {formatElapsed(useTimeSpent())}
  </p>
);

type RunHeaderProps = {
  exam: ExamKey;
  examName: string;
  /** Milliseconds of a mock exam's time; undefined without a limit. */
  timeLeft: number | undefined;
  /** The result is on screen instead of a question. */
  isResult: boolean;
  /** The panel is visible, which has a stopwatch. */
  isWide: boolean;
};

export const RunHeader = ({ exam, examName, timeLeft, isResult, isWide }: RunHeaderProps) => {
  const { run } = useExamRun();
  const total = run.questionIds.length;
  const answered = totalAnswered(run);
  const name = (
    <h1 className={`quiet ${styles.name}`} dir="auto">
      {examName}
    </h1>
  );
  if (isResult) return name;
  return (
    <div className={styles.header}>
      {name}
      {!isWide && (
        <div className={styles.mark}>
          <SavedExamMark exam={exam} examName={examName} />
        </div>
      )}
      <div className={`between figures ${styles.line}`}>
        <p>{`Question ${run.index + 1} of ${total}`}</p>
        <p>{isSilent(run) ? `Answered: ${answered}` : `Score: ${totalCorrect(run)}/${answered}`}</p>
        {timeLeft !== undefined && <Clock timeLeft={timeLeft} />}
        {!isWide && !isSilent(run) && <Elapsed />}
        <FlagButton />
      </div>
      <Progress label="Position in the exam" value={((run.index + 1) / total) * 100} />
      <div className={styles.foot}>
        {isWide && <SavedExamLine exam={exam} examName={examName} isInRun />}
      </div>
    </div>
  );
};
