import { Suspense, useState } from 'react';
import { routes } from '#contract/routes.ts';
import { finalScoreText, questionState, startedRun, totalCorrect } from '#exam/run.ts';
import type { ExamSession } from '#offline/exam-session.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { later } from '#ui/later.tsx';
import styles from './exam-complete.module.css';
import { useExamRun } from './exam-run.tsx';
import { newRunId } from './run-id.ts';

const RunSummary = later(() => import('./run-summary.tsx'), 'RunSummary');

const unansweredText = (count: number) =>
  count === 1 ? '1 question is still unanswered.' : `${count} questions are still unanswered.`;

type ExamCompleteProps = {
  session: ExamSession;
  readElapsed: () => number;
  onOpen: (index: number) => void;
  /** A new run has begun; its stopwatch starts from the given milliseconds. */
  onRestart: (elapsed: number) => void;
};

/** The end of the exam, below its last question. Leads to what is still open. */
export const ExamComplete = ({ session, readElapsed, onOpen, onRestart }: ExamCompleteProps) => {
  const { run, dispatch } = useExamRun();
  // Now, since the summary may come later.
  const [elapsed] = useState(readElapsed);
  const open = run.questionIds.flatMap((id, index) =>
    questionState(run, id) === 'unanswered' ? [index] : [],
  );
  const firstOpen = open[0];
  const practise = (questionIds: string[]) => {
    const setup = { questions: 'again', isShuffled: false } as const;
    dispatch({ type: 'runEntered', run: startedRun(questionIds, setup, newRunId()) });
    onRestart(0);
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
            <Button onClick={() => onOpen(firstOpen)}>Go to the first of them</Button>
          </div>
        )}
        <ButtonLink look="primary" href={routes.providerList.address()}>
          Back to Home
        </ButtonLink>
        <Suspense>
          <RunSummary
            run={run}
            domains={session.detail.domains ?? []}
            elapsed={elapsed}
            onOpen={onOpen}
            onPractise={practise}
          />
        </Suspense>
      </section>
    </div>
  );
};
