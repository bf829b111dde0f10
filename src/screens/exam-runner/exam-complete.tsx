import { Suspense } from 'react';
import { routes } from '#contract/routes.ts';
import { finalScoreText, questionState, startedRun, totalCorrect } from '#exam/run.ts';
import { isMock } from '#exam/run-plan.ts';
import type { ExamSession } from '#offline/exam-session.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { later } from '#ui/later.tsx';
import styles from './exam-complete.module.css';
import { newRunId, useExamRun } from './exam-run.tsx';

const RunSummary = later(() => import('./run-summary.tsx'), 'RunSummary');

const unansweredText = (count: number) =>
  count === 1 ? '1 question is still unanswered.' : `${count} questions are still unanswered.`;

type ExamCompleteProps = {
  session: ExamSession;
  onOpen: (index: number) => void;
};

/** The end of the exam, below its last question. Leads to what is still open. */
export const ExamComplete = ({ session, onOpen }: ExamCompleteProps) => {
  const { run, enter } = useExamRun();
  const open = run.questionIds.flatMap((id, index) =>
    questionState(run, id) === 'unanswered' ? [index] : [],
  );
  const firstOpen = open[0];
  const practice = (questionIds: string[]) => {
    const setup = { questions: 'again', isShuffled: false } as const;
    enter(startedRun(questionIds, setup, newRunId(), Date.now()));
    scrollTo({ top: 0 });
  };
  return (
    <div className={styles.room}>
      <section className={styles.end} aria-label="Result">
        <h2 id="result" tabIndex={-1} className={styles.title}>
          Exam Complete!
        </h2>
        <p className={styles.score}>{finalScoreText(totalCorrect(run), run.questionIds.length)}</p>
        {firstOpen !== undefined && (
          <div className={styles.open}>
            <p>{unansweredText(open.length)}</p>
            {!isMock(run.setup) && (
              <Button onClick={() => onOpen(firstOpen)}>Answer the rest</Button>
            )}
          </div>
        )}
        <ButtonLink look="primary" href={routes.providerList.address()}>
          Back to Home
        </ButtonLink>
        <Suspense>
          <RunSummary session={session} onOpen={onOpen} onPractice={practice} />
        </Suspense>
      </section>
    </div>
  );
};
