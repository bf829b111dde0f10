import { Link } from 'wouter';
import { examAddress } from '#contract/routes.ts';
import { standingText, todayText } from '#exam/day/day-texts.ts';
import '#ui/face.css';
import '#ui/way.css';
import { Icon } from '#ui/icon.tsx';
import { DayButton } from '../exam-day/day-button.tsx';
import { OfflineWords } from '../saved-exam/offline-words.tsx';
import { ExamName } from './exam-name.tsx';
import styles from './exam-rows.module.css';
import type { ExamDay } from './use-exam-days.ts';

const stateText = ({ day, isCounted }: ExamDay) => {
  const isPlain = day.phase === 'plain' || day.phase === 'eve' || day.phase === 'exam-day';
  if (!isPlain || day.isDone || day.answered > 0) return todayText(day);
  return isCounted || !day.isBegun ? standingText(day) : '';
};

type ExamDayRowProps = {
  known: ExamDay;
  /** Its button is the one filled button of the screen. */
  isMain?: boolean;
  /** Whether it says what of it is on this device. */
  hasOffline?: boolean;
};

/** An exam in one row: its name leads to its page, and it has the day's button. */
export const ExamDayRow = ({ known, isMain = false, hasOffline = false }: ExamDayRowProps) => {
  const { exam, day, isReady } = known;
  const name = <ExamName name={exam.examId} />;
  const isOpen = ['mock', 'continue', 'practice'].includes(day.action.kind);
  return (
    <li className={`opens way ${styles.row}`} data-off={!isReady}>
      <span>
        <span dir="auto" translate="no">
          {isReady ? (
            <Link href={examAddress(exam)} className="face">
              {name}
            </Link>
          ) : (
            name
          )}
        </span>
        <span className={`cluster fine figures ${styles.state}`}>
          <span className="row gap-icon">
            {day.isDone && day.phase === 'plain' && day.isBegun && (
              <Icon name="check" size={16} className="lit" />
            )}
            {stateText(known)}
          </span>
          {(hasOffline || !isReady) && <OfflineWords exam={exam} />}
        </span>
      </span>
      {isReady && isOpen && (
        <DayButton {...{ exam, day }} look={isMain ? 'primary' : 'tint'} size="small" />
      )}
      {isReady && !isOpen && <Icon name="forward" size={16} className="directional dim" />}
    </li>
  );
};
