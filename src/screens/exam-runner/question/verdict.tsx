import type { Ref } from 'react';
import type { Question } from '#contract/wire.ts';
import { currentId, findResult, isSilent, totalAnswered, totalCorrect } from '#exam/run/run.ts';
import { rightAnswerText } from '#exam/texts/answer-texts.ts';
import { Icon } from '#ui/icon.tsx';
import { useExamRun } from '../run/run-context.tsx';
import styles from './verdict.module.css';

const words = { correct: 'Correct!', wrong: 'Not quite.', none: 'Unanswered' } as const;
/** For screen readers, which get the plain word instead of the kind one. */
const spoken = { correct: 'Correct', wrong: 'Incorrect', none: 'Unanswered' } as const;

type VerdictProps = { question: Question | undefined; ref: Ref<HTMLParagraphElement> };

/** The verdict in words, announced to screen readers together with the score. */
export const Verdict = ({ question, ref }: VerdictProps) => {
  const { run } = useExamRun();
  const isCorrect = findResult(run, currentId(run))?.isCorrect;
  const verdict = isCorrect === undefined ? 'none' : isCorrect ? 'correct' : 'wrong';
  const answers = question && verdict === 'wrong' ? rightAnswerText(question) : '';
  return (
    <div role="status" className={styles.status}>
      {run.isAnswered && !isSilent(run) && (
        <p ref={ref} tabIndex={-1} className={`row ${styles.verdict}`} data-verdict={verdict}>
          {verdict !== 'none' && (
            <span className={`disc ${styles.stamp}`}>
              <Icon name={isCorrect ? 'check' : 'cross'} size={16} strokeWidth={2.5} />
            </span>
          )}
          <span aria-hidden>
            <strong>{words[verdict]}</strong> {answers}
          </span>
          <span className="visually-hidden">
            {`${spoken[verdict]}. ${answers} Score: ${totalCorrect(run)} of ${totalAnswered(run)} answered.`}
          </span>
        </p>
      )}
    </div>
  );
};
