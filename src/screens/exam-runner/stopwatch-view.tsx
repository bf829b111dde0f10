import { Pause, Play, RotateCcw } from 'lucide-react';
import { formatElapsed } from '#exam/stopwatch.ts';
import styles from './stopwatch-view.module.css';
import type { StopwatchControls } from './use-stopwatch.ts';

export const StopwatchView = ({ elapsed, isRunning, pause, resume, reset }: StopwatchControls) => {
  const Icon = isRunning ? Pause : Play;
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
        <Icon size={18} aria-hidden />
      </button>
      <button type="button" aria-label="Reset stopwatch" className={styles.control} onClick={reset}>
        <RotateCcw size={18} aria-hidden />
      </button>
    </div>
  );
};
