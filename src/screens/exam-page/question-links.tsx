import { Link } from 'wouter';
import type { ExamKey } from '#contract/caches.ts';
import { examAddress } from '#contract/routes.ts';
import { noteText } from '#exam/day/study.ts';
import type { Learning } from '#learner/schemas.ts';
import { Icon } from '#ui/icon.tsx';
import { OVER } from '#ui/overlay.tsx';
import styles from './exam-page.module.css';

type QuestionLinksProps = { exam: ExamKey; learning: Learning };

/** The ways to single questions. */
export const QuestionLinks = ({ exam, learning }: QuestionLinksProps) => {
  const notes = learning.study.marks.filter((mark) => noteText(mark)).length;
  const link = { className: styles.way, state: OVER, 'aria-haspopup': 'dialog' } as const;
  return (
    <section className="stack" aria-labelledby="questions">
      <h2 id="questions">Questions</h2>
      <ul className={`card ruled ${styles.rows}`}>
        <li>
          <Link href={examAddress(exam, 'search')} {...link}>
            <span>Search</span>
            <Icon name="forward" size={16} className="directional" />
          </Link>
        </li>
        {notes > 0 && (
          <li>
            <Link href={examAddress(exam, 'notes')} {...link}>
              <span>Your notes</span>
              <span className={`row figures ${styles.end}`}>
                {notes}
                <Icon name="forward" size={16} className="directional" />
              </span>
            </Link>
          </li>
        )}
      </ul>
    </section>
  );
};
