import styles from './scale.module.css';

/** A place on the scale, in percent, and its words. */
type Place = { at: number; text: string };

type ScaleProps = {
  /** The ends of the band, in percent. */
  low: number;
  high: number;
  above?: Place | undefined;
  below?: Place | undefined;
};

const percent = (value: number) => `${value}%`;

const Pointer = ({ at, text, side }: Place & { side: 'above' | 'below' }) => (
  <>
    <i className={styles.tick} data-side={side} style={{ insetInlineStart: percent(at) }} />
    <span className={styles.words} data-side={side} style={{ '--at': percent(at) }}>
      {text}
    </span>
  </>
);

/** A band on a line from 0 to 100, with a place above and one below it. Words say the band, too. */
export const Scale = ({ low, high, above, below }: ScaleProps) => (
  <div className={styles.scale} data-above={above !== undefined} data-below={below !== undefined}>
    <div className={styles.track}>
      <span className={styles.far} style={{ inlineSize: percent(high) }} />
      <span
        className={styles.band}
        style={{ insetInlineStart: percent(low), inlineSize: percent(high - low) }}
      />
      {above && <Pointer {...above} side="above" />}
      {below && <Pointer {...below} side="below" />}
    </div>
  </div>
);
