import styles from './progress.module.css';

declare module 'react' {
  /** A style may set what its stylesheet computes with. */
  interface CSSProperties {
    [property: `--${string}`]: string | number | undefined;
  }
}

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
    className={styles.track}
  >
    <span
      className={styles.bar}
      style={value === null ? undefined : { inlineSize: percent((filled ?? value) / max) }}
    />
    {value !== null && filled !== undefined && (
      <span className={styles.place} style={{ insetInlineStart: percent(value / max) }} />
    )}
  </div>
);

type MeterProps = {
  /** A share from 0 to 1, or the ends of a range. */
  of: number | { low: number; high: number };
  /** The pass mark, in percent: a tick below the bar. */
  pass?: number | undefined;
  /** Whether the pass mark is also given in words. */
  hasWords?: boolean;
  /** An earlier value in percent, and its words: a tick above the bar. */
  earlier?: { percent: number; words: string } | undefined;
};

/** A share as a bar, for figures that are also given in words. */
export const Meter = ({ of, pass, hasWords = true, earlier }: MeterProps) => {
  const { low, high } = typeof of === 'number' ? { low: 0, high: of } : of;
  return (
    <span
      className={styles.meter}
      data-pass={hasWords ? pass : undefined}
      data-earlier={earlier?.percent}
      style={{ '--pass': `${pass}%`, '--earlier': `${earlier?.percent}%` }}
      aria-hidden
    >
      <span
        className={styles.value}
        style={{ insetInlineStart: percent(low), inlineSize: percent(high - low) }}
      />
      {pass !== undefined && (
        <>
          <span className={styles.tick} />
          {hasWords && <span className={styles.at}>{`Pass mark ${pass}%`}</span>}
        </>
      )}
      {earlier && (
        <span className={styles.above}>
          <span className={styles.tick} />
          <span className={styles.at}>{earlier.words}</span>
        </span>
      )}
    </span>
  );
};
