import styles from './progress.module.css';

type ProgressProps = {
  /** Null means indeterminate. */
  value: number | null;
  max?: number;
  label: string;
};

/** Indeterminate without a value, complete at the maximum, loading in between. */
export const progressState = (value: number | null, max = 100) =>
  value === null ? 'indeterminate' : value >= max ? 'complete' : 'loading';

export const Progress = ({ value, max = 100, label }: ProgressProps) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemax={max}
    aria-valuenow={value ?? undefined}
    data-state={progressState(value, max)}
    className={styles.track}
  >
    <div
      className={styles.bar}
      style={
        value === null ? undefined : { transform: `translateX(${(100 * value) / max - 100}%)` }
      }
    />
  </div>
);

/** A share between 0 and 1 as a bar, for figures that are also given in words. */
export const Share = ({ of }: { of: number }) => (
  <span className={`${styles.track} ${styles.share}`} aria-hidden>
    <span style={{ inlineSize: `${of * 100}%` }} />
  </span>
);
