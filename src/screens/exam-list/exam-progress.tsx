import { useState } from 'react';
import { useApi } from '#api/api-context.tsx';
import { emptyStudy, type Learning } from '#contract/learner.ts';
import { MIN_ANSWERS } from '#exam/study.ts';
import { updateStored } from '#storage/learner-store.ts';
import { useReadiness } from '../use-readiness.ts';
import { ExamHistory } from './exam-history.tsx';
import styles from './exam-progress.module.css';
import { ReadinessView } from './readiness-view.tsx';
import { Trends } from './trends.tsx';

type ExamProgressProps = {
  providerId: string;
  examId: string;
  /** Undefined before the first answer. */
  learning: Learning | undefined;
};

/** An exam's history, the estimated score today, and what is left to do. */
export const ExamProgress = ({ providerId, examId, learning }: ExamProgressProps) => {
  const { apiUrl } = useApi().config;
  const { history, study } = learning ?? { history: [], study: emptyStudy };
  const [examDate, setExamDate] = useState(study.examDate ?? '');
  const dated = { ...study, examDate: examDate || undefined };
  const readiness = useReadiness(providerId, examId, dated);
  const chooseDate = (date: string) => {
    setExamDate(date);
    void updateStored({ apiUrl, providerId, examId }, 'all', ({ study }) => ({
      study: { ...study, examDate: date || undefined },
    }));
  };
  return (
    <div className={`stack ${styles.progress}`}>
      <h2 dir="auto">{examId}</h2>
      <ReadinessView
        readiness={readiness}
        isEnough={study.cards.length >= MIN_ANSWERS}
        examDate={examDate}
        onDate={chooseDate}
      />
      {history.length > 0 && <ExamHistory history={history} />}
      {study.reviews.length > 0 && <Trends reviews={study.reviews} detail={readiness?.detail} />}
    </div>
  );
};
