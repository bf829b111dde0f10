import { useState } from 'react';
import type { ExamSummary } from '#contract/wire.ts';
import { byCurrency } from '#exam/day/exam-order.ts';
import { emptyLearning, type Learning } from '#learner/schemas.ts';
import { useGradual } from '#ui/use-gradual.tsx';
import { useIsWide } from '#ui/use-is-wide.ts';
import { ExamCard } from './exam-card.tsx';
import styles from './exam-list.module.css';
import { isMetered } from './metered.ts';

/** The learner's data for each exam, by exam id. */
export type LearningByExam = ReadonlyMap<string, Learning>;

/** How many cards render within one frame on a slow phone. */
const STEP = 12;

/** The number of exams opened before a tap, on an unmetered connection. */
const OPENED_AHEAD = 3;

/** The exam whose button is filled: the one that the learner is about, or the first. */
const findMain = (exams: ExamSummary[], learningByExam: LearningByExam) =>
  exams
    .map(({ name }) => ({ name, learning: learningByExam.get(name) ?? emptyLearning }))
    .sort(byCurrency)[0]?.name;

type CardsProps = { providerId: string; exams: ExamSummary[]; learningByExam: LearningByExam };

export const ExamCards = ({ providerId, exams, learningByExam }: CardsProps) => {
  const [main] = useState(() => findMain(exams, learningByExam));
  // A card's domains come with its questions: a long list would load too many of those.
  const isWide = useIsWide() && exams.length <= STEP;
  const { shown, sentinel } = useGradual(exams, STEP);
  return (
    <>
      <ul className={`stack top ${styles.cards}`} aria-label={providerId}>
        {shown.map((exam, index) => (
          <ExamCard
            key={exam.name}
            {...{ providerId, exam, isWide }}
            learning={learningByExam.get(exam.name) ?? emptyLearning}
            isOpenedAhead={index < OPENED_AHEAD && !isMetered()}
            isMain={exam.name === main}
          />
        ))}
        {sentinel}
      </ul>
      <p className={`quiet ${styles.explained}`}>
        Practice picks today’s questions for you. Start runs the whole exam from its first question.
      </p>
    </>
  );
};
