import { formatElapsed } from '#exam/stopwatch.ts';
import { Icon } from '#ui/icon.tsx';
import styles from './stopwatch-view.module.css';
import type { StopwatchControls } from './use-stopwatch.ts';

export const StopwatchView = ({ elapsed, isRunning, pause, resume, reset }: StopwatchControls) => {
  return (
    <div className={styles.stopwatch}>
      <span role="timer" aria-label="Time" className={styles.time}>
        {formatElapsed(elapsed)}
      </span>
      <button
        type="button"
        aria-label={isRunning ? 'Pause stopwatch' : 'Resume stopwatch'}
        className={styles.control}
        onClick={isRunning ? pause : resume}
      >
        <Icon name={isRunning ? 'pause' : 'play'} size={18} />
      </button>
      <button type="button" aria-label="Reset stopwatch" className={styles.control} onClick={reset}>
        <Icon name="restart" size={18} />
      </button>
    </div>
  );
};
