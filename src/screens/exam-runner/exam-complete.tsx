import { routes } from '#contract/routes.ts';
import { finalScoreText, questionState, totalCorrect } from '#exam/run.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import styles from './exam-complete.module.css';
import { useExamRun } from './exam-run.tsx';

const unansweredText = (count: number) =>
  count === 1 ? '1 question is still unanswered.' : `${count} questions are still unanswered.`;

/** The end of the exam, below its last question. Leads to what is still open. */
export const ExamComplete = ({ onOpen }: { onOpen: (index: number) => void }) => {
  const { run } = useExamRun();
  const open = run.questionIds.flatMap((id, index) =>
    questionState(run, id) === 'unanswered' ? [index] : [],
  );
  const firstOpen = open[0];
  return (
    <section className={styles.end} aria-label="Result">
      <h2 className={styles.title}>Exam Complete!</h2>
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
    </section>
  );
};
