import type { ExamKey } from '#contract/caches.ts';
import { routes, runAddress } from '#contract/routes.ts';
import { calendarOf } from '#exam/calendar.ts';
import { reviewSearch } from '#exam/labels.ts';
import { paceText } from '#exam/study-texts.ts';
import { hasDaysOff } from '#exam/today.ts';
import { ButtonLink, TextButton } from '#ui/button.tsx';
import { showToast } from '#ui/toasts.ts';
import { deliverFile } from '../deliver-file.ts';
import type { Readiness } from '../use-readiness.ts';
import styles from './exam-date.module.css';
import board from './exam-progress.module.css';

const planText = ({ today }: Readiness, date: string) => {
  const { perDay, daysLeft = 0 } = today;
  if (!date)
    return perDay > 0 && `Without a date, the plan is for three weeks: ${perDay} new a day.`;
  const off = hasDaysOff(daysLeft) ? ', two days a week off' : '';
  const plan = daysLeft > 0 && perDay > 0 ? `${perDay} new a day${off}. ` : '';
  return plan + paceText(today);
};

type ExamDateProps = {
  exam: ExamKey;
  /** Undefined until the exam has loaded. */
  readiness: Readiness | undefined;
  /** The number of questions to review now. */
  due: number;
  date: string;
  onDate: (date: string) => void;
};

/** The day of the exam, what to do each day until then, and what is due now. */
export const ExamDate = ({ exam, readiness, due, date, onDate }: ExamDateProps) => {
  const review = readiness?.today.due ?? 0;
  const remind = async () => {
    const address = location.origin + routes.examList.address(exam.providerId);
    const text = calendarOf({ examName: exam.examId, examDate: date, address }, Date.now());
    const file = new File([text], 'certdeck.ics', { type: 'text/calendar' });
    if ((await deliverFile(file)) === 'declined') return;
    showToast({
      id: 'calendar',
      text: 'Open the file to add practice at 7 p.m. and your exam day',
    });
  };
  return (
    <div className={`stack ${board.date}`}>
      <div className={`cluster between ${styles.head}`}>
        <h3 id="exam-date">Exam date</h3>
        <input
          type="date"
          className="field"
          aria-labelledby="exam-date"
          value={date}
          onChange={({ target }) => onDate(target.value)}
        />
      </div>
      <p role="status" className={date ? styles.plan : 'quiet'}>
        {readiness && planText(readiness, date)}
      </p>
      {(readiness?.today.daysLeft ?? 0) > 0 && (
        <div className="outdented">
          <TextButton onClick={remind}>Remind me</TextButton>
        </div>
      )}
      <p className={`quiet figures ${styles.left}`}>
        {due > 0 && `${due} to review${readiness ? ', ' : ''}`}
        {readiness && `${readiness.total - readiness.seen} not seen yet`}
      </p>
      {review > 0 && (
        <ButtonLink
          look="primary"
          className={styles.review}
          href={runAddress(exam, reviewSearch(review))}
        >
          {`Review ${review}`}
        </ButtonLink>
      )}
    </div>
  );
};
