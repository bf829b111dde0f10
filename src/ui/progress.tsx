import styles from './progress.module.css';

const percent = (share: number) => `${share * 100}%`;

type ProgressProps = {
  /** Null means indeterminate. */
  value: number | null;
  max?: number;
  /** What the bar fills, if that is not the value; the value is then a mark on the bar. */
  filled?: number;
  label: string;
};

/** Indeterminate without a value, complete at the maximum, loading in between. */
export const progressState = (value: number | null, max = 100) =>
  value === null ? 'indeterminate' : value >= max ? 'complete' : 'loading';

export const Progress = ({ value, max = 100, filled, label }: ProgressProps) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemax={max}
    aria-valuenow={value ?? undefined}
    data-state={progressState(value, max)}
    className={`track ${styles.track}`}
  >
    <span
      className="fill"
      style={value === null ? undefined : { inlineSize: percent((filled ?? value) / max) }}
    />
    {value !== null && filled !== undefined && (
      <span className={styles.place} style={{ insetInlineStart: percent(value / max) }} />
    )}
  </div>
);
