import { percentOf } from '#exam/grading.ts';
import { questionCountText, rangeText, sourceText } from '#exam/labels.ts';
import { MIN_ANSWERS } from '#exam/study.ts';
import { Meter } from '#ui/progress.tsx';
import type { useReadiness } from '../use-readiness.ts';
import styles from './readiness-view.module.css';

export const dayText = (date: string) =>
  new Date(`${date}T12:00`).toLocaleDateString('en-US', { month: 'short', day: 'numeric' });

type Readiness = NonNullable<ReturnType<typeof useReadiness>>;

const planText = ({ plan }: Readiness, examDate: string) => {
  if (!plan) return 'That day is over.';
  if (plan.perDay === 0) return `Nothing is left to do until ${dayText(examDate)}.`;
  const questions = questionCountText(plan.perDay);
  return plan.days === 0 ? `${questions} today` : `${questions} a day until ${dayText(examDate)}`;
};

/** What the readiness figure is based on. */
const Grounds = ({ domains }: Readiness) => (
  <details className={styles.grounds}>
    <summary>How we estimate this</summary>
    <p>
      For questions you have answered, we use the chance that you would still recall them today. For
      those you have not seen, we use your first answers in that domain and in the whole exam,
      pulled toward guessing while there is little data. Each domain counts as much as in the real
      exam. This is an estimate, not a promise.
    </p>
    <ul className="stack">
      {domains.map(({ name, weight, recall, seen, total }) => (
        <li key={name} className={`stack figures ${styles.domain}`}>
          <span>{name}</span>
          <span>{`${Math.round(recall * 100)}%`}</span>
          <Meter of={recall} />
          <span className="quiet">
            {`${seen} of ${total} seen · ${percentOf(weight, 1)}% of the exam`}
          </span>
        </li>
      ))}
    </ul>
  </details>
);

type ReadinessViewProps = {
  /** Undefined until the exam has loaded. */
  readiness: Readiness | undefined;
  /** Space is reserved for a figure that is still to come. */
  isEnough: boolean;
  examDate: string;
  onDate: (date: string) => void;
};

/** The range of the estimated score today, and what to do each day until the exam. */
export const ReadinessView = ({ readiness, isEnough, examDate, onDate }: ReadinessViewProps) => {
  return (
    <section aria-labelledby="readiness" className={`stack ${styles.readiness}`}>
      <h3 id="readiness">Readiness</h3>
      <div className={`stack ${styles.words}`} data-enough={isEnough}>
        {readiness?.range && (
          <>
            <p className={styles.figure}>
              {`You would score about ${rangeText(readiness.range)} today`}
            </p>
            <p className="quiet">{sourceText(readiness)}</p>
            <Grounds {...readiness} />
          </>
        )}
        {readiness && !readiness.range && (
          <p className="quiet">
            {`Answer ${questionCountText(MIN_ANSWERS - readiness.seen).replace(' ', ' more ')} for an estimate.`}
          </p>
        )}
      </div>
      <label className={`between ${styles.date}`}>
        <span>Exam date</span>
        <input type="date" value={examDate} onChange={({ target }) => onDate(target.value)} />
      </label>
      {readiness && examDate && (
        <p role="status" className={styles.plan}>
          {planText(readiness, examDate)}
        </p>
      )}
    </section>
  );
};
