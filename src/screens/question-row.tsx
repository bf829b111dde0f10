import type { AnswerLine } from '#exam/texts/answer-texts.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import styles from './question-row.module.css';

const icons: Record<AnswerLine['verdict'], IconName> = {
  wrong: 'cross',
  correct: 'check',
  missed: 'circle',
};

const words: Record<AnswerLine['verdict'], string> = {
  wrong: 'Your answer, wrong: ',
  correct: 'Correct: ',
  missed: 'Missed: ',
};

type QuestionRowProps = {
  /** Its place in a run. */
  number?: number | undefined;
  /** Undefined until it has loaded. */
  stem: string | undefined;
  lines: AnswerLine[];
  /** What else there is to say, such as that it was left blank. */
  note?: string | undefined;
  onOpen: () => void;
};

/** A question as a row of a list, which opens it: its stem, then what was answered and what is right. */
export const QuestionRow = ({ number, stem, lines, note, onOpen }: QuestionRowProps) => (
  <button type="button" className={styles.row} data-printed onClick={onOpen}>
    {number !== undefined && <span className={`strong figures ${styles.number}`}>{number}</span>}
    <span className={`clamped ${styles.stem}`} dir="auto">
      {stem}
    </span>
    <Icon name="forward" size={16} className={`directional ${styles.open}`} />
    {lines.map(({ text, verdict }) => (
      <span key={`${verdict} ${text}`} className={styles.line} data-verdict={verdict}>
        <Icon name={icons[verdict]} size={16} />
        <span>
          <span className={verdict === 'missed' ? '' : 'visually-hidden'}>{words[verdict]}</span>
          <bdi>{text}</bdi>
        </span>
      </span>
    ))}
    {note && <span className={`fine ${styles.note}`}>{note}</span>}
  </button>
);
