import styles from './meter.module.css';

declare module 'react' {
  /** A style may set what its stylesheet computes with. */
  interface CSSProperties {
    [property: `--${string}`]: string | number | undefined;
  }
}

const percent = (share: number) => `${share * 100}%`;

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
