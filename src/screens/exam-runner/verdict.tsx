import type { Ref } from 'react';
import { currentId, findResult, isSilent, totalAnswered, totalCorrect } from '#exam/run.ts';
import { Icon } from '#ui/icon.tsx';
import { useExamRun } from './exam-run.tsx';
import styles from './verdict.module.css';

const words = { correct: 'Correct', wrong: 'Not quite', none: 'Unanswered' } as const;
/** What a screen reader says, where a plain word serves better than a kind one. */
const spoken = { ...words, wrong: 'Incorrect' } as const;

/** The verdict in words, told to a screen reader with the score as soon as it is there. */
export const Verdict = ({ ref }: { ref: Ref<HTMLParagraphElement> }) => {
  const { run } = useExamRun();
  const isCorrect = findResult(run, currentId(run))?.isCorrect;
  const verdict = isCorrect === undefined ? 'none' : isCorrect ? 'correct' : 'wrong';
  return (
    <div role="status" className={styles.status}>
      {run.isAnswered && !isSilent(run) && (
        <p ref={ref} tabIndex={-1} className={styles.verdict} data-verdict={verdict}>
          {verdict !== 'none' && <Icon name={isCorrect ? 'check' : 'cross'} strokeWidth={3} />}
          <span aria-hidden>{words[verdict]}</span>
          <span className="visually-hidden">
            {`${spoken[verdict]}. Score: ${totalCorrect(run)} of ${totalAnswered(run)} answered.`}
          </span>
        </p>
      )}
    </div>
  );
};
