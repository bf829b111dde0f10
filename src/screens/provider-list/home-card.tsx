import { useEffect, useState } from 'react';
import { useApi } from '#api/api-context.tsx';
import type { ExamKey } from '#contract/caches.ts';
import type { Learning } from '#contract/learner.ts';
import { routes } from '#contract/routes.ts';
import { findLastRun } from '#exam/kept-run.ts';
import { dueQuestions, reviewMinutes } from '#exam/study.ts';
import { answersByDay } from '#exam/trends.ts';
import { readAllLearning } from '#storage/learner-store.ts';
import { accentOf } from '#theme/accent.ts';
import { ButtonLink, ChipLink } from '#ui/button.tsx';
import { useReadiness } from '../use-readiness.ts';
import styles from './home-card.module.css';

type Known = Learning & { exam: ExamKey };

const lastAnswer = ({ study }: Learning) => study.reviews.at(-1)?.[0] ?? 0;

/** An exam day is worth its time from here on. In percent. */
const READY = 60;

const MockChip = ({ known }: { known: Known }) => {
  const { providerId, examId } = known.exam;
  const score = useReadiness(providerId, examId, known)?.score;
  return score !== undefined && score > READY ? (
    <ChipLink href={`${routes.examRunner.address(providerId, examId)}?mock=drawn`}>
      Mock exam
    </ChipLink>
  ) : null;
};

/** Days practiced, nothing to lose. */
const Week = ({ all, now }: { all: Known[]; now: number }) => {
  const days = answersByDay(
    all.flatMap(({ study }) => study.reviews),
    now,
    7,
  );
  const practiced = days.filter(({ answers }) => answers > 0).length;
  return (
    <div className={styles.week}>
      <p className={styles.note}>
        {practiced === 1
          ? 'Practiced on 1 of the last 7 days'
          : `Practiced on ${practiced} of the last 7 days`}
      </p>
      <div className={styles.days} aria-hidden>
        {days.map(({ day, answers }) => (
          <span key={day} data-practiced={answers > 0}>
            {new Date(`${day}T12:00`).toLocaleDateString('en-US', { weekday: 'narrow' })}
          </span>
        ))}
      </div>
    </div>
  );
};

const FirstStep = ({ known, due }: { known: Known; due: number }) => {
  const { providerId, examId } = known.exam;
  const address = routes.examRunner.address(providerId, examId);
  const last = findLastRun(known.runs, known.study.reviews);
  if (last) {
    const { index, questionIds } = last.run;
    return (
      <ButtonLink look="primary" href={`${address}?continue=${last.kind}`}>
        {`Continue · question ${index + 1} of ${questionIds.length}`}
      </ButtonLink>
    );
  }
  return due > 0 ? (
    <ButtonLink look="primary" href={`${address}?questions=practise`}>
      {`Review ${due}`}
    </ButtonLink>
  ) : (
    <ButtonLink look="primary" href={address}>
      Start again
    </ButtonLink>
  );
};

/** What a learner who comes back sees first: where to go on, what is due, and the week. */
export const HomeCard = ({ onNothing }: { onNothing: () => void }) => {
  const { apiUrl } = useApi().config;
  const [all, setAll] = useState<Known[]>();
  useEffect(() => {
    let isCurrent = true;
    readAllLearning(apiUrl).then((read) => {
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
  const due = dueQuestions(known, now).length;
  const last = findLastRun(known.runs, known.study.reviews);
  const results = last?.run.results ?? [];
  const right = results.filter(({ isCorrect }) => isCorrect).length;
  const isSilent = last?.kind === 'mock';
  return (
    <section className={styles.home} aria-label="Go on">
      <div className={styles.card} data-accent={accentOf(providerId)}>
        <h2 className={styles.exam} dir="auto">
          {examId}
        </h2>
        <p className={styles.note}>
          {results.length === 0 && 'Welcome back'}
          {results.length > 0 &&
            (isSilent ? `${results.length} answered` : `Score so far: ${right}/${results.length}`)}
        </p>
        <FirstStep known={known} due={due} />
        <div className={styles.chips}>
          {due > 0 && (
            <ChipLink href={`${routes.examRunner.address(providerId, examId)}?questions=practise`}>
              {`${due} to review · about ${reviewMinutes(due)} min`}
            </ChipLink>
          )}
          <MockChip known={known} />
        </div>
      </div>
      <Week all={all} now={now} />
    </section>
  );
};
