import meter from './meter.module.css';
import styles from './scale.module.css';

type ScaleProps = {
  /** The ends of the band, in percent. */
  low: number;
  high: number;
  /** The score of the last mock exam and the pass mark, in percent. */
  last: number | undefined;
  pass: number | undefined;
};

const percent = (value: number) => `${value}%`;

type PointerProps = { at: number; text: string; side: 'above' | 'below' };

/** A place on the scale, in percent, and its words. */
const Pointer = ({ at, text, side }: PointerProps) => (
  <>
    <i
      className={`${meter.tick} ${styles.tick}`}
      data-side={side}
      style={{ insetInlineStart: percent(at) }}
    />
    <span className={styles.words} data-side={side} style={{ '--at': percent(at) }}>
      {text}
    </span>
  </>
);

/** A band on a line from 0 to 100, with what was before above and what it takes below. Words say the band, too. */
export const Scale = ({ low, high, last, pass }: ScaleProps) => (
  <div className={styles.scale} data-above={last !== undefined} data-below={pass !== undefined}>
    <div className={`track ${styles.track}`}>
      <span className={`fill ${styles.far}`} style={{ inlineSize: percent(high) }} />
      {high > 0 && (
        <span
          className={`fill ${styles.band}`}
          style={{ insetInlineStart: percent(low), inlineSize: percent(high - low) }}
        />
      )}
      {last !== undefined && <Pointer at={last} text={`Last mock ${last}%`} side="above" />}
      {pass !== undefined && <Pointer at={pass} text={`Pass mark ${pass}%`} side="below" />}
    </div>
  </div>
);
