import { useId } from 'react';
import type { OptionVerdict } from '#exam/grading/grading.ts';
import { codeSegments, textSegments } from '#exam/texts/question-parts.ts';
import { Icon } from '#ui/icon.tsx';
import styles from '#ui/option.module.css';
import { useLongPress } from '../input/use-long-press.ts';
import { Segments } from './segments.tsx';

/** What a row shows of an option. */
export type OptionView = {
  position: number;
  /** The key that chooses it; visible but not announced. */
  letter: string;
  text: string;
  note: string | undefined;
  isChosen: boolean;
  isStruck: boolean;
  /** Right to left where the question is, even if a product's name comes first. */
  dir: 'rtl' | 'auto';
  /** Undefined until the answer is checked; then the row is locked. */
  verdict: OptionVerdict | undefined;
};

type OptionRowProps = {
  option: OptionView;
  isSingle: boolean;
  /** Shared by all options of the question, which makes radio buttons a single Tab stop. */
  name: string;
  /** Undefined while it is shown but can't be chosen yet; it looks the same. */
  onChoose: ((position: number) => void) | undefined;
  /** Strikes it out, or brings it back; undefined where that is not offered. */
  onStrike: ((position: number) => void) | undefined;
};

/** The state of an option after the check, for screen readers. */
const verdictWords = (verdict: OptionVerdict, isChosen: boolean) => {
  if (verdict === 'wrong') return 'Your choice, wrong';
  if (verdict === 'other') return 'Incorrect, not chosen';
  if (verdict === 'missed') return 'Correct answer, missed';
  return isChosen ? 'Your choice, correct' : 'Correct answer';
};

/** What is seen of it beside a cross or a check, which says the rest. */
const verdictTag = (verdict: OptionVerdict, isChosen: boolean, isSingle: boolean) => {
  if (verdict === 'wrong') return 'Your answer';
  if (verdict === 'missed') return 'Missed';
  return isChosen && !isSingle ? 'Your answer, correct' : 'Correct answer';
};

export const OptionRow = ({ option, isSingle, name, onChoose, onStrike }: OptionRowProps) => {
  const { position, letter, text, note, isChosen, isStruck, verdict, dir } = option;
  const press = useLongPress(onStrike && (() => onStrike(position)));
  const wordsId = useId();
  const segments = textSegments(text);
  const isImage = segments.every(
    (piece) => piece.kind === 'image' || (piece.kind === 'text' && !piece.text.trim()),
  );
  return (
    <div
      className={styles.row}
      data-verdict={verdict}
      data-struck={isStruck || undefined}
      data-strikes={onStrike ? true : undefined}
      data-slot="option"
    >
      <label className={styles.label} {...press}>
        <input
          type={isSingle ? 'radio' : 'checkbox'}
          name={name}
          className={styles.input}
          checked={isChosen}
          disabled={!onChoose || verdict !== undefined}
          aria-describedby={verdict && wordsId}
          onChange={() => onChoose?.(position)}
          data-slot="choice"
        />
        <span className={`disc fine ${styles.key}`} translate="no" aria-hidden data-slot="letter">
          {letter}
        </span>
        <span className={`stack gap-2 ${styles.text}`} dir={dir}>
          {/* With a direction of their own, these do not count for the option's. */}
          {isImage && (
            <span className="visually-hidden" dir="ltr">
              {'Picture: '}
            </span>
          )}
          {isStruck && (
            <span className="visually-hidden" dir="ltr">
              {'Struck out: '}
            </span>
          )}
          <Segments segments={segments} isInLabel />
        </span>
        {verdict && verdict !== 'other' && (
          <span className={styles.tag} aria-hidden>
            <Icon name={verdict === 'wrong' ? 'cross' : 'check'} size={16} />
            {verdictTag(verdict, isChosen, isSingle)}
          </span>
        )}
      </label>
      {verdict && (
        <div id={wordsId}>
          <span className="visually-hidden">{`${verdictWords(verdict, isChosen)}. `}</span>
          {note && (
            <span className={`stack gap-2 ${styles.note}`} dir="auto">
              <Segments segments={codeSegments(note)} />
            </span>
          )}
        </div>
      )}
    </div>
  );
};
