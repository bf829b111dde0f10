import type { ExamKey } from '#contract/caches.ts';
import { lastMockOf } from '#exam/progress.ts';
import { dueQuestions, MIN_ANSWERS, seenQuestions } from '#exam/study.ts';
import { emptyLearning, type Learning } from '#learner/schemas.ts';
import { Button } from '#ui/button.tsx';
import { DeckGlyph } from '#ui/icon.tsx';
import { LoadNote } from '../load-note.tsx';
import { useReadiness } from '../use-readiness.ts';
import { ExamDate } from './exam-date.tsx';
import { ExamHistory } from './exam-history.tsx';
import styles from './exam-progress.module.css';
import { ReadinessView } from './readiness-view.tsx';
import { SureButWrong } from './sure-but-wrong.tsx';
import { Trends } from './trends.tsx';

type ExamProgressProps = {
  exam: ExamKey;
  /** Undefined before the first answer. */
  learning: Learning | undefined;
  onDate: (examDate: string | undefined) => void;
  /** Opens the rest: only the readiness is shown, with a button for it. */
  onOpen?: () => void;
};

/** How many domains to reserve space for: those of the stored answers, once they are many. */
const countDomains = ({ runs, study }: Learning) => {
  const domains = new Set(runs.flatMap(({ results }) => results.map(({ domain }) => domain)));
  return seenQuestions(study).size < MIN_ANSWERS ? 4 : domains.size || 4;
};

/** The estimated score today, what is left to do until the exam, and how practice went. */
export const ExamProgress = (props: ExamProgressProps) => {
  const { exam, learning = emptyLearning, onDate, onOpen } = props;
  const { history, study } = learning;
  const { answer, retry, readiness, isSettled } = useReadiness(exam, learning);
  const detail = readiness?.detail;
  const name = (
    <h2 className={`label ${styles.name}`}>
      <DeckGlyph />
      <span dir="auto" translate="no">
        {exam.examId}
      </span>
    </h2>
  );
  const mock = lastMockOf(learning);
  const known = {
    readiness,
    answered: seenQuestions(study).size,
    domainCount: countDomains(learning),
    mock,
  };
  // Until it is settled nothing is below it, because its placeholder may be shorter or taller.
  const failed = answer?.ok === false && (
    <LoadNote subject="exam" failure={answer.failure} onRetry={retry} />
  );
  if (onOpen) {
    return (
      <div className="stack gap-5">
        {name}
        {failed || <ReadinessView {...known} isCompact />}
        {isSettled && (
          <Button aria-haspopup="dialog" onClick={onOpen}>
            See progress
          </Button>
        )}
      </div>
    );
  }
  return (
    <div className={`stack gap-5 ${styles.progress}`}>
      {name}
      <div className={`stack gap-6 ${styles.board}`}>
        <section aria-labelledby="readiness" className={`stack ${styles.readiness}`}>
          <h3 id="readiness">Readiness</h3>
          {failed || <ReadinessView {...known} />}
        </section>
        {isSettled && (
          <>
            <ExamDate
              exam={exam}
              readiness={readiness}
              due={dueQuestions(study, Date.now()).length}
              date={study.examDate ?? ''}
              onDate={(date) => onDate(date || undefined)}
            />
            {history.length > 0 && (
              <ExamHistory {...{ exam, learning }} pass={detail?.sitting?.pass.share} />
            )}
            {study.reviews.length > 0 && <Trends reviews={study.reviews} detail={detail} />}
            {detail && <SureButWrong {...{ exam, detail, learning }} />}
          </>
        )}
      </div>
    </div>
  );
};
