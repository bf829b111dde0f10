import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ExamKey } from '#contract/caches.ts';
import { type ExamView, examAddress, runAddress } from '#contract/routes.ts';
import { noteText } from '#exam/day/study.ts';
import { Icon } from '#ui/icon.tsx';
import { OVER } from '#ui/overlay.tsx';
import search from './exam-search.module.css';
import type { ViewProps } from './page-props.ts';

type QuestionLinkProps = { exam: ExamKey; questionId: string; children: ReactNode };

/** A row that opens a question. */
export const QuestionLink = ({ exam, questionId, children }: QuestionLinkProps) => (
  <li>
    <Link
      className={`way ${search.hit}`}
      href={runAddress(exam, { only: questionId })}
      rel="nofollow"
    >
      {children}
      <Icon name="forward" size={16} className="directional" />
    </Link>
  </li>
);

type WayProps = { exam: ExamKey; view: ExamView; count?: number | undefined; children: string };

/** A row that leads to a part of the page; to none of nothing. */
const Way = ({ exam, view, count, children }: WayProps) =>
  count !== 0 && (
    <li>
      <Link href={examAddress(exam, view)} className="way" state={OVER} aria-haspopup="dialog">
        <span>{children}</span>
        <span className="label figures">
          {count}
          <Icon name="forward" size={16} className="directional" />
        </span>
      </Link>
    </li>
  );

/** `lookAlikes` is the number of tables of them. */
type QuestionLinksProps = ViewProps & { lookAlikes: number | undefined };

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
