import styles from './pips.module.css';

type PipsProps = { done: number; of: number };

/** A segment for each of a few things, filled for those that are done. Words beside it say the same. */
export const Pips = ({ done, of }: PipsProps) => (
  <span
    className={`directional ${styles.pips}`}
    style={{ '--share': `${(100 * Math.min(done, of)) / of}%`, '--part': `${100 / of}%` }}
    aria-hidden
  />
);
