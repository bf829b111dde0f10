import type { ExamKey } from '#contract/caches.ts';
import { currentId, isSilent, totalAnswered, totalCorrect } from '#exam/run.ts';
import { formatElapsed } from '#exam/stopwatch.ts';
import { Icon } from '#ui/icon.tsx';
import { Progress } from '#ui/progress.tsx';
import { SavedExamLine } from '../saved-exam/saved-exam-line.tsx';
import { useExamRun } from './exam-run.tsx';
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

/** From here on the clock is amber. In milliseconds. */
const LAST_MINUTES = 5 * 60_000;

/** A mock exam's time, in sight at every size. */
const Clock = ({ timeLeft }: { timeLeft: number }) => (
  <p role="timer" className={styles.clock} data-last={timeLeft <= LAST_MINUTES}>
    {formatElapsed(timeLeft)}
    <span className="visually-hidden"> left</span>
  </p>
);

type RunHeaderProps = {
  exam: ExamKey;
  examName: string;
  /** Milliseconds of a mock exam's time; undefined without a limit. */
  timeLeft: number | undefined;
  /** The result, which tells the rest itself, has taken the question's place. */
  isResult: boolean;
};

export const RunHeader = ({ exam, examName, timeLeft, isResult }: RunHeaderProps) => {
  const { run } = useExamRun();
  const total = run.questionIds.length;
  const answered = totalAnswered(run);
  const name = (
    <h1 className={styles.name} dir="auto">
      {examName}
    </h1>
  );
  if (isResult) return name;
  return (
    <div className={styles.header}>
      {name}
      <div className={styles.line}>
        <p>{`Question ${run.index + 1} of ${total}`}</p>
        <p>{isSilent(run) ? `Answered: ${answered}` : `Score: ${totalCorrect(run)}/${answered}`}</p>
        {timeLeft !== undefined && <Clock timeLeft={timeLeft} />}
        <FlagButton />
      </div>
      <Progress label="Position in the exam" value={((run.index + 1) / total) * 100} />
      <div className={styles.foot}>
        <SavedExamLine exam={exam} examName={examName} isInRun />
      </div>
    </div>
  );
};
