import { blankQuestions } from '#exam/stored-run.ts';
import { dueQuestions } from '#exam/study.ts';
import { paceText, todayText } from '#exam/study-texts.ts';
import type { Today } from '#exam/today.ts';
import type { StoredRun, Study } from '#learner/schemas.ts';
import styles from './home-card.module.css';

/** How many of today's questions an open run brings. */
const countInRun = (study: Study, run: StoredRun, today: Today) => {
  const blanks = new Set(blankQuestions(run));
  const seen = new Set(study.cards.map(({ questionId }) => questionId));
  const due = dueQuestions(study, Date.now()).slice(0, today.due);
  const fresh = [...blanks].filter((id) => !seen.has(id)).length;
  return due.filter((id) => blanks.has(id)).length + Math.min(today.fresh, fresh);
};

type PlanProps = {
  study: Study;
  today: Today;
  /** Whether the exam has loaded, whose new questions are then known. */
  isWhole: boolean;
  /** The open run that the card continues. */
  run: StoredRun | undefined;
  /** A first set is done, so that the learner knows what a date would be for. */
  isDateMissing: boolean;
};

const DATE_HINT = 'Add your exam date under See progress.';

/** What today asks for, and whether the pace will do. Its lines are reserved until it is known. */
export const Plan = ({ study, today, isWhole, run, isDateMissing }: PlanProps) => {
  const inRun = run ? countInRun(study, run, today) : 0;
  return (
    <div className={`stack gap-2 ${styles.asked}`}>
      <h3>Today</h3>
      <div className={styles.plan}>
        <p className="figures">{(isWhole || !today.isDone) && todayText(today, inRun)}</p>
        <p className="quiet figures">{isWhole && (isDateMissing ? DATE_HINT : paceText(today))}</p>
      </div>
    </div>
  );
};
