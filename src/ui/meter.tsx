import styles from './meter.module.css';

declare module 'react' {
  /** A style may set what its stylesheet computes with. */
  interface CSSProperties {
    [property: `--${string}`]: string | number | undefined;
  }
}

type MeterProps = {
  /** A share from 0 to 1. */
  of: number;
  /** The pass mark, in percent: a tick below the bar. */
  pass?: number | undefined;
};

/** A share as a bar, for figures that are also given in words. */
export const Meter = ({ of, pass }: MeterProps) => (
  <span className={`track ${styles.meter}`} aria-hidden>
    <span className="fill" style={{ inlineSize: `${of * 100}%` }} />
    {pass !== undefined && (
      <span className={styles.tick} style={{ insetInlineStart: `${pass}%` }} />
    )}
  </span>
);

type MeterRowProps = {
  label: string;
  /** What else there is to say of it, in a word. */
  tag?: string | undefined;
  figure: string;
  /** Undefined without a share to show yet. */
  of: number | undefined;
  pass?: number | undefined;
  note?: string;
};

/** What a share is of, in a list of such. */
export const MeterRow = ({ label, tag, figure, of, pass, note }: MeterRowProps) => (
  <li className={styles.row}>
    <span>
      {tag ? `${label} ` : label}
      {tag && <span className={`strong ${styles.tag}`}>{tag}</span>}
    </span>
    <b>{figure}</b>
    {of !== undefined && <Meter of={of} pass={pass} />}
    {note && <small className="fine">{note}</small>}
  </li>
);
