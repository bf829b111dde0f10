import { useId } from 'react';
import type { Question } from '#contract/wire.ts';
import type { OptionVerdict } from '#exam/grading/grading.ts';
import { letterOf } from '#exam/texts/labels.ts';
import { codeSegments, directionOf, textSegments } from '#exam/texts/question-parts.ts';
import { Icon } from '#ui/icon.tsx';
import styles from '#ui/option.module.css';
import { Row, Struck } from './row.tsx';
import { Segments } from './segments.tsx';

type OptionRowProps = {
  question: Question;
  position: number;
  isChosen: boolean;
  /** Undefined until the answer is checked; then the row is locked. */
  verdict: OptionVerdict | undefined;
  note: string | undefined;
  isSingle: boolean;
  /** Shared by all options of the question, which makes radio buttons a single Tab stop. */
  name: string;
  /** Undefined while it is shown but can't be chosen yet; it looks the same. */
  onChoose: ((position: number) => void) | undefined;
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

export const OptionRow = (props: OptionRowProps) => {
  const { question, position, isChosen, verdict, note, isSingle, name, onChoose } = props;
  const text = question.options[position] ?? '';
  const wordsId = useId();
  const segments = textSegments(text);
  const isImage = segments.every(
    (piece) => piece.kind === 'image' || (piece.kind === 'text' && !piece.text.trim()),
  );
  return (
    <Row position={position} className={styles.row} verdict={verdict} slot="option">
      <label className={styles.label}>
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
          {letterOf(position)}
        </span>
        <span className={`stack gap-2 ${styles.text}`} dir={directionOf(text, question)}>
          {/* With a direction of its own, it does not count for the option's. */}
          {isImage && (
            <span className="visually-hidden" dir="ltr">
              {'Picture: '}
            </span>
          )}
          <Struck position={position} />
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
    </Row>
  );
};
