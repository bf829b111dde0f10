import { paceText } from '#exam/labels.ts';
import { ButtonLink } from '#ui/button.tsx';
import type { Readiness } from '../use-readiness.ts';
import styles from './exam-date.module.css';
import board from './exam-progress.module.css';

/** 'Dec 12' for '2026-12-12'. */
export const dayText = (day: string) =>
  new Date(`${day}T12:00`).toLocaleDateString('en-US', { month: 'short', day: 'numeric' });

const dateText = ({ today }: Readiness, date: string) => {
  if (!date) return `Without a date, the plan is for three weeks: ${today.perDay} new a day.`;
  if (today.daysLeft === undefined) return 'That day is over.';
  const plan = today.daysLeft > 0 ? `${today.perDay} new a day, two days a week off. ` : '';
  return plan + paceText(today);
};

type ExamDateProps = {
  /** Undefined until the exam has loaded. */
  readiness: Readiness | undefined;
  /** The number of questions to review now. */
  due: number;
  /** The address of a run. */
  address: string;
  date: string;
  onDate: (date: string) => void;
};

/** The day of the exam, what to do each day until then, and what is due now. */
export const ExamDate = ({ readiness, due, address, date, onDate }: ExamDateProps) => (
  <div className={`stack ${board.date}`}>
    <div className={`between ${styles.head}`}>
      <h3 id="exam-date">Exam date</h3>
      <input
        type="date"
        aria-labelledby="exam-date"
        value={date}
        onChange={({ target }) => onDate(target.value)}
      />
    </div>
    <p role="status" className={date ? styles.plan : 'quiet'}>
      {readiness && dateText(readiness, date)}
    </p>
    <p className={`quiet figures ${styles.left}`}>
      {due > 0 && `${due} to review${readiness ? ', ' : ''}`}
      {readiness && `${readiness.total - readiness.seen} not seen yet`}
    </p>
    {due > 0 && (
      <ButtonLink look="primary" className={styles.review} href={`${address}?from=due`}>
        {`Review ${due}`}
      </ButtonLink>
    )}
  </div>
);
