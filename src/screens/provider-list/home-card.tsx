import { useEffect, useState } from 'react';
import { useApi } from '#api/api-context.tsx';
import type { ExamKey } from '#contract/caches.ts';
import type { Learning } from '#contract/learner.ts';
import { routes } from '#contract/routes.ts';
import { applyDraft, findLastRun } from '#exam/stored-run.ts';
import { dueQuestions, reviewMinutes } from '#exam/study.ts';
import { answersByDay } from '#exam/trends.ts';
import { readAllLearning } from '#storage/learner-store.ts';
import { accentOf } from '#theme/accent.ts';
import { ButtonLink } from '#ui/button.tsx';
import { useReadiness } from '../use-readiness.ts';
import styles from './home-card.module.css';

type Known = Learning & { exam: ExamKey };

const lastAnswer = ({ study }: Learning) => study.reviews.at(-1)?.[0] ?? 0;

/** The readiness above which a mock exam is suggested, in percent. */
const READY = 60;

const MockChip = ({ known }: { known: Known }) => {
  const { providerId, examId } = known.exam;
  const score = useReadiness(providerId, examId, known.study).readiness?.score;
  return score !== undefined && score > READY ? (
    <ButtonLink size="small" href={`${routes.examRunner.address(providerId, examId)}?mock=drawn`}>
      Mock exam
    </ButtonLink>
  ) : null;
};

/** The days practiced, without a streak to lose. */
const Week = ({ all, now }: { all: Known[]; now: number }) => {
  const days = answersByDay(
    all.flatMap(({ study }) => study.reviews),
    now,
    7,
  );
  const practiced = days.filter(({ answers }) => answers > 0).length;
  return (
    <div className="cluster between">
      <p className="quiet figures">
        {practiced === 1
          ? 'Practiced on 1 of the last 7 days'
          : `Practiced on ${practiced} of the last 7 days`}
      </p>
      <div className={`cluster ${styles.days}`} aria-hidden>
        {days.map(({ day, answers }) => (
          <span key={day} data-practiced={answers > 0}>
            {new Date(`${day}T12:00`).toLocaleDateString('en-US', { weekday: 'narrow' })}
          </span>
        ))}
      </div>
    </div>
  );
};

/** What a returning learner sees first: where to continue, what is due, and the last week. */
export const HomeCard = ({ onNothing }: { onNothing: () => void }) => {
  const { apiUrl } = useApi().config;
  const [all, setAll] = useState<Known[]>();
  useEffect(() => {
    let isCurrent = true;
    readAllLearning(apiUrl, applyDraft).then((read) => {
      if (!isCurrent) return;
      setAll(read);
      if (read.length === 0) onNothing();
    });
    return () => {
      isCurrent = false;
    };
  }, [apiUrl, onNothing]);
  const known = all?.toSorted((a, b) => lastAnswer(b) - lastAnswer(a))[0];
  if (!all || !known) return null;
  const now = Date.now();
  const { providerId, examId } = known.exam;
  const due = dueQuestions(known.study, now).length;
  const last = findLastRun(known.runs, known.study.reviews);
  const results = last?.run.results ?? [];
  const right = results.filter(({ isCorrect }) => isCorrect).length;
  const isSilent = last?.kind === 'mock';
  const address = routes.examRunner.address(providerId, examId);
  const review = {
    href: `${address}?questions=review`,
    text: `${due} to review · about ${reviewMinutes(due)} min`,
  };
  const restart = { href: address, text: 'Start again' };
  const first = last
    ? {
        href: `${address}?continue=${last.kind}`,
        text: `Continue · question ${last.run.index + 1} of ${last.run.questionIds.length}`,
      }
    : due > 0
      ? review
      : restart;
  return (
    <section className={`stack ${styles.home}`} aria-label="Go on">
      <div className={`stack card ${styles.card}`} data-accent={accentOf(providerId)}>
        <h2 className={`clamped ${styles.exam}`} dir="auto">
          {examId}
        </h2>
        <p className="quiet figures">
          {results.length === 0 && 'Welcome back'}
          {results.length > 0 &&
            (isSilent ? `${results.length} answered` : `Score so far: ${right}/${results.length}`)}
        </p>
        <ButtonLink look="primary" href={first.href}>
          {first.text}
        </ButtonLink>
        <div className={`cluster ${styles.chips}`}>
          {due > 0 && first !== review && (
            <ButtonLink size="small" href={review.href}>
              {review.text}
            </ButtonLink>
          )}
          {first === review && (
            <ButtonLink size="small" href={restart.href}>
              {restart.text}
            </ButtonLink>
          )}
          <MockChip known={known} />
        </div>
      </div>
      <Week all={all} now={now} />
    </section>
  );
};
