import { Link } from 'wouter';
import type { ExamKey } from '#contract/caches.ts';
import { type ExamView, examAddress } from '#contract/routes.ts';
import { noteText } from '#exam/day/study.ts';
import type { Learning } from '#learner/schemas.ts';
import { Icon } from '#ui/icon.tsx';
import { OVER } from '#ui/overlay.tsx';
import styles from './exam-page.module.css';

type WayProps = { exam: ExamKey; view: ExamView; count?: number | undefined; children: string };

/** A row that leads to a part of the page; to none of nothing. */
const Way = ({ exam, view, count, children }: WayProps) =>
  count !== 0 && (
    <li>
      <Link href={examAddress(exam, view)} className="way" state={OVER} aria-haspopup="dialog">
        <span>{children}</span>
        <span className={`row figures ${styles.end}`}>
          {count}
          <Icon name="forward" size={16} className="directional" />
        </span>
      </Link>
    </li>
  );

type QuestionLinksProps = {
  exam: ExamKey;
  learning: Learning;
  /** How many tables of them there are. */
  lookAlikes: number | undefined;
};

/** The ways to single questions, and to what several share. */
export const QuestionLinks = ({ exam, learning, lookAlikes = 0 }: QuestionLinksProps) => (
  <section className="stack" aria-labelledby="questions">
    <h2 id="questions">Questions</h2>
    <ul className="card ruled rows">
      <Way exam={exam} view="search">
        Search
      </Way>
      <Way exam={exam} view="look-alikes" count={lookAlikes}>
        Look-alikes
      </Way>
      <Way exam={exam} view="notes" count={learning.study.marks.filter(noteText).length}>
        Your notes
      </Way>
    </ul>
  </section>
);
